import { arrayOf, scalar, unknown } from "../../make";
import { assuming, isUndefined, joinAll, mapOptions, plainText, primitiveOf } from "../../values";
import type { Abstract, Builtin, BuiltinCall, Element, ObjectValue, Place, Unknown } from "../../domain";
import { type After, argument, changingRow, methodsOf, type Row, selfOf, truth } from "../define";
import { elementsOf, entryList, exactly, iteratorOf, pairOf } from "../arrays/elements";
import { copyInto, emptyObject } from "../objects/spread";
import { textForm } from "../texts/form";
import {
  appendEntry,
  besideAnother,
  eitherEntries,
  entryStyleOf,
  heldKey,
  loosenEntries,
  type NewEntry,
  noEntries,
  setEntry,
  withoutEntry,
} from "./entries";
import { parseQuery, queryText } from "./queries";

/** `Headers`, `URLSearchParams` and `FormData`: constructors and methods. */

type Name = "FormData" | "Headers" | "URLSearchParams";

/** @returns a value as an entry stores it: as text. Unknown values and files are kept. */
function entryText(value: Abstract, call: BuiltinCall): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind === "unknown")
      return isOtherType(option)
        ? textForm(option, option.place)
        : { ...option, is: option.is === "object" ? undefined : option.is };
    if (option.kind === "object" && /^(?:Blob|File)$/u.test(option.class ?? "")) return option;
    if (option.kind === "native") return option;
    return textForm(option, option.kind === "scalar" ? option.place : call.place, call.evaluator);
  });
}

/** Whether a value is of a known type other than string, and so is converted. */
function isOtherType({ is }: Unknown): boolean {
  return is !== undefined && is !== "string" && is !== "object";
}

/** @returns entries that are copied from a platform object, or built from a text, pairs or an object. */
export function entriesFrom(given: Abstract, name: Name, call: BuiltinCall): Abstract {
  const { place } = call;
  const nothing = noEntries(name, place);
  return mapOptions(given, (option): Abstract => {
    if (isUndefined(option)) return nothing;
    if (option.kind === "text" && name === "URLSearchParams") return { ...parseQuery(option, place), place };
    if (option.kind === "object" && entryStyleOf(option)) return copyOf(option, nothing);
    const pairs =
      option.kind === "array" || (option.kind === "object" && option.class !== undefined)
        ? elementsOf(option)
        : undefined;
    if (pairs) return pairs.reduce((entries, pair) => withPair(entries, pair, call), nothing);
    if (option.kind === "object" && option.class === undefined) return fromObject(option, nothing, call);
    const open = option.kind === "unknown" ? option.reason : "entries that are not known";
    return { ...nothing, open, spreads: [option] };
  });
}

function copyOf(from: ObjectValue, nothing: ObjectValue): ObjectValue {
  if (from.class === nothing.class) return { ...nothing, members: from.members, open: from.open };
  const entries = entryList(from);
  if (!entries) return { ...nothing, open: from.open ?? "entries that are not known" };
  return entries.reduce((all, { key, value, presence }): ObjectValue => {
    const added = appendEntry(all, { key: plainText(key) ?? "", value, keyPlace: key.place });
    return presence === "always" ? added : eitherEntries(all, added);
  }, nothing);
}

function fromObject(option: ObjectValue, nothing: ObjectValue, call: BuiltinCall): ObjectValue {
  const draft = copyInto(emptyObject, option);
  let entries = nothing;
  for (const [key, { value, presence, keyPlace }] of draft.members) {
    const added = appendEntry(entries, { key, value: entryText(value, call), keyPlace });
    entries = presence === "always" ? added : eitherEntries(entries, added);
  }
  return { ...entries, open: draft.open, spreads: draft.open === undefined ? [] : [option] };
}

function withPair(entries: ObjectValue, pair: Element, call: BuiltinCall): ObjectValue {
  const [key, value, ...others] = exactly(elementsOf(pair.value)) ?? [];
  const name = key && primitiveOf(key.value);
  if (!name || !value || others.length > 0) return loosenEntries(entries, call.place);
  const added = appendEntry(entries, {
    key: String(name.value),
    value: entryText(value.value, call),
    keyPlace: key.value.place,
  });
  return pair.presence === "always" ? added : eitherEntries(entries, added);
}

/** @param otherwise computes the entries if the name is unknown. */
function changing(
  change: (entries: ObjectValue, given: NewEntry, call: BuiltinCall) => ObjectValue,
  otherwise: (entries: ObjectValue, place: Place) => ObjectValue,
): Row {
  const after: After = (call, index, before) => {
    if (index >= 0) return before;
    const key = argument(call, 0);
    const name = primitiveOf(key);
    return mapOptions(before, (option) => {
      if (option.kind !== "object" || !entryStyleOf(option)) return option;
      if (!name || call.arguments.length === 0) return assuming(otherwise(option, call.place), option.assumes);
      const value = entryText(argument(call, 1), call);
      return assuming(change(option, { key: String(name.value), value, keyPlace: key.place }, call), option.assumes);
    });
  };
  return changingRow(({ place }) => scalar(undefined, place), after);
}

function deleted(entries: ObjectValue, { key, keyPlace }: NewEntry, call: BuiltinCall): ObjectValue {
  const held = heldKey(entries, key);
  if (held === undefined) return entries;
  const isWhole = isUndefined(argument(call, 1)) || entryStyleOf(entries)?.separator !== undefined;
  if (isWhole) return withoutEntry(entries, held);
  // With a second argument only some values of the name are deleted; which ones is not computed.
  const rest = setEntry(entries, { key: held, value: unknown("what is left of a parameter", keyPlace), keyPlace });
  return eitherEntries(withoutEntry(entries, held), rest);
}

function read(
  call: BuiltinCall,
  apply: (entries: ObjectValue, key: string) => Abstract,
  otherwise: Abstract,
): Abstract {
  const name = primitiveOf(argument(call, 0));
  return mapOptions(selfOf(call), (option) =>
    option.kind === "object" && entryStyleOf(option) && name ? apply(option, String(name.value)) : otherwise,
  );
}

function valuesOf(entries: ObjectValue, key: string, place: Place): readonly Abstract[] | undefined {
  const held = heldKey(entries, key);
  const known = held === undefined ? undefined : entries.members.get(held);
  if (!known) return entries.open === undefined ? [scalar(null, place)] : undefined;
  const values = mapOptions(known.value, (option) => {
    if (option.kind === "array") return exactly(elementsOf(option))?.[0]?.value ?? unknown("`get()`", place);
    return isUndefined(option) ? scalar(null, place) : option;
  });
  return known.presence === "always"
    ? [values]
    : entries.open === undefined
      ? [values, scalar(null, place)]
      : undefined;
}

function get(call: BuiltinCall): Abstract {
  const { place } = call;
  return read(
    call,
    (entries, key) => joinAll(valuesOf(entries, key, place) ?? [unknown("`get()`", place)], place),
    unknown("`get()`", place),
  );
}

function has(call: BuiltinCall): Abstract {
  const { place } = call;
  const unknownResult = unknown("`has()`", place, { is: "boolean" });
  return read(
    call,
    (entries, key) => {
      const held = heldKey(entries, key);
      const known = held === undefined ? undefined : entries.members.get(held);
      const isSure = known?.presence === "always" && isUndefined(argument(call, 1));
      return truth(isSure ? true : known || entries.open !== undefined ? undefined : false, "`has()`", place);
    },
    unknownResult,
  );
}

function getAll(call: BuiltinCall): Abstract {
  const { place } = call;
  return read(
    call,
    (entries, key) => {
      const held = heldKey(entries, key);
      const known = held === undefined ? undefined : entries.members.get(held);
      if (!known && entries.open === undefined) return arrayOf([], place);
      if (!known) return unknown("`getAll()`", place, { is: "array" });
      return mapOptions(known.value, (option) => {
        if (option.kind === "array" && known.presence === "always") return { ...option, place };
        return option.kind === "text" || option.kind === "scalar"
          ? arrayOf([{ value: option, presence: known.presence }], place, { open: entries.open })
          : unknown("`getAll()`", place, { is: "array" });
      });
    },
    unknown("`getAll()`", place, { is: "array" }),
  );
}

function forEach(call: BuiltinCall): Abstract {
  const { place } = call;
  return mapOptions(selfOf(call), (option) => {
    const entries = option.kind === "object" ? entryList(option) : undefined;
    const given = (value: Abstract, key: Abstract): void => {
      call.evaluator.invoke(argument(call, 0), [value, key, option], place);
    };
    if (entries) for (const { key, value } of entries) given(value, key);
    else
      given(unknown("an entry's value", place, { is: "string" }), unknown("an entry's name", place, { is: "string" }));
    return scalar(undefined, place);
  });
}

function iterated(part: "entries" | "keys" | "values"): Row {
  return (call) =>
    mapOptions(selfOf(call), (option) => {
      const { place } = call;
      const entries = option.kind === "object" ? entryList(option) : undefined;
      const elements = entries?.map(({ key, value, presence }): Element => ({
        value: part === "keys" ? key : part === "values" ? value : pairOf(key, value, place),
        presence,
      }));
      const list = elements ? arrayOf(elements, place) : arrayOf([], place, { open: "entries that are not known" });
      return iteratorOf(list, place);
    });
}

const shared: Readonly<Record<string, Row>> = {
  append: changing(appendEntry, besideAnother),
  delete: changing(deleted, loosenEntries),
  entries: iterated("entries"),
  forEach,
  get,
  has,
  keys: iterated("keys"),
  set: changing(setEntry, loosenEntries),
  values: iterated("values"),
};

export const headersMethods: ReadonlyMap<string, Builtin> = methodsOf("Headers", shared);
export const formDataMethods: ReadonlyMap<string, Builtin> = methodsOf("FormData", { ...shared, getAll });

const sorted: After = (_, index, before) =>
  index >= 0
    ? before
    : mapOptions(before, (option) => {
        if (option.kind !== "object" || !entryStyleOf(option)) return option;
        const members = [...option.members].sort(([one], [other]) => (one < other ? -1 : 1));
        return { ...option, members: new Map(members) };
      });

function text(call: BuiltinCall): Abstract {
  return mapOptions(selfOf(call), (option) => queryText(option, call.place));
}

export const searchParamsMethods: ReadonlyMap<string, Builtin> = methodsOf("URLSearchParams", {
  ...shared,
  getAll,
  sort: changingRow(({ place }) => scalar(undefined, place), sorted),
  toString: text,
});

/** @returns the number of parameters. */
export function sizeOfEntries(entries: ObjectValue, place: Place): Abstract {
  const list = entryList(entries);
  const isExact = list?.every(({ presence }) => presence === "always") ?? false;
  return list && isExact ? scalar(list.length, place) : unknown("a size", place, { is: "number" });
}

/** @returns the result of `new Headers(init)`. */
export function headersOf(init: Abstract, call: BuiltinCall): Abstract {
  return entriesFrom(init, "Headers", call);
}

/** @returns the result of `new URLSearchParams(init)` for a text, an object, pairs, a form or other parameters. */
export function searchParamsOf(init: Abstract, call: BuiltinCall): Abstract {
  return entriesFrom(init, "URLSearchParams", call);
}

/** A form element of the page has unknown fields. */
export function makeFormData(call: BuiltinCall): Abstract {
  const form = noEntries("FormData", call.place);
  return isUndefined(argument(call, 0)) ? form : { ...form, open: "a form of the page" };
}
