import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const rowsOf = (text: string): readonly string[] => requestsOf({ "a.ts": text });

const perhaps = `let id: string | undefined; if (Math.random() > 0.5) id = "1";`;
const put = 'await fetch(`https://h/a/${id}`, { method: "PUT" });';
const either = "PUT https://h/a/1 | /a/undefined";
const sure = "PUT https://h/a/1";

describe("what an assertion asks holds behind it", () => {
  const truth = `function need(x: unknown, message?: string): asserts x { if (!x) throw new Error(message); }`;
  const presence = `const present: <T>(x: T) => asserts x is NonNullable<T> = (x) => { if (x == null) throw new Error("no"); };`;

  test.each([
    [
      "Node's",
      `import assert from "node:assert"; export async function a() { ${perhaps} assert(id !== undefined); ${put} }`,
    ],
    [
      "Node's `ok`",
      `import * as assert from "assert"; export async function a() { ${perhaps} assert.ok(id, "no id"); ${put} }`,
    ],
    ["a package's", `import need from "tiny-invariant"; export async function a() { ${perhaps} need(id); ${put} }`],
    [
      "that of another file",
      `import { assert } from "./assert"; export async function a() { ${perhaps} assert(id); ${put} }`,
    ],
    ["its own, of truth", `${truth} export async function a() { ${perhaps} need(id, "no"); ${put} }`],
    ["its own, of presence", `${presence} export async function a() { ${perhaps} present(id); ${put} }`],
    [
      "in a loop and try",
      `${truth} export async function a(l: any[]) { for (const x of l) { ${perhaps} try { need(id); ${put} } catch {} } }`,
    ],
  ])("%s", (_, text) => {
    expect(rowsOf(text)).toEqual([sure]);
  });

  test.each([
    ["before it", `${truth} export async function a() { ${perhaps} ${put} need(id); }`],
    ["behind the catch of it", `${truth} export async function a() { ${perhaps} try { need(id); } catch {} ${put} }`],
    [
      "behind the branch in which it stands",
      `${truth} export async function a(c: boolean) { ${perhaps} if (c) { need(id); } ${put} }`,
    ],
    ["of another value", `${truth} export async function a(c: boolean) { ${perhaps} need(c); ${put} }`],
    [
      "of a name that says nothing",
      `import { check } from "./check"; export async function a() { ${perhaps} check(id); ${put} }`,
    ],
    ["of a console", `export async function a() { ${perhaps} console.assert(id); ${put} }`],
  ])("and not %s", (_, text) => {
    expect(rowsOf(text)).toEqual([either]);
  });
});

describe("what one way has asked is not known where ways meet", () => {
  test.each([
    [
      "of a condition",
      `export async function a(c: boolean) { ${perhaps} if (c) { if (!id) throw new Error(); } ${put} }`,
    ],
    ["of a loop", `export async function a(l: any[]) { ${perhaps} for (const x of l) { if (!id) break; } ${put} }`],
    [
      "of `try`",
      `export async function a() { ${perhaps} try { if (!id) throw new Error(); await go(); } catch {} ${put} }`,
    ],
    ["of a case", `export async function a(n: number) { ${perhaps} switch (n) { case 1: if (!id) return; } ${put} }`],
  ])("%s", (_, text) => {
    expect(rowsOf(text)).toEqual([either]);
  });

  test("nor what it has written", () => {
    const text = `export async function a(c: boolean, e: boolean) { let o: any = { id: "1" }; if (e) o = { id: "2" }; if (c) { o.id = "3"; } await fetch(\`https://h/a/\${o.id}\`); }`;
    const [row = ""] = rowsOf(text);
    for (const id of ["1", "2", "3"]) expect(row).toContain(`/a/${id}`);
  });
});
