import { describe, expect, it } from "vitest";
import { describeValue } from "../../../src/generate/describe-value";
import { evaluateText, type Draft } from "../../harness/evaluating";

/** The engine on demand evaluates more built-in functions, and follows who has an object. */

/** What the last `send` of a program was given. */
function sentBy(program: string): string {
  const last = evaluateText(program).sent.at(-1);
  const value = (last?.draft as Draft | undefined)?.arguments[0];
  return value ? describeValue(value) : "nothing";
}

describe("a map", () => {
  it.each([
    ["is made of pairs", `send(new Map([["a", 1], ["b", 2]]).get("b"))`, "2"],
    ["is changed by what is set", `const m = new Map(); m.set("a", 1).set("a", 2); send(m.get("a"))`, "2"],
    [
      "tells numbers from strings",
      `const m = new Map([[1, "number"], ["1", "string"]]); send([m.get(1), m.get("1")])`,
      `["number", "string"]`,
    ],
    [
      "lacks what was not set",
      `send([new Map().get("a"), new Map().has("a"), new Map().size])`,
      "[undefined, false, 0]",
    ],
    [
      "lacks what was deleted",
      `const m = new Map([["a", 1]]); const gone = m.delete("a"); send([gone, m.get("a"), m.size])`,
      "[true, undefined, 0]",
    ],
    ["is emptied", `const m = new Map([["a", 1]]); m.clear(); send([...m])`, "[]"],
    [
      "is iterated in order",
      `const m = new Map([["b", 1]]); m.set("a", 2); m.set("b", 3); send([...m])`,
      `[["b", 3], ["a", 2]]`,
    ],
    [
      "gives keys and values",
      `const m = new Map([["a", 1]]); send([...m.keys(), ...m.values(), Array.from(m.entries())])`,
      `["a", 1, [["a", 1]]]`,
    ],
    ["becomes an object", `send(Object.fromEntries(new Map([["a", 1]])))`, "{a: 1}"],
    [
      "is copied by another",
      `const m = new Map([["a", 1]]); const n = new Map(m); m.set("a", 2); send(n.get("a"))`,
      "1",
    ],
    [
      "is gone through by a loop",
      `let s = ""; for (const [k, v] of new Map([["a", 1], ["b", 2]])) s += k + v; send(s)`,
      `"a1b2"`,
    ],
    [
      "calls back for each entry",
      `let s = ""; new Map([["a", 1]]).forEach((value, key) => { s += key + value; }); send(s)`,
      `"a1"`,
    ],
    [
      "holds objects themselves",
      `const o = { a: 1 }; const m = new Map([["o", o]]); m.get("o").a = 2; send(o)`,
      "{a: 2}",
    ],
  ])("%s", (_, program, expected) => {
    expect(sentBy(program)).toBe(expected);
  });

  it.each([
    [
      "a key that is not known may be any",
      `const m = new Map([["a", 1]]); m.set(external, 2); send(m.get("a"))`,
      "1 | 2",
    ],
    ["a branch may have set it", `const m = new Map(); if (external) m.set("a", 1); send(m.get("a"))`, "1 | undefined"],
    [
      "two branches may have set it in two orders",
      `const m = new Map(); if (external) { m.set("a", 1); m.set("b", 1); } else { m.set("b", 1); m.set("a", 1); } send([m.size, m.get("a")])`,
      "[unknown, 1]",
    ],
    [
      "unknown code may have changed it",
      `const m = new Map([["a", 1]]); external(m); send([m.get("a"), m.size])`,
      "[1 | unknown, unknown]",
    ],
    [
      "a loop that adds to it is not run to its end",
      `const m = new Map([["a", 1]]); for (const [k] of m) if (m.size < 9) m.set(k + "x", 1); send(m.size)`,
      "unknown",
    ],
    ["an iterator that is kept may be used up", `const k = new Map([["a", 1]]).keys(); send([...k])`, '["a"]'],
    [
      "a method that is not known may do anything",
      `const m = new Map([["a", 1]]); m.emplace("a"); send(m.get("a"))`,
      "unknown",
    ],
  ])("is known no further where %s", (_, program, expected) => {
    expect(sentBy(program)).toBe(expected);
  });
});

describe("a set", () => {
  it.each([
    ["holds each element once", `send([...new Set(["a", "b", "a"])])`, `["a", "b"]`],
    [
      "is added to",
      `const s = new Set(); s.add("a").add("a"); send([s.has("a"), s.has("b"), s.size])`,
      "[true, false, 1]",
    ],
    ["is joined to a text", `send([...new Set(["a", "b"])].join(","))`, `"a,b"`],
    ["is gone through by a loop", `let s = ""; for (const each of new Set(["a", "b"])) s += each; send(s)`, `"ab"`],
    [
      "may have one more of which nothing is known",
      `const s = new Set(["a"]); s.add(external); send([s.has("a"), s.has("b")])`,
      "[true, unknown]",
    ],
  ])("%s", (_, program, expected) => {
    expect(sentBy(program)).toBe(expected);
  });
});

describe("a weak collection", () => {
  it.each([
    [
      "does not give its keys away",
      "const w = new WeakMap(); const o = { a: 1 }; w.set(o, 1); external(w); send(o)",
      "{a: 1}",
    ],
    [
      "gives its values away",
      "const w = new WeakMap(); const o = { a: 1 }; w.set({}, o); external(); send(o)",
      "{a: 1}",
    ],
    ["gives away what it is made of", "const o = { a: 1 }; new WeakMap([[o, o]]); external(); send(o)", "{a: 1}"],
    [
      "tells nothing of its values",
      "const w = new WeakMap(); const o = {}; w.set(o, 1); send([w.get(o), w.has(o)])",
      "[unknown, unknown]",
    ],
    [
      "is returned by what changes it",
      "const w = new WeakSet(); const [o, p] = [{ a: 1 }, { b: 2 }]; w.add(o).add(p); send([o, p])",
      "[{a: 1}, {b: 2}]",
    ],
    [
      "takes keys from functions that run at another time",
      `const w = new WeakMap(); const s = new WeakSet();
       export function f() { const o = { a: 1 }; w.set(o, 1); s.add(o); w.delete(o); if (!w.has(o)) s.delete(o); send(o); }`,
      "{a: 1}",
    ],
  ])("%s", (_, program, expected) => {
    expect(sentBy(program)).toBe(expected);
  });
});

describe("a total over an array", () => {
  it.each([
    ["from the left", "send(['a', 'b', 'c'].reduce((all, each) => all + each, '-'))", `"-abc"`],
    ["from the right", "send(['a', 'b', 'c'].reduceRight((all, each) => all + each, '-'))", `"-cba"`],
    ["without a start", "send(['a', 'b', 'c'].reduceRight((all, each) => all + each))", `"cba"`],
    ["with the place of each", "send(['a', 'b'].reduceRight((all, each, at) => all + each + at, ''))", `"b1a0"`],
    [
      "of functions that are called one after the other",
      "const set = (key, value) => (all) => ({ ...all, [key]: value }); send([set('a', 1), set('b', 2)].reduceRight((all, f) => f(all), {}))",
      "{b: 2, a: 1}",
    ],
  ])("is known: %s", (_, program, known) => {
    expect(sentBy(program)).toBe(known);
  });
});

describe("a length", () => {
  it.each([
    ["of a text with a known piece is not zero", "send(`/a/${given}`.length === 0)", "false"],
    [
      "of it is above what the piece is shorter than",
      "send([`/a/${given}`.length > 2, `/a/${given}`.length >= 4])",
      "[true, unknown]",
    ],
    ["of it is truthy", "send(`/a/${given}`.length ? 'some' : 'none')", `"some"`],
    ["of a text that is not known may be zero", "send(`${given}`.length === 0)", "unknown"],
    [
      "of a list with a sure element is not zero",
      "const l = ['a']; if (given) l.push('b'); send(l.length === 0)",
      "false",
    ],
    ["of a list that other code has got may be zero", "const l = ['a']; use(l); send(l.length === 0)", "unknown"],
    [
      "of a list that may be empty may be zero",
      "const l = []; if (given) l.push('b'); send(l.length === 0)",
      "unknown",
    ],
  ])("%s", (_, program, known) => {
    expect(sentBy(program)).toBe(known);
  });
});

describe("copies of arrays", () => {
  it.each([
    [`[1, 2, 3].toSpliced(1, 1, "x", "y")`, `[1, "x", "y", 3]`],
    [`[1, 2, 3].toSpliced(-1)`, "[1, 2]"],
    [`[1, 2, 3].toReversed()`, "[3, 2, 1]"],
    [`[1, 2].with(-1, 5)`, "[1, 5]"],
    [`[2, 1].toSorted()`, "[1, 2]"],
    [`[1].toSpliced(external, 1, 2)`, "[1?, 2?, …]"],
  ])("%s", (expression, expected) => {
    expect(sentBy(`const list = ${expression}; send(list)`)).toBe(expected);
  });
});
