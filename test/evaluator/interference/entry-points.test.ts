import ts from "typescript";
import { describe, expect, it, test } from "vitest";
import { describeValue } from "../../../src/generate/describe-value";
import { evaluate, programOf } from "../../../src/evaluator/evaluate";
import { evaluateText, type Draft, parse, testLibrary } from "../../harness/evaluating";

/** What a program sends, in the order of the entry points, and what that cost. */
function run(...parts: readonly string[]): { sent: readonly string[]; ids: number[]; passes: number; nodes: number } {
  const { sent, work } = evaluateText(parts.join("\n"));
  return {
    sent: sent.map((each) => (each.draft as Draft).arguments.map(describeValue).join("; ")),
    ids: sent.map(({ id }) => id),
    passes: work.passes ?? 0,
    nodes: work.nodes,
  };
}

/** A look at the tree tells that `base` is assigned what `next` is at first. That it may be `/c` is known once `writes` has run. */
const declared = `let base = "/a"; let next = "/b"; let other = "/x"; export function changes() { next = "/c"; }`;
const reads = `export function reads() { send(base); }`;
const writes = `export function writes() { base = next; }`;
/** It has nothing to do with `base`, and costs more than all else together. */
const bystander = `export function bystander() { ${"log(other);".repeat(200)} send("/other"); }`;

describe("entry points that were told something else", () => {
  it("run again, and nobody else does", () => {
    const toldBefore = run(declared, writes, reads, bystander);
    const toldAfter = run(declared, reads, bystander, writes);
    expect(toldBefore.sent).toEqual(['"/a" | "/b" | "/c"', '"/other"']);
    expect(toldAfter).toMatchObject({ sent: toldBefore.sent, ids: toldBefore.ids, passes: 1 });
    expect(toldAfter.nodes).toBeGreaterThan(toldBefore.nodes);
    expect(toldAfter.nodes).toBeLessThan(toldBefore.nodes + run(declared, reads).nodes);
  });

  it("run again as often as it takes", () => {
    const passesOn = `export function passesOn() { other = base; }`;
    const last = `export function last() { send(other); }`;
    const { sent, passes } = run(declared, last, passesOn, writes);
    expect(passes).toBe(1);
    expect(sent).toEqual(['"/x" | "/a" | "/b" | "/c"']);
  });

  it("are all, where what they share was told", () => {
    const api = `class Api { base = base; get() { send(this.base); } }`;
    const { sent, passes } = run(declared, api, bystander, `export const later = () => { base = next; };`);
    expect(passes).toBe(2);
    expect(sent).toEqual(['"/other"', '"/a" | "/b" | "/c"']);
  });

  // An alias hides the write from a look at the tree: it is known once `later` has run.
  describe.each([
    ["the member that it reads changes", "it.base = it.next;", 2, '"/a" | "/b" | undefined'],
    ["another member changes", "it.other = it.next;", 1, '"/a"'],
    ["unknown code gets the object of which it reads a member", "unknown(it);", 2, "this.base"],
  ])("share an instance: if %s", (_, change, expected, value) => {
    it(`${expected} passes are made`, () => {
      const settings = `const settings = { base: "/a", next: "/b", other: "/x" };`;
      const api = `class Api { base = settings.base; get() { send(this.base); } }`;
      const { sent, passes } = run(
        settings,
        api,
        bystander,
        `export const later = () => { const it = settings; ${change} };`,
      );
      expect(passes).toBe(expected);
      expect(sent).toEqual(['"/other"', value]);
    });
  });

  it("need not run again for a function that unknown code has got", () => {
    const settings = `const settings = { base: () => "/a" };`;
    const api = `class Api { base = settings.base(); get() { send(this.base); } }`;
    const { sent, passes } = run(settings, api, `export const later = () => { const it = settings; unknown(it); };`);
    expect(passes).toBe(1);
    expect(sent).toEqual(['"/a"']);
  });

  // From the first line on, other code may run while the top level does.
  it.each([
    ["an object that unknown code gets once it is made", `const api = { base: "/a" };`, "unknown(it);"],
    [
      "an instance that unknown code gets once it is made",
      `class Api { constructor() { this.base = "/a"; } } const api = new Api();`,
      "unknown(it);",
    ],
    ["a member that was only written", `const api = {}; api.base = "/a"; api.next = "/b";`, "it.base = it.next;"],
  ])("need not run again for %s", (_, made, change) => {
    const { sent, passes } = run(
      `unknown(() => 1);`,
      made,
      `export const sends = () => send(api.base);`,
      `export const later = () => { const it = api; ${change} };`,
    );
    expect(passes).toBe(1);
    expect(sent).not.toEqual(['"/a"']);
  });

  it("are not by the parameters of callbacks, which are made when those run", () => {
    const api = `class Api {
      static all = new Api();
      constructor() { this.base = "/a"; load().catch((error) => { log(error); }); log(this.base); }
      change(next) { this.base = next; }
    }`;
    const { passes } = run(api, `export class Shared { api = Api.all; get() { send(this.api.base); } }`);
    expect(passes).toBe(1);
  });

  it("are not by a builtin of which the top level assigns a member", () => {
    const { sent, passes } = run(
      `export const sends = () => { send(JSON.stringify("/a")); };`,
      `JSON.stringify = (it) => it;`,
    );
    expect(passes).toBe(1);
    expect(sent).toEqual(["unknown"]);
  });

  describe("within a function that made them", () => {
    const suite = (...parts: readonly string[]): ReturnType<typeof run> =>
      run(
        `export function suite() { let base = "/a"; let next = "/b"; let other = "/x"; later(() => { next = "/c"; });`,
        ...parts,
        `}`,
      );
    const reads = `later(() => { send(base); });`;
    const writes = `later(() => { base = next; });`;
    const bystander = `later(() => { ${"log(other);".repeat(200)} send("/other"); });`;

    it("run again, and nobody else does", () => {
      const toldBefore = suite(writes, reads, bystander);
      const toldAfter = suite(reads, bystander, writes);
      expect(toldBefore.sent).toEqual(['"/a" | "/b" | "/c"', '"/other"']);
      expect(toldAfter).toMatchObject({ sent: toldBefore.sent, ids: toldBefore.ids, passes: 1 });
      expect(toldAfter.nodes).toBeGreaterThan(toldBefore.nodes);
      expect(toldAfter.nodes).toBeLessThan(toldBefore.nodes + suite(reads).nodes);
    });

    it("run again with it, where once more does not do", () => {
      const passesOn = `later(() => { other = base; });`;
      const last = `later(() => { send(other); });`;
      expect(suite(last, passesOn, writes)).toMatchObject({ sent: ['"/x" | "/a" | "/b" | "/c"'], passes: 1 });
    });
  });

  it("are not, where one more text is assigned beside what is unknown", () => {
    const anything = `export function anything() { base = get(); }`;
    const toldBefore = run(declared, anything, writes, reads);
    const toldAfter = run(declared, anything, reads, writes);
    expect(toldAfter).toEqual(toldBefore);
  });
});

test("what runs again counts once against the bounds of the file", () => {
  const readers = Array.from({ length: 40 }, (_, index) => `export function f${index}() { send(base, ${index}); }`);
  const text = [declared, ...readers, writes].join("\n");
  const sourceFile = parse(text);
  const { work } = evaluate({ sourceFile, program: programOf({ ts, library: testLibrary }) });
  const limits = { nodes: Math.ceil(0.7 * work.nodes) };
  expect(evaluate({ sourceFile, program: programOf({ ts, library: testLibrary }), limits }).complete).toBe(true);
});
