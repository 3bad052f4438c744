import type { Abstract, Builtin, BuiltinCall, HandedOn } from "../domain";
import { isUndefined } from "../values";
import { elementsOf, exactly } from "./arrays/elements";
import type { Implementation } from "./define";

/** Functions that only call another one: `call`, `apply`, and results of `bind`. */

/** @returns a function that only calls another one. */
export function handingOn(
  label: string,
  handsOn: (call: BuiltinCall) => HandedOn,
): Builtin & { readonly call: Implementation } {
  const call: Implementation = (given) => {
    const { callee, arguments: passed, self, more } = handsOn(given);
    return given.evaluator.invoke(callee, passed, given.place, self, more);
  };
  return { label, call, handsOn };
}

/** @returns the elements of a list as arguments, and whether there may be more. */
export function fromList(list: Abstract | undefined): Pick<HandedOn, "arguments" | "more"> {
  const elements = list && exactly(elementsOf(list));
  const isNone = list === undefined || isUndefined(list);
  return { arguments: elements?.map(({ value }) => value) ?? [], more: elements === undefined && !isNone };
}
