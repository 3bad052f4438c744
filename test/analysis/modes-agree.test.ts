import { relative } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { loadProject } from "../../src/contract/configuration/load";
import { Codebases } from "../../src/hosts/shared/sources/codebases";
import { parseCode } from "../../src/hosts/shared/typescript/parse-code";
import { readText } from "../../src/hosts/cli/check/read";
import { describeRequest } from "../../src/request/derived/describe";
import { fixtureFolders } from "../harness/fixtures";
import { copiedCode } from "../harness/hosts/copied-code";
import { partOfWeek } from "../harness/runs";

/** What is told of a file is the same however a host goes through the project: all files of a list, or one after the other. */

/** A project of one repository; the cases of many rules are one, in which they may disturb each other. */
type Folders = readonly [name: string, folders: readonly string[]];

const others: readonly Folders[] = [
  ["clients", ["clients"]],
  ["forms", ["forms"]],
  ["programs", ["programs"]],
  ["a shop", ["projects/shop"]],
  ["who calls what", ["projects/usage"]],
  ["permissions", ["projects/permissions"]],
];
const projects: readonly Folders[] = [
  ["the cases of rules", partOfWeek(fixtureFolders(), 1 / 3).map((rule) => `rules/${rule}`)],
  ...partOfWeek(others, 1 / 2),
];

/** @returns all that is told of the requests of some files, by place. */
function told(
  folder: string,
  files: readonly string[],
  codebasesFor: (file: string) => Codebases,
  parsesAnew: boolean,
): readonly string[] {
  return files.flatMap((file) => {
    const { contract, facts } = loadProject(file);
    const codebase = codebasesFor(file).of(file, facts);
    const { text } = readText(file, Infinity);
    const sourceFile = parseCode(ts, file, text, parsesAnew ? undefined : codebase.sources);
    const { requests } = analyseCode({ ts, sourceFile, codebase, contract, facts });
    return requests.map((request) => {
      const { line, character } = sourceFile.getLineAndCharacterOfPosition(request.range.start);
      const said = JSON.stringify(describeRequest(request, contract, facts));
      return `${relative(folder, file)}:${line + 1}:${character + 1} ${said}`;
    });
  });
}

describe.each(projects)("in %s", { timeout: 300_000, tags: ["long"] }, (name, folders) => {
  const { folder, files } = copiedCode(folders);
  const listed = new Codebases(ts, { lookedAt: files });
  let expected: readonly string[];

  beforeAll(() => {
    expected = told(folder, files, () => listed, false);
  });

  it("there is something to tell", () => {
    expect(expected.length).toBeGreaterThan(files.length / 2);
  });

  it("a host that lints one file after the other tells the same", () => {
    const codebases = new Codebases(ts);
    expect(told(folder, files, () => codebases, false)).toEqual(expected);
  });

  it("an editor, which holds texts of its own and asks in another order, tells the same", () => {
    const codebases = new Codebases(ts);
    const seen = told(folder, files.toReversed(), () => codebases, true);
    expect([...seen].sort()).toEqual([...expected].sort());
  });

  const toldOf = (part: readonly string[]): readonly string[] => {
    const names = part.map((file) => `${relative(folder, file)}:`);
    return expected.filter((each) => names.some((start) => each.startsWith(start)));
  };

  // Each file has a flow of its own: in a project of hundreds that takes minutes.
  it.runIf(files.length < 100)("a run over one file tells the same of it", () => {
    const part = files.length < 10 ? files : partOfWeek(files, 1 / 4);
    expect(told(folder, part, (file) => new Codebases(ts, { lookedAt: [file] }), false)).toEqual(toldOf(part));
  });

  it.runIf(name.startsWith("the cases"))("a run over a part tells the same of it", () => {
    const part = files.filter((_, index) => index % 8 === 0);
    const codebases = new Codebases(ts, { lookedAt: part });
    expect(told(folder, part, () => codebases, false)).toEqual(toldOf(part));
  });
});
