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

describe("an object that a function gives away on some of its paths", () => {
  const start = 'const inner = { path: "/a" }; const all = { inner, other: {} };';

  it.each([
    ["after a path on which it returned", "if (c) { hub.add(all); return; } hub.add(all);"],
    ["in another clause", "switch (c) { case 1: hub.add(all); return; default: hub.add(all); }"],
    ["on both paths", "if (c) hub.add(all); else hub.add({ all });"],
    ["on a path that had put something else into it", "if (c) { all.inner = null; hub.add(all); } hub.add(all);"],
    [
      "and was put into it on the other path",
      "all.inner = null; if (c) hub.add(all); else all.other.one = inner; hub.add(all);",
    ],
    [
      "and was put into it in a loop",
      "all.inner = null; for (const x of c) { if (x) hub.add(all); else all.other.one = inner; } hub.add(all);",
    ],
    ["after a loop", "for (const x of c) { if (x) return; hub.add(all); } hub.add(all);"],
    ["where an exception may have come between", "try { check(c); hub.add(all); } catch { return; } hub.add(all);"],
  ])("is no longer known where it is given away %s", (_, code) => {
    expect(paths(`export function f(c) { ${start} ${code} return fetch(inner.path); }`, "")).toEqual(["GET ?"]);
  });

  it.each([
    ["on a path that has ended", "if (c) { hub.add(all); return; }"],
    ["without the part that another path gives", "if (c) { hub.add(all); return; } all.inner = null; hub.add(all);"],
  ])("is known where it is given away %s", (_, code) => {
    expect(paths(`export function f(c) { ${start} ${code} return fetch(inner.path); }`, "")).toEqual(["GET /a"]);
  });

  it("is not known where it is one of a class with many fields, and a method that calls itself is not followed", () => {
    const fields = Array.from({ length: 80 }, (_, index) => `k${index} = "/${index}";`).join(" ");
    const writes = Array.from({ length: 80 }, (_, index) => `this.k${index} = n;`).join(" ");
    const text = `class Many { ${fields} set(n) { ${writes} if (n > 0) this.set(n - 1); } }
      export function f(n) { const many = new Many(); many.set(n); return fetch(many.k3); }`;
    expect(paths(text, "")).toEqual(["GET ?"]);
  });
});
