import type { Element, Rest } from "../../code/values";
import { someElement } from "../builtins/index";
import type { Abstract, Context, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { arrayOf, objectOf, text, unknown } from "../make";
import { keyOf } from "./keys";
import { placeOf } from "../places";
import { dataOf, joinAll, mapOptions } from "../values";

/** Elements and rests that patterns and loops read. */

export function evaluateElement(
  evaluation: Evaluation,
  { of, what, index, ...node }: Element,
  context: Context,
): Abstract {
  const place = placeOf(node, context);
  const value = evaluation.valueOf(of, context);
  if (index !== undefined)
    return mapOptions(value, (option) =>
      iteratesByItself(option) ? unknown("an element", place) : evaluation.member(option, String(index), place),
    );
  return mapOptions(value, (option) => {
    if (what === "element") return someElement(option, place);
    if (option.kind !== "object" || option.open !== undefined || option.instanceOf || option.outside)
      return unknown("a key", place, { is: "string" });
    return joinAll(
      [...option.members.keys()].map((key) => text(key, place)),
      place,
    );
  });
}

/** @returns whether an object is iterated by a method of the program, whose elements are not followed. */
function iteratesByItself(option: Single): boolean {
  return option.kind === "object" && option.class === undefined;
}

export function evaluateRest(evaluation: Evaluation, { of, without, from, ...node }: Rest, context: Context): Abstract {
  const place = placeOf(node, context);
  const value = evaluation.valueOf(of, context);
  const keys = without.map((key) => keyOf(evaluation, key, context));
  return mapOptions(value, (given) => {
    const option = dataOf(given);
    if (option.kind === "array")
      return arrayOf(option.elements.slice(from ?? 0), place, { open: option.open, sources: [option] });
    if (from !== undefined && option.kind !== "unknown")
      return arrayOf([], place, { open: "the rest of what is gone through" });
    const taken = keys.filter((key) => key !== undefined);
    if (option.kind === "unknown") {
      const { type, origin, without: lacking = [] } = option;
      return unknown(`the rest of ${option.reason}`, place, { type, origin, without: [...lacking, ...taken] });
    }
    if (option.kind !== "object" || taken.length < keys.length) return unknown("the rest of a value", place);
    const members = new Map([...option.members].filter(([key]) => !keys.includes(key)));
    return objectOf(members, place, { open: option.open, spreads: [option] });
  });
}
