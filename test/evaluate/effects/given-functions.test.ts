import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const requests = (text: string): readonly string[] => requestsOf({ "a.ts": text });

test("a function that unknown code has may run before what follows", () => {
  const text = `let base = "/a"; subscribe(load); base = "/b"; function load() { fetch(base); }`;
  expect(requests(text)).toEqual(["GET /b | /a"]);
});

test("an object that a variable of the module holds may be changed by others", () => {
  const text = `let shared; export async function f() { const o = { url: "/a" }; shared = o; await g(); fetch(o.url); }
    export function other() { shared.url = "/b"; }`;
  expect(requests(text)).not.toEqual(["GET /a"]);
});

test("methods of an instance that unknown code has may run at any time", () => {
  const text = `export async function f() { let base = "/a"; class C { set() { base = "/b"; } } subscribe(new C()); await g(); fetch(base); }`;
  expect(requests(text)).not.toEqual(["GET /a"]);
});

test("what a bound function holds is given away with it", () => {
  const text = `export async function f() { const o = { url: "/a" }; function g(x) { return x; } subscribe(g.bind(null, o)); await h(); fetch(o.url); }`;
  expect(requests(text)).not.toEqual(["GET /a"]);
});
