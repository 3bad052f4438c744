import { Octokit } from "octokit";
import createClient from "openapi-fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireServer } from "../../harness/wire";
import { holdAgainst } from "./claims";

// Octokit leaves a second between two requests that write.
const clients = { createClient, Octokit: Octokit.defaults({ throttle: { enabled: false } }) };
const imports = 'import { Octokit } from "octokit"; import createClient from "openapi-fetch";';

/** What is known of a request, and the arguments of `octokit.request`. */
const octokit: readonly (readonly [string, string])[] = [
  ["GET /a/7/b []", '"GET /a/{id}/:name", { id: 7, name: "b" }'],
  ["GET /a/{id} []", '"GET /a/{id}", { id: "x/y" }'],
  ["GET /a/b.c []", '"GET /a/{name}.{ext}", { name: "b", ext: "c" }'],
  ["GET /a/{path} []", '"GET /a/{+path}", { path: "b/c" }'],
  ["GET /a ?x=1&z=2 []", '"GET /a{?x,y}", { x: 1, z: 2 }'],
  ["GET /a ?x=1&y=1 []", '"GET /a?y=1{&x}", { x: 1 }'],
  // A slash at the end is left out, and so is an empty parameter.
  ["GET /a ?x=1 []", '"GET /a/", { x: 1 }'],
  ["GET / []", '"GET /"'],
  ["GET /a []", '"GET /a/{x}", { x: "" }'],
  ["GET /a//b []", '"GET /a/{x}/b", { x: "" }'],
  ["GET /a ?x= []", '"GET /a?x=/"'],
  // What is missing is left out, too.
  ["GET ? ?… []", '"GET /a/{x}", { x: undefined, y: 1 }'],
  ["GET ? ?… []", '"GET /a/{x}", { x: c ? "b" : null }'],
  // Expressions of other kinds, which take parameters.
  ["GET ? ?… []", '"GET /a{/x}", { x: "b" }'],
  ["GET ? ?… []", '"GET /a{.x}", { x: "b" }'],
  ["GET ? ?… []", '"GET /a{&x}", { x: "b" }'],
  ["GET ? ?… []", '"GET /a/{x,y}", { x: 1, y: 2 }'],
  ["GET ? ?… []", '"GET /a/{x*}", { x: [1, 2] }'],
  ["PUT ? ?… [] unknown …", '"PUT /a/{x:2}", { x: "bcd", y: 1 }'],
  // One of several templates, or one that is not known.
  ["PUT ? [] {x: 2}", '{ method: "PUT", url: c ? "/a/{id}" : "/b/{id}", id: 1, x: 2 }'],
  ["PUT ? ?… [] unknown …", '{ method: "PUT", url: c ? "/a/{id}" : "/b", id: 1, x: 2 }'],
  ["GET ? ?… []", '{ method: "GET", url: JSON.parse(`"/a/{id}"`), id: 1, x: 2 }'],
  ["PUT ? ?… [] unknown …", '{ method: "PUT", url: JSON.parse(`"/a/{id}"`), id: 1, x: 2 }'],
];

/** The same, and the arguments of a method of openapi-fetch. */
const openapi: readonly (readonly [string, string])[] = [
  ["GET /a/7 []", '"/a/{id}", { params: { path: { id: 7 } } }'],
  ["GET /a/true/ []", '"/a/{id}/", { params: { path: { id: true } } }'],
  ["GET /a/ []", '"/a/{id}", { params: { path: { id: "" } } }'],
  // What is missing is sent as it is written.
  ["GET ? ?… []", '"/a/{id}", { params: { path: { id: undefined } } }'],
  ["GET ? ?… []", '"/a/{id}", { params: { path: { id: c ? "x" : null } } }'],
  ["GET ? ?… []", '"/a/{id*}", { params: { path: { id: [1, 2] } } }'],
  ["GET ? ?… []", '"/a/{;id}", { params: { path: { id: 1 } } }'],
];

describe("a filled template is what is sent", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  test.each([
    ...octokit.map(([known, given]) => [known, `await new Octokit({ baseUrl: base }).request(${given});`]),
    ...openapi.map(([known, given]) => [known, `await createClient({ baseUrl: base }).GET(${given});`]),
  ])("%s: %s", async (known, source) => {
    expect(await holdAgainst(wire, { clients, imports, source })).toEqual({
      known: [known],
      arrivals: 1,
      wrong: [],
    });
  });
});
