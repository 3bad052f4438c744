import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration";
import { gapsOf } from "../../src/request/describe";
import { LineTable } from "../../src/text/lines";
import { renderRequest } from "./render";

const root = join(__dirname, "../../fixtures/clients");

/** One call and what is written below it. */
interface Expectation {
  readonly line: number;
  readonly fully: boolean;
  readonly text: string;
}

function expectationsOf(text: string): Expectation[] {
  return text.split("\n").flatMap((line, index) => {
    const match = /^\s*\/\/ ([=~])> (.*)$/.exec(line);
    return match ? [{ line: index + 1, fully: match[1] === "=", text: match[2] ?? "" }] : [];
  });
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts")).sort();
const configuration = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)).config, ts.sys, root);
const program = ts.createProgram(configuration.fileNames, configuration.options);

describe("recall", () => {
  let callSites = 0;
  let known = 0;
  const wrong: string[] = [];

  it.each(files)("knows what %s sends, and claims nothing else", (file) => {
    const text = readFileSync(join(root, file), "utf8");
    const sourceFile = program.getSourceFile(join(root, file));
    if (!sourceFile) throw new Error(`${file} is not part of the program`);
    const { requests } = analyseCode({ ts, sourceFile, checker: program.getTypeChecker(), contract: builtinContract, facts: noFacts });
    const lines = new LineTable(text, "code");
    const differences: string[] = [];
    for (const expectation of expectationsOf(text)) {
      callSites++;
      const above = requests.filter((request) => lines.positionAt(request.range.end).line === expectation.line - 1);
      const rendered = above.length === 0 ? ["nothing"] : above.map(renderRequest);
      const index = rendered.indexOf(expectation.text);
      if (index < 0) {
        differences.push(`${relative(root, join(root, file))}:${expectation.line}\n  sends ${expectation.text}\n  found ${rendered.join("\n        ")}`);
        continue;
      }
      const gaps = above[index] ? gapsOf(above[index]) : [];
      if (expectation.fully && gaps.length === 0) known++;
      else if (expectation.fully) differences.push(`${file}:${expectation.line} is marked => and has gaps: ${JSON.stringify(gaps)}`);
    }
    wrong.push(...differences);
    expect(differences.join("\n")).toBe("");
  });

  it("knows at least 95% of at least 120 call sites fully", () => {
    process.stdout.write(`${known} of ${callSites} call sites fully known\n`);
    expect(wrong).toEqual([]);
    expect(callSites).toBeGreaterThanOrEqual(120);
    expect(known / callSites).toBeGreaterThanOrEqual(0.95);
  });
});
