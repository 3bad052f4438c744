import { optionsOf } from "../../../src/request/drafting/known";
import { effectiveMethod } from "../../../src/request/questions/method";
import { findForms } from "../../../src/request/questions/form";
import type { Request } from "../../../src/request/request";
import type { Report } from "../../../src/rule/define";
import { describeShape } from "../../../src/shape/describe";
import { getScalarText } from "../../../src/shape/scalar";
import type { FieldShape, ObjectShape, ScalarShape, Shape } from "../../../src/shape/shape";
import { findTextMisfit, type TextMisfit } from "../../../src/shape/written-text";
import { findNear } from "../../../src/text/near";
import { type ArrayValue, hasJsonMembers, type Member, type ObjectValue, type Value } from "../../../src/value/value";
import { describeValues } from "./body-mismatches";

/** A server that is sent a number above a maximum refuses it: a body is no list that it could shorten. */
const strictness = { maximum: true };

/**
 * Checks a body that is sent as a form. All of its values are texts, which are checked as those of a query are, and an empty one unsets a field.
 *
 * @param shape what an imported description says of the endpoint's form.
 */
export function* checkFormBody(request: Request, shape: Shape): Generator<Report> {
  const method = effectiveMethod(request) ?? "";
  if (shape.type !== "object") return;
  for (const form of findForms(request)) {
    const check = new FormCheck(method);
    yield* check.object(form, shape, []);
    // An update may leave out what is there.
    if (method !== "PATCH") yield* check.missing(form, shape, [], request.anchor);
  }
}

type Path = readonly string[];

class FormCheck {
  readonly #method: string;

  constructor(method: string) {
    this.#method = method;
  }

  *object(value: ObjectValue, shape: ObjectShape, path: Path): Generator<Report> {
    for (const member of value.members) {
      const field = fieldOf(member.key, shape);
      const inner = [...path, member.key];
      if (field?.readOnly === true) {
        if (member.value.kind !== "undefined")
          yield { message: "readOnly", data: { path: printKey(inner) }, range: member.keyRange };
      } else if (field) {
        for (const option of optionsOf(member.value)) yield* this.#value(option, field.shape, inner, member.keyRange);
      } else if (!shape.open) {
        yield describeUnknown(member, path, nearFields(member, value, shape));
      }
    }
  }

  /** Required fields that are not sent. One that is misspelt is told by that alone. */
  *missing(value: ObjectValue, shape: ObjectShape, path: Path, range: Report["range"]): Generator<Report> {
    if (value.open) return;
    const sent = new Set(value.members.flatMap(({ key }) => fieldOf(key, shape)?.name ?? key));
    const meant = new Set(value.members.flatMap((member) => nearFields(member, value, shape)));
    for (const { name, required } of shape.fields.values())
      if (required && !sent.has(name) && !meant.has(name))
        yield { message: "missing", data: { path: printKey([...path, name]), method: this.#method }, range };
  }

  *#value(value: Value, shape: Shape, path: Path, at: Report["range"]): Generator<Report> {
    if (shape.type === "union") yield* this.#union(value, shape.options, path, at);
    else if (value.kind === "object" && hasJsonMembers(value)) yield* this.#nested(value, shape, path, at);
    else if (value.kind === "array") yield* this.#list(value, shape, path, at);
    else {
      const text = getScalarText(value);
      if (text !== undefined && text !== "") yield* this.#text(value, text, shape, path, at);
    }
  }

  *#nested(value: ObjectValue, shape: Shape, path: Path, at: Report["range"]): Generator<Report> {
    if (shape.type === "object") {
      yield* this.object(value, shape, path);
      yield* this.missing(value, shape, path, at);
    } else if (shape.type === "map" || shape.type === "array") {
      for (const { key, value: inner, keyRange } of value.members) {
        // `a[0]` and `a[]` are elements of a list.
        if (shape.type === "array" && !/^\d*$/u.test(key)) continue;
        const expected = shape.type === "map" ? shape.values : shape.elements;
        for (const option of optionsOf(inner).flatMap(key === "" ? elementsOf : (each) => [each]))
          yield* this.#value(option, expected, [...path, key], keyRange);
      }
    } else if (isScalar(shape)) yield describeType(shape, path, "an object", at);
  }

  *#list(value: ArrayValue, shape: Shape, path: Path, at: Report["range"]): Generator<Report> {
    if (shape.type === "array") {
      for (const element of value.elements)
        for (const option of optionsOf(element.value)) yield* this.#value(option, shape.elements, path, at);
      // Some clients join a list to one text, which any text may be.
    } else if (isScalar(shape) && !isFree(shape) && value.elements.length > 1)
      yield describeType(shape, path, "a list", value.range);
  }

  *#text(value: Value, text: string, shape: Shape, path: Path, at: Report["range"]): Generator<Report> {
    if (shape.type === "array") {
      // Several values may be written into one text, as JSON too.
      if (!/[,|\s[{]/u.test(text)) yield* this.#value(value, shape.elements, path, at);
    } else if (shape.type === "object" || shape.type === "map") {
      if (/^[\w-]+$/u.test(text)) yield describeType(shape, path, `\`${text.slice(0, 40)}\``, value.range);
    } else {
      const misfit = findTextMisfit(text, shape, strictness);
      if (misfit !== undefined) yield { ...describeMisfit(printKey(path), text, misfit), range: value.range };
    }
  }

  /** What fits one option is right. Else it is told what is wrong by the option that has the value's type and finds least. */
  *#union(value: Value, options: readonly Shape[], path: Path, at: Report["range"]): Generator<Report> {
    const all: (readonly Report[])[] = [];
    for (const option of options) {
      const found = [...this.#value(value, option, path, at)];
      if (found.length === 0) return;
      all.push(found);
    }
    const key = printKey(path);
    const ofType = all.filter(([first]) => first?.message !== "type" || first.data?.path !== key);
    const [nearest] = ofType.sort((a, b) => a.length - b.length);
    const [first] = all[0] ?? [];
    if (nearest) yield* nearest;
    else if (first) yield { ...first, data: { ...first.data, expected: options.map(describeShape).join(" or ") } };
  }
}

/** What is sent under `a[]` more than once. */
function elementsOf(value: Value): readonly Value[] {
  return value.kind === "array" ? value.elements.flatMap((element) => optionsOf(element.value)) : [value];
}

/** @returns the field that a key names: `ids` may stand for `ids[]`. */
function fieldOf(key: string, { fields }: ObjectShape): FieldShape | undefined {
  return fields.get(key) ?? fields.get(`${key}[]`);
}

/** The names of fields that are not sent, and that an unknown one is one typo away from. */
function nearFields({ key }: Member, { members }: ObjectValue, shape: ObjectShape): readonly string[] {
  if (fieldOf(key, shape) !== undefined) return [];
  const sent = new Set(members.map((member) => member.key));
  return findNear(
    key,
    [...shape.fields.keys()].filter((name) => !sent.has(name)),
  );
}

function describeUnknown({ key, keyRange }: Member, path: Path, near: readonly string[]): Report {
  const [only] = near;
  const data = { path: printKey([...path, key]) };
  if (only === undefined || near.length > 1) return { message: "unknown", data, range: keyRange };
  return { message: "near", data: { ...data, near: printKey([...path, only]) }, range: keyRange };
}

function describeType(shape: Shape, path: Path, found: string, range: Report["range"]): Report {
  return { message: "type", data: { path: printKey(path), found, expected: describeShape(shape) }, range };
}

function describeMisfit(path: string, text: string, misfit: TextMisfit): Pick<Report, "message" | "data"> {
  if (misfit.kind === "values") return describeValues({ text, allowed: misfit.allowed }, path);
  if (misfit.kind === "constraint") {
    const { found, expected } = misfit.violation;
    return { message: "constraint", data: { path, found, expected } };
  }
  return { message: "type", data: { path, found: `\`${text.slice(0, 40)}\``, expected: misfit.expected } };
}

function isScalar(shape: Shape): shape is ScalarShape {
  return shape.type === "string" || shape.type === "int64" || shape.type === "number" || shape.type === "boolean";
}

/** Whether every text is a value of a shape. */
function isFree({ type, values }: ScalarShape): boolean {
  return type === "string" && values === undefined;
}

/** As it is sent: `card[number]`. */
function printKey([first = "", ...rest]: Path): string {
  return `${first}${rest.map((each) => `[${each}]`).join("")}`;
}
