import type { Abstract, Place, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { unknown } from "../make";
import { isPrimitive, mapOptions } from "../values";

/** Objects as operands of `+`: the result of their own `valueOf` is added, if they have one. */

/** @returns whether an object may have a `valueOf` of its own. */
export function mayHaveValue(
  evaluation: Evaluation,
  object: Extract<Single, { kind: "object" }>,
  place: Place,
): boolean {
  if (object.class !== undefined) return false;
  const own = evaluation.member(object, "valueOf", place);
  return object.open !== undefined || own.kind !== "builtin";
}

/** @returns the value that an operand of `+` contributes: an object with an own `valueOf` contributes its result. */
export function addedValue(evaluation: Evaluation, value: Abstract, place: Place): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind !== "object" || option.class !== undefined || option.open !== undefined || option.outside)
      return option;
    const callee = evaluation.member(option, "valueOf", place);
    if (callee.kind === "builtin") return option;
    const given = callee.kind === "function" ? evaluation.forBuiltins.invoke(callee, [], place, option) : undefined;
    return given && isPrimitive(given) ? given : unknown("an object that is added", place);
  });
}
