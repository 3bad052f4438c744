import { limits } from "../../limits";
import { arrayOf, freshIdentity, scalar, unknown } from "../../make";
import { assuming, isUndefined, joinAll, mapOptions, nullishOf, optionsOf, plainText, primitiveOf } from "../../values";
import type { Abstract, ArrayValue, BuiltinCall, Element } from "../../domain";
import { type After, argument, type Row } from "../define";
import { textForm } from "../texts/form";
import { memberOfList } from "./list-member";
import { elementsOf, exactly, maybe, opened, someElement, withAll, withValue } from "./elements";

/** Methods that change their list: the result of each, and the list afterwards. */

type Change = (list: ArrayValue, call: BuiltinCall) => ArrayValue;

/** @returns the change as an effect on the receiver, which may be one of several lists, or unknown. */
function afterwards(change: Change): After {
  return (call, argument, before) => {
    if (argument >= 0) return before;
    return mapOptions(before, (option) => {
      if (option.kind === "array") return assuming(change(option, call), option.assumes);
      if (option.kind !== "unknown") return option;
      if (option.is !== "array") return { ...option, identity: freshIdentity() };
      const list = arrayOf([], option.place, { open: option.reason, sources: [option] });
      return change(list, call);
    });
  };
}

const push: Change = (list, call) => {
  let draft = call.arguments.reduce(withValue, { elements: list.elements, open: list.open, sources: list.sources });
  if (call.more) draft = withAll(draft, unknown("more arguments", call.place), call.place);
  return { ...list, ...draft };
};

const unshift: Change = (list, call) => {
  const added = call.arguments.map((value): Element => ({ value, presence: "always" }));
  const both = { ...list, elements: [...added, ...list.elements] };
  return call.more || list.open !== undefined ? opened(both, "more arguments") : both;
};

/** Removes the first or the last element. */
function without(end: "first" | "last"): Change {
  return (list) => {
    const known = exactly(elementsOf(list));
    if (!known) return opened(list, "an element was taken out");
    return { ...list, elements: end === "first" ? known.slice(1) : known.slice(0, -1) };
  };
}

function taken(end: "first" | "last"): (call: BuiltinCall) => Abstract {
  return (call) =>
    mapOptions(call.self ?? unknown("an array", call.place), (self) => {
      const known = exactly(elementsOf(self));
      if (known) return known.at(end === "first" ? 0 : -1)?.value ?? scalar(undefined, call.place);
      return joinAll([someElement(self, call.place), scalar(undefined, call.place)], call.place);
    });
}

/** @returns the remaining and the removed elements of `splice`; `undefined` if they are unknown. */
export function spliced(
  list: readonly Element[] | undefined,
  call: BuiltinCall,
): { readonly left: readonly Element[]; readonly taken: readonly Element[] } | undefined {
  const known = exactly(list);
  const [start, count] = call.arguments.slice(0, 2).map((value) => primitiveOf(value)?.value);
  if (!known || call.more) return undefined;
  const left = [...known];
  if (call.arguments.length === 0) return { left, taken: [] };
  if (typeof start !== "number" || (call.arguments.length > 1 && typeof count !== "number")) return undefined;
  const added = call.arguments.slice(2).map((value): Element => ({ value, presence: "always" }));
  const out = left.splice(start, typeof count === "number" ? count : left.length, ...added);
  return { left, taken: out };
}

const splice: Change = (list, call) => {
  const known = spliced(elementsOf(list), call);
  if (known) return { ...list, elements: known.left };
  const added = call.arguments.slice(2).map((value): Element => ({ value, presence: "maybe" }));
  return opened({ ...list, elements: [...list.elements, ...added] }, "elements were taken out or put in");
};

function takenOut(call: BuiltinCall): Abstract {
  return mapOptions(call.self ?? unknown("an array", call.place), (self) => {
    const known = spliced(elementsOf(self), call);
    if (known) return arrayOf(known.taken, call.place, { sources: [self] });
    const element: Element = { value: someElement(self, call.place), presence: "maybe" };
    return arrayOf([element], call.place, { open: "elements of a list", sources: [self] });
  });
}

/** @returns the elements sorted; `undefined` if the order is unknown. */
export function sorted(list: readonly Element[] | undefined, call: BuiltinCall): readonly Element[] | undefined {
  const known = exactly(list);
  if (!known || call.more) return undefined;
  if (known.length < 2) return known;
  const [compare] = call.arguments;
  if (compare && !(compare.kind === "scalar" && compare.value === undefined)) return sortedBy(known, compare, call);
  const keyed = known.map((element) => ({
    element,
    isNothing: primitiveOf(element.value)?.value === undefined,
    key: primitiveOf(element.value) && plainText(textForm(element.value, call.place)),
  }));
  if (keyed.some(({ key }) => key === undefined)) return undefined;
  return keyed
    .sort((one, other) =>
      one.isNothing || other.isNothing
        ? Number(one.isNothing) - Number(other.isNothing)
        : compareTexts(one.key ?? "", other.key ?? ""),
    )
    .map(({ element }) => element);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Bound on the elements sorted with a function: such lists, if known, are short in programs. */
const compared = 8;

function mayBeUndefined(value: Abstract): boolean {
  return optionsOf(value).some(
    (option) => isUndefined(option) || (option.kind === "unknown" && nullishOf(option) !== false),
  );
}

function sortedBy(elements: readonly Element[], compare: Abstract, call: BuiltinCall): readonly Element[] | undefined {
  // Undefined elements go to the end without a call of the function.
  if (elements.length > compared || elements.some(({ value }) => mayBeUndefined(value))) return undefined;
  let isKnown = true as boolean;
  const ordered = [...elements].sort((one, other) => {
    const result = isKnown
      ? primitiveOf(call.evaluator.invoke(compare, [one.value, other.value], call.place))?.value
      : undefined;
    if (typeof result !== "number") isKnown = false;
    return typeof result === "number" ? result : 0;
  });
  return isKnown ? ordered : undefined;
}

const sort: Change = (list, call) => {
  const ordered = sorted(elementsOf(list), call);
  return ordered ? { ...list, elements: ordered } : opened(list, "a sorted list");
};

const reverse: Change = (list) => {
  const known = exactly(elementsOf(list));
  return known ? { ...list, elements: [...known].reverse() } : opened(list, "a reversed list");
};

const fill: Change = (list, call) => {
  const known = exactly(elementsOf(list));
  const value = argument(call, 0);
  const [start, end] = call.arguments.slice(1, 3).map((each) => primitiveOf(each)?.value);
  const isKnown = (bound: unknown, index: number): boolean =>
    call.arguments.length <= index || typeof bound === "number";
  if (!known || call.more || !isKnown(start, 1) || !isKnown(end, 2))
    return opened({ ...list, elements: [...list.elements, { value, presence: "maybe" }] }, "a filled list");
  const filled: Element = { value, presence: "always" };
  const marks = known.map(() => false).fill(true, start as number | undefined, end as number | undefined);
  return { ...list, elements: known.map((element, index) => (marks[index] ? filled : element)) };
};

const copyWithin: Change = (list) => opened(list, "a list of which a part was copied");

/** A method that returns the changed list itself. */
function itself(change: Change): Row {
  const after = afterwards(change);
  return { call: (call: BuiltinCall) => after(call, -1, call.self ?? unknown("an array", call.place)), after };
}

function newLength(change: Change): Row {
  const after = afterwards(change);
  return {
    call: (call: BuiltinCall) =>
      memberOfList(after(call, -1, call.self ?? unknown("an array", call.place)), "length", call.place),
    after,
  };
}

export const changes: Readonly<Record<string, Row>> = {
  copyWithin: itself(copyWithin),
  fill: itself(fill),
  pop: { call: taken("last"), after: afterwards(without("last")) },
  push: newLength(push),
  reverse: itself(reverse),
  shift: { call: taken("first"), after: afterwards(without("first")) },
  sort: itself(sort),
  splice: { call: takenOut, after: afterwards(splice) },
  unshift: newLength(unshift),
};

/** @returns a list after an assignment to one of its elements, or to its length. */
export function writeToList(list: ArrayValue, key: string | undefined, value: Abstract): ArrayValue {
  if (key === "length") return withLength(list, primitiveOf(value)?.value);
  const index = key !== undefined && /^(?:0|[1-9]\d{0,5})$/u.test(key) ? Number(key) : undefined;
  if (key !== undefined && index === undefined) return list;
  const known = exactly(elementsOf(list));
  const element: Element = { value, presence: "always" };
  if (known && index !== undefined && index <= known.length && index < limits.members)
    return { ...list, elements: [...known.slice(0, index), element, ...known.slice(index + 1)] };
  const others = list.elements.map(maybe);
  return { ...list, elements: [...others, maybe(element)], open: list.open ?? "an element that was set" };
}

function withLength(list: ArrayValue, length: unknown): ArrayValue {
  if (length === 0) return { ...list, elements: [], open: undefined, sources: [] };
  const known = exactly(elementsOf(list));
  const isShorter = known && typeof length === "number" && length <= known.length;
  return isShorter ? { ...list, elements: known.slice(0, length) } : opened(list, "its length was set");
}
