import { parseExpression, type Expression } from "./library";
import { getMemberShape } from "../constraints/as-stored";
import { isPlainArray, isPlainObject, type Plain } from "../constraints/plain";
import type { Shape } from "../shape";

/** A value in expressions. Integers of the schema are `bigint`, other numbers are `number`. Texts in some formats are objects. */
type CelValue = string | number | bigint | boolean | null | object | Map<string, CelValue> | readonly CelValue[];

/**
 * Converts a known plain value for expressions.
 *
 * @throws if a text does not match its format.
 */
export function toCelValue(value: Plain, shape: Shape): CelValue {
  if (isPlainArray(value)) {
    const elements: Shape = shape.type === "array" ? shape.elements : { type: "any" };
    return value.map((each) => toCelValue(each, elements));
  }
  if (isPlainObject(value)) {
    const members = new Map<string, CelValue>();
    for (const [key, member] of Object.entries(value)) {
      const inner = getMemberShape(shape, key) ?? ({ type: "any" } as const);
      members.set(shape.type === "object" ? escapeName(key) : key, toCelValue(member, inner));
    }
    return members;
  }
  if (typeof value === "symbol") throw new Error("a value that is not known");
  if (typeof value === "string") return readFormat(value, shape.constraints?.format);
  if (typeof value === "bigint") return shape.type === "number" ? Number(value) : value;
  if (typeof value !== "number") return value;
  return Number.isInteger(value) && shape.type !== "number" ? BigInt(value) : value;
}

const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** Escapes a field's name as expressions do: `a-b` becomes `a__dash__b`, `namespace` becomes `__namespace__`. */
function escapeName(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  if (!/[-./]|__/.test(name)) return name;
  return name
    .replaceAll("__", "__underscores__")
    .replaceAll(".", "__dot__")
    .replaceAll("-", "__dash__")
    .replaceAll("/", "__slash__");
}

const readers = new Map<string, Expression>();

/** In expressions, texts in these formats are timestamps, durations and bytes. */
function readFormat(text: string, format = ""): CelValue {
  switch (format) {
    case "byte":
      return new Uint8Array(Buffer.from(text, "base64"));
    case "date":
      return read("timestamp(self)", `${text}T00:00:00Z`);
    case "date-time":
    case "datetime":
      return read("timestamp(self)", text);
    case "duration":
      return read("duration(self)", text);
    default:
      return text;
  }
}

function read(expression: string, self: string): CelValue {
  let reader = readers.get(expression);
  if (reader === undefined) readers.set(expression, (reader = parseExpression(expression)));
  return reader({ self }) as CelValue;
}
