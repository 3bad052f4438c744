import { createRequire } from "node:module";
import type TS from "typescript";
import { UsageError } from "./exit";

/**
 * Loads TypeScript, which takes longer than to check a hundred manifests: only a run over code may call this.
 *
 * @throws UsageError when what is installed is TypeScript 7 or later, whose package holds a version and nothing else.
 */
export function loadTypeScript(): typeof TS {
  const ts = createRequire(__filename)("typescript") as typeof TS;
  if (!("createSourceFile" in ts))
    throw new UsageError(
      "the TypeScript beside eslint-plugin-restraint has no compiler API (it is 7 or later); install typescript@6.0 there.",
    );
  return ts;
}
