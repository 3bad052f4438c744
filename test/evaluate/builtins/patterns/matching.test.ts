import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeValue } from "../../../../src/generate/describe-value";
import { evaluateText, type Draft } from "../../../harness/evaluating";
import { runsOf } from "../../../harness/runs";

/** What `send` is called with, in a function whose parameters are not known. */
function sent(expression: string): string {
  const { sent: all } = evaluateText(`function f(id, other, base: string) { send(${expression}); }`);
  return all.flatMap((each) => (each.draft as Draft).arguments.map(describeValue)).join("; ");
}

describe("whether a regular expression matches a text that is known in part", () => {
  it.each([
    ["/^\\/api\\//.test(`/api/${id}`)", "true"],
    ["/^\\/api\\//.test(`/app/${id}`)", "false"],
    ["/^https?:/.test(`/app/${id}`)", "false"],
    ["/\\/docker\\/$/.test(`${base}/docker/`)", "true"],
    ["/\\/(?<id>\\d+)\\/docker/.test(`/docker/${id}/logs`)", "false"],
    ["/ENDPOINTS/i.test(`/endpoints/${id}`)", "true"],
    ["`/docker/${id}/x/${other}/gpus`.match(/endpoints\\/(?<id>\\d+)\\/docker\\//) ? 1 : 2", "2"],
    ["/^\\/a/.exec(`/a/${id}`) ? 1 : 2", "1"],
  ])("%s is %s", (expression, value) => {
    expect(sent(expression)).toBe(value);
  });

  it("is known of one in a variable", () => {
    const text = "const full = /^https?:\\/\\//; function f(path) { send(full.test(`/api/${path}`)); }";
    const { sent: all } = evaluateText(text);
    expect(all.flatMap((each) => (each.draft as Draft).arguments.map(describeValue))).toEqual(["false"]);
  });

  it.each([
    "/^https?:/.test(base)",
    "/^\\/api\\/\\d+/.test(`/api/${id}`)",
    "/\\/b\\/c/.test(`/a/${id}`)",
    "/\\/b\\/c/.test(`${base}/a`)",
    "/^(?:a|b)/.test(`c${id}`)",
    "/^a{2}/.test(`ab${id}`)",
    "/(ab)+/.test('ab')",
    "/\\ba/.test('a')",
    "/^(?!a)/.test('a')",
    "/a/g.test('a')",
    "/^\\/a\\/b/.test(`/a/${base ? 'x/y' : 'b'}/c`)",
  ])("%s is not known", (expression) => {
    expect(sent(expression)).toBe("unknown");
  });

  it("is what the language finds, whatever stands in the holes", () => {
    const expressions = [
      /^\/a/, /a\/b$/, /^\/?a+\//, /a.*b/, /[^/]+\/b/, /(a)(?:b)\//, /^\/(?<n>\d+)\/a/, /A\/B/i, /\/a?\/?$/, /^.+\/\/b/u, /^a*b?\/$/, /\/\w\/1\/[ab]+/,
    ]; // prettier-ignore
    const pieces = fc.string({ unit: fc.constantFrom("/", "a", "b", "1", "A"), maxLength: 6 });
    const segments = fc.string({ unit: fc.constantFrom("a", "b", "1", "A", "."), maxLength: 5 });
    fc.assert(
      fc.property(
        pieces, segments, pieces, pieces, fc.constantFrom(...expressions),
        (start, segment, middle, end, each) => {
          const template = `\`${start}/\${id}/${middle}\${other}\``;
          const found = sent(`${String(each)}.test(${template})`);
          const real = each.test(`${start}/${segment}/${middle}${end}`);
          expect(["unknown", String(real)]).toContain(found);
          expect(sent(`${String(each)}.test(${JSON.stringify(start + middle)})`)).toBe(String(each.test(start + middle)));
        },
      ),
      { numRuns: runsOf(100, 1 / 4) },
    ); // prettier-ignore
  });
});
