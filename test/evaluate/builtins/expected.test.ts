import { describe, expect, it } from "vitest";
import { copy, promiseMember, writeToPlatformObject } from "../../../src/evaluate/builtins";
import { jsonOf } from "../../../src/evaluate/builtins/objects/json";
import type { Abstract } from "../../../src/evaluate/domain";
import { alternativesOf, builtinValue, computedText, holePart, textFrom, unknown } from "../../../src/evaluate/make";
import { optionsOf } from "../../../src/evaluate/values";
import { evaluator, exactly, nowhere, ownMember } from "./calls";
import { Interpreter } from "./interpreter";
import { shown } from "./weaken";

const known: Readonly<Record<string, Abstract>> = {
  id: unknown("parameter `id`", nowhere),
  word: unknown("parameter `word`", nowhere, { is: "string", origin: { trail: ["word"] } }),
  list: unknown("parameter `list`", nowhere, { is: "array", origin: { trail: ["list"] } }),
  path: textFrom(
    [...computedText("/x/", nowhere).parts, holePart(unknown("id", nowhere)), ...computedText("/y", nowhere).parts],
    nowhere,
  ),
  either: alternativesOf(
    ["get", "post"].flatMap((each) => optionsOf(exactly(each))),
    nowhere,
  ),
};

function value(expression: string, before: readonly string[] = []): string {
  const interpreter = new Interpreter(new Map(Object.entries(known)));
  for (const each of before) {
    const [, name, made] = /^(\w+) = (.*)$/su.exec(each) ?? [];
    if (name !== undefined && made !== undefined) interpreter.set(name, interpreter.run(made));
    else interpreter.run(each);
  }
  return shown(interpreter.run(expression));
}

describe("what is known of texts", () => {
  it.each([
    ['"~/x/y".substring(3, 1)', '"/x"'],
    ["path.slice(1)", '"x/${unknown }/y"'],
    ["path.slice(0, -2)", '"/x/${unknown }"'],
    ["path.substring(0, 3)", '"/x/"'],
    ["path.toUpperCase()", '"/X/${unknown string}/Y"'],
    ["path.startsWith('/x')", "true"],
    ["path.endsWith('/z')", "false"],
    ["path.replace('/x', '')", '"/${unknown }/y"'],
    ["path.replace(/^\\/+/, '')", '"x/${unknown }/y"'],
    ["either.toUpperCase()", '"GET" | "POST"'],
    ["`${either}-${either}`", '"get-get" | "get-post" | "post-get" | "post-post"'],
    ["'/users/{id}/x'.replace(/\\{(\\w+)\\}/g, (_, key) => `<${key}>`)", '"/users/<id>/x"'],
    ["'/users/:id/x'.replace(':id', encodeURIComponent(id))", '"/users/${unknown string}/x"'],
    ["'a-b-c'.split('-').map((x) => x.toUpperCase()).join('/')", '"A/B/C"'],
    ["'/a/1'.match(/\\/(\\w+)\\/(\\d)/)[2]", '"1"'],
    ["id.trim()", "unknown string"],
    ["id.toLowerCase()", '"${unknown string}"'],
    ["parseInt('12', 10)", "12"],
    ["(255).toString(16)", '"ff"'],
    ["JSON.parse('{\"a\":[1]}').a", "[1]"],
  ])("%s", (expression, expected) => {
    expect(value(expression)).toBe(expected);
  });
});

describe("what is known of lists and objects", () => {
  it.each([
    ["Object.entries({ a: 1, b: id }).map(([k, v]) => `${k}=${v}`).join('&')", '"a=1&b=${unknown }"'],
    ["Object.fromEntries(Object.entries({ a: 1, b: 2 }).filter(([k]) => k.startsWith('a')))", "{a: 1}"],
    ["['a', id, null].filter(Boolean).length", "unknown number"],
    ["['a', '', 'b'].filter(Boolean).join('/')", '"a/b"'],
    ["[1, 2, 3].reduce((sum, x) => `${sum}${x}`, '')", '"123"'],
    ["list.reduce((sum, x) => `${sum}&id=${x}`, '?a=1')", '"?a=1${unknown string}"'],
    ["list.map((x) => ({ x }))", "[{x: unknown }?, …]"],
    ["[3, 1, 2].sort()[0]", "1"],
    ["['a', 'b'].includes('b')", "true"],
    ["['a', 'b'].find((x) => x === 'z')", '"a" | "b" | undefined'],
    ["[['a', 1]].flatMap((x) => x)", '["a", 1]'],
    ["Array.from({ length: 2 }, (_, i) => i)", "[0, 1]"],
    ["{ a: 1, ...id, b: 2 }", "{a: 1 | unknown , b: 2, …}"],
    ["Object.assign({ a: 1 }, { b: id })", "{a: 1, b: unknown }"],
    ["new Map([['a', 1]]).get('a')", "1"],
    ["[...new Set(['a', 'a', 'b'])]", '["a", "b"]'],
    ["Promise.all([1, id])", "[1, unknown ]"],
    ["process.env.BASE", "unknown "],
  ])("%s", (expression, expected) => {
    expect(value(expression)).toBe(expected);
  });
});

describe("what objects are afterwards", () => {
  it.each([
    [["a = ['x']", "a.push(id)", "a.unshift('y')"], "a", '["y", "x", unknown ]'],
    [["a = [1, 2, 3]", "a.splice(1, 1, 'x')"], "a", '[1, "x", 3]'],
    [["a = {}", "Object.assign(a, { b: 1 })"], "a.b", "1"],
    [
      ["h = new Headers({ Accept: 'a' })", "h.set('X-B', word)", "h.append('accept', 'b')"],
      "h",
      '{Accept: "a, b", X-B: unknown string}',
    ],
    [["h = new Headers({ Accept: 'a', accept: 'b' })"], "h.get('ACCEPT')", '"a, b"'],
    [["h = new Headers([['Accept', 'a'], ['accept', 'b']])"], "h.get('accept')", '"a, b"'],
    [
      ["q = new URLSearchParams('a=1')", "q.append('a', '2')", "q.set('b', id)", "q.delete('c')"],
      "q",
      '{a: ["1", "2"], b: unknown }',
    ],
    [["f = new FormData()", "f.append('name', word)"], "f", "{name: unknown string}"],
    [["m = new Map()", "m.set('k', 1)", "m.delete('k')"], "m.has('k')", "false"],
    [["u = new URL('/v1/users', 'https://host.example')"], "u.pathname", '"/v1/users"'],
    [
      ["u = new URL(`/v1/users/${id}`, 'https://host.example')"],
      "u.href",
      '"https://host.example/v1/users/${unknown }"',
    ],
    [["u = new URL('https://host.example/a?x=1')"], "u.searchParams.get('x')", '"1"'],
    [
      ["u = new URL(`/v1/users/${id}`, 'https://host.example')"],
      "`${u.pathname}${u.search}${u.hash}`",
      '"/v1/users/${unknown }"',
    ],
    [["u = new URL(`/v1${id}`, 'https://host.example')"], "u.hash", "unknown string"],
  ] as const)("%j gives %s", (before, expression, expected) => {
    expect(value(expression, before)).toBe(expected);
  });

  it("writes parts of a URL, and keeps the parameters as they are", () => {
    const interpreter = new Interpreter(new Map(Object.entries(known)));
    const url = interpreter.run("new URL('https://host.example/a?x=1')");
    interpreter.set("q", interpreter.run("new URL('https://host.example/a?x=1').searchParams"));
    interpreter.run("q.set('y', id)");
    if (url.kind !== "object") throw new Error("no URL");
    const changed = writeToPlatformObject(url, "searchParams", interpreter.get("q"), nowhere);
    if (changed?.kind !== "object") throw new Error("no URL");
    const moved = writeToPlatformObject(changed, "pathname", exactly("/b"), nowhere);
    interpreter.set("u", moved ?? url);
    expect(shown(interpreter.run("u.href"))).toBe('"https://host.example/b?${{x: "1", y: unknown }}"');
    expect(shown(interpreter.run("u.searchParams.get('x')"))).toBe('"1"');
  });
});

describe("the rest", () => {
  it("copies as libraries do", () => {
    const [one, two] = ["{ a: { b: 1 } }", "{ a: { c: id }, d: undefined }"].map((each) =>
      new Interpreter(new Map(Object.entries(known))).run(each),
    );
    if (!one || !two) throw new Error("nothing");
    expect(shown(copy("merge", [one, two], nowhere))).toBe("{a: {b: 1, c: unknown }, d: undefined}");
    expect(shown(copy("pick", [one, exactly(["a"])], nowhere))).toBe("{a: {b: 1}}");
    expect(shown(copy("omit", [one, exactly("a")], nowhere))).toBe("{}");
    expect(shown(copy("compact", [exactly(["", "a", 0])], nowhere))).toBe('["a"]');
  });

  it("keeps in JSON what was written", () => {
    const written = jsonOf(exactly({ a: 1 }), nowhere, evaluator);
    expect(written.kind === "text" && written.json && shown(written.json)).toBe("{a: 1}");
    expect(shown(jsonOf(exactly("x"), nowhere))).toBe('""x""');
  });

  it("gives what a promise's callback gives", () => {
    const then = promiseMember(exactly("a"), "then", nowhere);
    const double = builtinValue({ label: "double", call: ({ arguments: [first] }) => first ?? exactly(0) }, nowhere);
    expect(shown(then ? evaluator.invoke(then, [double], nowhere) : exactly(0))).toBe('"a"');
    expect(promiseMember(exactly("a"), "map", nowhere)).toBeUndefined();
  });

  it("knows whether an object has a member", () => {
    const object = new Interpreter().run("{ a: 1 }");
    if (object.kind !== "object") throw new Error("no object");
    expect(ownMember(object, "b", nowhere)).toBeUndefined();
    expect(ownMember(object, "a", nowhere)).toMatchObject({ value: 1 });
  });
});

describe("work", () => {
  it("is linear in the number of pieces", () => {
    const interpreter = new Interpreter();
    const pieces = Array.from({ length: 900 }, (_, index) => `'${index}'`).join();
    // In processor time: what else the machine does meanwhile does not count.
    const start = process.cpuUsage();
    expect(shown(interpreter.run(`[${pieces}].join('').length`))).toContain("unknown number");
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
  });

  it("gives up an expression that could take any time", () => {
    expect(value("'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.replace(/(a+)+b/, '')")).toContain("${unknown string}");
  });
});
