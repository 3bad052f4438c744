import type TS from "typescript";
import { findTypeScript } from "../shared/typescript/find";
import { UsageError } from "./exit";

/**
 * Loads TypeScript. Only a run over code may call this.
 *
 * @throws UsageError if the installed version is TypeScript 7 or later.
 */
export function loadTypeScript(): typeof TS {
  const ts = findTypeScript();
  if (ts === undefined)
    throw new UsageError(
      "the TypeScript beside eslint-plugin-restraint has no compiler API (it is 7 or later); install typescript@6.0 there.",
    );
  return ts;
}
