import { type BuiltinClass, type BuiltinMethod, classOf } from "../../store/builtin-class";
import { fieldOf, reference, scalar, unknown } from "../../domain/constructors";
import type { Abstract, Call, Cell, Content, Field, Item, Place, Reference } from "../../domain/domain";
import { computedText, concatenate } from "../../domain/texts/texts";
import { bounds } from "../../domain/limits";
import { isUndefined, mapOptions, primitiveOf } from "../../domain/values";
import { repeatBody } from "../../flow/fixpoint";
import type { Program } from "../../program";
import { lookUp, setField } from "../../store/content";
import { contentLattice } from "../../store/content-lattice";
import { copyInto } from "../../store/copies";
import { elementsOf } from "../../store/elements";
import { escape } from "../../store/escape";
import { contentOf, newArray, newObject, update } from "../../store/heap";
import { toText } from "../../store/text-form";
import { isPrivateKey } from "../../../syntax/private-names";
import { joinText } from "../joining";
import { argument, placeOf } from "../define";

/** The common part of `Headers` and `URLSearchParams`: entries of strings, each a member of the cell. */

/** How several entries of one name are held. */
export interface EntryStyle {
  /** Names that differ in case are the same. */
  readonly foldsCase: boolean;
  /** The separator of values of one name; without it they are a list. */
  readonly separator?: string;
}

/** Makes an instance from pairs, or from an object. */
export function makeEntries(program: Program, call: Call, made: BuiltinClass, style: EntryStyle): Abstract {
  const place = placeOf(program, call);
  const given = argument(program, call, 0);
  const entries = newObject(program, place, { type: "object", made: call.node, class: made });
  const { cell } = entries;
  if (isUndefined(given)) return entries;
  const pairs = given.kind === "reference" && given.cell.class ? undefined : elementsOf(program, given);
  if (pairs) {
    for (const pair of pairs) addPair(program, cell, style, pair, place);
  } else if (given.kind === "reference" && given.cell.type === "object" && !given.cell.constructedBy) {
    copyFrom(program, cell, style, given, place);
  } else if (given.kind === "alternatives") {
    update(program, cell, (content) => stringValues(program, copyInto(program, content, given), place));
  } else {
    escape(program, given);
    update(program, cell, (content) => ({ ...content, open: true, sources: [given] }));
  }
  return entries;
}

/** An object's members become entries, and so do the elements of what is iterated. */
function copyFrom(program: Program, cell: Cell, style: EntryStyle, given: Reference, place: Place): void {
  const pairs = classOf(given.cell)?.elements?.(program, given.cell);
  if (pairs) {
    for (const pair of pairs) addPair(program, cell, style, pair, place);
    return;
  }
  if (classOf(given.cell)?.elements) {
    escape(program, given);
    update(program, cell, (content) => ({ ...content, open: true, sources: [given] }));
    return;
  }
  const plain: Reference = { ...given, cell: { ...given.cell, class: undefined } };
  update(program, cell, (content) => stringValues(program, copyInto(program, content, plain), place));
}

function stringValues(program: Program, content: Content, place: Place): Content {
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields) fields.set(key, { ...field, value: stringy(program, field.value, place) });
  return { ...content, fields };
}

function stringy(program: Program, value: Abstract, place: Place): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind === "reference" && option.cell.type === "array")
      return joinText(program, option, ",", place) ?? toText(program, option, place);
    return option.kind === "unknown" ? option : toText(program, option, value.place);
  });
}

function addPair(program: Program, cell: Cell, style: EntryStyle, pair: Item, place: Place): void {
  const items = elementsOf(program, pair.value);
  const key = items?.[0] && primitiveOf(items[0].value);
  const value = items?.[1]?.value;
  update(program, cell, (content) => {
    if (!key || !value || items.length !== 2 || items.some((item) => item.presence === "maybe"))
      return loosen(content, place);
    const text = stringy(program, value, place);
    const entry = { key: String(key.value), value: text, keyPlace: items[0]?.value.place ?? place };
    const added = append(program, style, content, entry);
    return pair.presence === "always" ? added : contentLattice.join(content, added);
  });
}

/** Adds or changes an entry of an unknown name. */
export function loosen(content: Content, place: Place): Content {
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields)
    fields.set(key, { ...field, value: unknown("may be another value", place), presence: "maybe" });
  return { ...content, fields, open: true };
}

/** Adds an entry of an unknown name, which stands beside others of its name. */
function besideAnother(content: Content, place: Place): Content {
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields)
    fields.set(key, { ...field, value: unknown("may stand beside another value", place) });
  return { ...content, fields, open: true };
}

function sameKey(style: EntryStyle, content: Content, key: string): string | undefined {
  if (!style.foldsCase) return content.fields.has(key) ? key : undefined;
  return [...content.fields.keys()].find((each) => each.toLowerCase() === key.toLowerCase());
}

interface Entry {
  readonly key: string;
  readonly value: Abstract;
  readonly keyPlace: Place;
}

/** @returns the entries with one more of a name, which may have several. */
export function append(
  program: Program,
  style: EntryStyle,
  content: Content,
  { key, value, keyPlace }: Entry,
): Content {
  const known = sameKey(style, content, key);
  const before = known === undefined ? undefined : content.fields.get(known);
  if (!before || known === undefined) {
    const sure = content.open ? unknown("may stand beside another value", keyPlace) : value;
    return setField(content, key, fieldOf(sure, keyPlace));
  }
  if (before.presence === "maybe")
    return setField(content, known, {
      ...before,
      value: unknown("may stand beside another value", keyPlace),
      presence: "always",
    });
  if (style.separator !== undefined) {
    const between = computedText(style.separator, keyPlace);
    const start = concatenate(toText(program, before.value, keyPlace), between, keyPlace);
    const both = concatenate(start, toText(program, value, keyPlace), keyPlace);
    return setField(content, known, fieldOf(both, keyPlace));
  }
  const items =
    before.value.kind === "reference"
      ? (elementsOf(program, before.value)?.map((item) => item.value) ?? [])
      : [before.value];
  return setField(content, known, fieldOf(newArray(program, keyPlace, keyPlace.file, [...items, value]), keyPlace));
}

/** @returns the methods that read and change entries. */
export function entryMethods(style: EntryStyle): Readonly<Record<string, BuiltinMethod>> {
  /** @param otherwise changes an entry of an unknown name. */
  const change =
    (apply: (change: EntryChange) => Content, otherwise: typeof loosen): BuiltinMethod =>
    (program, call, cell) => {
      const place = placeOf(program, call);
      const first = argument(program, call, 0);
      const known = primitiveOf(first);
      const second = argument(program, call, 1);
      const value = stringy(program, second, place);
      update(program, cell, (content) =>
        known
          ? apply({
              program,
              style,
              content,
              key: String(known.value),
              value,
              keyPlace: first.place,
              alone: isUndefined(second),
            })
          : otherwise(content, place),
      );
      return scalar(undefined, place);
    };
  return {
    append: change(({ program, content, ...entry }) => append(program, style, content, entry), besideAnother),
    set: change(setEntry, loosen),
    delete: change(deleteEntry, loosen),
    get: (program, call, cell) => getEntry(program, call, cell, style),
    has: (program, call) => unknown("`has()`", placeOf(program, call), { is: "boolean" }),
    forEach: (program, call, cell) => {
      forEachEntry(program, call, cell, style);
      return scalar(undefined, placeOf(program, call));
    },
  };
}

/** Calls a callback for each entry: one by one where all are known and each is one text, else any number of times for one that is not known. */
function forEachEntry(program: Program, call: Call, cell: Cell, style: EntryStyle): void {
  const place = placeOf(program, call);
  const callBack = (value: Abstract, key: Abstract): void => {
    program.steps.invoke(
      program,
      call.frame,
      argument(program, call, 0),
      [value, key, reference(cell, place)],
      call.node,
    );
  };
  const { fields, open } = contentOf(program, cell);
  const entries = [...fields].filter(([key]) => !isPrivateKey(key));
  const isPlain = entries.every(([, { presence, value }]) => presence === "always" && value.kind === "text");
  if (!open && isPlain && entries.length <= bounds.unrolled) {
    for (const [key, { value }] of entries)
      callBack(value, computedText(style.foldsCase ? key.toLowerCase() : key, place));
    return;
  }
  repeatBody(program, call.frame, call.node, () => {
    callBack(unknown("an entry's value", place, { is: "string" }), unknown("an entry's name", place, { is: "string" }));
  });
}

interface EntryChange extends Entry {
  readonly program: Program;
  readonly style: EntryStyle;
  readonly content: Content;
  /** No second argument was given. */
  readonly alone: boolean;
}

function setEntry({ style, content, key, value, keyPlace }: EntryChange): Content {
  const held = sameKey(style, content, key);
  const others = held === undefined || held === key ? content : withoutField(content, held);
  return setField(others, key, fieldOf(value, keyPlace));
}

function deleteEntry({ style, content, key, keyPlace, alone }: EntryChange): Content {
  const held = sameKey(style, content, key);
  if (style.separator === undefined && !alone) {
    // It is not followed which values of that name stay.
    const rest: Field = fieldOf(unknown("what is left of a parameter", keyPlace), keyPlace, "maybe");
    return held === undefined ? content : setField(content, held, rest);
  }
  return held === undefined ? content : withoutField(content, held);
}

function withoutField(content: Content, key: string): Content {
  const fields = new Map(content.fields);
  fields.delete(key);
  return { ...content, fields };
}

function getEntry(program: Program, call: Call, cell: Cell, style: EntryStyle): Abstract {
  const place = placeOf(program, call);
  const known = primitiveOf(argument(program, call, 0));
  if (!known) return unknown("`get()`", place);
  const key = String(known.value);
  const content = contentOf(program, cell);
  const held = sameKey(style, content, key);
  if (held === undefined && !content.open) return scalar(null, place);
  const value = lookUp(content, held ?? key, place);
  return value.kind === "reference"
    ? unknown("one of several values", place)
    : mapOptions(value, (option) => (isUndefined(option) ? scalar(null, place) : option));
}
