import { createRequire } from "node:module";
import type TS from "typescript";

/**
 * Loads this package's own TypeScript, which takes longer than checking a hundred manifests. Must be called only if
 * there is code to check.
 *
 * @returns `undefined` if TypeScript 7 or later is installed, whose module contains only a version.
 */
export function findTypeScript(): typeof TS | undefined {
  const ts = createRequire(__filename)("typescript") as typeof TS;
  return "createSourceFile" in ts ? ts : undefined;
}
