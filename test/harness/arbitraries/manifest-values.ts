import fc from "fast-check";
import type { ObjectShape, Shape } from "../../../src/shape/shape";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const strings = fc.oneof(
  fc.constantFrom(
    "shop",
    "",
    "yes",
    "no",
    "on",
    "1",
    "0777",
    "12:30:00",
    "1e3",
    "1_000",
    "null",
    "~",
    "true",
    "2024-01-01",
    "a: b",
    "- a",
    "#",
    "{{ x }}",
    "${X}",
    "a\nb",
    "  a",
    "é\u{1F600}",
    "*",
    "&a",
    "!x",
    "'",
    '"',
    "\\",
  ),
  fc.string({ maxLength: 8 }),
);

const integers = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, 2 ** 53, 2 ** 63, -(2 ** 63), 2 ** 64),
);

/** @returns values that fit a shape. Optional fields are present, absent or null. */
export function fitting(shape: Shape): fc.Arbitrary<Json> {
  switch (shape.type) {
    case "string":
      return strings;
    case "int64":
      return fc.integer();
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(fitting(shape.elements), { maxLength: 3 });
    case "map":
      return fc.dictionary(fc.constantFrom("a", "b", "on", "1", "x_y"), fitting(shape.values), { maxKeys: 3 });
    case "object":
      return fittingObject(shape);
    case "union":
      return fc.oneof(...shape.options.map(fitting));
    case "any":
      return anything;
  }
}

const anything: fc.Arbitrary<Json> = fc.oneof(
  strings,
  integers,
  fc.boolean(),
  fc.constant(null),
  fc.constant({}),
  fc.constant([]),
  fc.constant({ a: [1, { b: null }] }),
);

function fittingObject(shape: ObjectShape): fc.Arbitrary<Json> {
  const members = [...shape.fields.values()].map((field) => {
    const value = fitting(field.shape);
    const there = value.map((given): readonly (readonly [string, Json])[] => [[field.name, given]]);
    if (field.required) return there;
    return fc.oneof(
      { weight: 2, arbitrary: there },
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.constant<readonly (readonly [string, Json])[]>([[field.name, null]]) },
    );
  });
  return fc.tuple(...members).map((entries) => Object.fromEntries(entries.flat()));
}

type Change = (json: Json) => Json;

function isObject(json: Json): json is Readonly<Record<string, Json>> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

const changes: fc.Arbitrary<Change> = fc.oneof(
  anything.map(
    (value): Change =>
      () =>
        value,
  ),
  fc.constant<Change>((json) => (isObject(json) ? Object.fromEntries(Object.entries(json).slice(1)) : null)),
  fc.tuple(fc.constantFrom("extra", "spec", "databaseName", "database_name", "Spec"), anything).map(
    ([key, value]): Change =>
      (json) =>
        isObject(json) ? { ...json, [key]: value } : json,
  ),
  fc.constant<Change>((json) =>
    typeof json === "number" ? String(json) : typeof json === "string" ? json.length : [json],
  ),
);

/** @returns values of an arbitrary with up to two changed parts, at any depth below `spec`, `metadata` or `status`. */
export function mutated(values: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(values, fc.array(fc.tuple(fc.array(fc.nat(20), { maxLength: 6 }), changes), { maxLength: 2 }))
    .map(([json, edits]) => edits.reduce((changed, [path, change]) => changeAt(changed, path, change, true), json));
}

function changeAt(json: Json, path: readonly number[], change: Change, isRoot = false): Json {
  const entries = Object.entries<Json>(typeof json === "object" && json !== null ? json : {}).filter(
    ([key]) => !isRoot || (key !== "apiVersion" && key !== "kind"),
  );
  const [step, ...rest] = path;
  if (step === undefined || entries.length === 0) return isRoot ? json : change(json);
  const entry = entries[step % entries.length];
  if (entry === undefined) return json;
  const inner = changeAt(entry[1], rest, change);
  if (isObject(json)) return { ...json, [entry[0]]: inner };
  return (json as readonly Json[]).map((item, index) => (String(index) === entry[0] ? inner : item));
}
