import { scalar, unknown } from "../../make";
import { joinAll, mapOptions } from "../../values";
import type { Abstract, Element, Place, Unknown } from "../../domain";
import { elementsOf, exactly, someElement } from "./elements";

/** Elements and length of a list, as members. */

/** @returns an element, or the length. */
export function memberOfList(list: Abstract, name: string, place: Place): Abstract {
  return mapOptions(list, (option) => {
    const elements = elementsOf(option);
    if (name === "length" || name === "size") return lengthOf(elements, option, place);
    const index = Number(name);
    const known = firstExactly(elements ?? [], index);
    if (known) return known.value;
    if (elements && exactly(elements)) return scalar(undefined, place);
    return joinAll([someElement(option, place), scalar(undefined, place)], place);
  });
}

/** @returns an element if it and all before it are present. */
function firstExactly(elements: readonly Element[], index: number): Element | undefined {
  return elements.slice(0, index + 1).every(({ presence }) => presence === "always") ? elements[index] : undefined;
}

function lengthOf(elements: readonly Element[] | undefined, list: Abstract, place: Place): Abstract {
  if (elements && exactly(elements)) return scalar(elements.length, place);
  const listed = list.kind === "array" ? list.elements : (elements ?? []);
  const least = listed.filter(({ presence }) => presence === "always").length;
  return unknownCount(least, place);
}

function unknownCount(least: number, place: Place): Unknown {
  const more = least > 0 ? { truth: true } : {};
  return unknown("a length", place, { is: "number", index: { least, mayBeFirst: least === 0 }, ...more });
}
