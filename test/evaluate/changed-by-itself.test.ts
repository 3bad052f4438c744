import { describe, expect, test } from "vitest";
import { requestsIn } from "../harness/project-requests";
import { renderRequest } from "../request/render";

const requestsOf = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map((each) => renderRequest(each));

const params = "(x: string, y: string)";

describe("a text whose parts are replaced, one after the other", () => {
  test.each([
    [
      "of an object, by a callback",
      `export function f${params} { const c = { url: "/a/:x/b/:y" }; Object.entries({ x, y }).forEach(([k, v]) => { c.url = c.url.replace(":" + k, v); }); return fetch(c.url); }`,
      "GET /a/{}/b/{} []",
    ],
    [
      "of an object that a function gets",
      `const fill = (c: { url: string; params: Record<string, string> }) => { Object.entries(c.params).forEach(([k, v]) => { c.url = c.url.split(":" + k).join(v); }); return c; };
export function f${params} { const c = fill({ url: "/a/:x/b/:y", params: { x, y } }); return fetch(c.url); }`,
      "GET /a/{}/b/{} []",
    ],
    [
      "of a variable, in a loop",
      `export function f${params} { let url = "/a/:x/b/:y"; for (const [k, v] of Object.entries({ x, y })) url = url.replace(":" + k, v); return fetch(url); }`,
      "GET /a/{}/b/{} []",
    ],
    [
      "of a variable, by the keys of an object, with a host and a query",
      `export function f${params} { let url = "https://h.example/a/:x?b=:y&c=1"; const all: Record<string, string> = { x, y }; for (const k in all) url = url.replace(\`:\${k}\`, all[k]); return fetch(url); }`,
      "GET /a/{} ?b=…&c=1 []",
    ],
    [
      "of an object, in a loop",
      `export function f${params} { const c = { url: "/a/:x/b/:y" }; for (const k of ["x", "y"]) c.url = c.url.replace(":" + k, x); return fetch(c.url); }`,
      "GET /a/{x}/b/{x} []",
    ],
  ])("is told with holes: %s", (_, text, expected) => {
    expect(requestsOf(text)).toEqual([expected]);
  });

  test.each([
    [
      "it grows",
      `export function f(ids: string[]) { const c = { url: "/a" }; ids.forEach((id) => { c.url = c.url + "/b"; }); return fetch(c.url); }`,
    ],
    [
      "a member is made of another that is changed",
      `const c = { root: "/v1", url: "" }; export function one() { c.root = "/v2"; } export function two() { c.url = c.root + "/a"; } export const f = () => fetch(c.url);`,
    ],
    [
      "a variable is one of two paths",
      `export function f(ids: string[]) { let url = "/a"; for (const id of ids) { fetch(url); url = "/b"; } }`,
    ],
  ])("is not told where %s", (_, text) => {
    expect(requestsOf(text)).toEqual(["GET ? ?… []"]);
  });

  test("is the one or the other where the change happens once", () => {
    const text = `const c: { method?: string } = {}; export function put() { c.method = c.method ?? "PUT"; } export const f = () => fetch("/a", c);`;
    expect(requestsOf(text)).toEqual(["GET|PUT /a []"]);
  });
});
