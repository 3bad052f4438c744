import { unknown } from "../domain/constructors";
import type { Abstract, Builtin, Call, Cell, Content, Field } from "../domain/domain";
import { isUndefined, mapOptions, optionsOf, plainText } from "../domain/values";
import type { WayOfCopying } from "../../clients/native";
import type { Program } from "../program";
import { emptyContent, withoutKeys } from "../store/content";
import { copyInto, spreadInto } from "../store/copies";
import { elementsOf } from "../store/elements";
import { escape } from "../store/escape";
import { contentOf, newObject } from "../store/heap";
import { truthyElements } from "./array-callbacks";
import { argument, giveUp, method, placeOf } from "./define";
import { cloneData } from "./json";
import { assign, isPlain } from "./objects";

/**
 * Copies that libraries make: `cloneDeep` keeps functions, `merge` goes into the objects that both sides have, `compact` keeps what is truthy, `pick`
 * and `omit` keep some members.
 */
/** @returns a function that copies. */
export function copyingFunction(program: Program, way: WayOfCopying): Builtin {
  const ways = {
    assign: (call: Call) => assign(program, call),
    cloneDeep: (call: Call) => cloneData(program, call, argument(program, call, 0)),
    compact: (call: Call) =>
      truthyElements(program, call, argument(program, call, 0)) ?? giveUp(program, call, "compact"),
    merge: (call: Call) => merge(program, call),
    omit: (call: Call) => some(program, call, "omit"),
    pick: (call: Call) => some(program, call, "pick"),
  };
  return method(way, ways[way]);
}

/** `merge(target, …sources)`: as `Object.assign`, but objects that are on both sides are merged too, and nothing is replaced by `undefined`. */
function merge(program: Program, call: Call): Abstract {
  const target = argument(program, call, 0);
  if (call.args.more || target.kind !== "reference" || !isPlain(target.cell)) return giveUp(program, call, "merge");
  for (const source of call.args.values.slice(1)) {
    const added = mapOptions(cloneData(program, call, source), (option) =>
      addition(program, call, target.cell, option),
    );
    assign(program, { ...call, args: { values: [target, added], more: false } });
  }
  return target;
}

/** `pick(object, ["a"], "b")` and `omit`: a copy with these members alone, or without them. */
function some(program: Program, call: Call, way: "omit" | "pick"): Abstract {
  const [source, ...given] = call.args.values;
  const keys = call.args.more ? undefined : keysIn(program, given);
  if (!source || !keys) return giveUp(program, call, way);
  const place = placeOf(program, call);
  return mapOptions(program.steps.implicit.withoutGetters(program, call.frame, source, call.node), (option) => {
    const isKnown = option.kind === "reference" ? isPlain(option.cell) : option.kind === "unknown" || isNothing(option);
    if (!isKnown) return unknown(`what \`${way}\` gives`, place, { is: "object" });
    // A few members are no whole resource; all but a few are.
    const content =
      way === "pick"
        ? only(copyInto(program, emptyContent, option), new Set(keys))
        : withoutMembers(spreadInto(program, emptyContent, option), new Set(keys));
    return newObject(program, place, { type: "object", made: call.node, content });
  });
}

/** @returns the names of members, which may stand in lists; `undefined` if one is not known, or may be a path to a member of a member. */
function keysIn(program: Program, given: readonly Abstract[]): readonly string[] | undefined {
  const keys: string[] = [];
  for (const value of given) {
    const items = value.kind === "reference" ? elementsOf(program, value) : [{ value, presence: "always" as const }];
    if (!items) return undefined;
    for (const item of items) {
      const key = item.presence === "always" ? plainText(item.value) : undefined;
      if (key === undefined || /[.[\]]/u.test(key)) return undefined;
      keys.push(key);
    }
  }
  return keys;
}

function isNothing(value: Abstract): boolean {
  return value.kind === "scalar" && (value.value === undefined || value.value === null);
}

/** Whether members are there that an open content does not list is not known. */
function only(content: Content, keys: ReadonlySet<string>): Content {
  const fields = new Map([...content.fields].filter(([key]) => keys.has(key)));
  const isOpen = content.open && fields.size < keys.size;
  const { copied } = content;
  const among = copied?.among ? copied.among.filter((key) => keys.has(key)) : [...keys];
  return { ...content, fields, open: isOpen, copied: isOpen && copied ? { ...copied, among } : undefined };
}

function withoutMembers(content: Content, keys: ReadonlySet<string>): Content {
  const fields = new Map([...content.fields].filter(([key]) => !keys.has(key)));
  return { ...content, fields, copied: withoutKeys(content.copied, [...keys]) };
}

function holdsPlainObject({ value, presence }: Field): boolean {
  return presence === "always" && value.kind === "reference" && isPlain(value.cell);
}

function valuesOf(...fields: readonly Field[]): Call["args"] {
  return { values: fields.map(({ value }) => value), more: false };
}

/** @returns what `Object.assign` has to copy for a merge. What comes of two objects of which one is not known, or of lists, is not known. */
function addition(program: Program, call: Call, target: Cell, source: Abstract): Abstract {
  const place = placeOf(program, call);
  const into = contentOf(program, target);
  if (source.kind !== "reference") {
    for (const { value } of into.fields.values()) escape(program, value);
    return source;
  }
  if (!isPlain(source.cell)) return unknown("what is merged", place);
  const content = contentOf(program, source.cell);
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields) {
    const before = into.fields.get(key);
    if (before && isUndefined(field.value)) continue;
    const isReplaced = optionsOf(field.value).every(({ kind }) => kind === "text" || kind === "scalar");
    if (isReplaced || !(before ?? into.open)) {
      fields.set(key, field);
      continue;
    }
    if (before && [before, field].every(holdsPlainObject)) {
      fields.set(key, { ...field, value: merge(program, { ...call, args: valuesOf(before, field) }) });
      continue;
    }
    if (before) escape(program, before.value);
    fields.set(key, { ...field, value: unknown("what two objects were merged to", place) });
  }
  return newObject(program, place, { type: "object", made: call.node, content: { ...content, fields } });
}
