import ts from "typescript";
import { afterEach, expect, it } from "vitest";
import { unfinished } from "../../src/analysis/analysis";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { limits } from "../../src/evaluate/limits";

const most = 20_000;

/** The bounds, for programs that reach them sooner: one that reaches the real bound takes half a minute. */
const lower: Partial<Record<keyof typeof limits, number>> = limits;
const before = { ...limits };

afterEach(() => Object.assign(lower, before));

/** Functions that call others twice with something else each time, in a circle, and what sends what some of them give. */
function circle(size: number, callers: number): string {
  const functions = Array.from(
    { length: size },
    (_, index) =>
      `function f${index}(a: any, b: any): any { const c = f${(index * 7 + 1) % size}(a.x, b); return c ? f${(index * 3 + 2) % size}(c, a.y) : f${(index + 1) % size}(b, { a }); }`,
  );
  const senders = functions
    .slice(0, callers)
    .map((_, index) => `export const send${index} = (x: any) => fetch("/a/" + f${index}(x, {}));`);
  return [...functions, ...senders].join("\n");
}

it("ends the evaluation of a project with too many values, and says so", { tags: ["long"] }, () => {
  Object.assign(lower, { evaluations: most, evaluationsOfValue: 0 });
  const sourceFile = ts.createSourceFile("file.ts", circle(400, 400), ts.ScriptTarget.Latest, true);
  const { work, problems } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
  expect(work.nodes).toBeLessThanOrEqual(most);
  expect(problems).toEqual([unfinished]);
});

it("tells what calls call whatever requests of other files have taken", { tags: ["long"] }, () => {
  Object.assign(lower, {
    evaluations: 100_000,
    evaluationsOfValue: 0,
    evaluationsOfQuestion: 3_000,
    evaluationsOfCallee: 100,
  });
  const texts: Record<string, string> = {
    "api.ts": `export const makeApi = () => ({ send: (path: string) => fetch(path) });`,
    "circle.ts": circle(250, 1),
    "late.test.ts": `import { makeApi } from "./api"; makeApi().send("/late");`,
  };
  const trees = new Map(
    Object.entries(texts).map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)]),
  );
  const codebase = createCodebase(
    ts,
    {
      find: (_, specifier) => `${specifier.slice(2)}.ts`,
      file: (name) => trees.get(name),
      all: () => ["api.ts", "circle.ts"],
    },
    noFacts,
  );
  const [, spent, late] = [...trees.values()].map((sourceFile) =>
    analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts: noFacts }),
  );
  expect(spent?.work.nodes).toBeGreaterThan(50_000);
  expect(late?.requests.map((each) => late.nameOf?.(each))).toEqual(["GET /late"]);
});

/** A test through many layers, which is looked at before the code that sends. */
it("tells what is sent nearby, whatever calls from far outside take", () => {
  Object.assign(lower, { evaluations: 1_000, evaluationsOfValue: 0 });
  const texts: Record<string, string> = {
    "a.test.ts": `import { layer0 } from "./layers";
${Array.from({ length: 40 }, (_, index) => `layer0({ id: "${index}" });`).join("\n")}`,
    "api.ts": `export const send = (path: string) => fetch("https://h" + path, { method: "PUT" });`,
    "layers.ts": `import { send } from "./api";
${Array.from({ length: 9 }, (_, index) => `export const layer${index} = (x: any) => layer${index + 1}({ ...x, a${index}: x.id + ${index} });`).join("\n")}
export const layer9 = (x: any) => send("/a/" + x.id + x.a1 + x.a2 + x.a3);
export const near = () => send("/near");`,
  };
  const names = Object.keys(texts);
  const trees = new Map(
    names.map((name) => [name, ts.createSourceFile(name, texts[name] ?? "", ts.ScriptTarget.Latest, true)]),
  );
  const codebase = createCodebase(
    ts,
    { find: (_, specifier) => `${specifier.slice(2)}.ts`, file: (name) => trees.get(name), all: () => names },
    noFacts,
    { lookedAt: names },
  );
  const all = [...trees.values()].map((sourceFile) =>
    analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts: noFacts }),
  );
  expect(all[2]?.requests.map((each) => all[2]?.nameOf?.(each))).toContain("PUT /near");
});

it("tells calls of a function apart after one that takes too much", { tags: ["long"] }, () => {
  const deep = Array.from({ length: 100 }).reduce<string>((inner) => `{ next: ${inner} }`, `{ path: "/deep" }`);
  const steps = Array.from(
    { length: 100 },
    (_, index) => `const step${index} = (node: any): string => (node.next ? step${index + 1}(node.next) : node.path);`,
  );
  const text = `${steps.join("\n")}
const step100 = (node: any): string => node.path;
export const send = (node: any) => fetch(step0(node));
export const one = () => send(${deep});
export const two = () => send({ path: "/plain" });
export const three = () => send({ next: { path: "/next" } });`;
  const sourceFile = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  const { requests, nameOf } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
  expect(requests.map((each) => nameOf?.(each))).toEqual(expect.arrayContaining(["GET /plain", "GET /next"]));
});
