import { limits } from "../../limits";
import { arrayOf, computedText, entry, lazyElement, objectOf, unknown } from "../../make";
import { assuming, joinAll, mapOptions, optionsOf, plainText } from "../../values";
import type { Abstract, ArrayValue, Element, ObjectValue, Place, Single, Unknown } from "../../domain";
import { entryStyleOf } from "../classes/entries";
import { entriesOfMap, someKey, someValue } from "../classes/keyed";

/** Iteration: the elements of lists, sets, maps, entries and texts. */

/** @returns the elements of an iterable in order, some perhaps absent; `undefined` if they are unknown. */
export function elementsOf(value: Abstract): readonly Element[] | undefined {
  switch (value.kind) {
    case "array":
      return value.open === undefined ? value.elements : undefined;
    case "object":
      return elementsOfObject(value);
    case "text": {
      const whole = plainText(value);
      if (whole === undefined || whole.length > limits.members) return undefined;
      return Array.from(whole, (each): Element => ({ value: computedText(each, value.place), presence: "always" }));
    }
    case "alternatives":
      return eitherList(value.options);
    default:
      return undefined;
  }
}

/** Joins several lists by index. Elements beyond the end of the shortest may be absent. */
function eitherList(options: readonly Single[]): readonly Element[] | undefined {
  const lists = options.map(elementsOf);
  const known = lists.filter((list) => list !== undefined);
  if (known.length < lists.length || known.some((list) => list.some(({ presence }) => presence === "maybe")))
    return undefined;
  const place = options[0]?.place;
  if (!place) return undefined;
  const longest = Math.max(...known.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index): Element => {
    const values = lists.flatMap((list, option) => {
      const element = list?.[index];
      return element ? [assuming(element.value, options[option]?.assumes)] : [];
    });
    return {
      value: joinAll(values, place),
      presence: values.length === lists.length ? "always" : "maybe",
    };
  });
}

/** The hidden member with the list of an iterator's elements. */
const listed = "\u0000list";

/** @returns an iterator. It keeps its elements after an iteration, as code hardly ever iterates one twice. */
export function iteratorOf(list: Abstract, place: Place): ObjectValue {
  return objectOf(new Map([[listed, entry(list, place)]]), place, { class: "Iterator" });
}

/** @returns the list of an iterator's elements; `undefined` for other objects. */
export function listOfIterator(value: ObjectValue): Abstract | undefined {
  return value.class === "Iterator" ? value.members.get(listed)?.value : undefined;
}

function elementsOfObject(value: ObjectValue): readonly Element[] | undefined {
  const list = listOfIterator(value);
  if (list) return elementsOf(list);
  return entryList(value)?.map(({ key, value: held, presence }) => ({
    value: pairOf(key, held, value.place),
    presence,
  }));
}

export interface Pair {
  readonly key: Abstract;
  readonly value: Abstract;
  readonly presence: Element["presence"];
}

export function pairOf(key: Abstract, value: Abstract, place: Place): ArrayValue {
  const both: readonly Element[] = [key, value].map((each) => ({ value: each, presence: "always" }));
  return arrayOf(both, place);
}

/** @returns the entries of a map, header fields, parameters or a form, in iteration order; `undefined` if they are unknown. */
export function entryList(value: ObjectValue): readonly Pair[] | undefined {
  if (value.class === "Map") return entriesOfMap(value);
  const style = entryStyleOf(value);
  if (!style || value.open !== undefined || value.unordered) return undefined;
  const entries = [...value.members].map(([key, { value: held, presence, keyPlace }]): Pair => ({
    key: computedText(style.foldsCase ? key.toLowerCase() : key, keyPlace),
    value: held,
    presence,
  }));
  if (style.foldsCase)
    return entries.sort((one, other) => ((plainText(one.key) ?? "") < (plainText(other.key) ?? "") ? -1 : 1));
  // Several values of one name are kept together, so their place among other entries is unknown.
  const isRepeated = entries.some(({ value: held }) => optionsOf(held).some(({ kind }) => kind === "array"));
  return isRepeated ? undefined : entries;
}

export function someElement(iterable: Abstract, place: Place): Abstract {
  return mapOptions(iterable, (option) => {
    if (option.kind === "array") return someOf(option, place);
    if (option.kind === "unknown") return elementOfUnknown(option, place);
    if (option.kind === "text") return unknown("a character", place, { is: "string" });
    return option.kind === "object" ? someOfObject(option, place) : unknown("an element", place);
  });
}

function someOf({ elements, open }: ArrayValue, place: Place): Abstract {
  const values = elements.map(({ value }) => value);
  if (open === undefined && values.length > 0) return joinAll(values, place);
  return joinAll(
    [...values, unknown(open === undefined ? "an element of an empty array" : "an element", place)],
    place,
  );
}

function someOfObject(value: ObjectValue, place: Place): Abstract {
  const list = listOfIterator(value);
  if (list) return someElement(list, place);
  if (value.class === "Map") return pairOf(someKey(value, place), someValue(value, place), place);
  if (!entryStyleOf(value)) return unknown("an element", place);
  const name = unknown("an entry's name", place, { is: "string" });
  return pairOf(name, unknown("an entry's value", place), place);
}

/** @returns some element of an unknown value. */
function elementOfUnknown({ origin }: Unknown, place: Place): Unknown {
  const trail = origin?.trail ?? [];
  const response = origin?.response;
  return unknown("an element", place, {
    origin: {
      trail: trail.length > 0 ? [`${trail.at(-1) ?? ""}[]`] : [],
      ...(origin?.parameter ? { parameter: origin.parameter } : {}),
      ...(response ? { response: { ...response, path: [...response.path, "*"] } } : {}),
    },
  });
}

/** A list under construction. */
export interface ListDraft {
  readonly elements: readonly Element[];
  readonly open: string | undefined;
  readonly sources: readonly Abstract[];
}

export const emptyList: ListDraft = { elements: [], open: undefined, sources: [] };

/** @returns the list with the elements of an iterable appended. */
export function withAll(list: ListDraft, iterable: Abstract, place: Place): ListDraft {
  const elements = elementsOf(iterable);
  // The elements of a fully known set or map say everything about it.
  const isArray = optionsOf(iterable).some((option) => option.kind === "array" || option.kind === "unknown");
  const sources = elements && !isArray ? list.sources : [...list.sources, iterable];
  if (elements && list.open === undefined && list.elements.length + elements.length <= limits.members)
    return { elements: [...list.elements, ...elements], open: undefined, sources };
  // A list that is repeatedly spread into the next one grows exponentially: elements beyond the bound are dropped, and the list is open.
  const kept = list.elements.slice(0, limits.members);
  const added = (elements ?? someElements(iterable, place)).slice(0, limits.members - kept.length);
  return {
    elements: [...kept.map(maybe), ...added.map(maybe)],
    open: list.open ?? openReason(iterable),
    sources,
  };
}

/** @returns the list with a value appended. */
export function withValue(list: ListDraft, value: Abstract): ListDraft {
  const presence = list.open === undefined ? ("always" as const) : ("maybe" as const);
  return { ...list, elements: [...list.elements, { value, presence }] };
}

/** @returns the listed elements of an iterable, which may have others; some element if none are listed. */
export function someElements(iterable: Abstract, place: Place): readonly Element[] {
  return optionsOf(iterable).flatMap((option): readonly Element[] =>
    option.kind === "array" ? option.elements : [{ value: someElement(option, place), presence: "maybe" }],
  );
}

function openReason(iterable: Abstract): string {
  const [only, ...others] = optionsOf(iterable);
  if (others.length > 0 || !only) return "one of several lists";
  if (only.kind === "unknown") return only.reason;
  return only.kind === "array" ? (only.open ?? "a long list") : "elements that are not known";
}

export function maybe(element: Element): Element {
  if (element.presence === "maybe") return element;
  return lazyElement(() => element.value, "maybe");
}

/** @returns a list that may lack any of its elements, and have others anywhere. */
export function opened(list: ArrayValue, reason: string): ArrayValue {
  return { ...list, elements: list.elements.map(maybe), open: list.open ?? reason };
}

/** @returns the elements if all are present, so that each has its index. */
export function exactly(elements: readonly Element[] | undefined): readonly Element[] | undefined {
  return elements?.every(({ presence }) => presence === "always") ? elements : undefined;
}
