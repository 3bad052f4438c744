import type TS from "typescript";
import type { Library } from "../../clients/native";
import { FactsBuilder } from "./builder";
import { type FileFacts, keyOf, none } from "./facts";
import { declareVariables, declareBlock, Scope } from "./names";
import { typeOriginsOf } from "./types";
import { visit } from "./visit";
import type { Walk } from "./walk";

/**
 * Walks over a file once.
 *
 * @param library tells which names stand for clients.
 * @returns what the file says about where values flow. Never throws; code that is nested too deep is left out.
 */
export function indexFile(ts: typeof TS, file: TS.SourceFile, library: Library): FileFacts {
  const build = new FactsBuilder();
  const walk: Walk = {
    visit: (node, at) => visit(walk, node, at),
    ts,
    file,
    library,
    build,
    types: new Map(),
    typeOrigins: typeOriginsOf(ts, file),
    depth: 0,
  };
  build.object("module");
  const scope = new Scope(undefined, 0);
  build.functions.push({
    name: "",
    parent: none,
    start: file.pos,
    end: file.end,
    params: [],
    hasRest: false,
    result: none,
    self: none,
    nodes: 0,
    isSeed: false,
    lastCall: undefined,
  });
  build.functionAt.set(keyOf(file), 0);
  declareVariables(ts, scope, file, build.slot);
  declareBlock(ts, scope, file, file.statements, build.slot);
  const at = { scope, within: 0, self: none, parent: none, branch: none };
  for (const statement of file.statements) walk.visit(statement, at);
  return build.facts(file.fileName);
}
