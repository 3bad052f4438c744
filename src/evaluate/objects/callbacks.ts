import { arrayMethodOf } from "../../syntax/built-ins";
import type { After } from "../../code/values";
import type { Abstract, BuiltinValue, Place, Single } from "../domain";
import type { Given } from "../evaluation";
import { lazyElement } from "../make";
import { mapOptions, optionsOf } from "../values";
import { opened } from "./open";

/** Built-ins that call a function of the program: the changes that the function makes to its arguments. */

/** @returns whether a callback of a built-in may change an argument or the receiver, or an object inside. */
export function mayChangeByCallback({ builtin: { label }, self }: BuiltinValue, given: Given, node: After): boolean {
  const { argument } = node;
  const isReduction = /\.reduce(?:Right)?$/u.test(label);
  // `call`, `apply` and `bind` pass their arguments on in other positions.
  if (/^(?:Function\.(?:apply|bind|call)|Reflect\.(?:apply|construct))$/u.test(label))
    return [self, ...given.arguments].some((each) => each && changes(each, undefined));
  const parameter = isReduction ? (argument === -1 ? 1 : 0) : 0;
  return given.arguments.some((each) => changes(each, parameter));
}

/** @returns whether a function of the program changes the parameter, or any parameter if it is undefined. */
function changes(callback: Abstract, parameter: number | undefined): boolean {
  return optionsOf(callback).some((option) => {
    if (option.kind !== "function") return false;
    const leaves = option.file.code.functions[option.function]?.leaves ?? [];
    return leaves.some(({ what }) => parameter === undefined || what === parameter + (option.bound?.length ?? 0));
  });
}

/** @returns a list with opened elements; other objects are opened themselves. */
export function openedInside(value: Abstract, reason: string, place: Place): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind !== "array") return opened(option, reason, place);
    const elements = option.elements.map((element) =>
      lazyElement(() => opened(element.value, reason, place), element.presence),
    );
    return { ...option, elements };
  });
}

/** @returns whether a built-in calls its argument for each element. The others store the argument, as `push` does. */
export function callsForElements(callee: Single): boolean {
  if (callee.kind !== "builtin") return false;
  const { label } = callee.builtin;
  return arrayMethodOf(label.slice(label.lastIndexOf(".") + 1))?.inserts === undefined;
}
