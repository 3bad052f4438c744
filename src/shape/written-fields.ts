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

/** In what a field that is sent as a text, or as several under keys with brackets, does not fit its shape. */
export type WrittenMismatch = { readonly path: WrittenPath; readonly range: Range } & WrittenProblem;

type WrittenProblem =
  | { readonly kind: "unknown"; readonly near: readonly string[] }
  | { readonly kind: "missing" | "readOnly" }
  | { readonly kind: "type"; readonly found: string; readonly expected: string }
  | { readonly kind: "values"; readonly text: string; readonly allowed: readonly string[] }
  | { readonly kind: "constraint"; readonly violation: Pick<Violation, "found" | "expected"> };

/** The names from the outermost: `card`, `number`. */
export type WrittenPath = readonly string[];

/** What surrounds a value that is checked. */
interface Place {
  readonly path: WrittenPath;
  readonly range: Range;
}

/**
 * Finds in what the fields of a form do not fit its shape. All of their values are texts, and an empty one says that nothing is set.
 *
 * @param form its fields, nested by their brackets.
 * @param place of the form, for missing fields.
 * @returns the mismatches in the order of the fields, those inside a field that is missing left out.
 */
export function checkWrittenFields(
  form: ObjectValue,
  shape: ObjectShape,
  place: Place,
  strictness: Strictness,
): WrittenMismatch[] {
  return [...new WrittenCheck(strictness).object(form, shape, place)];
}

/** Finds in what one field, or what stands under its name, does not fit its shape. */
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
      // Some clients join a list to one text, which any text may be.
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

  /** A value that fits one option is right. Else the option of the value's type with the fewest mismatches counts. */
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

/** Required fields that are not sent. A misspelt field is reported as such, and not as missing. */
function* missing(value: ObjectValue, shape: ObjectShape, place: Place): Generator<WrittenMismatch> {
  const sent = new Set(value.members.flatMap(({ key }) => fieldOf(key, shape)?.name ?? key));
  const meant = new Set(value.members.flatMap((member) => nearFields(member, value, shape)));
  for (const { name, required } of shape.fields.values())
    if (required && !sent.has(name) && !meant.has(name))
      yield { path: [...place.path, name], range: place.range, kind: "missing" };
}

/**
 * Checks how many values a list sends. That two of them are the same is no problem: many services take a list for a set.
 *
 * A value that is not known, or that a service may split, may be none, or several.
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

/** Several values may be written into one text, as JSON too. */
const severalValues = /[,|\s[{]/u;

function optionsOf(value: Value): readonly Value[] {
  return value.kind === "alternatives" ? value.options : [value];
}

/** What is sent under `a[]` more than once. */
function elementsOf(value: Value): readonly Value[] {
  return value.kind === "array" ? value.elements.flatMap((element) => optionsOf(element.value)) : [value];
}

/** @returns the field that a key names: `ids` may stand for `ids[]`. */
function fieldOf(key: string, { fields }: ObjectShape): FieldShape | undefined {
  return fields.get(key) ?? fields.get(`${key}[]`);
}

/** Names of absent fields that are one typo away from an unknown field. */
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

/** Whether every text is a value of a shape. */
function isFree({ type, values }: ScalarShape): boolean {
  return type === "string" && values === undefined;
}

/** @returns a path as it is sent: `card[number]`. */
export function printWrittenPath([first = "", ...rest]: WrittenPath): string {
  return `${first}${rest.map((each) => `[${each}]`).join("")}`;
}
