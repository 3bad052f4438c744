import ts from "typescript";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import type { Sources } from "../../src/project/sources";
import { describeRequest } from "../../src/request/derived/describe";

/** The text of each file of a project, by its name without a folder. */
export type Files = Readonly<Record<string, string>>;

/** A call that sends a request, as it is listed. */
export interface ListedSite {
  readonly line: number;
  readonly method: string | undefined;
  readonly url: string | undefined;
}

/** @returns the sites of each file of a project: those that the engine lists by themselves, or else those of its requests. */
export function listSites(files: Files): ReadonlyMap<string, readonly ListedSite[]> {
  const trees = new Map(
    Object.entries(files).map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)]),
  );
  const sources: Sources = {
    find: (_, specifier) =>
      [".ts", ".tsx"].map((ending) => specifier.replace(/^\.\//u, "") + ending).find((each) => trees.has(each)),
    file: (name) => trees.get(name),
    all: () => [...trees.keys()],
  };
  const codebase = createCodebase(ts, sources, noFacts, { lookedAt: [...trees.keys()] });
  return new Map(
    [...trees].map(([name, sourceFile]) => {
      const lineOf = (offset: number): number => sourceFile.getLineAndCharacterOfPosition(offset).line + 1;
      const { requests } = analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts: noFacts });
      return [
        name,
        requests.map((request) => {
          const { method, origin = "", path } = describeRequest(request, builtinContract, noFacts);
          const url = path === undefined ? undefined : origin + path;
          return { line: lineOf(request.range.start), method, url };
        }),
      ];
    }),
  );
}

/** @returns the sites of a file in words: its line, the method and the URL. */
export function sitesOf(files: Files, name = Object.keys(files)[0] ?? ""): readonly string[] {
  return (listSites(files).get(name) ?? []).map(({ line, method, url }) => `${line}: ${method ?? "?"} ${url ?? "?"}`);
}
