import type TS from "typescript";
import type { Abstract, Builtin, Closure } from "./domain";

/** @returns whether something of the language only holds functions, as `Math` does, and is none itself. */
export function isNamespace(target: Builtin | Closure): boolean {
  return target.type === "builtin" && !target.call && !target.construct;
}

/** @returns whether a value is a function that does something. One that only throws, or does nothing, is meant to be overridden. */
export function isFunction(ts: typeof TS, value: Abstract): boolean {
  if (value.kind === "native") return true;
  if (value.kind !== "callable") return false;
  if (value.target.type === "builtin") return value.target.holds?.some((each) => isFunction(ts, each)) === true;
  const code = value.target.node;
  if (ts.isClassLike(code) || !code.body) return false;
  if (!ts.isBlock(code.body)) return true;
  const [first] = code.body.statements;
  return first !== undefined && !ts.isThrowStatement(first);
}
