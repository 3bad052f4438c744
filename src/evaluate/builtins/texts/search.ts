import { limits } from "../../limits";
import { scalar, unknown } from "../../make";
import { mapOptions, optionsOf, plainText, primitiveOf } from "../../values";
import type { Abstract, Element, Part, Place, Single, Text } from "../../domain";
import { leastLength, leadOf } from "./parts";

/** `includes` and `indexOf` of lists and texts. */

/** Result of a search: the index if it is known; else whether there is a match, and whether it may be at index 0. */
interface Found {
  readonly at?: number;
  readonly isThere?: boolean | undefined;
  readonly mayBeFirst: boolean;
}

/** @param elements `undefined` if they are unknown. */
export function searchList(
  elements: readonly Element[] | undefined,
  wanted: Abstract,
  convert: (found: Found, place: Place) => Abstract,
  place: Place,
): Abstract {
  const known = elements && elements.length <= limits.members ? elements : undefined;
  return mapOptions(wanted, (option) => convert(known ? findInList(known, option) : { mayBeFirst: true }, place));
}

/** Searches an element. Only `includes` finds `NaN`, so the result for it is unknown. */
function findInList(elements: readonly Element[], wanted: Single): Found {
  let mayBeHere = false;
  for (const [index, { value, presence }] of elements.entries()) {
    const isSame = isNotANumber(wanted) ? undefined : areSame(value, wanted);
    if (isSame === false) continue;
    if (isSame && presence === "always")
      return mayBeHere ? { isThere: true, mayBeFirst: true } : placeAfter(elements, index);
    mayBeHere = true;
  }
  return mayBeHere ? { mayBeFirst: true } : { at: -1, mayBeFirst: false };
}

/** Elements before the match that may be absent decrease its index. */
function placeAfter(elements: readonly Element[], index: number): Found {
  const before = elements.slice(0, index);
  if (before.every(({ presence }) => presence === "always")) return { at: index, mayBeFirst: index === 0 };
  return { isThere: true, mayBeFirst: before.every(({ presence }) => presence === "maybe") };
}

function isNotANumber(value: Abstract): boolean {
  return value.kind === "scalar" && Number.isNaN(value.value);
}

const typesOfKinds: Partial<Record<Single["kind"], "text" | "scalar" | "object">> = {
  text: "text",
  scalar: "scalar",
  object: "object",
  array: "object",
  function: "object",
  class: "object",
  builtin: "object",
  native: "object",
};

/** @returns whether two values are strictly equal; `undefined` if that is unknown. */
export function areSame(left: Abstract, right: Single): boolean | undefined {
  const [first, ...others] = optionsOf(left).map((option) => areSameOptions(option, right));
  return others.every((each) => each === first) ? first : undefined;
}

function areSameOptions(left: Single, right: Single): boolean | undefined {
  const [one, other] = [primitiveOf(left), primitiveOf(right)];
  if (one && other) return one.value === other.value;
  if (isOtherText(left, other?.value) || isOtherText(right, one?.value)) return false;
  const [a, b] = [typesOfKinds[left.kind], typesOfKinds[right.kind]];
  return a && b && a !== b ? false : undefined;
}

/** Whether a partly known text surely differs from a string: `/users/${id}` is neither empty nor `/`. */
function isOtherText(text: Single, value: unknown): boolean {
  if (text.kind !== "text" || text.json || typeof value !== "string") return false;
  const [first, last] = [text.parts[0], text.parts.at(-1)];
  return (
    leastLength(text) > value.length ||
    (first?.kind === "text" && !value.startsWith(first.text)) ||
    (last?.kind === "text" && !value.endsWith(last.text))
  );
}

/** @returns the index of a string in a partly known text. */
export function findInText(self: Text, wanted: string): Found {
  const whole = plainText(self);
  const { lead } = leadOf(self.parts);
  const at = (whole ?? lead).indexOf(wanted);
  if (whole !== undefined || at >= 0) return { at, mayBeFirst: at === 0 };
  const isThere = self.parts.some((part) => part.kind === "text" && part.text.includes(wanted)) || undefined;
  return { isThere, mayBeFirst: beginsWith(self.parts, wanted) !== false };
}

/** @returns whether there is a match, as an abstract value. */
export function asTruth({ at, isThere }: Found, place: Place): Abstract {
  const known = at === undefined ? isThere : at >= 0;
  return known === undefined ? unknown("`includes()`", place, { is: "boolean" }) : scalar(known, place);
}

/** @returns the index of the match, as an abstract value. */
export function asPlace({ at, isThere, mayBeFirst }: Found, place: Place): Abstract {
  if (at !== undefined) return scalar(at, place);
  return unknown("`indexOf()`", place, { is: "number", index: { least: isThere ? 0 : -1, mayBeFirst } });
}

/** @returns whether a partly known text begins with a prefix; `undefined` if that is unknown. */
export function beginsWith(parts: readonly Part[], prefix: string): boolean | undefined {
  const { lead, behind } = leadOf(parts);
  const [first] = behind;
  if (lead !== "" || behind.length === 0) {
    if (lead.startsWith(prefix)) return true;
    return behind.length > 0 && prefix.startsWith(lead) ? undefined : false;
  }
  if (first?.kind !== "hole" || first.value.kind !== "alternatives") return prefix === "" ? true : undefined;
  const each = first.value.options.map((option) =>
    option.kind === "text" && !option.json ? beginsWith(option.parts, prefix) : undefined,
  );
  return each.every((one) => one === each[0]) ? each[0] : undefined;
}

/** @returns whether a partly known text ends with a suffix; `undefined` if that is unknown. */
export function endsWith(parts: readonly Part[], suffix: string): boolean | undefined {
  let end = "";
  for (const part of [...parts].reverse()) {
    if (part.kind === "hole") return end.endsWith(suffix) ? true : suffix.endsWith(end) ? undefined : false;
    end = part.text + end;
    if (end.length >= suffix.length) return end.endsWith(suffix);
  }
  return end.endsWith(suffix);
}
