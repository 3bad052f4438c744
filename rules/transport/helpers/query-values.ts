import type { Endpoint, QueryParameter } from "../../../src/contract/description/endpoint";
import { optionsOf } from "../../../src/request/drafting/known";
import type { Report } from "../../../src/rule/define";
import { describeShape } from "../../../src/shape/describe";
import { getScalarText } from "../../../src/shape/scalar";
import type { ScalarShape, Shape } from "../../../src/shape/shape";
import type { Member, Value } from "../../../src/value/value";

/** @returns the parameter that a key of a query belongs to: `filter` of `filter[name]`, `ids` of `ids[]`. */
export function parameterName(key: string, { query }: Endpoint): string {
  if (query.has(key)) return key;
  const base = /^([^[]+)\[/u.exec(key)?.[1];
  if (base === undefined) return query.has(`${key}[]`) ? `${key}[]` : key;
  return query.has(base) ? base : query.has(`${base}[]`) ? `${base}[]` : key;
}

/** Checks the known values of a query parameter; those in a URL are texts, whatever they mean. */
export function* checkParameter(member: Member, name: string, parameter: QueryParameter): Generator<Report> {
  // `filter[name]=x` is a member of the parameter, whose own shape does not matter here.
  if (member.key.includes("[") || parameter.nested) return;
  for (const value of optionsOf(member.value)) yield* checkValue(value, name, parameter.shape);
}

function* checkValue(value: Value, name: string, shape: Shape): Generator<Report> {
  if (shape.type === "array") {
    if (value.kind === "array") {
      for (const element of value.elements)
        for (const option of optionsOf(element.value)) yield* checkValue(option, name, shape.elements);
      return;
    }
    const text = getScalarText(value);
    // Several values may be written with commas between, or with blanks or bars.
    if (text !== undefined && !/[,|\s]/u.test(text)) yield* checkValue(value, name, shape.elements);
    return;
  }
  if (shape.type === "union" || shape.type === "any" || shape.type === "object" || shape.type === "map") return;
  if (value.kind === "array") {
    if (value.elements.length > 1) yield misfit(value, name, shape, "a list");
    return;
  }
  const text = getScalarText(value);
  if (text === undefined) return;
  if (!reads(text, shape)) {
    yield misfit(value, name, shape, `\`${text.slice(0, 40)}\``);
  } else if (shape.values !== undefined && !shape.values.some((allowed) => String(allowed) === text)) {
    const allowed = shape.values.map((each) => JSON.stringify(each));
    const shown = allowed.length > 12 ? [...allowed.slice(0, 12), "…"] : allowed;
    yield { message: "values", data: { name, allowed: shown.join(", ") }, range: value.range };
  }
}

function misfit(value: Value, name: string, shape: Shape, found: string): Report {
  return { message: "type", data: { name, found, expected: describeShape(shape) }, range: value.range };
}

/** Whether a text may stand for a value of a type. An empty one, and 0 and 1 for booleans, are what many services take. */
function reads(text: string, { type }: ScalarShape): boolean {
  switch (type) {
    case "string":
      return true;
    case "boolean":
      return /^(?:true|false|0|1|)$/iu.test(text);
    case "int64":
      return /^(?:[-+]?\d+|)$/u.test(text);
    case "number":
      return text.trim() === "" || Number.isFinite(Number(text));
  }
}
