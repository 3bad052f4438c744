import type { Endpoint, QueryParameter, Separator } from "../../../src/contract/description/endpoint";
import { optionsOf } from "../../../src/request/drafts/known";
import { flatten, slice, stringOf } from "../../../src/request/drafts/strings";
import { nestByBrackets } from "../../../src/request/derived/form";
import type { Report } from "../../../src/rule/define";
import type { Violation } from "../../../src/shape/constraints/violation";
import { describeShape, listValues } from "../../../src/shape/describe";
import { getScalarText, isScalar } from "../../../src/shape/scalar";
import type { ArrayShape, Shape } from "../../../src/shape/shape";
import { checkSize, checkWrittenValue, printWrittenPath } from "../../../src/shape/written-fields";
import { findTextMisfit, type Strictness, type TextMisfit } from "../../../src/shape/written-text";
import { findNear } from "../../../src/text/near";
import type { Element, Member, ObjectValue, Value } from "../../../src/value/value";

/** @returns the parameter to which a query key belongs: `filter` for `filter[name]`. `ids` and `ids[]` match each other. */
export function parameterName(key: string, { query }: Endpoint): string {
  if (query.has(key)) return key;
  const base = /^([^[]+)\[/u.exec(key)?.[1];
  if (base === undefined) return query.has(`${key}[]`) ? `${key}[]` : key;
  return query.has(base) ? base : query.has(`${base}[]`) ? `${base}[]` : key;
}

/** Checks the known values of a query parameter. In a URL, all of them are texts. */
export function* checkParameter(
  member: Member,
  name: string,
  parameter: QueryParameter,
  strictness: Strictness,
): Generator<Report> {
  for (const option of optionsOf(member.value)) {
    const value = parameter.separator === undefined ? option : split(option, parameter.separator);
    yield* checkValue(value, name, parameter.shape, strictness);
  }
}

/** Splits a known text into a list. A text with unknown parts is left whole. */
function split(value: Value, separator: Separator): Value {
  if (value.kind !== "string" || value.parts.some(({ kind }) => kind === "hole")) return value;
  const { parts, range } = value;
  const elements: Element[] = [];
  let start = 0;
  for (const piece of flatten(parts).split(separator)) {
    const end = start + piece.length;
    elements.push({ value: stringOf(slice(parts, start, end), range), presence: "always" });
    start = end + separator.length;
  }
  return { kind: "array", range, open: false, sources: [], elements };
}

/**
 * Checks the values under a parameter's name with brackets: `filter[name]=x`, `ids[]=1`.
 *
 * @param form the query reduced to these keys.
 */
export function* checkBrackets(
  name: string,
  form: ObjectValue,
  endpoint: Endpoint,
  strictness: Strictness,
): Generator<Report> {
  const shape = endpoint.query.get(name)?.shape;
  if (shape === undefined) return;
  const { method, path } = endpoint;
  for (const { key, keyRange, value } of nestByBrackets(form).members) {
    for (const mismatch of checkWrittenValue(value, shape, { path: [key], range: keyRange }, strictness)) {
      const data = { method, path, name: printWrittenPath(mismatch.path) };
      const { range } = mismatch;
      if (mismatch.kind === "unknown") {
        const near = mismatch.near.map((each) => `\`${printWrittenPath([...mismatch.path.slice(0, -1), each])}\``);
        yield { message: near.length > 0 ? "near" : "unknown", data: { ...data, near: near.join(" or ") }, range };
      } else if (mismatch.kind === "missing") yield { message: "missing", data, range };
      else if (mismatch.kind === "values") yield { ...describeMisfit(data.name, mismatch.text, mismatch), range };
      else if (mismatch.kind === "type")
        yield { message: "type", data: { name: data.name, found: mismatch.found, expected: mismatch.expected }, range };
      else if (mismatch.kind === "constraint") yield { ...describeViolation(data.name, mismatch.violation), range };
    }
  }
}

function* checkValue(value: Value, name: string, shape: Shape, strictness: Strictness): Generator<Report> {
  if (shape.type === "array") yield* checkList(value, name, shape, strictness);
  else if (value.kind !== "array") {
    const text = getScalarText(value);
    const misfit = text === undefined ? undefined : findTextMisfit(text, shape, strictness);
    if (text !== undefined && misfit !== undefined) yield { ...describeMisfit(name, text, misfit), range: value.range };
  } else if (value.elements.length > 1 && isScalar(shape)) {
    const data = { name, found: "a list", expected: describeShape(shape) };
    yield { message: "type", data, range: value.range };
  }
}

function* checkList(value: Value, name: string, shape: ArrayShape, strictness: Strictness): Generator<Report> {
  const { range } = value;
  if (value.kind === "array") {
    for (const mismatch of checkSize(value, shape, { path: [name], range }))
      if (mismatch.kind === "constraint") yield { ...describeViolation(name, mismatch.violation), range };
    for (const element of value.elements)
      for (const option of optionsOf(element.value)) yield* checkValue(option, name, shape.elements, strictness);
    return;
  }
  const text = getScalarText(value);
  // A text may contain several values, separated by commas, blanks or bars.
  if (text !== undefined && !/[,|\s]/u.test(text)) yield* checkValue(value, name, shape.elements, strictness);
}

/** Bounds the values in a message. */
const mostValues = 12;

/** Describes why a text is not a value of a parameter. */
export function describeMisfit(name: string, text: string, misfit: TextMisfit): Pick<Report, "message" | "data"> {
  if (misfit.kind === "type")
    return { message: "type", data: { name, found: `\`${text.slice(0, 40)}\``, expected: misfit.expected } };
  if (misfit.kind === "constraint") return describeViolation(name, misfit.violation);
  const { allowed } = misfit;
  const near = findNear(text, allowed);
  if (near.length > 0)
    return { message: "nearValue", data: { name, near: near.map((each) => `\`${each}\``).join(" or ") } };
  return { message: "values", data: { name, allowed: listValues(allowed, mostValues) } };
}

function describeViolation(
  name: string,
  { found, expected }: Pick<Violation, "found" | "expected">,
): Pick<Report, "message" | "data"> {
  return { message: "constraint", data: { name, found, expected } };
}
