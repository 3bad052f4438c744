import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

/** Objects that other objects hold, which setters, closures and methods change through those. */

const put = 'await fetch("https://h/x", { method: "PUT", body: JSON.stringify(o) });';
const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);
const inFunction = (body: string): string => `export async function main() { const o: any = { a: 1 }; ${body} ${put} }`;

const store = (set: string): string =>
  `class Store { subs: any[] = []; held: any; get v() { return this.held; } set v(x) { ${set} } }`;

describe("an object that is assigned to a member with a setter", () => {
  test("is not known where the setter tells observers", () => {
    const text = `${store("this.held = x; this.subs.forEach((f) => f(x));")} ${inFunction("const store: any = new Store(); store.subs.push((x: any) => { x.a = 2; }); store.v = o;")}`;
    expect(sentBy(text)).not.toContain("PUT /x [] {a: 1}");
    expect(sentBy(text)).toHaveLength(1);
  });

  test("is what it was where the setter keeps it", () => {
    expect(sentBy(`${store("this.held = x;")} ${inFunction("const store: any = new Store(); store.v = o;")}`)).toEqual([
      "PUT /x [] {a: 1}",
    ]);
  });

  test("is changed by whoever reads it again, and not by who changes a copy", () => {
    expect(
      sentBy(`${store("this.held = x;")} ${inFunction("const store: any = new Store(); store.v = o; store.v.a = 2;")}`),
    ).toEqual(["PUT /x [] {a: 2}"]);
    expect(
      sentBy(
        `${store("this.held = { ...x };")} ${inFunction("const store: any = new Store(); store.v = o; store.v.a = 2;")}`,
      ),
    ).toEqual(["PUT /x [] {a: 1}"]);
  });
});

test("an object that a setter of a shared object is given is not known", () => {
  const text = `${store("this.held = x;")} const store: any = new Store(); ${inFunction("store.v = o; store.v.a = 2;")}`;
  expect(sentBy(text)).not.toContain("PUT /x [] {a: 1}");
  expect(sentBy(text)).toHaveLength(1);
});

describe("`Object.assign` with a literal", () => {
  test("calls setters", () => {
    const text = `${store("this.held = x;")} export async function main() { const store: any = new Store(); Object.assign(store, { v: { a: 2 } }); const o = store.held; ${put} }`;
    expect(sentBy(text)).toEqual([expect.stringContaining("{a: 2}")]);
  });

  test("puts objects there that others have, too", () => {
    expect(sentBy(inFunction("const box: any = {}; Object.assign(box, { held: o }); box.held.a = 2;"))).toEqual([
      "PUT /x [] {a: 2}",
    ]);
  });
});

describe("what a function changes through an object that holds another one", () => {
  test.each([
    ["in a member", "const box = { held: o }; const alter = () => { box.held.a = 2; }; alter();"],
    ["in a map", 'const m = new Map([["o", o]]); const alter = () => { m.get("o").a = 2; }; alter();'],
    ["under another name", "let held = o; const alter = (by: any) => { held.a = 2; by(); }; alter(() => {});"],
    ["as a part", "const all = { o }; const alter = () => { const { o: part } = all; part.a = 2; }; alter();"],
  ])("%s is one of its values", (_, body) => {
    expect(sentBy(inFunction(body))).toEqual(["PUT /x [] {a: 1|2}"]);
  });

  test("in an instance is what the method leaves", () => {
    const text = `class Held { constructor(public of: any) {} alter() { this.of.a = 2; } } ${inFunction("new Held(o).alter();")}`;
    expect(sentBy(text)).toEqual(["PUT /x [] {a: 2}"]);
  });

  test.each([
    ["reads", "const box = { held: o }; const look = () => { console.debug(box.held.a); }; look();"],
    ["puts another one there", "const box: any = { held: o }; const alter = () => { box.held = { a: 2 }; }; alter();"],
    ["changes a copy", "const box = { held: { ...o } }; const alter = () => { box.held.a = 2; }; alter();"],
  ])("is what it was where the function only %s", (_, body) => {
    expect(sentBy(inFunction(body))).toEqual(["PUT /x [] {a: 1}"]);
  });
});

test("what a callback does that a list calls depends on the list of the caller", () => {
  const text = `class Store { subs: any[] = []; tell(v: any) { this.subs.map((f) => f(v)); } }
    ${inFunction("const s: any = new Store(); s.subs.push((x: any) => { x.a = 2; }); s.tell(o);")}`;
  expect(sentBy(text)).toEqual(["PUT /x [] {a: 1|2}"]);
});

test("an object within an object that a function shares is changed by whoever holds the outer one", () => {
  const body = `const o: any = { inner: { c: 1 } }; const store: any = new Plain(); const f = () => { o.b = 2; }; run(f); o.inner.c = 3; store.v = o; store.v.inner.c = 4; ${put}`;
  const sent = sentBy(`class Plain { v: any; } export async function main() { ${body} }`);
  expect(sent).toEqual([expect.stringContaining("inner: {c: 4}")]);
});

/** What holds an object is read when something else may have changed that, like the object itself. */
test.each([
  ["under another name", "const p = o;", "p"],
  ["in a member", "const box = { held: o };", "box.held"],
  ["in a member of a member", "const box = { in: { held: o } };", "box.in.held"],
  ["in a list", "const list = [o];", "list[0]"],
  // The constructor might run it.
  ["of an instance", "const box = new Box(o);", "box.held", "{a: 1|3|2}"],
])("an object is what a function makes of it meanwhile, %s", (_, hold, read, before = "{a: 3}") => {
  const text = `class Box { constructor(readonly held: any) {} } declare const tick: () => Promise<void>;
export async function main() { const o: any = { a: 1 }; setTimeout(() => { o.a = 2; }); o.a = 3; ${hold} WAIT
await fetch("https://h/x", { method: "PUT", body: JSON.stringify(${read}) }); }`;
  expect(sentBy(text.replace("WAIT", "await tick();"))).toEqual(["PUT /x [] {a: 1|3|2}"]);
  expect(sentBy(text.replace("WAIT", ""))).toEqual([`PUT /x [] ${before}`]);
});
