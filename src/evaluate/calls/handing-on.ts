import type { Abstract, Single } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { optionsOf } from "../values";

/** The function that a call finally runs, with the arguments that it gets. */
export interface Called {
  readonly option: Single;
  /** Evaluated at the first read. */
  readonly given: Given;
  /** Arguments do not correspond to those of the call: another function passed them on, or some were bound. */
  readonly isShifted: boolean;
  /** A client runs it as part of the call. */
  readonly isRun?: true;
}

/** Nesting of functions that call their receiver: `call.call(f)`. */
const deepest = 3;

/** @returns what a call runs, through built-ins that only call another function: `f.call(self, a)`, `f.bind(self)`. */
export function calledBy(evaluation: Evaluation, callee: Abstract, given: () => Given, depth = 0): readonly Called[] {
  return optionsOf(callee).flatMap((option): readonly Called[] => {
    if (option.kind !== "builtin" || !option.builtin.handsOn || depth >= deepest) {
      const isBound = option.kind === "function" && option.bound !== undefined && option.bound.length > 0;
      return [
        {
          option,
          get given() {
            return given();
          },
          isShifted: depth > 0 || isBound,
        },
      ];
    }
    const outer = given();
    const { callee: inner, ...handed } = option.builtin.handsOn({
      ...outer,
      self: option.self ?? outer.self,
      evaluator: evaluation.forBuiltins,
    });
    return calledBy(evaluation, inner, () => ({ ...outer, ...handed, needed: undefined }), depth + 1);
  });
}
