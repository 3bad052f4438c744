import { limits } from "../../limits";
import { arrayOf, builtinValue, computedText, scalar, unknown } from "../../make";
import { isUndefined, joinAll, mapOptions, plainText, primitiveOf } from "../../values";
import type { Abstract, ArrayValue, Builtin, BuiltinCall, Element, Place } from "../../domain";
import { argument, methodsOf, type Row } from "../define";
import { matchMember } from "../classes/regexp";
import { joinTexts, textForm } from "../texts/form";
import { asPlace, asTruth, searchList } from "../texts/search";
import { joinSplit } from "../texts/split";
import { changes, sorted, spliced } from "./changes";
import { eachList, filterList, findInList, forEach, type Listed, mapList, openReason, quantify } from "./callbacks";
import {
  elementsOf,
  emptyList,
  exactly,
  iteratorOf,
  maybe,
  pairOf,
  someElement,
  someElements,
  withAll,
  withValue,
} from "./elements";
import { joinQuery } from "./joined-query";
import { memberOfList } from "./list-member";
import { reduceList } from "./reduce";

/** Methods of lists. */

/** @returns a member of a list. */
export function memberOfArray(list: ArrayValue, name: string, place: Place): Abstract | undefined {
  if (/^(?:length|0|[1-9]\d{0,9})$/u.test(name)) return memberOfList(list, name, place);
  const known = methods.get(name);
  return known ? builtinValue(known, place, list) : matchMember(list.elements, name, place);
}

/** @returns a method of `Array.prototype`. */
export function arrayMethod(name: string): Builtin | undefined {
  return methods.get(name);
}

/**
 * @param arrange orders the elements of the copy; undefined if the order is unknown.
 * @param added other elements that the copy may contain.
 */
function copyOf(
  { self, call }: Listed,
  arrange: (elements: readonly Element[]) => readonly Element[] | undefined,
  added: readonly Abstract[] = [],
): Abstract {
  const known = exactly(elementsOf(self));
  const arranged = known && arrange(known);
  if (arranged) return arrayOf(arranged, call.place, { sources: [self] });
  const others = [...someElements(self, call.place), ...added.map((value): Element => ({ value, presence: "maybe" }))];
  return arrayOf(others.map(maybe), call.place, { open: openReason(self), sources: [self] });
}

function bound(value: Abstract): number | undefined | "unknown" {
  const known = primitiveOf(value);
  if (!known || (known.value !== undefined && typeof known.value !== "number")) return "unknown";
  return known.value;
}

function slice(listed: Listed): Abstract {
  const [start, end] = [bound(argument(listed.call, 0)), bound(argument(listed.call, 1))];
  const known = elementsOf(listed.self);
  // A full copy is known as well as its list.
  if (known && (start === undefined || start === 0) && end === undefined)
    return arrayOf(known, listed.call.place, { sources: [listed.self] });
  return copyOf(listed, (elements) =>
    start === "unknown" || end === "unknown" ? undefined : elements.slice(start, end),
  );
}

/** `list.with(index, value)`. It throws if the index is out of range. */
function replaced(listed: Listed): Abstract {
  const index = primitiveOf(argument(listed.call, 0))?.value;
  const value = argument(listed.call, 1);
  return copyOf(
    listed,
    (elements) => {
      if (typeof index !== "number" || !Number.isInteger(index)) return undefined;
      const at = index < 0 ? index + elements.length : index;
      if (at < 0 || at >= elements.length) return undefined;
      return elements.map((element, position): Element => (position === at ? { value, presence: "always" } : element));
    },
    [value],
  );
}

function concatLists(call: BuiltinCall): Abstract {
  const { place } = call;
  let list = withAll(emptyList, call.self ?? unknown("an array", place), place);
  for (const value of call.arguments) {
    // An object with unknown members may define `Symbol.isConcatSpreadable`.
    const single =
      value.kind === "text" || value.kind === "scalar" || (value.kind === "object" && value.open === undefined);
    if (single) list = withValue(list, value);
    else if (value.kind === "array" && value.class === undefined) list = withAll(list, value, place);
    else {
      // Either the value itself, or one of its elements.
      const element = unknown("an element", place, { origin: value.origin && { trail: value.origin.trail } });
      const added: Element = { value: element, presence: "maybe" };
      list = {
        elements: [...list.elements.map(maybe), added],
        open: list.open ?? "one of several lists",
        sources: [...list.sources, value],
      };
    }
  }
  if (call.more) list = withAll(list, unknown("more arguments", place), place);
  return arrayOf(list.elements, place, list);
}

/** @returns the elements with nested lists flattened to a depth. */
function flatten(listed: Listed, value: Abstract, depth: number | undefined): Abstract {
  const { self, call } = listed;
  let elements = elementsOf(value);
  for (let level = 0; elements && level < Math.min(depth ?? 0, limits.copyDepth); level += 1) {
    const flattened = flattenOnce(elements);
    if (flattened?.length === elements.length && flattened.every((each, index) => each === elements?.[index])) break;
    elements = flattened;
  }
  if (elements && depth !== undefined) return arrayOf(elements, call.place, { sources: [self] });
  const element: Element = { value: unknown("an element", call.place), presence: "maybe" };
  return arrayOf([element], call.place, { open: openReason(self), sources: [self] });
}

function flattenOnce(elements: readonly Element[]): readonly Element[] | undefined {
  const flattened: Element[] = [];
  for (const element of elements) {
    const { value, presence } = element;
    const inner = value.kind === "array" && value.class === undefined ? elementsOf(value) : undefined;
    if (inner) flattened.push(...(presence === "always" ? inner : inner.map(maybe)));
    else if (value.kind === "text" || value.kind === "scalar" || value.kind === "object") flattened.push(element);
    else return undefined;
    if (flattened.length > limits.members) return undefined;
  }
  return flattened;
}

/** @returns the depth of `flat`; `undefined` if it is unknown. */
function depthOf(given: Abstract): number | undefined {
  if (isUndefined(given)) return 1;
  const known = primitiveOf(given)?.value;
  if (known === undefined || typeof known === "bigint") return undefined;
  const depth = Math.trunc(Number(known));
  return Number.isNaN(depth) ? 0 : depth;
}

function joinList({ self, call }: Listed): Abstract {
  const { place } = call;
  const separator = mapOptions(argument(call, 0), (given) =>
    isUndefined(given) ? computedText(",", place) : textForm(given, place, call.evaluator),
  );
  const split = self.kind === "array" ? joinSplit(self.elements, separator, place) : undefined;
  if (split) return split;
  const elements = elementsOf(self);
  const known = elements && joinTexts(elements, separator, place, { evaluator: call.evaluator });
  if (known) return known;
  const perhaps = elements && joinPerhaps(elements, separator, call);
  return perhaps ?? unknown("joined text", place, { is: "string" });
}

/** Joins elements of which some may be absent: one text for each choice. */
function joinPerhaps(elements: readonly Element[], separator: Abstract, call: BuiltinCall): Abstract | undefined {
  const unsure = elements.filter(mayBeLeftOut).length;
  if (plainText(separator) === "&") return joinQuery(elements, call.place);
  if (2 ** unsure > limits.alternatives) return undefined;
  const lists = elements.reduce<readonly (readonly Element[])[]>(
    (before, element) => [
      ...before.map((each): readonly Element[] => [...each, { value: element.value, presence: "always" }]),
      ...(mayBeLeftOut(element) ? before : []),
    ],
    [[]],
  );
  const texts = lists.map((each) => joinTexts(each, separator, call.place, { evaluator: call.evaluator }));
  const known = texts.filter((each) => each !== undefined);
  return known.length === texts.length ? joinAll(known, call.place) : undefined;
}

function mayBeLeftOut({ presence, unlessEmpty }: Element): boolean {
  return presence === "maybe" && unlessEmpty !== true;
}

function at({ self, call }: Listed): Abstract {
  const index = primitiveOf(argument(call, 0))?.value;
  const known = exactly(elementsOf(self));
  if (known && typeof index === "number") return known.at(index)?.value ?? scalar(undefined, call.place);
  if (typeof index === "number" && index >= 0 && Number.isInteger(index))
    return memberOfList(self, String(index), call.place);
  return joinAll([someElement(self, call.place), scalar(undefined, call.place)], call.place);
}

function searchIn(convert: typeof asTruth): (call: BuiltinCall) => Abstract {
  return (call) =>
    mapOptions(call.self ?? unknown("an array", call.place), (self) => {
      const elements = isUndefined(argument(call, 1)) ? elementsOf(self) : undefined;
      return searchList(elements, argument(call, 0), convert, call.place);
    });
}

function iterated(make: (element: Element, index: number, place: Place) => Abstract): Row {
  return (call) =>
    eachList(call, ({ self }) => {
      const known = exactly(elementsOf(self));
      const elements: readonly Element[] | undefined = known?.map((element, index) => ({
        value: make(element, index, call.place),
        presence: "always",
      }));
      const list = elements
        ? arrayOf(elements, call.place, { sources: [self] })
        : arrayOf([], call.place, { open: openReason(self), sources: [self] });
      return iteratorOf(list, call.place);
    });
}

function each(apply: (listed: Listed) => Abstract): Row {
  return (call) => eachList(call, apply);
}

const table: Readonly<Record<string, Row>> = {
  ...changes,
  at: each(at),
  concat: concatLists,
  entries: iterated(({ value }, index, place) => pairOf(scalar(index, place), value, place)),
  every: each((listed) => quantify(listed, true)),
  filter: each(filterList),
  find: each((listed) => findInList(listed, { from: "start", gives: "element" })),
  findIndex: each((listed) => findInList(listed, { from: "start", gives: "index" })),
  findLast: each((listed) => findInList(listed, { from: "end", gives: "element" })),
  findLastIndex: each((listed) => findInList(listed, { from: "end", gives: "index" })),
  flat: each((listed) => flatten(listed, listed.self, depthOf(argument(listed.call, 0)))),
  flatMap: each((listed) => flatten(listed, mapList(listed), 1)),
  forEach: each(forEach),
  includes: searchIn(asTruth),
  indexOf: searchIn(asPlace),
  join: each(joinList),
  keys: iterated((...[, index, place]) => scalar(index, place)),
  lastIndexOf: ({ place }) =>
    unknown("`lastIndexOf()`", place, { is: "number", index: { least: -1, mayBeFirst: true } }),
  map: each(mapList),
  reduce: each((listed) => reduceList(listed, "left")),
  reduceRight: each((listed) => reduceList(listed, "right")),
  slice: each(slice),
  some: each((listed) => quantify(listed, false)),
  toReversed: each((listed) => copyOf(listed, (elements) => [...elements].reverse())),
  toSorted: each((listed) => copyOf(listed, (elements) => sorted(elements, listed.call))),
  toSpliced: each((listed) =>
    copyOf(listed, (elements) => spliced(elements, listed.call)?.left, listed.call.arguments.slice(2)),
  ),
  toString: each(({ self, call }) => textForm(self, call.place, call.evaluator)),
  values: iterated(({ value }) => value),
  with: each(replaced),
};

const methods = methodsOf("Array", table);
