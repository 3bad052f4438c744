import type { Endpoint, QueryParameter } from "../../../src/contract/description/endpoint";
import { optionsOf } from "../../../src/request/drafting/known";
import type { Report } from "../../../src/rule/define";
import { describeShape } from "../../../src/shape/describe";
import { getScalarText } from "../../../src/shape/scalar";
import type { Shape } from "../../../src/shape/shape";
import { findTextMisfit, type Strictness, type TextMisfit } from "../../../src/shape/written-text";
import { findNear } from "../../../src/text/near";
import type { Member, Value } from "../../../src/value/value";

/** @returns the parameter that a key of a query belongs to: `filter` of `filter[name]`, `ids` of `ids[]`. */
export function parameterName(key: string, { query }: Endpoint): string {
  if (query.has(key)) return key;
  const base = /^([^[]+)\[/u.exec(key)?.[1];
  if (base === undefined) return query.has(`${key}[]`) ? `${key}[]` : key;
  return query.has(base) ? base : query.has(`${base}[]`) ? `${base}[]` : key;
}

/** Checks the known values of a query parameter; those in a URL are texts, whatever they mean. */
export function* checkParameter(
  member: Member,
  name: string,
  parameter: QueryParameter,
  strictness: Strictness,
): Generator<Report> {
  // `filter[name]=x` is a member of the parameter, whose own shape does not matter here.
  if (member.key.includes("[") || parameter.nested) return;
  for (const value of optionsOf(member.value)) yield* checkValue(value, name, parameter.shape, strictness);
}

function* checkValue(value: Value, name: string, shape: Shape, strictness: Strictness): Generator<Report> {
  if (shape.type === "array") {
    if (value.kind === "array") {
      for (const element of value.elements)
        for (const option of optionsOf(element.value)) yield* checkValue(option, name, shape.elements, strictness);
      return;
    }
    const text = getScalarText(value);
    // Several values may be written with commas between, or with blanks or bars.
    if (text !== undefined && !/[,|\s]/u.test(text)) yield* checkValue(value, name, shape.elements, strictness);
    return;
  }
  if (value.kind === "array") {
    const isScalar = shape.type !== "union" && shape.type !== "any" && shape.type !== "object" && shape.type !== "map";
    if (isScalar && value.elements.length > 1) {
      const data = { name, found: "a list", expected: describeShape(shape) };
      yield { message: "type", data, range: value.range };
    }
    return;
  }
  const text = getScalarText(value);
  const misfit = text === undefined ? undefined : findTextMisfit(text, shape, strictness);
  if (text !== undefined && misfit !== undefined) yield { ...describeMisfit(name, text, misfit), range: value.range };
}

/** More values are not listed in a message. */
const mostValues = 12;

/** Says in what a text is no value of a parameter. */
export function describeMisfit(name: string, text: string, misfit: TextMisfit): Pick<Report, "message" | "data"> {
  if (misfit.kind === "type")
    return { message: "type", data: { name, found: `\`${text.slice(0, 40)}\``, expected: misfit.expected } };
  if (misfit.kind === "constraint") {
    const { found, expected } = misfit.violation;
    return { message: "constraint", data: { name, found, expected } };
  }
  const { allowed } = misfit;
  const near = findNear(text, allowed);
  if (near.length > 0)
    return { message: "nearValue", data: { name, near: near.map((each) => `\`${each}\``).join(" or ") } };
  const shown = allowed.slice(0, mostValues).map((each) => JSON.stringify(each));
  return {
    message: "values",
    data: { name, allowed: [...shown, ...(allowed.length > mostValues ? ["…"] : [])].join(", ") },
  };
}
