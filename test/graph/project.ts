import ts from "typescript";
import { noFacts } from "../../src/contract/configuration";
import type { Sources } from "../../src/project/sources";
import { RequestGraph } from "../../src/graph/flow/request-graph";
import { type Site, Sites } from "../../src/graph/sites/sites";
import { createLibrary } from "../../src/request/library";

/** The text of each file of a project, by its name without a folder. */
export type Files = Readonly<Record<string, string>>;

/** @returns the request graph of a project, its files, and its sites. */
export function graphOf(files: Files): {
  readonly graph: RequestGraph;
  readonly trees: ReadonlyMap<string, ts.SourceFile>;
  readonly sites: (name: string) => readonly Site[];
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
  const sites = new Sites(ts, graph, sources);
  return {
    graph,
    trees,
    sites: (name) => {
      const tree = trees.get(name);
      return tree ? sites.of(tree) : [];
    },
  };
}

/** @returns the sites of a file in words: its line, the method and the URL. */
export function sitesOf(files: Files, name = Object.keys(files)[0] ?? ""): readonly string[] {
  const { sites, trees } = graphOf(files);
  return sites(name).map(({ node, method, url }) => {
    const line = trees.get(name)?.getLineAndCharacterOfPosition(node.getStart()).line ?? 0;
    return `${line + 1}: ${method ?? "?"} ${url ?? "?"}`;
  });
}
