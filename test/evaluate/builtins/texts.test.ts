import { describe, expect, it } from "vitest";
import { describeValue } from "../../../src/generate/describe-value";
import { evaluateText, type Draft } from "../../harness/evaluating";

/** The engine on demand evaluates more built-in functions, and follows who has an object. */

/** What `send` is called with, in a function whose parameters are not known. */
function sent(expression: string, before = ""): string {
  const { sent: all } = evaluateText(`${before}\nfunction f(id, base: string) { send(${expression}); }`);
  return all.flatMap((each) => (each.draft as Draft).arguments.map(describeValue)).join("; ");
}

describe("substring and substr", () => {
  it.each([
    ['"~/x/y".substring(2)', '"x/y"'],
    ['"~/x/y".substring(3, 1)', '"/x"'],
    ['"abc".substring(-1, 2)', '"ab"'],
    ['"abc".substring(1, 9)', '"bc"'],
    ["`~/x/${id}`.substring(1)", '"/x/${id}"'],
    ['"abcd".substr(1, 2)', '"bc"'],
    ['"abcd".substr(-3, 2)', '"bc"'],
    ["`~/x/${id}`.substr(1)", '"/x/${id}"'],
  ])("%s", (expression, value) => {
    expect(sent(expression)).toBe(value);
  });

  it.each(["`${id}/x`.substring(1)", "`/${id}`.substr(-1)", '"abc".substring(id)'])("%s is not known", (expression) => {
    expect(sent(expression)).not.toContain('"');
  });
});

describe("replace", () => {
  it.each([
    ['"/a/b".replace("/", "")', '"a/b"'],
    ['"/a/b".replaceAll("/", "")', '"ab"'],
    ['"/users/:id/x".replace(":id", id)', '"/users/${id}/x"'],
    ['":a-:a".replaceAll(":a", id)', '"${id}-${id}"'],
    ['"/a".replace(/^\\//, "")', '"a"'],
    ['"//a/".replace(/^\\/+/, "")', '"a/"'],
    ['"a//".replace(/\\/$/, "")', '"a/"'],
    ['`${id}/`.replace(/\\/$/, "")', '"${id}"'],
    ['`/${id}/`.replace(/^\\/|\\/$/g, "")', '"${id}"'],
    ['"a".replace(/^\\/?/, "/")', '"/a"'],
    ['"/a".replace(/^\\/*/, "/")', '"/a"'],
    ['"a:b:c".replace(/:/g, ".")', '"a.b.c"'],
    ['"/x/:id".replace(/:id/, id)', '"/x/${id}"'],
    ['"/x/{0}/y/{1}".replace(/\\{0\\}/g, id)', '"/x/${id}/y/{1}"'],
    ['"/x/{0}".replace(new RegExp("\\\\{" + 0 + "\\\\}", "g"), id)', '"/x/${id}"'],
    ['`/x/${base}/{0}`.replace(new RegExp(`\\\\{0\\\\}`, "g"), id)', '"/x/${base}/${id}"'],
    ['"a.b".replace(new RegExp("."), "")', '".b"'],
    ['"ab".replace(RegExp(id), "")', "unknown"],
  ])("%s", (expression, value) => {
    expect(sent(expression)).toBe(value);
  });

  it.each(['`/${id}`.replace(/^\\/+/, "")', '`${id}`.replace(/^\\//, "")'])("%s is not known", (expression) => {
    expect(sent(expression)).not.toContain('"');
  });
});

describe("startsWith and endsWith", () => {
  const withSlash = (base: string): string => `${base}.endsWith("/") ? ${base} : ${base} + "/"`;

  it("tell how a text ends that is not known", () => {
    expect(sent(withSlash("base"))).toBe('"${base}/"');
    expect(sent('base.endsWith("/") ? base.slice(0, -1) : base')).toBe('"${base}" | base');
    expect(sent('id.startsWith("/") ? id : "/" + id')).toBe('"/${id}"');
  });
  it("choose among the possibilities of a constant, in each of its uses", () => {
    const constant = `const BASE = process.env.BASE || "https://api.example.com";`;
    expect(sent(withSlash("BASE"), constant)).toBe('"${BASE}/" | "https://api.example.com/"');
    expect(sent(`${withSlash("BASE")}), send(BASE`, constant)).toMatch(/; BASE \| "https:\/\/api\.example\.com"$/u);
  });
});

describe("the known ends of a text with holes", () => {
  it.each([
    ["`/x/${id}/y`.endsWith('/')", "false"],
    ["`/x/${id}/y`.endsWith('x/y')", "unknown"],
    ["`/x/${id}/y`.endsWith('xy')", "false"],
    ["`/${id}`.startsWith('/x')", "unknown"],
    ["`/${id}`.startsWith('http')", "false"],
    ["`/x/${id}`[0]", '"/"'],
    ["`/x/${id}`.charAt(1)", '"x"'],
    ["`/x`.charAt(7)", '""'],
    ["`/x`.charAt(-1)", '""'],
    ["`/x`[7]", "undefined"],
    ["` /x/${id}/y `.trim()", '"/x/${id}/y"'],
    ["` /x/${id}/y `.trimStart()", '"/x/${id}/y "'],
    ["` /x/${id}/y `.trimEnd()", '" /x/${id}/y"'],
    ["` ${id}/y`.trim()", '"${id}/y"'],
    ["' x '.trim()", '"x"'],
    ["' '.trim()", '""'],
  ])("%s", (expression, value) => {
    expect(sent(expression)).toBe(value);
  });

  it.each(["`${id}/x`[0]", "`${id}`.trim()", "`${id}/x`.charAt(0)", "`/${id}`.charAt(3)"])(
    "%s is not known",
    (expression) => {
      expect(sent(expression)).not.toContain('"');
    },
  );
});

describe("encoding a text with holes", () => {
  it.each([
    ["encodeURI(`/x/${id}:/a b`)", '"/x/${id}:/a%20b"'],
    ["encodeURIComponent(`/x ${id}`)", '"%2Fx%20${id}"'],
    ["encodeURIComponent(id)", '"${id}"'],
    ["encodeURI(`/\\ud83d${id}`)", "unknown"],
  ])("%s", (expression, value) => {
    expect(sent(expression)).toBe(value);
  });
});

describe("a condition on a member of what a variable may be", () => {
  it.each([
    ["o.a ? o.a : 1", "o = {}", "o.a | 1"],
    ["o.a ? o : 1", "o = { a: 0 }", "o | 1"],
    ["o.b === 'x' ? o : 1", "o = { b: 'x' }", 'o | {b: "x"} | 1'],
    ["o.b === 'y' ? o : 1", "o = { b: 'x' }", "o | 1"],
    ["o.toString ? o : 1", "o = {}", "o | {} | 1"],
  ])("%s leaves out what cannot be, of %s", (expression, parameter, value) => {
    const { sent: all } = evaluateText(`function f(${parameter}) { send(${expression}); }`);
    expect(all.flatMap((each) => (each.draft as Draft).arguments.map(describeValue))).toEqual([value]);
  });
});

describe("a loop of known rounds", () => {
  const cut = "while (url.endsWith('/')) url = url.slice(0, -1);";

  it.each([
    ["`/x/${id}/y`", '"/x/${id}/y"'],
    ["`/x/${id}/y//`", '"/x/${id}/y"'],
    ["'/x//'", '"/x"'],
  ])("that cuts the end of %s is run", (url, value) => {
    const { sent: all } = evaluateText(`function f(id) { let url = ${url}; ${cut} send(url); }`);
    expect(all.flatMap((each) => (each.draft as Draft).arguments.map(describeValue))).toEqual([value]);
  });

  it("that sends is one call", () => {
    const { sent: all } = evaluateText("let n = 0; while (n < 2) { n += 1; send(n); }");
    expect(all).toHaveLength(1);
  });
});

describe("a URL to which a loop adds", () => {
  const built = (start: string, body: string): readonly string[] =>
    evaluateText(`function f(id, keys) { let url = ${start}; ${body} send(url); }`).sent.flatMap((each) =>
      (each.draft as Draft).arguments.map(describeValue),
    );

  it.each([
    ["for (const key of keys) url += `&${key}`;", "&"],
    ["for (let i = 0; i < keys.length; i++) { url += '&k=' + keys[i]; }", "&k="],
    ["keys.forEach((key) => { url = url + '&k=' + key; });", "&k="],
    ["while (keys.more()) url += '&a=1';", "&a=1"],
  ])("keeps the beginning in which a query has begun: %s", (body, more) => {
    const start = "/x/${id}?a=1";
    expect(built(`\`${start}\``, body)).toEqual([`"${start}" | "${start}${more}\${unknown}"`]);
  });

  it("is not known where it adds to the path, or makes another URL", () => {
    expect(built("`/x/${id}`", "for (const key of keys) url += `/${key}`;")).toEqual(["unknown"]);
    expect(built("`/x/${id}?a=1`", "for (const key of keys) url = `${key}?b=1`;")).toEqual(["unknown"]);
  });
});

describe("a condition that a template repeats behind itself", () => {
  it.each([
    ["`/x${base ? '?' : ''}${base}`", '"/x?${base}" | "/x"'],
    ["`/x${base && '?'}${base}`", '"/x?${base}" | "/x"'],
    ["`${base ? '' : '/none'}/x/${base}`", '"/x/${base}" | "/none/x/"'],
    ["`/x${id ? '?' : ''}${id}`", '"/x?${id}" | "/x${id}"'],
  ])("%s", (expression, value) => {
    expect(sent(expression)).toBe(value);
  });
});

describe("a condition on a variable of the file", () => {
  it("holds in the branch, and not behind it", () => {
    expect(sent(`MODE ? MODE : "b"), send(MODE`, `const MODE = process.argv[2] ? "a" : undefined;`)).toBe(
      '"a" | "b"; "a" | undefined',
    );
  });
});

describe("new URL", () => {
  it.each([
    ['new URL("things/1", base.endsWith("/") ? base : base + "/").href', '"${base}/things/1"'],
    ['new URL("things/1", "https://h.example/v1/").href', '"https://h.example/v1/things/1"'],
    ['new URL("things/1", base + "/v1/users").href', '"${base}/v1/things/1"'],
    ['new URL(`/things/${base}`, "https://me@h.example/v1").href', '"https://me@h.example/things/${base}"'],
  ])("%s", (expression, value) => {
    expect(sent(expression)).toBe(value);
  });
  it("with a relative path in the place of an unknown segment is not known", () => {
    expect(sent('new URL("things/1", base).href')).not.toContain("things");
    expect(sent('new URL("things/1", "https://h.example/v1/" + base).href')).not.toContain("things");
  });
});
