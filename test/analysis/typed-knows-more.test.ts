import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { describeRequest } from "../../src/request/derived/describe";
import { lostByTypes } from "../../bench/recall/typed.mjs";
import { programSources } from "../harness/program-sources";
import { partOf } from "../harness/runs";
import { programHost } from "../harness/typed-text";

const root = join(__dirname, "../../fixtures/clients");

const read = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
const configuration = ts.parseJsonConfigFileContent(read.config, ts.sys, root);

const isCode = (name: string): boolean => /\.(?:ts|js)$/u.test(name);

/** @returns what is listed of the requests of each file of a program, with the checker or without it. */
function listed(program: ts.Program, names: readonly string[], checker?: ts.TypeChecker): object[] {
  const codebase = createCodebase(ts, programSources(ts, program), noFacts);
  return names.flatMap((file) => {
    const sourceFile = program.getSourceFile(file);
    if (!sourceFile) return [];
    const { requests } = analyseCode({ ts, sourceFile, checker, codebase, contract: builtinContract, facts: noFacts });
    return requests.map((request) => {
      const { line, character } = sourceFile.getLineAndCharacterOfPosition(request.range.start);
      return { ...describeRequest(request, builtinContract, noFacts), file, line: line + 1, column: character + 1 };
    });
  });
}

/** A program of the files that are drawn: to read the declarations of all clients takes longer than to look at their code. */
function lostIn(names: readonly string[], options: ts.CompilerOptions): readonly object[] {
  const drawn = partOf(names, 1 / 6);
  const program = ts.createProgram(drawn, options, programHost(options));
  // Making the checker gives all trees their parents.
  const checker = program.getTypeChecker();
  return lostByTypes(listed(program, drawn), listed(program, drawn, checker));
}

describe("types never take away what syntax knows", { tags: ["long"] }, () => {
  it("in clients as they are written", () => {
    expect(lostIn(configuration.fileNames, configuration.options)).toEqual([]);
  });

  it("in programs of rules", () => {
    const folder = join(root, "../programs");
    const names = readdirSync(folder)
      .filter(isCode)
      .map((name) => join(folder, name));
    expect(lostIn(names, { ...configuration.options, allowJs: true })).toEqual([]);
  });
});
