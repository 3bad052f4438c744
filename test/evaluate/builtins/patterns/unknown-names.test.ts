import fc from "fast-check";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { describeValue } from "../../../../src/generate/describe-value";
import { evaluateText, type Draft } from "../../../harness/evaluating";

/** What is known of each text that `send` is called with, with a star for what is not. */
function sent(body: string): string {
  const { sent: all } = evaluateText(`function f(id, base, params, list, key) { ${body} }`);
  const values = all.flatMap((each) => (each.draft as Draft).arguments.map(describeValue));
  return values.join("; ").replace(/\$\{[^}]*\}/gu, "*");
}

const everyKey = (name: string, template: string): string =>
  `let u = ${JSON.stringify(template)}; for (const key in params) u = u.replace(${name}, params[key]); send(u);`;

/** Whether a text is one that is known but for its stars, or nothing is known. */
function allows(known: string, text: string): boolean {
  if (!known.startsWith('"')) return true;
  const pattern = known.slice(1, -1).replace(/[?{}]/gu, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${pattern}$`, "u").test(text);
}

describe("placeholders whose names are not known", () => {
  it.each([
    [everyKey("'{' + key + '}'", "/a/{id}/b/{x}"), '"/a/*/b/*"'],
    [everyKey("new RegExp(`\\\\{${key}\\\\}`, 'g')", "/a/{id}/b/{0}"), '"/a/*/b/*"'],
    [everyKey("`:${key}`", "http://h:80/a/:id?q=:x"), '"http://h:80/a/*?q=*"'],
    [everyKey("new RegExp(':' + key + '\\\\b')", "/a/:id/c"), '"/a/*/c"'],
    [everyKey("`<${key}>`", "/a/{id}/<x>"), '"/a/{id}/*"'],
    [everyKey("`{${key}}`", "/a"), '"/a"'],
    ["send(`/a/{id}`.replace(`{${key}}`, id));", '"/a/*"'],
    [
      "let u = '/a/{0}/{1}'; for (let i = 0; i < list.length; i++) u = u.replace(`{${i}}`, list[i]); send(u);",
      '"/a/*/*"',
    ],
    ["send(Object.entries(params).reduce((u, [k, v]) => u.replace(`:${k}`, v), '/a/:id/b'));", '"/a/*/b"'],
    ["send(list.reduce((u, each) => `${u}&e=${each}`, '/a?x=1'));", '"/a?x=1" | "/a?x=1&e=*"'],
  ])("%s", (body, value) => {
    expect(sent(body)).toBe(value);
  });

  it.each([
    everyKey("key", "/a/{id}"),
    everyKey("new RegExp(key)", "/a/{id}"),
    everyKey("new RegExp(`{${key}}|a`)", "/a/{id}"),
    everyKey("'{' + key", "/a/{id}"),
    "send(`/a/{${id}}/b`.replace(`{${key}}`, id));",
    "send(`/a/:x${id}/b`.replace(`:${key}`, id));",
    "send('/a/{id}'.replace(`{${key}}`, () => id));",
    "let u = '/a'; for (const each of list) u = u + '/' + each; send(u);",
    "send(list.reduce((u, each) => `${u}/${each}`, '/a'));",
    "const l = []; if (id) l.push('/a'); l.push('/b'); send(l.reduce((u) => u));",
  ])("%s is not known", (body) => {
    const known = sent(body).split(" | ");
    expect(known.every((each) => each.startsWith('"'))).toBe(false);
  });

  it("allow for what a run gives", () => {
    const piece = fc.constantFrom("/", "a", "{id}", "{x}", ":id", ":x", "<id>", "?q=", "{", ":", "}");
    const forms = [
      "`{${key}}`",
      "`:${key}`",
      "`<${key}>`",
      "new RegExp(`\\\\{${key}\\\\}`, 'g')",
      "new RegExp(`:${key}`, 'g')",
    ];
    const given = fc.dictionary(fc.constantFrom("id", "x", "other"), fc.constantFrom("1", "word", ""));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(...forms), given, (pieces, form, params) => {
        const code = everyKey(form, pieces.join(""));
        let real = "";
        runInNewContext(code, { params, send: (value: string) => (real = value) });
        const known = sent(code);
        expect(
          known.split(" | ").some((each) => allows(each, real)),
          `${code}: ${known}, ${real}`,
        ).toBe(true);
      }),
    );
  });
});
