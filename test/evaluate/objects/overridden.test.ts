import { describe, expect, it } from "vitest";
import { describeValue } from "../../../src/generate/describe-value";
import { type Draft, evaluateProject } from "../../harness/evaluating";
import { requestsOf } from "../../harness/project-requests";

/** @returns what the first file is known to send, each value in words. */
const given = (files: Readonly<Record<string, string>>): readonly string[] =>
  evaluateProject(files).sent.map(({ draft }) => (draft as Draft).arguments.map(describeValue).join("; "));

/** A class whose method sends what a member gives, alone or with a subclass in the same file. */
const base = (head: string, member: string, sent: string, after = ""): Readonly<Record<string, string>> => ({
  "base.ts": `${head} { ${member} run() { send(${sent}); } } ${after}`,
});

describe("a member that a subclass may override", () => {
  it.each([
    ["a method", "extra() { return { a: 1 }; }", "this.extra()", "extra() { return { b: 2 }; }"],
    ["a getter", "get extra() { return { a: 1 }; }", "this.extra", "get extra() { return { b: 2 }; }"],
    ["a field", "extra = { a: 1 };", "this.extra", "extra = { b: 2 };"],
    ["a field that it assigns", "extra = { a: 1 };", "this.extra", "constructor() { super(); this.extra = { b: 2 }; }"],
  ])("is not taken for the last word: %s", (_, member, sent, other) => {
    const known = given(base("class Base", member, `{ ...${sent} }`, `class Sub extends Base { ${other} }`));
    expect(known).toEqual(["{a?: 1, b?: 2}"]);
  });

  it("is that of the subclass where its own throws", () => {
    const own = 'extra() { throw new Error("none"); }';
    const known = given(
      base("class Base", own, "this.extra()", "class Sub extends Base { extra() { return { b: 2 }; } }"),
    );
    expect(known).toEqual(["{b: 2}"]);
  });

  it("is a subclass's of a subclass too", () => {
    const after = "class Middle extends Base {} class Sub extends Middle { extra() { return { b: 2 }; } }";
    const known = given(base("class Base", "extra() { return { a: 1 }; }", "{ ...this.extra() }", after));
    expect(known).toEqual(["{a?: 1, b?: 2}"]);
  });

  it("is open in an abstract class, and where an exported class does nothing in it", () => {
    const hook = "protected extra() { return {}; }";
    for (const head of ["abstract class Base", "export abstract class Base", "export class Base"])
      expect(given(base(head, hook, "{ x: 1, ...this.extra() }"))).toEqual([expect.stringContaining("…")]);
  });

  it.each([
    ["a class of the file that nobody extends", "class Base", "extra() { return { a: 1 }; }", "this.extra()", ""],
    ["an exported class's work", "export class Base", "extra() { return { a: 1 }; }", "this.extra()", ""],
    ["a private method", "abstract class Base", "#extra() { return { a: 1 }; }", "this.#extra()", ""],
    ["a method declared private", "abstract class Base", "private extra() { return { a: 1 }; }", "this.extra()", ""],
    [
      "one that the subclass leaves alone",
      "class Base",
      "extra() { return { a: 1 }; }",
      "this.extra()",
      "class Sub extends Base { other() { return { b: 2 }; } }",
    ],
  ])("is known otherwise: %s", (_, head, member, sent, after) => {
    expect(given(base(head, member, `{ ...${sent} }`, after))).toEqual(["{a: 1}"]);
  });

  it("is known of an instance, and of the class that calls `super`", () => {
    const known = given({
      "base.ts": `class Base { extra() { return { a: 1 }; } }
        class Sub extends Base { extra() { return { b: 2 }; } run() { send(super.extra()); } }
        send(new Base().extra()); send(new Sub().extra());`,
    });
    expect(known).toEqual(["{a: 1}", "{b: 2}", "{a: 1}"]);
  });

  it.each(["export default class Base", "export default class"])(
    "is that of a subclass of another file, whatever that calls the class: %s",
    (head) => {
      const sub = (member: string): string => `export class Sub extends Model { path() { return "${member}"; } }`;
      const known = requestsOf({
        "base.ts": `${head} { path() { return "/a"; } run() { return fetch(this.path()); } }`,
        "sub.ts": `import Model from "./base"; ${sub("/b")}`,
        "other.ts": `import Model from "./model"; ${sub("/c")}`,
        "model.ts": "export default class Model {}",
      });
      expect(known).toEqual(["GET /a | /b"]);
    },
  );
});
