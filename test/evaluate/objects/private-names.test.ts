import { describe, expect, it } from "vitest";
import { describeValue } from "../../../src/generate/describe-value";
import { evaluateText, type Draft } from "../../harness/evaluating";

/** What `send` is called with. */
function sent(text: string): readonly string[] {
  return evaluateText(text).sent.map((each) => (each.draft as Draft).arguments.map(describeValue).join(" "));
}

describe("private names", () => {
  it.each([
    [
      "are other members than strings with the same text",
      `class A { #x = "private"; ["#x"] = "public"; go() { send(this.#x, this["#x"]); } } new A().go();`,
    ],
    [
      "are not written by a computed key",
      `class A { #x = "private"; go(key) { this["#x"] = "public"; send(this.#x, this["#x"]); } } new A().go();`,
    ],
  ])("%s", (_, text) => {
    expect(sent(text)).toContain('"private" "public"');
  });

  it("belong to one class each", () => {
    const text = `class A { #x = "base"; base() { return this.#x; } } class B extends A { #x = "derived"; go() { send(this.base(), this.#x); } } new B().go();`;
    expect(sent(text)).toContain('"base" "derived"');
  });

  it("survive an assignment to a key that is not known", () => {
    const values = sent(
      `class A { #x = "private"; go(key) { this[key] = "other"; send(this.#x); } } new A().go(external);`,
    );
    expect(values[0]).toBe('"private"');
  });

  it("are shown as they are written", () => {
    expect(
      sent(`class A { #base; constructor(base) { this.#base = base; } go() { send(this.#base); } }`).join(" "),
    ).not.toContain("\u0000");
  });

  it("leave members alone whose names begin with a number sign", () => {
    expect(sent(`const body = { "#text": "a", ...{ "#b": 1 } }; send(body, Object.keys(body));`)).toEqual([
      '{#text: "a", #b: 1} ["#text", "#b"]',
    ]);
  });

  it("are no members for others", () => {
    expect(sent(`class A { #x = 1; y = 2; go() { send({ ...this }); } } new A().go();`)[0]).toBe("{y: 2}");
  });
});
