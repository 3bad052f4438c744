import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeValue } from "../../../../src/generate/describe-value";
import { evaluateText, type Draft } from "../../../harness/evaluating";

/** The engine on demand evaluates more built-in functions, and follows who has an object. */

/** What `send` is called with, in a function whose parameters are not known. */
function sent(expression: string): string {
  const { sent: all } = evaluateText(`function f(id, base: string, params) { send(${expression}); }`);
  return all.flatMap((each) => (each.draft as Draft).arguments.map(describeValue)).join("; ");
}

describe("placeholders that a regular expression finds", () => {
  it.each([
    ["'/a/{id}/b/{other}'.replace(/{(\\w+)}/g, (_, key) => params[key])", '"/a/${params.id}/b/${params.other}"'],
    ["'/a/:id'.replace(/:(\\w+)/g, (_, key) => encodeURIComponent(params[key]))", '"/a/${params.id}"'],
    ["'/a/{id}'.replace(/\\{([^}]+)\\}/g, (whole, key, at) => `${key}-${at}-${whole}`)", '"/a/id-3-{id}"'],
    ["'/a/{id}/{b}'.replace(/{\\w+}/, id)", '"/a/${id}/{b}"'],
    ["'/a/:id/:b'.replace(/:(\\w+)/g, '{$1}')", '"/a/{id}/{b}"'],
    ["'/a/:ID'.replace(/:[a-z]+/gi, '$&!')", '"/a/:ID!"'],
    ["'/a/${id}'.replace(new RegExp('\\\\$\\\\{(\\\\w+)\\\\}', 'g'), (_, key) => key)", '"/a/id"'],
    ["`/a/${encodeURIComponent(id)}/{b}`.replace(/{(\\w+)}/g, (_, key) => key)", '"/a/${id}/b"'],
    ["'/a'.replace(/{(\\w+)}/g, (_, key) => params[key])", '"/a"'],
    ["'/a/{id}'.replace(/({\\w+})/g, (_, all) => all.length)", '"/a/4"'],
  ])("%s", (expression, value) => {
    expect(sent(expression)).toBe(value);
  });

  it.each([
    "base.replace(/{(\\w+)}/g, (_, key) => params[key])",
    "`/a/:${id}`.replace(/:(\\w+)/g, (_, key) => params[key])",
    "`/a/:x${id}`.replace(/:(\\w+)/g, (_, key) => params[key])",
    "`/a/{${id}}/b`.replace(/{(\\w+)}/g, (_, key) => params[key])",
    "`${id}b}/a`.replace(/{(\\w+)}/g, (_, key) => params[key])",
    "`/${id}/{a}`.replace(/{(\\w+)}/, 'b')",
  ])("%s is not known", (expression) => {
    expect(sent(expression)).not.toContain("/a");
  });

  it("end what comes behind them where one cannot be replaced", () => {
    const text =
      "function f(params) { const p = '/{id}'.replace(/{(\\w+)}/g, () => { throw new Error(); }); send(p); }";
    expect(evaluateText(text).sent).toEqual([]);
  });

  it("are those that the language finds", () => {
    const expressions = [
      /\{(\w+)\}/g, /:(\w+)/g, /:[a-z]+/gi, /\{([^}]+)\}/g, /\{([^}]+?)\}/, /\{\{([\w:]+)\}\}/g, /:([^/]+):/g, /(\w+)!/g, /(:[\w{]+)/g, /:[^/]+?a/g,
    ]; // prettier-ignore
    const texts = fc.string({ unit: fc.constantFrom("{", "}", ":", "a", "B", "1", "/", "!"), maxLength: 14 });
    fc.assert(
      fc.property(texts, fc.constantFrom(...expressions), fc.constantFrom("<$1>", "[$&]", "x"), (text, each, by) => {
        expect(sent(`${JSON.stringify(text)}.replace(${String(each)}, ${JSON.stringify(by)})`)).toBe(
          JSON.stringify(text.replace(each, by)),
        );
      }),
    );
  });
});
