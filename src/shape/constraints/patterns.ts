import { createRequire } from "node:module";
import type * as Re2 from "re2js";
import type { Constraints } from "./schema";

/** A compiled pattern. */
export type Pattern = Re2.RE2JS;

let loaded: typeof Re2 | undefined;

/** Loaded for the first pattern, because most contracts have none. */
function re2(): typeof Re2 {
  loaded ??= createRequire(__filename)("re2js") as typeof Re2;
  return loaded;
}

const compiled = new WeakMap<Constraints, Pattern | false>();

/** @returns whether a text contains a match; `undefined` if RE2 does not support the pattern. Always takes linear time. */
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

/** @returns why RE2 does not support a pattern, in its own words; `undefined` if it does. */
export function explainPattern(source: string): string | undefined {
  try {
    re2().RE2JS.compile(source);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws if RE2 does not support the pattern. */
export function compilePattern(source: string): Pattern {
  return re2().RE2JS.compile(source);
}
