import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Analysis } from "../../../src/analysis/analysis";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";

function analyse(text: string): Analysis {
  const sourceFile = ts.createSourceFile("file.js", text, ts.ScriptTarget.Latest, true);
  return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
}

const indices = Array.from({ length: 400 }, (_, index) => index);

/** Each of many functions calls the next one: all that they lead to takes more than the calls of one file may. */
const each = (body: (index: number) => string): string =>
  indices
    .map((index) => `function f${index}(a) { ${body(index)} return f${(index + 1) % indices.length}(a); }`)
    .join("\n");

describe("a file whose functions could call more than the file's bound", { tags: ["long"] }, () => {
  const wrapper = 'const send = (path, body) => fetch("/q" + path, { method: "POST", body: JSON.stringify(body) });';
  const constructed =
    'class Call { constructor(path) { this.path = path; this.url = "/q" + this.path; this.init = { method: "POST" }; fetch(this.url, this.init); } }';

  it.each([
    ["a wrapper", wrapper, (index: number) => `send("/n${index}", { a });`],
    ["a class", constructed, (index: number) => `new Call("/n${index}");`],
  ])("has the calls of %s in all of them, as they come before what they lead to", (_, declared, body) => {
    const { requests, problems } = analyse(`${declared}\n${each(body)}\nexport function last() { ${body(9999)} }`);
    expect(problems).toEqual([]);
    expect(new Set(requests.map(({ range }) => range.start)).size).toBeGreaterThan(indices.length);
  });

  it("tells that it has not been looked at to its end, where a call may send what is out of reach", () => {
    const far = Array.from(
      { length: 20 },
      (_, index) => `function g${index}(a) { return g${index + 1}(a + "/${index}"); }`,
    );
    const text = `${far.join("\n")}\nfunction g20(a) { return fetch("/x" + a); }\n${each((index) => `g0("/${index}"); h(a);`)}`;
    const { problems } = analyse(
      `${text}\nfunction h(a) { ${"console.log(a);".repeat(100)} }\nexport function last() { g0("/last"); }`,
    );
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("requests may have been missed")]);
  });

  it("says nothing where only code that sends nothing is left out", () => {
    const { problems } = analyse(
      `${each((index) => `console.log(a, ${index});`)}\nexport function last() { fetch("/x"); }`,
    );
    expect(problems).toEqual([]);
  });
});
