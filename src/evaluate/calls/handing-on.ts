import type { Abstract, Single } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { optionsOf } from "../values";

/** What a call calls in the end, with what that is given. */
export interface Called {
  readonly option: Single;
  /** Evaluated when it is read. */
  readonly given: Given;
  /** The arguments are not those of the call, one by one: a function handed them on, or some were bound. */
  readonly isShifted: boolean;
}

/** Functions that call functions that call functions: `call.call(f)`. */
const deepest = 3;

/** @returns what a call of a value calls, through functions that do nothing but call another one: `f.call(self, a)`, `f.bind(self)`. */
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
