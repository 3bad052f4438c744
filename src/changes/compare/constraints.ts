import type { ContractSchema } from "../../contract/file/schema-shape";
import type { ValidationRule } from "../../shape/constraints/schema";
import type { ChangeNode, Effect, SchemaChange } from "../node";

/** The direction in which a value is sent. */
export type Direction = "request" | "response";

interface Bound {
  readonly keyword: keyof ContractSchema;
  readonly name: string;
  /** Whether a greater bound accepts fewer values. */
  readonly isLower: boolean;
}

const bounds: readonly Bound[] = [
  { keyword: "minimum", name: "min", isLower: true },
  { keyword: "maximum", name: "max", isLower: false },
  { keyword: "exclusiveMinimum", name: "exclusive-min", isLower: true },
  { keyword: "exclusiveMaximum", name: "exclusive-max", isLower: false },
  { keyword: "minLength", name: "min-length", isLower: true },
  { keyword: "maxLength", name: "max-length", isLower: false },
  { keyword: "minItems", name: "min-items", isLower: true },
  { keyword: "maxItems", name: "max-items", isLower: false },
  { keyword: "minProperties", name: "min-properties", isLower: true },
  { keyword: "maxProperties", name: "max-properties", isLower: false },
];

/** Keywords compared as a whole: a value either matches or does not. */
const others: readonly { readonly keyword: keyof ContractSchema; readonly name: string }[] = [
  { keyword: "pattern", name: "pattern" },
  { keyword: "format", name: "format" },
  { keyword: "multipleOf", name: "multiple-of" },
  { keyword: "uniqueItems", name: "unique-items" },
];

/** Keywords that combine schemas, compared as a whole. */
const combining = ["allOf", "anyOf", "not", "propertyNames"] as const;

/** Adds the changes in the constraints of a value, without those of its type and members. */
export function compareConstraints(
  was: ContractSchema,
  now: ContractSchema,
  direction: Direction,
  { changes }: ChangeNode,
): void {
  for (const { keyword, name, isLower } of bounds) {
    const [before, after] = [was[keyword], now[keyword]];
    if (before === after || typeof before === "boolean" || typeof after === "boolean") continue;
    const isTighter =
      after !== undefined &&
      (before === undefined || (isLower ? Number(after) > Number(before) : Number(after) < Number(before)));
    const verb =
      before === undefined
        ? "set"
        : after === undefined
          ? "unset"
          : Number(after) > Number(before)
            ? "increased"
            : "decreased";
    changes.push(constraintChange(`${name}-${verb}`, { was, now, keyword, direction, isTighter }));
  }
  for (const { keyword, name } of others) {
    const [before, after] = [was[keyword], now[keyword]];
    if (textOf(before) === textOf(after)) continue;
    const verb = before === undefined ? "added" : after === undefined ? "removed" : "changed";
    changes.push(constraintChange(`${name}-${verb}`, { was, now, keyword, direction, isTighter: after !== undefined }));
  }
  compareValues(was, now, direction, changes);
  compareCombinations(was, now, direction, changes);
  compareRules(was, now, changes);
}

/** Adds changes of combined schemas. Only values show whether a combination became stricter. */
export function compareCombinations(
  was: ContractSchema,
  now: ContractSchema,
  direction: Direction,
  changes: ChangeNode["changes"],
): void {
  for (const keyword of combining) {
    if (textOf(was[keyword]) === textOf(now[keyword])) continue;
    // Without a type, `anyOf` lists the options of a union, which are compared elsewhere.
    if (keyword === "anyOf" && (was.type === undefined || now.type === undefined)) continue;
    const id = `${direction}-{scope}-combination-changed`;
    const words = { ...told("was", was[keyword] && keyword), ...told("now", now[keyword] && keyword) };
    if (direction === "response") changes.push({ id, effect: "readers", ...words, test: { kind: "perhaps read" } });
    else if (now[keyword] === undefined)
      changes.push({
        id: `${direction}-{scope}-combination-removed`,
        effect: "nobody",
        ...words,
        test: { kind: "none" },
      });
    else {
      const test = { kind: "value", was: only(was, keyword), now: only(now, keyword) } as const;
      changes.push({ id, effect: "requests", ...words, test });
    }
  }
}

/** Adds changes of the validation rules in custom resource definitions, which are compared by their text. */
function compareRules(was: ContractSchema, now: ContractSchema, changes: ChangeNode["changes"]): void {
  const of = (schema: ContractSchema): readonly ValidationRule[] => schema["x-kubernetes-validations"] ?? [];
  const without = (one: ContractSchema, other: ContractSchema): readonly ValidationRule[] =>
    of(one).filter(({ rule }) => !of(other).some((each) => each.rule === rule));
  const tell = (rules: readonly ValidationRule[]): string =>
    rules.map(({ rule, message }) => message ?? rule).join(", ");
  const [gone, added] = [without(was, now), without(now, was)];
  if (added.length > 0) {
    const before = { ...now, "x-kubernetes-validations": of(now).filter((each) => !added.includes(each)) };
    const test = { kind: "value", was: before, now } as const;
    changes.push({ id: "rules-added", effect: "requests", now: tell(added), test });
  }
  if (gone.length > 0) changes.push({ id: "rules-removed", effect: "nobody", was: tell(gone), test: { kind: "none" } });
}

interface ConstraintChange {
  readonly was: ContractSchema;
  readonly now: ContractSchema;
  readonly keyword: keyof ContractSchema;
  readonly direction: Direction;
  readonly isTighter: boolean;
}

function constraintChange(suffix: string, { was, now, keyword, direction, isTighter }: ConstraintChange): SchemaChange {
  const words = { ...told("was", was[keyword]), ...told("now", now[keyword]) };
  if (direction === "request" && isTighter)
    return {
      id: `request-{scope}-${suffix}`,
      effect: "requests",
      ...words,
      test: { kind: "value", was: only(was, keyword), now: only(now, keyword) },
    };
  // Readers may rely on bounds of numbers and lengths, for example in a layout, and on the pattern of a string.
  const isLooser = direction === "response" && !isTighter;
  const effect: Effect = isLooser ? "readers" : "nobody";
  return { id: `${direction}-{scope}-${suffix}`, effect, ...words, test: { kind: isLooser ? "perhaps read" : "none" } };
}

/** A schema with only the type and one keyword, so that a value that violates another keyword is not counted twice. */
function only(schema: ContractSchema, keyword: keyof ContractSchema): ContractSchema {
  return {
    ...(schema.type !== undefined && { type: schema.type }),
    ...(schema.type === "object" && { additionalProperties: true }),
    ...(schema[keyword] !== undefined && { [keyword]: schema[keyword] }),
  };
}

function compareValues(
  was: ContractSchema,
  now: ContractSchema,
  direction: Direction,
  changes: ChangeNode["changes"],
): void {
  const [before, after] = [was.enum?.map(textOf), now.enum?.map(textOf)];
  if (before === undefined && after === undefined) return;
  if (isOneValue(was) && isOneValue(now)) {
    changes.push(...oneValueChange(was, now, direction));
    return;
  }
  const isRequest = direction === "request";
  const test = isRequest
    ? ({ kind: "value", was: only(was, "enum"), now: only(now, "enum") } as const)
    : ({ kind: "none" } as const);
  if (before === undefined || after === undefined) {
    changes.push(listChange(was, now, direction));
    return;
  }
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  if (removed.length > 0)
    changes.push({
      id: `${direction}-{scope}-enum-value-removed`,
      effect: isRequest ? "requests" : "nobody",
      was: removed.join(", "),
      test,
    });
  if (added.length > 0)
    changes.push({
      id: `${direction}-{scope}-enum-value-added`,
      effect: isRequest ? "nobody" : "readers",
      now: added.join(", "),
      test: { kind: isRequest ? "none" : "perhaps read" },
    });
}

/** Whether a schema accepts a single constant or has no list of values. */
function isOneValue({ const: value, enum: several }: ContractSchema): boolean {
  return value !== undefined || several === undefined;
}

function oneValueChange(was: ContractSchema, now: ContractSchema, direction: Direction): readonly SchemaChange[] {
  if (textOf(was.const) === textOf(now.const)) return [];
  const verb = was.const === undefined ? "added" : now.const === undefined ? "removed" : "changed";
  const id = `${direction}-{scope}-const-${verb}`;
  const words = { ...told("was", was.const), ...told("now", now.const) };
  const isRequest = direction === "request";
  if (verb === (isRequest ? "removed" : "added")) return [{ id, effect: "nobody", ...words, test: { kind: "none" } }];
  return [
    isRequest
      ? { id, effect: "requests", ...words, test: { kind: "value", was: only(was, "enum"), now: only(now, "enum") } }
      : { id, effect: "readers", ...words, test: { kind: "perhaps read" } },
  ];
}

/** @returns the change when a list of values was added or removed. */
function listChange(was: ContractSchema, now: ContractSchema, direction: Direction): SchemaChange {
  const isRequest = direction === "request";
  const isNew = was.enum === undefined;
  const id = `${direction}-{scope}-${isNew ? "became-enum" : "enum-removed"}`;
  const words = { ...told("was", was.enum), ...told("now", now.enum) };
  if (isRequest !== isNew) return { id, effect: "nobody", ...words, test: { kind: "none" } };
  return isRequest
    ? { id, effect: "requests", ...words, test: { kind: "value", was: only(was, "enum"), now: only(now, "enum") } }
    : { id, effect: "readers", ...words, test: { kind: "perhaps read" } };
}

/** @returns a value of a schema as a labelled text for people, if there is one. */
export function told(key: "was" | "now", value: unknown): { readonly was?: string; readonly now?: string } {
  return value === undefined ? {} : { [key]: Array.isArray(value) ? value.map(textOf).join(", ") : textOf(value) };
}

/** @returns a value of a schema as text for people, or `undefined` if there is none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string"
    ? value
    : JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? String(each) : each));
}
