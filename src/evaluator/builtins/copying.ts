import type { Abstract, Builtin, BuiltinCall, Cell, Field } from "../domain/domain";
import { isUndefined, mapOptions, optionsOf, unknown } from "../domain/values";
import type { Machine } from "../machine";
import { escape } from "../store/escape";
import { contentOf, newObject } from "../store/heap";
import { truthyElements } from "./array-callbacks";
import { argument, giveUp, method, placeOf } from "./define";
import { clone } from "./json";
import { assign } from "./objects";

/** Copies that libraries make: `cloneDeep` keeps functions, `merge` goes into the objects that both sides have, `compact` keeps what is truthy. */
export type WayOfCopying = "assign" | "cloneDeep" | "compact" | "merge";

/** @returns a function that copies. */
export function copyingFunction(machine: Machine, way: WayOfCopying): Builtin {
  const ways = {
    assign: (call: BuiltinCall) => assign(machine, call),
    cloneDeep: (call: BuiltinCall) => clone(machine, call, argument(machine, call, 0), true),
    compact: (call: BuiltinCall) =>
      truthyElements(machine, call, argument(machine, call, 0)) ?? giveUp(machine, call, "compact"),
    merge: (call: BuiltinCall) => merge(machine, call),
  };
  return method(way, ways[way]);
}

/** `merge(target, …sources)`: as `Object.assign`, but objects that are on both sides are merged too, and nothing is replaced by `undefined`. */
function merge(machine: Machine, call: BuiltinCall): Abstract {
  const target = argument(machine, call, 0);
  if (call.args.more || target.kind !== "reference" || !isPlain(target.cell)) return giveUp(machine, call, "merge");
  for (const source of call.args.values.slice(1)) {
    const added = mapOptions(clone(machine, call, source, true), (option) =>
      addition(machine, call, target.cell, option),
    );
    assign(machine, { ...call, args: { values: [target, added], more: false } });
  }
  return target;
}

function isPlain({ type, class: made, constructedBy }: Cell): boolean {
  return type === "object" && made === undefined && constructedBy === undefined;
}

/** @returns what `Object.assign` has to copy for a merge. What comes of two objects is not known. */
function addition(machine: Machine, call: BuiltinCall, target: Cell, source: Abstract): Abstract {
  const place = placeOf(machine, call);
  const into = contentOf(machine, target);
  if (source.kind !== "reference") {
    for (const { value } of into.fields.values()) escape(machine, value);
    return source;
  }
  if (!isPlain(source.cell)) return unknown("what is merged", place);
  const content = contentOf(machine, source.cell);
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields) {
    const before = into.fields.get(key);
    if (before && isUndefined(field.value)) continue;
    const isReplaced = optionsOf(field.value).every(({ kind }) => kind === "text" || kind === "scalar");
    if (isReplaced || !(before ?? into.open)) {
      fields.set(key, field);
      continue;
    }
    if (before) escape(machine, before.value);
    fields.set(key, { ...field, value: unknown("what two objects were merged to", place) });
  }
  return newObject(machine, place, { type: "object", made: call.node, content: { ...content, fields } });
}
