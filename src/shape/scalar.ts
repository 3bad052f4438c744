import { hasJsonMembers, type NumberValue, type Value } from "../value/value";
import type { ScalarShape, Shape } from "./shape";

const least = -(2n ** 63n);
const greatest = 2n ** 63n - 1n;

/** How a value stands to a scalar shape. `unknown`: it may fit or not. */
export type Fit = "fits" | "unknown" | "type" | "range" | "values";

/** Checks one scalar reading; alternatives and older readings are the caller's. */
export function fitScalar(value: Value, shape: ScalarShape): Fit {
  const type = fitType(value, shape);
  if (type !== "fits" || shape.values === undefined) return type;
  const text = getScalarText(value);
  if (text === undefined) return "unknown";
  return shape.values.some((allowed) => String(allowed) === text) ? "fits" : "values";
}

function fitType(value: Value, shape: ScalarShape): Fit {
  switch (value.kind) {
    case "string":
      return shape.type === "string" ? "fits" : "type";
    case "boolean":
      return shape.type === "boolean" ? "fits" : "type";
    case "number":
      if (shape.type === "number") return "fits";
      return shape.type === "int64" ? fitInteger(value) : "type";
    case "null":
      return shape.nullable === true ? "fits" : "type";
    case "object":
      return hasJsonMembers(value) ? "type" : "unknown";
    case "array":
      return "type";
    case "unknown":
      // An object may have a JSON form of its own: that of a date is a string.
      if (value.is === undefined || value.is === "object") return "unknown";
      return value.is === shape.type || (value.is === "number" && shape.type === "int64") ? "unknown" : "type";
    case "undefined":
    case "alternatives":
    case "opaque":
      return "unknown";
  }
}

function fitInteger(value: NumberValue): Fit {
  if (Number.isSafeInteger(value.value)) return "fits";
  const whole = getWhole(value);
  if (whole === undefined) return "type";
  return whole < least || whole > greatest ? "range" : "fits";
}

/** @returns a number exactly, where it is a whole one. */
export function getWhole(value: NumberValue): bigint | undefined {
  if (typeof value.value === "bigint") return value.value;
  if (/^[-+]?[0-9]+$/.test(value.text) && !Number.isSafeInteger(value.value))
    return BigInt(value.text.replace("+", ""));
  return Number.isInteger(value.value) ? BigInt(value.value) : undefined;
}

/** @returns the text of a scalar that is fully known. */
export function getScalarText(value: Value): string | undefined {
  if (value.kind === "number" || value.kind === "boolean") return String(value.value);
  if (value.kind !== "string") return undefined;
  let text = "";
  for (const part of value.parts) {
    if (part.kind === "hole") return undefined;
    text += part.text;
  }
  return text;
}

/** @returns whether null is a value of its own under the shape. */
export function acceptsNull(shape: Shape): boolean {
  if (shape.type === "union") return shape.options.some(acceptsNull);
  return shape.type === "any" || shape.nullable === true;
}
