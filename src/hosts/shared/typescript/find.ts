import { createRequire } from "node:module";
import type TS from "typescript";

/**
 * Loads this package's own TypeScript, which takes longer than to check a hundred manifests: only where there is code may this be called.
 *
 * @returns `undefined` where what is installed is TypeScript 7 or later, whose package holds a version and nothing else.
 */
export function findTypeScript(): typeof TS | undefined {
  const ts = createRequire(__filename)("typescript") as typeof TS;
  return "createSourceFile" in ts ? ts : undefined;
}
