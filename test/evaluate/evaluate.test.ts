import { describe, expect, it } from "vitest";
import { describeValue } from "../../src/generate/describe-value";
import { evaluateProject, evaluateText, type Draft } from "../harness/evaluating";

function sentBy(text: string): string[] {
  return evaluateText(text).sent.map((sent) => (sent.draft as Draft).arguments.map(describeValue).join("; "));
}

describe("evaluate", () => {
  it("sends what is written at the call", () => {
    expect(sentBy(`send({a: 1, b: "x", c: [1, null]})`)).toEqual([`{a: 1, b: "x", c: [1, null]}`]);
  });
  it("follows a wrapper's call and keeps the wrapper's own request", () => {
    expect(sentBy("function patch(p, b) { return send(`/a${p}`, b); } patch('/x', {y: 1});")).toEqual([
      `"/a/x"; {y: 1}`,
      '"/a${p}"; b',
    ]);
  });
});

describe("`this` as a parameter", () => {
  it.each([
    ["a function", "function go(this: unknown, path: string) { send(path); } go.call(undefined, '/x');"],
    ["a method", "class A { go(this: A, path: string) { send(path); } } new A().go('/x');"],
    ["a function that is run by itself", "export function go(this: object, path = '/x') { send(path); }"],
  ])("takes no argument of %s", (_, text) => {
    expect(sentBy(text).join()).toContain('"/x"');
  });
});

describe("evaluate with types", () => {
  const wrapper = `import { BASE } from "./base"; export * from "./more"; export async function patch(path: string, body: unknown) { return await send(BASE + path, body); } export default class Api { constructor(private base: string) {} get(p: string) { return send(this.base + p); } }`;
  const files = {
    "/a.ts": `import { patch, EXTRA as more } from "./w"; import Api from "./w"; import * as all from "./w"; import type { Client } from "client";
      export async function f(c: Client, method: "GET" | "PUT") { await patch("/x", { more }); await new Api("https://b").get("/y"); await all.patch("/z", 1); c.send(method); }`,
    "/w.ts": wrapper,
    "/base.ts": `export const BASE = "https://h";`,
    "/more.ts": `export const EXTRA = "e";`,
  };
  const evaluation = evaluateProject(files);
  const { sent: own, insideOf } = evaluation;

  it("follows imports, re-exports, defaults and namespaces", () => {
    expect(own.map((each) => (each.draft as Draft).arguments.map(describeValue).join("; "))).toEqual([
      `"https://h/x"; {more: "e"}`,
      `"https://b/y"`,
      `"https://h/z"; 1`,
      `"GET" | "PUT"`,
    ]);
  });
  it("ties a request to the own one of a wrapper in another file", () => {
    const [first] = own;
    const inside = first && insideOf(first);
    expect(inside?.site.getSourceFile().fileName).toBe("/w.ts");
    expect((inside?.draft as Draft).arguments.map(describeValue)).toEqual(['"https://h${path}"', "body"]);
  });
  it("runs such a wrapper by itself when it is asked for, and once", () => {
    const [, second] = own;
    const visited = [0, 1, 2].map((time) => {
      if (time > 0 && second) insideOf(second);
      return evaluation.nodes;
    });
    expect(visited[1]).toBeGreaterThan(visited[0] ?? Infinity);
    expect(visited[2]).toBe(visited[1]);
  });
  it("gives what comes from elsewhere the place where it comes in", () => {
    const [url, body] = (own[0]?.draft as Draft).arguments;
    const text = files["/a.ts"];
    expect(url?.elsewhere).toBe(true);
    expect(url && text.slice(url.range.start, url.range.end)).toBe("patch");
    expect(body?.elsewhere).toBeUndefined();
    expect(body && text.slice(body.range.start, body.range.end)).toBe("{ more }");
  });
});

describe("calls that lead to a request", () => {
  it("are followed through imports that are not relative", () => {
    const steps = Array.from({ length: 60 }, (_, index) => `const s${index} = [path, ${index}];`).join(" ");
    const { sent } = evaluateProject({
      "/a.ts": `import { patch } from "/w"; export function f(id: string) { return patch("/x/" + id); }`,
      "/w.ts": `export function patch(path: string) { ${steps} return inner(path); } function inner(path: string) { return send(path); }`,
    });
    expect(sent.map((each) => (each.draft as Draft).arguments.map(describeValue).join())).toEqual(['"/x/${id}"']);
  });
});

describe("what is read", () => {
  it.each([
    ["a method under a key", 'const o = { v: "/x", m() { return this.v; } }; send(o["m"]());', '"/x"'],
    ["a callback that is not given", 'function go(p, to) { send(to?.(p) ?? p); } go("/x");', '"/x"'],
    ["the last of several values", 'send((0, "/x"));', '"/x"'],
    ["whether a key is there", 'const o = { a: 1 }; send("a" in o ? "/has" : "/lacks");', '"/has"'],
    [
      "what a function may change that a request's options hold",
      'let v = "/a"; send({ done() { v = "/b"; } }); send(v);',
      '"/a" | "/b"',
    ],
    [
      "a function's name, by what keeps it",
      "const keep = (g) => g; const f = keep(() => 1); send({ f });",
      "{f: <function f>}",
    ],
    ["literal types in brackets", 'export const go = (way: "/a" | ("/b" | "/c")) => send(way);', '"/a" | "/b" | "/c"'],
  ])("is known of %s", (_, text, expected) => {
    expect(sentBy(text)).toContain(expected);
  });
});

describe("bounds", () => {
  it("ends on an object that holds itself", () => {
    const text = "const o = { a: 1 }; o.self = o; send(o);";
    expect(sentBy(text)).toEqual(["{a: 1, self: unknown}"]);
    expect(evaluateText(text).complete).toBe(true);
  });
  it("adds up a text of any length", () => {
    const sum = Array.from({ length: 2_000 }, (_, index) => `"/${index}"`).join(" + ");
    expect(sentBy(`send(${sum});`).join()).toMatch(/^"\/0\/1\/2.*\/1999"$/u);
  });
  it("ends on a chain of 200 wrappers", { tags: ["long"] }, () => {
    const chain = Array.from(
      { length: 200 },
      (_, index) => `function w${index}(p) { return w${index + 1}("/" + p); }`,
    ).join("\n");
    const { nodes } = evaluateText(`${chain}\nfunction w200(p) { return send(p); }\nw0("x");`);
    expect(nodes).toBeLessThan(300_000);
  });
  it("visits each line of a long file a bounded number of times", { tags: ["long"] }, () => {
    const lines = Array.from(
      { length: 2_000 },
      (_, index) => `export async function f${index}(id) { return send(\`/a/\${id}\`, { n: ${index} }); }`,
    );
    const { nodes, sent } = evaluateText(lines.join("\n"));
    expect(sent).toHaveLength(2_000);
    expect(nodes / lines.length).toBeLessThan(40);
  });
});

describe("completeness", () => {
  const nested = (depth: number): string =>
    `send("/seen"); const deep = ${"[".repeat(depth)}send("/deep")${"]".repeat(depth)};`;

  it("is said of a file that was looked at to its end", () => {
    const { complete, sent } = evaluateText(nested(300));
    expect({ complete, sent: sent.length }).toEqual({ complete: true, sent: 2 });
  });
  it("is not said where something was nested too deeply, and the rest is seen", () => {
    const { complete, sent } = evaluateText(nested(600));
    expect({ complete, sent: sent.length }).toEqual({ complete: false, sent: 1 });
  });
  it("is not said where statements are nested too deeply", () => {
    expect(evaluateText(`${"{".repeat(600)}send("/deep");${"}".repeat(600)}`).complete).toBe(false);
  });
});

describe("escapes", () => {
  it("keeps what a wrapper is given, when that hands out a callback", () => {
    const text = `export function main() { const api = { deliver(path) { register(() => 1); send(path); } }; api.deliver("/a"); }`;
    expect(sentBy(text)).toEqual([`"/a"`, "path"]);
  });
  it("ends on objects that hold functions that hold them", () => {
    const text = `export function main() { const api = { deliver(path) { register(() => this); send(path); } }; api.deliver("/a"); }`;
    const result = evaluateText(text);
    expect(result.complete).toBe(true);
    expect(result.sent.length).toBeGreaterThan(0);
  });
});
