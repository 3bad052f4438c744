import ts from "typescript";
import { noFacts } from "../../src/contract/configuration";
import type { Sources } from "../../src/project/sources";
import { RequestGraph } from "../../src/graph/flow/request-graph";
import { createLibrary } from "../../src/request/library";
import type { Files } from "./listed-sites";

/** @returns the request graph of a project, and its files. */
export function graphOf(files: Files): {
  readonly graph: RequestGraph;
  readonly trees: ReadonlyMap<string, ts.SourceFile>;
} {
  const trees = new Map(
    Object.entries(files).map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)]),
  );
  const sources: Sources = {
    find: (_, specifier) =>
      [".ts", ".tsx"].map((ending) => specifier.replace(/^\.\//u, "") + ending).find((each) => trees.has(each)),
    file: (name) => trees.get(name),
  };
  const graph = new RequestGraph(ts, createLibrary(ts, noFacts, sources), sources);
  graph.add(trees.values());
  return { graph, trees };
}
