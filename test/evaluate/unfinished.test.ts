import { describe, expect, it } from "vitest";
import type { Abstract, Context } from "../../src/evaluate/domain";
import { Unfinished } from "../../src/evaluate/unfinished";
import { requestsIn, requestsOf } from "../harness/project-requests";
import { renderRequest } from "../request/render";

/** What a call in a loop, or in a function that is called, makes of an object is known, though the object depends on that very call. */
describe("an object that calls change", () => {
  it.each([
    ["in a loop", `for (const each of list) query.append("k", each);`, "GET /a ?k?"],
    ["in a function that is called", `const add = () => query.append("k", "x"); add();`, "GET /a ?k?"],
    ["in a callback of a list that is known", `[1].forEach(() => query.append("k", "x"));`, "GET /a ?k?"],
    ["under a name that is not known", `for (const each of list) query.append(each, "x");`, "GET /a ?+"],
    ["once", `query.append("k", "x");`, "GET /a ?k"],
    ["by no call", `list.forEach((each) => other.append("k", each));`, "GET /a"],
  ])("%s", (_, changes, expected) => {
    const text = `const query = new URLSearchParams(); ${changes} fetch("/a?" + query.toString());`;
    expect(requestsOf({ "a.ts": text })).toEqual([expected]);
  });
});

/** What a variable holds is told in the same way, whether a member that depends on it is asked for first or not. */
describe("a variable that functions share", () => {
  const text = `class Store { held: any; get v() { return this.held; } set v(x) { this.held = { ...x }; } }
async function main() {
  const state: any = { a: 1 }; const store: any = new Store(); run(() => { state.b = 2; });
  state.a = 3; store.v = state;
  await fetch("/x", { method: "PUT", body: JSON.stringify(state) });
  READ
}
await main();`;
  it.each(["", 'store.v.c = 4; await fetch("/" + store.v.c);'])("holds all that was assigned to it: %j", (read) => {
    const [sent] = requestsIn({ "a.ts": text.replace("READ", read) }).map(renderRequest);
    expect(sent).toBe("PUT /x [] {a: 1|3, b?: 2}");
  });
});

/** A parameter that functions share is what they make of it, whichever of them is asked first. */
describe("a parameter that a layer changes", () => {
  const text = (first: string): string => `async function main(text: string, count: number) {
  const state: any = { a: 1, inner: { c: "i" } };
  const run = (all: any[]) => (c: any) => { const go = (i: number): any => all[i] ? all[i](c, () => go(i + 1)) : undefined; return go(0); };
  await run([async (c: any) => { c.inner = { c: text }; ${first} }])(state);
  await fetch("/x/" + count, { method: "PUT", body: JSON.stringify(state) });
}
await main("t", 7);`;
  it.each(["", "await fetch(`/${c.a}`);"])("is not known to be as it was: %j", (first) => {
    const bodies = requestsIn({ "a.ts": text(first) })
      .map(renderRequest)
      .filter((each) => each.startsWith("PUT"));
    expect(bodies.map((each) => /inner: [^|]*\|\{c: /u.test(each))).toEqual([true, true]);
  });
});

/** A value in a loop that depends on something unfinished around the loop is evaluated once for each round, however often the round uses it. */
describe("a value that depends on something unfinished", () => {
  const context = { id: 0 } as Context;
  const value = { kind: "never" } as Abstract;
  const standIn = { kind: "unknown" } as Abstract;
  const round = {};
  const asked = (level: number, under: object | undefined): Abstract | undefined => {
    const of = new Unfinished();
    of.begin(standIn, 1);
    of.note(standIn);
    of.keep(context, 7, value, round);
    return of.valueOf(context, 7, level, under);
  };

  it("is remembered for what was supposed when it was evaluated", () => {
    expect(asked(5, round)).toBe(value);
  });

  it("is evaluated anew for another round", () => {
    expect(asked(5, {})).toBeUndefined();
  });

  it("is remembered where what it depends on has begun in the round", () => {
    expect(asked(1, {})).toBe(value);
  });

  it("is forgotten when that is finished", () => {
    const unfinished = new Unfinished();
    const around = unfinished.begin(standIn, 1);
    unfinished.note(standIn);
    unfinished.keep(context, 7, value, round);
    unfinished.end(standIn, 1, around);
    expect(unfinished.valueOf(context, 7, 5, round)).toBeUndefined();
  });

  it("is forgotten when the innermost is finished of which it has only a part", () => {
    const part = { kind: "object" } as Abstract;
    const unfinished = new Unfinished();
    unfinished.begin(standIn, 1);
    unfinished.note(standIn);
    const around = unfinished.begin(part, 4);
    unfinished.note(standIn);
    unfinished.note(part);
    unfinished.keep(context, 7, value, round);
    expect(unfinished.valueOf(context, 7, 5, round)).toBe(value);
    unfinished.end(part, 4, around);
    expect(unfinished.valueOf(context, 7, 5, round)).toBeUndefined();
    expect(unfinished.dependsOutside(4)).toBe(true);
  });
});

/** What a member makes of the object while that is evaluated is not what it makes of it afterwards. */
describe("an object that a setter is given and others change", () => {
  const text = (
    first: string,
  ): string => `class Store { held: any; get value() { return this.held; } set value(v) { tell(v); this.held = v; } }
export async function main() {
  const state: any = { b: "b" }; const store: any = new Store(); later(() => { state.b = "k"; });
  state.b = 8; store.value = state; ${first} store.value.a = 7;
  await fetch("/x", { method: "PUT", body: JSON.stringify(store.value) });
}`;
  it.each(["", "const read = state.b;"])("is not known: %j", (first) => {
    expect(requestsOf({ "a.ts": text(first) })).toEqual(["PUT /x json {b, a, …}"]);
  });
});
