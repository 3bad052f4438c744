import { describe, expect, it } from "vitest";
import { insertQuery } from "../../../src/request/derived/query-edits";
import { requestsIn } from "../../harness/project-requests";

const imports = 'import axios from "axios"; import got from "got"; import { Octokit } from "octokit"; ';

/** @returns the code with a parameter added to its last request; `undefined` where none can be added. */
function added(code: string): string | undefined {
  const text = imports + code;
  const request = requestsIn({ "a.ts": text }).at(-1);
  if (!request) throw new Error("no request");
  const edit = insertQuery(request, text, "fields", "id");
  return edit && (text.slice(0, edit.range.start) + edit.text + text.slice(edit.range.end)).slice(imports.length);
}

describe("a parameter is added", () => {
  it.each([
    ['fetch("/a")', 'fetch("/a?fields=id")'],
    ["fetch('/a#h'.slice(0, 2))", undefined],
    ['fetch("/a?x=1")', 'fetch("/a?fields=id&x=1")'],
    ["fetch(`/a/${x}`)", "fetch(`/a/${x}?fields=id`)"],
    ["fetch(`/a/${ x }?y=1`)", "fetch(`/a/${ x }?fields=id&y=1`)"],
    ["fetch(`/a/${x}${y}?z=1`)", "fetch(`/a/${x}${y}?fields=id&z=1`)"],
    ["fetch(`/a/${x}b`)", "fetch(`/a/${x}b?fields=id`)"],
    ['fetch(base + "/a")', 'fetch(base + "/a?fields=id")'],
    ['fetch("/a" + "/b")', 'fetch("/a" + "/b?fields=id")'],
    ['fetch("/a" + "#h")', 'fetch("/a?fields=id" + "#h")'],
    ['fetch("/a?" + new URLSearchParams([["x", "1"]]))', 'fetch("/a?fields=id&" + new URLSearchParams([["x", "1"]]))'],
    ['new Octokit().request("GET /user")', 'new Octokit().request("GET /user?fields=id")'],
    ['const get = (u) => fetch(u); get("/a")', 'const get = (u) => fetch(u); get("/a?fields=id")'],
  ])("to the address in %s", (code, expected) => {
    expect(added(code)).toBe(expected);
  });

  it.each([
    ['axios.get("/a", { params: { x: 1 } })', 'axios.get("/a", { params: { fields: "id", x: 1 } })'],
    ['axios.get("/a", { params: { "page": 1 } })', 'axios.get("/a", { params: { fields: "id", "page": 1 } })'],
    ['axios.get("/a", { params: {x} })', 'axios.get("/a", { params: {fields: "id", x} })'],
    ['axios.get("/a", { params: {\n  "x": 1 } })', 'axios.get("/a", { params: {\n  fields: "id",\n  "x": 1 } })'],
    ["axios.get('/a', { params: {'x': [1] } })", "axios.get('/a', { params: {fields: \"id\", 'x': [1] } })"],
    ['fetch("/a?" + new URLSearchParams({ x }))', 'fetch("/a?" + new URLSearchParams({ fields: "id", x }))'],
    [
      'const list = (o) => axios.get("/a", { params: o }); list({ x: 1 })',
      'const list = (o) => axios.get("/a", { params: o }); list({ fields: "id", x: 1 })',
    ],
  ])("beside the others in %s", (code, expected) => {
    expect(added(code)).toBe(expected);
  });

  it.each([
    ["fetch(url)"],
    ['fetch("/a/" + id)'],
    ['fetch(c ? "/a" : "/b")'],
    ['const url = "/a"; fetch(url)'],
    // More of the address follows the literal.
    ['fetch("/a" + "?x=1")'],
    ['fetch("/a" + (c ? "?x=1" : ""))'],
    ['const get = (u) => fetch(u + "?x=1"); get("/a")'],
    // The question mark would be a part of what is percent-encoded.
    ['fetch("/a/" + encodeURIComponent("b"))'],
    ['const get = (id) => fetch(`/a/${encodeURIComponent(id)}`); get("7")'],
    ['const get = (id) => fetch(`/a/${id}`); get("7")'],
    ['new Octokit().request("GET /a/{id}", { id: "7" })'],
    ['fetch(["", "a", "b"].join("/"))'],
    ['fetch("/a/".concat("b"))'],
    // `filter[x]` is no place for a parameter.
    ['axios.get("/a", { params: { filter: { x: 1 } } })'],
    ['axios.get("/a", { params: { x() {} } })'],
    ['axios.get("/a", { params: { x: 1 }, paramsSerializer: write })'],
    ["const params = { x: 1 }; axios.get(url, { params })"],
    // What stands beside the address takes the place of its query.
    ['got("https://api.example.com/a", { searchParams: "x=1" })'],
  ])("nowhere in %s", (code) => {
    expect(added(code)).toBeUndefined();
  });
});
