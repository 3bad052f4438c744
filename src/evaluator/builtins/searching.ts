import { argument, placeOf } from "./define";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Call, Item, Part, Place, Text } from "../domain/domain";
import { bounds } from "../domain/limits";
import { isUndefined, mapOptions, plainText } from "../domain/values";
import { equals } from "../flow/equality";
import type { Program } from "../program";
import { elementsOf } from "../store/elements";

/** `includes` and `indexOf` of lists and texts. */

/** What is known of the place of something: the place itself, or whether it is there, and whether it is the first. */
interface Found {
  readonly at?: number;
  readonly isThere?: boolean | undefined;
  readonly mayBeFirst: boolean;
}

/** @returns whether a list has an element, and a list of alternatives for an element that may be several. */
export function listIncludes(program: Program, call: Call): Abstract {
  return found(program, call, (wanted, items) => asTruth(findInList(items, wanted), placeOf(program, call)));
}

/** @returns the index of an element. */
export function listIndexOf(program: Program, call: Call): Abstract {
  return found(program, call, (wanted, items) => asPlace(findInList(items, wanted), placeOf(program, call)));
}

function found(program: Program, call: Call, find: (wanted: Abstract, items: readonly Item[]) => Abstract): Abstract {
  const items = call.self && isUndefined(argument(program, call, 1)) ? elementsOf(program, call.self) : undefined;
  const known = items && items.length <= bounds.searched ? items : undefined;
  return mapOptions(argument(program, call, 0), (wanted) =>
    known
      ? find(wanted, known)
      : find(unknown("an element", placeOf(program, call)), [anything(placeOf(program, call))]),
  );
}

function anything(place: Place): Item {
  return { value: unknown("an element", place), presence: "maybe" };
}

/** Looks for an element. `NaN` is found by `includes` alone, so that nothing is told of it. */
export function findInList(items: readonly Item[], wanted: Abstract): Found {
  let mayBeHere = false;
  for (const [index, { value, presence }] of items.entries()) {
    const isSame = isNotANumber(wanted) ? undefined : equals(value, wanted, "===");
    if (isSame === false) continue;
    if (isSame && presence === "always")
      return mayBeHere ? { isThere: true, mayBeFirst: true } : placeAfter(items, index);
    mayBeHere = true;
  }
  return mayBeHere ? { mayBeFirst: true } : { at: -1, mayBeFirst: false };
}

/** Elements that may be missing before it move it forwards. */
function placeAfter(items: readonly Item[], index: number): Found {
  const before = items.slice(0, index);
  if (before.every(({ presence }) => presence === "always")) return { at: index, mayBeFirst: index === 0 };
  return { isThere: true, mayBeFirst: before.every(({ presence }) => presence === "maybe") };
}

function isNotANumber(value: Abstract): boolean {
  return value.kind === "scalar" && Number.isNaN(value.value);
}

/** @returns the place of a text in another that is known in part. */
export function findInText(self: Text, wanted: string): Found {
  const whole = plainText(self);
  const [first] = self.parts;
  const at = (whole ?? (first?.kind === "text" ? first.text : "")).indexOf(wanted);
  if (whole !== undefined || at >= 0) return { at, mayBeFirst: at === 0 };
  const isThere = self.parts.some((part) => part.kind === "text" && part.text.includes(wanted)) || undefined;
  return { isThere, mayBeFirst: beginsWith(self.parts, wanted) !== false };
}

/** @returns whether something is there, as far as it is known. */
export function asTruth({ at, isThere }: Found, place: Place): Abstract {
  const truth = at === undefined ? isThere : at >= 0;
  return truth === undefined ? unknown("`includes()`", place, { is: "boolean" }) : scalar(truth, place);
}

/** @returns the place as a number, as far as it is known. */
export function asPlace({ at, isThere, mayBeFirst }: Found, place: Place): Abstract {
  if (at !== undefined) return scalar(at, place);
  return unknown("`indexOf()`", place, { is: "number", index: { least: isThere ? 0 : -1, mayBeFirst } });
}

/** @returns whether a text that is known in part begins with a prefix; `undefined` where that is not known. */
export function beginsWith([first]: readonly Part[], prefix: string): boolean | undefined {
  if (first?.kind === "text") {
    if (first.text.length < prefix.length && prefix.startsWith(first.text)) return undefined;
    return first.text.startsWith(prefix);
  }
  if (first?.value.kind !== "alternatives") return undefined;
  const each = first.value.options.map((option) =>
    option.kind === "text" && !option.json ? beginsWith(option.parts, prefix) : undefined,
  );
  return each.every((one) => one === each[0]) ? each[0] : undefined;
}
