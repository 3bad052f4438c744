import { mergeSelectors, type Selection } from "../../src/fields/selection-tree";
import { parseFields } from "../../src/fields/parse";
import type { FieldShape, Shape } from "../../src/shape/shape";
import { isJsonObject, type Json, type JsonObject } from "../service/json";

/** Numbers that look like chance, and are the same in every run. */
export class Chance {
  constructor(private seed: number) {}

  /** @returns a whole number from 0, below `below`. */
  next(below: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) | 0;
    return ((this.seed >>> 8) % 65_536) % below;
  }

  of<T>(list: readonly T[]): T {
    const found = list[this.next(list.length)];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  }
}

const names = ["a", "b", "c", "d", "e"];

/** An object of objects, arrays of objects and truthy scalars. */
export function anyObject(chance: Chance, depth = 0): JsonObject {
  const own = names.filter(() => chance.next(5) > 1);
  const kept = own.length > 0 ? own : ["a"];
  return Object.fromEntries(kept.map((name) => [name, anyValue(chance, depth + 1)]));
}

function anyValue(chance: Chance, depth: number): Json {
  const kind = chance.next(depth > 3 ? 2 : 6);
  if (kind < 2) return kind === 0 ? "text" : 7;
  if (kind < 4) return anyObject(chance, depth);
  // All elements are alike, as those of one type are.
  const element = anyObject(chance, depth);
  return Array.from({ length: 1 + chance.next(2) }, () => element);
}

/** A list of selectors. @param once each field of one object is named but once. */
export function anySelector(chance: Chance, once: boolean, depth = 0): string {
  const list: string[] = [];
  const taken = new Set<string>();
  for (let count = 1 + chance.next(3); count > 0; count -= 1) {
    const name = chance.next(8) === 0 ? "*" : chance.of(names);
    if (once && isTaken(name, taken)) continue;
    taken.add(name);
    const inside = depth < 3 && (name === "*" || chance.next(2) === 0);
    if (name === "*" && !inside) continue;
    const rest = inside ? anySelector(chance, once, depth + 1) : "";
    list.push(rest === "" ? name : joined(chance, name, rest));
  }
  const sound = list.filter((each) => !each.endsWith("*"));
  return sound.length > 0 ? sound.join(",") : chance.of(names);
}

/** Whether a list selects a field already, or all of them. */
function isTaken(name: string, taken: ReadonlySet<string>): boolean {
  return taken.has(name) || taken.has("*") || (name === "*" && taken.size > 0);
}

/** One of the two ways in which selectors nest. */
function joined(chance: Chance, name: string, rest: string): string {
  return chance.next(2) === 0 && !rest.includes(",") ? `${name}/${rest}` : `${name}(${rest})`;
}

/** Whether something is selected whole and in part: then the reference service looks at no more than the whole. */
export function isCovered(text: string): boolean {
  const pending = [mergeSelectors(parseFields(text).selectors)];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.whole && next.fields.size > 0) return true;
    pending.push(...next.fields.values());
  }
  return false;
}

/** What a selector leaves of an object, by our own parser. */
export function projectBy(text: string, object: JsonObject): Json | undefined {
  const { selectors, open } = parseFields(text);
  return select(object, mergeSelectors(selectors, open));
}

function select(value: Json, selection: Selection): Json | undefined {
  if (selection.whole) return value;
  if (Array.isArray(value)) {
    const parts = (value as readonly Json[]).map((element) => select(element, selection) ?? {});
    return parts;
  }
  if (!isJsonObject(value)) return undefined;
  const members: [string, Json][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const wild = typeof inner === "object" ? selection.fields.get("*") : undefined;
    const both = [selection.fields.get(key), wild].filter((each) => each !== undefined);
    const [part, other] = both.map((each) => select(inner, each));
    const joined = part === undefined || other === undefined ? (part ?? other) : merge(part, other);
    if (joined !== undefined) members.push([key, joined]);
  }
  return Object.fromEntries(members);
}

function merge(one: Json, other: Json): Json {
  if (Array.isArray(one) && Array.isArray(other))
    return (one as readonly Json[]).map((each, index) => merge(each, (other as readonly Json[])[index] ?? {}));
  if (!isJsonObject(one) || !isJsonObject(other)) return one;
  const merged: Record<string, Json> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = merged[key];
    merged[key] = before === undefined ? value : merge(before, value);
  }
  return merged;
}

/** Without objects in which nothing is left: services differ in whether they send them. */
export function prune(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) {
    const parts = (value as readonly Json[]).map(prune);
    return parts.every((part) => part === undefined) ? undefined : parts.map((part) => part ?? {});
  }
  if (value === undefined || !isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    const part = prune(inner);
    return part === undefined ? [] : [[key, part]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** The shape of exactly the values that look like one. */
export function shapeOf(value: Json): Shape {
  if (Array.isArray(value)) return { type: "array", elements: shapeOf((value as readonly Json[])[0] ?? {}) };
  if (!isJsonObject(value)) return { type: typeof value === "number" ? "number" : "string" };
  const fields = Object.entries(value).map(([name, inner]): [string, FieldShape] => [
    name,
    { name, shape: shapeOf(inner), required: true },
  ]);
  return { type: "object", fields: new Map(fields), open: false };
}
