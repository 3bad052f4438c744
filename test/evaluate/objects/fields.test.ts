import { describe, expect, it } from "vitest";
import { describeValue } from "../../../src/generate/describe-value";
import { evaluateText, type Draft } from "../../harness/evaluating";

/** What `send` is called with in a method of a class that is looked at by itself. */
function sent(members: string, value: string): string | undefined {
  const { sent: all } = evaluateText(`export class Draft { ${members} save() { send(${value}); } }`);
  return all.map((each) => (each.draft as Draft).arguments.map(describeValue).join(" ")).at(-1);
}

describe("fields of a class that others may use", () => {
  it.each([
    ["tags = [];", "this.tags"],
    ["tags: string[] = [];", "this.tags"],
    ["name?: string;", "this.name"],
    ["name = null;", "this.name"],
    ["constructor() { this.tags = []; }", "this.tags"],
    ["public tags = [] as string[];", "this.tags"],
  ])("%s is there to be filled", (members, value) => {
    expect(sent(members, value)).toBe(value);
  });

  it.each([
    ['baseUrl = "/v1";', "this.baseUrl", '"/v1"'],
    ['headers = { Accept: "x" };', "this.headers", '{Accept: "x"}'],
    ["readonly tags = [];", "this.tags", "[]"],
    ['private tags = ["a"];', "this.tags", '["a"]'],
    ['#tags = ["a"];', "this.#tags", '["a"]'],
    ['constructor() { this.base = "/a"; }', "this.base", '"/a"'],
    ["depth = 1;", "this.depth", "1"],
  ])("%s keeps its value", (members, value, known) => {
    expect(sent(members, value)).toBe(known);
  });

  it("that are read-only keep their values where other methods give the instance away", () => {
    const members = `private readonly base = "/v1"; private other = "/v2"; register() { hub.add(this); }`;
    expect(sent(members, "this.base")).toBe('"/v1"');
    expect(sent(members, "this.other")).not.toBe('"/v2"');
  });

  it("hold what a known instance is known to hold", () => {
    const { sent: all } = evaluateText(
      `class Draft { tags = []; save() { send(this.tags); } } const draft = new Draft(); draft.tags.push("a"); draft.save();`,
    );
    expect(all.map((each) => (each.draft as Draft).arguments.map(describeValue).join(" "))).toContain('["a"]');
  });
});

describe("a member with a getter", () => {
  it.each([
    ["keeps it when it is assigned to", `const o = { get b() { return g; } }; o.b = "x";`],
    [
      "keeps it when an object is copied onto it",
      `const o = { get b() { return g; } }; Object.assign(o, { b: "y" }); o.b = "x";`,
    ],
    [
      "keeps it when something unknown is copied onto it",
      `const o = { get b() { return g; } }; Object.assign(o, g); o.b = "x";`,
    ],
    [
      "may keep it where another object has none",
      `let o = { b: 1 }; const p = { get b() { return g; } }; const all = g ? o : p; if (g) delete p.b; Object.assign(all, { b: "y" }); all.b = "x"; o = p;`,
    ],
  ])("%s", (_, text) => {
    const [only] = evaluateText(`${text} send(o);`).sent;
    expect((only?.draft as Draft).arguments.map(describeValue).join()).not.toMatch(/b: "x"/u);
  });
});
