import fc from "fast-check";
import { Document, isMap, isPair, Pair, visit, type YAMLMap } from "yaml";
import { memberSchema, type CrdSchema } from "./oracle";
import {
  changeValue,
  type Draw,
  isValueMutation,
  type Json,
  type ValueMutation,
  valueMutations,
} from "./value-mutations";

/** What is done to a manifest. */
const schemaMutations = ["type", "bound", "pattern", "missing", "unknown", "duplicate key", "rule"] as const;
export type Mutation = (typeof schemaMutations)[number] | ValueMutation;
export const mutations: readonly Mutation[] = [...schemaMutations, ...(Object.keys(valueMutations) as ValueMutation[])];

interface Place {
  readonly holder: Json[] | Record<string, Json>;
  readonly key: string | number;
  readonly value: Json;
  readonly schema: CrdSchema;
}

const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members that every object has are checked by rules of their own. */
const common = new Set(["apiVersion", "kind", "metadata", "status"]);

/** All places within a manifest that its schema describes. */
function placesOf(value: Json, schema: unknown, isRoot = true): Place[] {
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index): [number, Json] => [index, item])
    : isObject(value)
      ? Object.entries(value).filter(([key]) => !isRoot || !common.has(key))
      : [];
  return entries.flatMap(([key, member]) => {
    const inner = Array.isArray(value) ? (schema as CrdSchema).items : memberSchema(schema, String(key));
    if (!isObject(inner)) return [];
    const place: Place = { holder: value as Record<string, Json>, key, value: member, schema: inner };
    return [place, ...placesOf(member, inner, false)];
  });
}

function put({ holder, key }: Place, value: Json): void {
  (holder as Record<string | number, Json>)[key] = value;
}

const pick = <T>(all: readonly T[], draw: Draw): T | undefined => all[draw(all.length)];

const others: readonly Json[] = [7, "seven", true, 2.5, [], {}, ["a"], { a: 1 }];

/** Values at, below and above what the schema allows. */
function boundary({ value, schema }: Place, draw: Draw): Json | undefined {
  const step = draw(3) - 1;
  const sizes = ["minLength", "maxLength", "minItems", "maxItems"].flatMap((key) => schema[key] ?? []) as number[];
  const bounds = ["minimum", "maximum"].flatMap((key) => schema[key] ?? []) as number[];
  const enumeration = schema.enum as Json[] | undefined;
  if (enumeration !== undefined) return draw(2) === 0 ? `${JSON.stringify(value)}x` : pick(enumeration, draw);
  if (typeof value === "number") {
    const bound = pick(bounds, draw);
    return bound === undefined ? undefined : bound + step;
  }
  const size = pick(sizes, draw);
  // Longer ones only take time.
  if (size === undefined || size > 300) return undefined;
  const length = Math.max(0, size + step);
  if (typeof value === "string") return value.padEnd(length, value.at(-1) ?? "a").slice(0, length);
  if (!Array.isArray(value)) return undefined;
  return Array.from({ length }, (_, index) => structuredClone(value[index % Math.max(1, value.length)] ?? "a"));
}

const characters = ["A", "_", "-", ".", " ", "é", "/", "9", "a"];

function misspell(text: string, draw: Draw): string {
  const at = draw(text.length + 1);
  return text.slice(0, at) + (pick(characters, draw) ?? "") + text.slice(at + draw(2));
}

/** Texts and numbers that rules name, and values from elsewhere in the manifest. */
function named(rules: string, places: readonly Place[], draw: Draw): Json {
  const literals = [...rules.matchAll(/'([^']{1,40})'|"([^"]{1,40})"|\b(\d{1,4})\b/g)].map(
    ([, single, double, number]): Json => single ?? double ?? Number(number),
  );
  const scalars = places.map(({ value }) => value).filter((value) => typeof value !== "object");
  return pick([...literals, ...scalars], draw) ?? "a";
}

/** @returns whether there was anything to change. */
function change(mutation: Mutation, manifest: Json, schema: CrdSchema, draw: Draw, rules: string): boolean {
  const places = placesOf(manifest, schema);
  if (isValueMutation(mutation)) return changeSome(mutation, places, draw);
  const suits: Partial<Record<Mutation, (place: Place) => boolean>> = {
    bound: ({ schema: own, value }) => own.enum !== undefined || typeof value !== "object" || Array.isArray(value),
    pattern: ({ value }) => typeof value === "string",
    missing: ({ holder }) => !Array.isArray(holder),
    unknown: ({ value }) => isObject(value),
    rule: ({ value }) => typeof value !== "object",
  };
  const place = pick(places.filter(suits[mutation] ?? (() => true)), draw);
  if (place === undefined) return false;
  switch (mutation) {
    case "type":
      put(place, pick(others, draw) ?? null);
      return true;
    case "bound": {
      const value = boundary(place, draw);
      if (value !== undefined) put(place, value);
      return value !== undefined;
    }
    case "pattern":
      put(place, misspell(place.value as string, draw));
      return true;
    case "missing":
      return Reflect.deleteProperty(place.holder, place.key);
    case "unknown":
      (place.value as Record<string, Json>)[pick(["unknownField", "nmae", "Spec"], draw) ?? ""] = "x";
      return true;
    default:
      put(place, named(rules, places, draw));
      return true;
  }
}

/** A value mutation suits few places: those are looked for. */
function changeSome(mutation: ValueMutation, places: readonly Place[], draw: Draw): boolean {
  const others = places.map(({ value }) => value);
  const first = draw(places.length);
  for (const place of [...places.slice(first), ...places.slice(0, first)]) {
    const value = changeValue(mutation, place.value, draw, others);
    if (value === undefined) continue;
    put(place, value);
    return true;
  }
  return false;
}

/** Writes one of the keys a second time. */
function duplicateKey(document: Document, draw: Draw): void {
  const pairs: [YAMLMap, Pair][] = [];
  visit(document, {
    Map: (_, map) => {
      for (const item of map.items) if (isPair(item)) pairs.push([map, item]);
    },
  });
  const [map, pair] = pick(pairs, draw) ?? [];
  if (isMap(map) && pair !== undefined) map.items.push(new Pair(pair.key, pair.value));
}

function rulesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(rulesIn);
  if (!isObject(schema)) return [];
  const own = typeof schema.rule === "string" ? [schema.rule] : [];
  return [...own, ...Object.values(schema).flatMap(rulesIn)];
}

/** Draws a manifest that differs from a right one in one to three ways. */
export function mutated(
  manifests: readonly unknown[],
  schema: CrdSchema,
): fc.Arbitrary<{ readonly text: string; readonly done: readonly Mutation[] }> {
  const rules = rulesIn(schema).join("\n");
  const draws = fc.infiniteStream(fc.nat(0x7fffffff));
  return fc
    .tuple(
      fc.constantFrom(...manifests),
      fc.array(fc.constantFrom(...mutations), { minLength: 1, maxLength: 3 }),
      draws,
    )
    .map(([manifest, wanted, numbers]) => {
      const draw: Draw = (bound) => (bound === 0 ? 0 : Number(numbers.next().value) % bound);
      const copy = structuredClone(manifest) as Json;
      const done = wanted.filter((each) => each === "duplicate key" || change(each, copy, schema, draw, rules));
      const document = new Document(copy, { aliasDuplicateObjects: false });
      if (done.includes("duplicate key")) duplicateKey(document, draw);
      return { text: document.toString({ lineWidth: 0 }), done };
    });
}
