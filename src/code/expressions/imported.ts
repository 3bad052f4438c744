import type TS from "typescript";
import type { ValueId } from "../graph";
import type { Build } from "../versions/state";
import { readImport } from "../versions/variables";

/** @returns the namespace loaded by `require("…")` or `import("…")`: an import without a local name. */
export function importModule(build: Build, specifier: string, node: TS.Node): ValueId {
  const index = build.imports.length;
  build.imports.push({ specifier, name: "*", local: undefined });
  return readImport(build, index, node);
}
