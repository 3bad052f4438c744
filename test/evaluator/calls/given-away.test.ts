import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** What is sent with a path that hangs on an object within a larger one, of which many functions may give the larger one away. */
function paths(
  functions: string,
  made = 'const inner = { path: "/a" }; const all = { inner, more: 1 };',
): readonly string[] {
  return requestsOf({ "a.js": `import { hub } from "hub";\n${made}\n${functions}` });
}

const gives = "export function first() { hub.add(all); }";

describe("an object that several functions give away", () => {
  it.each([
    ["with all that it reaches", `${gives} export function second() { hub.add(all); return fetch(inner.path); }`],
    [
      "also where the first has changed it before",
      `const around = { all };
      export function first() { all.inner = null; hub.add(around); }
      export function second() { hub.add(around); return fetch(inner.path); }`,
    ],
    [
      "also where the first gives a part of it",
      `export function first() { hub.add(all.more); }
      export function second() { hub.add(all); return fetch(inner.path); }`,
    ],
    [
      "also through a function that has been called with another object of that form",
      `const make = () => ({ inner: { path: "/a" }, more: 1 });
      function give(one) { hub.check(1); hub.check(2); hub.check(3); hub.add(one); }
      export function start() {
        const all = make();
        const second = () => { give(all); const own = make(); give(own); return fetch(own.inner.path); };
        return { first() { hub.add(all); }, second };
      }`,
    ],
    [
      "also in a circle",
      `inner.all = all; ${gives} export function second() { hub.add(inner); return fetch(inner.path); }`,
    ],
    [
      "also if one of them was made later",
      `${gives} export function second() { const own = { path: "/own" }; all.own = own; hub.add(all); return fetch(own.path); }`,
    ],
  ])("is no longer known, %s", (_, functions) => {
    expect(paths(functions)).toEqual(["GET ?"]);
  });

  it("is known where it was given away by nobody", () => {
    expect(
      paths(`${gives} const other = { path: "/b" }; export function second() { return fetch(other.path); }`),
    ).toEqual(["GET /b"]);
  });

  it("keeps its functions", () => {
    const made =
      "const api = { one(id) { return fetch('/x/' + id); }, two() { hub.add(this); return this.one(2); }, three() { hub.add(this); return this.one(3); } };";
    expect(paths("export default api;", made)).toEqual(["GET /x/{id}", "GET /x/2", "GET /x/3"]);
  });
});
