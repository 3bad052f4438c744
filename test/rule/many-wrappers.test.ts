import ts from "typescript";
import { expect, test } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import type { Rule } from "../../src/rule/define";
import { runRules } from "../../src/rule/run";
import { selectRules } from "../../src/rule/select";
import { rules } from "../../rules";

/** What is counted, and never time: questions to TypeScript, what is evaluated and joined, and subjects that rules look at. */
interface Work {
  readonly questions: number;
  readonly evaluated: number;
  readonly checks: number;
  readonly findings: number;
}

/** Files that a generator writes: a function for each endpoint, tens of thousands in one file. */
const forms: Readonly<Record<string, (index: number) => string>> = {
  "functions that call `fetch`": (index) =>
    `export function f${index}(id: string) { return fetch("https://api.example.com/x${index}/" + id, { method: "PATCH", body: JSON.stringify({ a: [1] }) }); }`,
  "arrow functions with a body of the caller's": (index) =>
    `export const f${index} = async (id: string, body: object) => (await fetch(\`https://api.example.com/x${index}/\${id}\`, { method: "PATCH", body: JSON.stringify(body) })).json();`,
  "functions that call the one before": (index) =>
    `export async function f${index}(id: string) { ${index % 10 === 0 ? "" : `await f${index - 1}(id);`} return fetch("https://api.example.com/x${index}/" + id, { method: "PATCH", body: "{}" }); }`,
  "methods of classes of their own": (index) =>
    `export class C${index} { base = "https://api.example.com"; put(id: string) { return fetch(this.base + "/x${index}/" + id, { method: "PUT", body: JSON.stringify({ id }) }); } }`,
};

function workOn(make: (index: number) => string, size: number): Work {
  let questions = 0;
  let checks = 0;
  const counting = new Proxy(ts, {
    get(target, name) {
      questions += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  const text = Array.from({ length: size }, (_, index) => make(index)).join("\n");
  const sourceFile = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  const sources = { find: () => undefined, file: (name: string) => (name === "a.ts" ? sourceFile : undefined) };
  const project = { contract: builtinContract, facts: noFacts };
  const codebase = createCodebase(counting, sources, noFacts);
  const analysis = analyseCode({ ...project, ts: counting, sourceFile, codebase });
  expect([analysis.problems, analysis.requests.length >= size]).toEqual([[], true]);
  const counted = rules.map((rule): Rule => {
    const counts: Rule["check"] = (...given) => {
      checks += 1;
      rule.check(...given);
    };
    return { ...rule, check: counts };
  });
  const { findings, failures } = runRules(analysis, selectRules("recommended", {}, counted), project);
  expect(failures).toEqual([]);
  const { nodes = 0, calls = 0, joined = 0 } = analysis.work;
  return { questions, evaluated: nodes + calls + joined, checks, findings: findings.length };
}

test.each(Object.entries(forms))("four times as many %s take four times the work", { tags: ["long"] }, (_, make) => {
  const [few, many] = [workOn(make, 100), workOn(make, 400)];
  for (const kind of ["questions", "evaluated", "checks", "findings"] as const)
    expect(many[kind] / few[kind], kind).toBeLessThan(4.5);
  expect(few.findings).toBeGreaterThan(0);
});
