import { createRequire } from "node:module";
import type * as Re2 from "re2js";
import type { Constraints } from "./schema";

/** A compiled pattern. */
export type Pattern = Re2.RE2JS;

let loaded: typeof Re2 | undefined;

/** Loaded with the first pattern: most contracts have none. */
function re2(): typeof Re2 {
  loaded ??= createRequire(__filename)("re2js") as typeof Re2;
  return loaded;
}

const compiled = new WeakMap<Constraints, Pattern | false>();

/** @returns whether a pattern is found in a text; `undefined` where it is none of RE2's. Takes linear time in any case. */
export function matches(text: string, constraints: Constraints, source: string): boolean | undefined {
  let pattern = compiled.get(constraints);
  if (pattern === undefined) compiled.set(constraints, (pattern = compile(source) ?? false));
  return pattern === false ? undefined : pattern.test(text);
}

function compile(source: string): Pattern | undefined {
  try {
    return re2().RE2JS.compile(source);
  } catch {
    return undefined;
  }
}

/** @returns why a pattern cannot be checked, in RE2's words; `undefined` where it can. */
export function explainPattern(source: string): string | undefined {
  try {
    re2().RE2JS.compile(source);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws where a pattern is none of RE2's. */
export function compilePattern(source: string): Pattern {
  return re2().RE2JS.compile(source);
}
