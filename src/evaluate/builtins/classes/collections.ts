import { arrayOf, objectOf, scalar, unknown } from "../../make";
import { assuming, isUndefined, mapOptions } from "../../values";
import type { Abstract, ArrayValue, Builtin, BuiltinCall, Element, ObjectValue, Place, Single } from "../../domain";
import { type After, argument, changingRow, methodsOf, type Row, truth } from "../define";
import {
  elementsOf,
  emptyList,
  entryList,
  exactly,
  iteratorOf,
  maybe,
  pairOf,
  someElement,
  withAll,
} from "../arrays/elements";
import { memberOfList } from "../arrays/list-member";
import { areSame } from "../texts/search";
import { cleared, hasKey, put, removed, someKey, someValue, valueUnder } from "./keyed";

/** `Map` as an object of that class, `Set` as a list of that class. */

function isNothing(value: Abstract): boolean {
  return isUndefined(value) || (value.kind === "scalar" && value.value === null);
}

export function makeMap(call: BuiltinCall): Abstract {
  const { place } = call;
  const given = argument(call, 0);
  const nothing = objectOf(new Map(), place, { class: "Map" });
  if (isNothing(given)) return nothing;
  const unlisted: ObjectValue = { ...nothing, open: "entries that are not known" };
  let map = nothing;
  for (const { value: pair, presence } of elementsOf(given) ?? [{ value: given, presence: "maybe" as const }]) {
    const [key, value] = exactly(elementsOf(pair)) ?? [];
    if (!key || !value) return unlisted;
    const added = put(map, key.value, value.value);
    map = presence === "always" ? added : { ...added, members: withMaybe(map, added) };
  }
  return elementsOf(given) ? map : unlisted;
}

/** @returns the members after an entry that may be absent: its key may be missing, or still have its value from before. */
function withMaybe(before: ObjectValue, after: ObjectValue): ObjectValue["members"] {
  const members = new Map(after.members);
  for (const [key, member] of after.members) {
    const known = before.members.get(key);
    if (known === member) continue;
    members.set(
      key,
      known
        ? { ...member, value: unknown("may be another value", member.keyPlace), presence: known.presence }
        : { ...member, value: member.value, presence: "maybe" },
    );
  }
  return members;
}

export function makeSet(call: BuiltinCall): Abstract {
  const { place } = call;
  const given = argument(call, 0);
  const nothing = arrayOf([], place, { class: "Set" });
  if (isNothing(given)) return nothing;
  const elements = elementsOf(given);
  if (elements) return elements.reduce<ArrayValue>((set, element) => added(set, element), nothing);
  const list = withAll(emptyList, given, place);
  return arrayOf(list.elements, place, { ...list, class: "Set" });
}

/** @returns the set with an element, unless it has it already. */
function added(set: ArrayValue, element: Element): ArrayValue {
  if (set.open !== undefined) return { ...set, elements: [...set.elements, maybe(element)] };
  let isUnsure = false;
  for (const { value, presence } of set.elements) {
    const isSame =
      element.value.kind === "alternatives" || element.value.kind === "never"
        ? undefined
        : isSameKey(value, element.value);
    if (isSame && presence === "always") return set;
    if (isSame !== false) isUnsure = true;
  }
  return { ...set, elements: [...set.elements, isUnsure ? maybe(element) : element] };
}

function isSameKey(value: Abstract, other: Single): boolean | undefined {
  if (value.kind === "scalar" && other.kind === "scalar" && Number.isNaN(value.value) && Number.isNaN(other.value))
    return true;
  return areSame(value, other);
}

function hasElement(set: Single, wanted: Abstract): boolean | undefined {
  const elements = elementsOf(set);
  if (!elements || wanted.kind === "alternatives" || wanted.kind === "never") return undefined;
  const found = elements.map(({ value, presence }) => {
    const isSame = isSameKey(value, wanted);
    return isSame && presence === "maybe" ? undefined : isSame;
  });
  if (found.includes(true)) return true;
  return found.includes(undefined) ? undefined : false;
}

function without(set: ArrayValue, wanted: Abstract): ArrayValue {
  const elements = set.elements.flatMap((element): readonly Element[] => {
    const isSame =
      wanted.kind === "alternatives" || wanted.kind === "never" ? undefined : isSameKey(element.value, wanted);
    return isSame === true ? [] : [isSame === false ? element : maybe(element)];
  });
  return { ...set, elements };
}

/** Applies a method to each alternative of its receiver. */
function each(call: BuiltinCall, apply: (self: Single) => Abstract): Abstract {
  return mapOptions(call.self ?? unknown("a collection", call.place), (self) => assuming(apply(self), self.assumes));
}

function changing(change: (before: ObjectValue | ArrayValue, call: BuiltinCall) => Abstract): After {
  return (call, index, before) =>
    index >= 0
      ? before
      : mapOptions(before, (option) =>
          option.kind === "object" || option.kind === "array" ? change(option, call) : option,
        );
}

function isMap(value: Abstract): value is ObjectValue {
  return value.kind === "object" && value.class === "Map";
}

const clear = changing((before) =>
  before.kind === "object" ? cleared(before) : { ...before, elements: [], open: undefined },
);
const setKey = changing((before, call) =>
  before.kind === "object" ? put(before, argument(call, 0), argument(call, 1)) : before,
);
const add = changing((before, call) =>
  before.kind === "array" ? added(before, { value: argument(call, 0), presence: "always" }) : before,
);
const remove = changing((before, call) =>
  before.kind === "object" ? removed(before, argument(call, 0)) : without(before, argument(call, 0)),
);

function callForEach(call: BuiltinCall, self: Single): Abstract {
  const { place } = call;
  const given = (value: Abstract, key: Abstract): void => {
    call.evaluator.invoke(argument(call, 0), [value, key, self], place);
  };
  if (isMap(self)) {
    const entries = entryList(self);
    if (entries) for (const { key, value } of entries) given(value, key);
    else given(someValue(self, place), someKey(self, place));
  } else {
    const elements = elementsOf(self) ?? [{ value: someElement(self, place) }];
    for (const { value } of elements) given(value, value);
  }
  return scalar(undefined, place);
}

type Part = "entries" | "keys" | "values";

function iterated(part: Part): Row {
  return (call) =>
    each(call, (self) => {
      const { place } = call;
      const pick = (key: Abstract, value: Abstract): Abstract =>
        part === "keys" ? key : part === "values" ? value : pairOf(key, value, place);
      if (isMap(self)) {
        const elements = entryList(self)?.map(({ key, value, presence }): Element => ({
          value: pick(key, value),
          presence,
        }));
        const some: Element = { value: pick(someKey(self, place), someValue(self, place)), presence: "maybe" };
        return iteratorOf(
          elements ? arrayOf(elements, place) : arrayOf([some], place, { open: "entries of a map" }),
          place,
        );
      }
      const elements = elementsOf(self)?.map(({ value, presence }): Element => ({
        value: pick(value, value),
        presence,
      }));
      const open = { open: "elements of a set" };
      return iteratorOf(elements ? arrayOf(elements, place) : arrayOf([], place, open), place);
    });
}

const shared: Readonly<Record<string, Row>> = {
  clear: changingRow(({ place }) => scalar(undefined, place), clear),
  delete: changingRow((call) => hasEntry(call, "`delete()`"), remove),
  entries: iterated("entries"),
  forEach: (call) => each(call, (self) => callForEach(call, self)),
  has: (call) => hasEntry(call, "`has()`"),
  values: iterated("values"),
};

function hasEntry(call: BuiltinCall, reason: string): Abstract {
  const wanted = argument(call, 0);
  return each(call, (self) => truth(isMap(self) ? hasKey(self, wanted) : hasElement(self, wanted), reason, call.place));
}

export const mapMethods: ReadonlyMap<string, Builtin> = methodsOf("Map", {
  ...shared,
  get: (call) =>
    each(call, (self) =>
      mapOptions(argument(call, 0), (key) =>
        isMap(self) ? valueUnder(self, key, call.place) : unknown("a value of a map", call.place),
      ),
    ),
  keys: iterated("keys"),
  set: changingRow((call) => setKey(call, -1, call.self ?? unknown("a map", call.place)), setKey),
});

export const setMethods: ReadonlyMap<string, Builtin> = methodsOf("Set", {
  ...shared,
  add: changingRow((call) => add(call, -1, call.self ?? unknown("a set", call.place)), add),
  keys: iterated("values"),
});

/** @returns the number of entries. */
export function sizeOf(value: ObjectValue | ArrayValue, place: Place): Abstract {
  if (value.kind === "array") return memberOfList(value, "length", place);
  const entries = entryList(value);
  const isExact = entries?.every(({ presence }) => presence === "always") ?? false;
  return entries && isExact ? scalar(entries.length, place) : unknown("a size", place, { is: "number" });
}

const weak = (name: string): Readonly<Record<string, Row>> => ({
  delete: ({ place }) => unknown("whether a key is there", place, { is: "boolean" }),
  get: ({ place }) => unknown(`a value of a \`${name}\``, place),
  has: ({ place }) => unknown("whether a key is there", place, { is: "boolean" }),
});

/** The contents of weak collections are not tracked, as their keys are objects. */
export const weakMapMethods = methodsOf("WeakMap", {
  ...weak("WeakMap"),
  set: (call) => call.self ?? unknown("a map", call.place),
});

export const weakSetMethods = methodsOf("WeakSet", {
  ...weak("WeakSet"),
  add: (call) => call.self ?? unknown("a set", call.place),
});
