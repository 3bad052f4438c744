import { type ArrayValue, hasJsonMembers, type Member, type ObjectValue, type Value } from "../value/value";
import type { Range } from "../text/range";
import { findNear } from "../text/near";
import { examineArray } from "./constraints/arrays";
import { markOpen } from "./constraints/plain";
import type { Violation } from "./constraints/violation";
import { describeShape } from "./describe";
import { getScalarText, isScalar } from "./scalar";
import type { ArrayShape, FieldShape, ObjectShape, ScalarShape, Shape } from "./shape";
import { findTextMisfit, type Strictness } from "./written-text";

/** A mismatch of a form field, which is sent as text, or as several texts under bracketed keys. */
export type WrittenMismatch = { readonly path: WrittenPath; readonly range: Range } & WrittenProblem;

type WrittenProblem =
  | { readonly kind: "unknown"; readonly near: readonly string[] }
  | { readonly kind: "missing" | "readOnly" }
  | { readonly kind: "type"; readonly found: string; readonly expected: string }
  | { readonly kind: "values"; readonly text: string; readonly allowed: readonly string[] }
  | { readonly kind: "constraint"; readonly violation: Pick<Violation, "found" | "expected"> };

/** The names from the outside in: `card`, `number`. */
export type WrittenPath = readonly string[];

/** The place of the checked value. */
interface Place {
  readonly path: WrittenPath;
  readonly range: Range;
}

/**
 * Checks the fields of a form against their shape. All values are texts; an empty one means unset.
 *
 * @param form the fields, nested by their brackets.
 * @param place the form's place, for missing fields.
 * @returns the mismatches in field order. Fields inside a missing field are not reported.
 */
export function checkWrittenFields(
  form: ObjectValue,
  shape: ObjectShape,
  place: Place,
  strictness: Strictness,
): WrittenMismatch[] {
  return [...new WrittenCheck(strictness).object(form, shape, place)];
}

/** Checks one field of a form, including nested fields under its name. */
export function checkWrittenValue(value: Value, shape: Shape, place: Place, strictness: Strictness): WrittenMismatch[] {
  return optionsOf(value).flatMap((option) => [...new WrittenCheck(strictness).value(option, shape, place)]);
}

class WrittenCheck {
  readonly #strictness: Strictness;

  constructor(strictness: Strictness) {
    this.#strictness = strictness;
  }

  *object(value: ObjectValue, shape: ObjectShape, place: Place): Generator<WrittenMismatch> {
    for (const member of value.members) {
      const field = fieldOf(member.key, shape);
      const inner: Place = { path: [...place.path, member.key], range: member.keyRange };
      if (field?.readOnly === true) {
        if (member.value.kind !== "undefined") yield { ...inner, kind: "readOnly" };
      } else if (field) {
        for (const option of optionsOf(member.value)) yield* this.value(option, field.shape, inner);
      } else if (!shape.open) yield { ...inner, kind: "unknown", near: nearFields(member, value, shape) };
    }
    if (!value.open) yield* missing(value, shape, place);
  }

  *value(value: Value, shape: Shape, place: Place): Generator<WrittenMismatch> {
    if (shape.type === "union") yield* this.#union(value, shape.options, place);
    else if (value.kind === "object" && hasJsonMembers(value)) yield* this.#nested(value, shape, place);
    else if (value.kind === "array") yield* this.#list(value, shape, place);
    else {
      const text = getScalarText(value);
      if (text !== undefined && text !== "") yield* this.#text(value, text, shape, place);
    }
  }

  *#nested(value: ObjectValue, shape: Shape, place: Place): Generator<WrittenMismatch> {
    if (shape.type === "object") yield* this.object(value, shape, place);
    else if (shape.type === "map" || shape.type === "array") {
      for (const { key, value: inner, keyRange } of value.members) {
        // `a[0]` and `a[]` are elements of a list.
        if (shape.type === "array" && !/^\d*$/u.test(key)) continue;
        const expected = shape.type === "map" ? shape.values : shape.elements;
        for (const option of optionsOf(inner).flatMap(key === "" ? elementsOf : (each) => [each]))
          yield* this.value(option, expected, { path: [...place.path, key], range: keyRange });
      }
    } else if (isScalar(shape)) yield describeType(shape, place, "an object");
  }

  *#list(value: ArrayValue, shape: Shape, place: Place): Generator<WrittenMismatch> {
    if (shape.type === "array") {
      yield* checkSize(value, shape, { ...place, range: value.range });
      for (const element of value.elements)
        for (const option of optionsOf(element.value)) yield* this.value(option, shape.elements, place);
      // Some clients join a list into one text. That fits any unrestricted string.
    } else if (isScalar(shape) && !isFree(shape) && value.elements.length > 1)
      yield describeType(shape, { ...place, range: value.range }, "a list");
  }

  *#text(value: Value, text: string, shape: Shape, place: Place): Generator<WrittenMismatch> {
    const at: Place = { ...place, range: value.range };
    if (shape.type === "array") {
      if (!severalValues.test(text)) yield* this.value(value, shape.elements, place);
    } else if (shape.type === "object" || shape.type === "map") {
      if (/^[\w-]+$/u.test(text)) yield describeType(shape, at, quoted(text));
    } else {
      const misfit = findTextMisfit(text, shape, this.#strictness);
      if (misfit?.kind === "values") yield { ...at, kind: "values", text, allowed: misfit.allowed };
      else if (misfit?.kind === "type") yield { ...at, ...misfit, found: quoted(text) };
      else if (misfit) yield { ...at, ...misfit };
    }
  }

  /** A value is valid if one option fits. Otherwise the option of its type with the fewest mismatches is reported. */
  *#union(value: Value, options: readonly Shape[], place: Place): Generator<WrittenMismatch> {
    const all: (readonly WrittenMismatch[])[] = [];
    for (const option of options) {
      const found = [...this.value(value, option, place)];
      if (found.length === 0) return;
      all.push(found);
    }
    const ofType = all.filter(([first]) => first?.kind !== "type" || first.path.length > place.path.length);
    const [nearest] = ofType.sort((a, b) => a.length - b.length);
    const [first] = all[0] ?? [];
    if (nearest) yield* nearest;
    else if (first) yield { ...first, ...{ expected: options.map(describeShape).join(" or ") } };
  }
}

/** Finds required fields that are not sent. A misspelt field is reported as such, and not also as missing. */
function* missing(value: ObjectValue, shape: ObjectShape, place: Place): Generator<WrittenMismatch> {
  const sent = new Set(value.members.flatMap(({ key }) => fieldOf(key, shape)?.name ?? key));
  const meant = new Set(value.members.flatMap((member) => nearFields(member, value, shape)));
  for (const { name, required } of shape.fields.values())
    if (required && !sent.has(name) && !meant.has(name))
      yield { path: [...place.path, name], range: place.range, kind: "missing" };
}

/**
 * Checks the number of values in a list. Ignores duplicates, because many services treat lists as sets.
 *
 * Values that are unknown, or that a service may split, count as any number of values.
 */
export function checkSize(value: ArrayValue, { constraints }: ArrayShape, place: Place): readonly WrittenMismatch[] {
  const { minItems, maxItems } = constraints ?? {};
  const texts = value.elements.flatMap((element) => {
    const text = element.presence === "always" ? getScalarText(element.value) : undefined;
    return text === undefined || text === "" || severalValues.test(text) ? [] : [text];
  });
  const isWhole = texts.length === value.elements.length && !value.open;
  const found: WrittenMismatch[] = [];
  examineArray(
    isWhole ? texts : markOpen(texts),
    { ...(minItems !== undefined && { minItems }), ...(maxItems !== undefined && { maxItems }) },
    [],
    (violation) => found.push({ ...place, kind: "constraint", violation }),
  );
  return found;
}

/** A text may contain several values, for example as JSON. */
const severalValues = /[,|\s[{]/u;

function optionsOf(value: Value): readonly Value[] {
  return value.kind === "alternatives" ? value.options : [value];
}

/** @returns the values of a repeated `a[]`. */
function elementsOf(value: Value): readonly Value[] {
  return value.kind === "array" ? value.elements.flatMap((element) => optionsOf(element.value)) : [value];
}

/** @returns the field with this key; `ids` also matches `ids[]`. */
function fieldOf(key: string, { fields }: ObjectShape): FieldShape | undefined {
  return fields.get(key) ?? fields.get(`${key}[]`);
}

/** @returns the absent fields that are one typo away from an unknown key. */
function nearFields({ key }: Member, { members }: ObjectValue, shape: ObjectShape): readonly string[] {
  if (fieldOf(key, shape) !== undefined) return [];
  const sent = new Set(members.map((member) => member.key));
  return findNear(
    key,
    [...shape.fields.keys()].filter((name) => !sent.has(name)),
  );
}

function describeType(shape: Shape, place: Place, found: string): WrittenMismatch {
  return { ...place, kind: "type", found, expected: describeShape(shape) };
}

function quoted(text: string): string {
  return `\`${text.slice(0, 40)}\``;
}

/** Whether every text is valid. */
function isFree({ type, values }: ScalarShape): boolean {
  return type === "string" && values === undefined;
}

/** Formats a path as in a form: `card[number]`. */
export function printWrittenPath([first = "", ...rest]: WrittenPath): string {
  return `${first}${rest.map((each) => `[${each}]`).join("")}`;
}
