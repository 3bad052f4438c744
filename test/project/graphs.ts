import ts from "typescript";
import type { FileCode } from "../../src/code/graph";
import type { ValueNode } from "../../src/code/values";
import { Project } from "../../src/project/project";
import type { Sources } from "../../src/project/sources";

/** A value of which a test says only what it needs. */
type Written<T> = T extends unknown ? Partial<T> : never;

/** The parts of a file's graph that a test needs. */
export type Graph = Partial<Omit<FileCode, "values">> & { readonly values?: readonly Written<ValueNode>[] };

const base: FileCode = {
  values: [],
  functions: [],
  classes: [],
  variables: [],
  guards: [],
  loops: [],
  types: [],
  declaredTypes: [],
  imports: [],
  exports: [],
  calls: [],
  membersByName: new Map(),
  roots: [],
  nodes: 0,
  isWhole: true,
};

/** @returns a project of files that have these graphs, by their names; `./name` is their specifier. */
export function projectOf(graphs: Readonly<Record<string, Graph>>): Project {
  const trees = new Map(
    Object.keys(graphs).map((name) => [name, ts.createSourceFile(name, "", ts.ScriptTarget.Latest, true)]),
  );
  const sources: Sources = {
    find: (_, specifier) =>
      [`${specifier.replace("./", "")}.ts`].find((each) => specifier.startsWith("./") && trees.has(each)),
    file: (name) => trees.get(name),
    all: () => [...trees.keys()],
  };
  const build = (_: typeof ts, { fileName }: ts.SourceFile): { code: FileCode; nodes: [] } => ({
    code: { ...base, ...graphs[fileName] } as FileCode,
    nodes: [],
  });
  return new Project({ ts, sources, build });
}
