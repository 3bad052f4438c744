import type { After } from "../../code/values";
import type { Abstract, BuiltinValue, Place, Single } from "../domain";
import type { Given } from "../evaluation";
import { lazyElement } from "../make";
import { mapOptions, optionsOf } from "../values";
import { opened } from "./open";

/** Built-in functions that call a function of the program: what that changes of what it is given. */

/** Whether a built-in function calls one that may change what an argument or the receiver is, or holds. */
export function mayChangeByCallback({ builtin: { label }, self }: BuiltinValue, given: Given, node: After): boolean {
  const { argument } = node;
  const isReduction = /\.reduce(?:Right)?$/u.test(label);
  // `call`, `apply` and `bind` hand on what they are given.
  if (/^(?:Function\.(?:apply|bind|call)|Reflect\.(?:apply|construct))$/u.test(label))
    return [self, ...given.arguments].some((each) => each && changes(each, undefined));
  const parameter = isReduction ? (argument === -1 ? 1 : 0) : 0;
  return given.arguments.some((each) => changes(each, parameter));
}

/** Whether a function of the program changes one of its parameters, or any. */
function changes(callback: Abstract, parameter: number | undefined): boolean {
  return optionsOf(callback).some((option) => {
    if (option.kind !== "function") return false;
    const leaves = option.file.code.functions[option.function]?.leaves ?? [];
    return leaves.some(({ what }) => parameter === undefined || what === parameter + (option.bound?.length ?? 0));
  });
}

/** @returns a list whose elements, or an object that, may have been changed. */
export function openedInside(value: Abstract, reason: string, place: Place): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind !== "array") return opened(option, reason, place);
    const elements = option.elements.map((element) =>
      lazyElement(() => opened(element.value, reason, place), element.presence),
    );
    return { ...option, elements };
  });
}

/** Whether a function of the language calls what it is given for each element, and does not keep it: `push` does. */
export function callsForElements(callee: Single): boolean {
  return (
    callee.kind === "builtin" && !/\.(?:concat|fill|push|splice|toSpliced|unshift|with)$/u.test(callee.builtin.label)
  );
}
