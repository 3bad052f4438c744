import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Analysis } from "../../../../src/analysis/analysis";
import { analyseCode } from "../../../../src/analysis/code";
import { noFacts } from "../../../../src/contract/configuration/configuration";
import { builtinContract } from "../../../../src/contract/builtin";
import { loadProject } from "../../../../src/contract/configuration/load";
import { readText } from "../../../../src/hosts/cli/check/read";
import { codeOffers, explainText } from "../../../../src/hosts/editor/code/assistance";
import { parseCode } from "../../../../src/hosts/shared/typescript/parse-code";
import { Codebases } from "../../../../src/hosts/shared/sources/codebases";
import { copiedCode } from "../../../harness/hosts/copied-code";
import { partOfWeek } from "../../../harness/runs";

/** An editor is told at a place what it would be told if all of the file had been looked at, and for a part of the work. */

/** Looks at a file as it is, as a whole or around a place. */
class Looked {
  readonly #project;
  readonly sourceFile;

  constructor(
    readonly file: string,
    readonly codebases: Codebases,
  ) {
    this.#project = loadProject(file);
    this.sourceFile = parseCode(ts, file, readText(file, Infinity).text);
  }

  analyse(about?: number): Analysis {
    const { contract, facts } = this.#project;
    const codebase = this.codebases.of(this.file, facts);
    return analyseCode({ ts, sourceFile: this.sourceFile, codebase, contract, facts, about });
  }

  /** @returns what an editor is told at a place. */
  told({ requests }: Pick<Analysis, "requests">, position: number): unknown {
    const place = { sourceFile: this.sourceFile, project: this.#project, requests };
    return { offers: codeOffers(ts, place, position), explained: explainText(place, position) };
  }

  /** @returns places in the strings of the file, and in its objects. */
  get places(): readonly number[] {
    const found: number[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
        found.push(node.end - 1);
      if (ts.isObjectLiteralExpression(node)) found.push(node.getStart(this.sourceFile) + 1);
      ts.forEachChild(node, visit);
    };
    visit(this.sourceFile);
    return found;
  }
}

describe.each(["clients", "forms", "programs"])("in the files of %s", { timeout: 300_000, tags: ["long"] }, (name) => {
  it("what is told around a place is what is told of the whole", () => {
    const codebases = new Codebases(ts);
    const { files } = copiedCode([name]);
    const code = files.filter((file) => /\.[jt]sx?$/u.test(file));
    const different = code.flatMap((file) => {
      const looked = new Looked(file, codebases);
      const whole = looked.analyse();
      return partOfWeek(looked.places, 1 / 10).flatMap((position) => {
        const expected = JSON.stringify(looked.told(whole, position));
        const told = JSON.stringify(looked.told(looked.analyse(position), position));
        return told === expected ? [] : [`${file}:${position} ${told} instead of ${expected}`];
      });
    });
    expect(different).toEqual([]);
  });
});

it("of a file with a hundred requests the one is evaluated at which somebody writes", () => {
  const send =
    'const send = (path) => fetch(["https://api.example.com/v1", path].join("/"), { headers: { a: path } });\n';
  const text = send + Array.from({ length: 100 }, (_, id) => `void send("things/${id}");\n`).join("");
  const sourceFile = parseCode(ts, "/things.ts", text);
  const visited = (about?: number): number =>
    analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts, about }).work.nodes ?? 0;
  expect(visited(text.indexOf("things/50"))).toBeLessThan(visited() / 3);
});
