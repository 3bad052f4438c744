import ts from "typescript";
import { createEngine } from "../../../src/flow/evaluate-file";
import type { Engine, Evaluation } from "../../../src/clients/evaluation";
import type { Library } from "../../../src/clients/native";
import type { Sources } from "../../../src/project/sources";
import { asText } from "../../../src/request/drafts/known";
import { type Draft, parse, testLibrary } from "../../harness/evaluating";

/** Several files that import each other, each evaluated by itself by one engine. */

export type Files = Readonly<Record<string, string>>;

export interface Project {
  readonly engine: Engine;
  readonly trees: ReadonlyMap<string, ts.SourceFile>;
}

export function project(files: Files, library: (sources: Sources) => Library = () => testLibrary): Project {
  const trees = new Map(Object.entries(files).map(([name, text]) => [name, parse(text, name)]));
  const sources: Sources = {
    find: (_, specifier) => [...trees.keys()].find((name) => name === `${specifier.replace("./", "")}.ts`),
    file: (name) => trees.get(name),
  };
  return { engine: createEngine({ ts, library: library(sources), sources }), trees };
}

export function run({ engine, trees }: Project, name: string): Evaluation {
  const sourceFile = trees.get(name);
  if (!sourceFile) throw new Error(`no file ${name}`);
  return engine.evaluate({ sourceFile });
}

/** What the test's own client was given first, by each request of a file. */
export function given(evaluation: Evaluation): readonly (string | undefined)[] {
  return evaluation.sent.map(({ draft }) => asText((draft as Draft).arguments[0]));
}
