import { hasJsonMembers, type NumberValue, type UnknownValue, type Value } from "../value/value";
import type { ScalarShape, Shape } from "./shape";

const least = -(2n ** 63n);
const greatest = 2n ** 63n - 1n;

/** The result of checking a value against a scalar shape. `unknown`: it may or may not fit. */
export type Fit = "fits" | "unknown" | "type" | "range" | "values";

export function isScalar(shape: Shape): shape is ScalarShape {
  return shape.type === "string" || shape.type === "int64" || shape.type === "number" || shape.type === "boolean";
}

/** Checks one reading of a scalar. The caller handles alternatives and readings of older YAML. */
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
    case "boolean":
      return shape.type === value.kind ? "fits" : "type";
    case "number":
      return fitNumber(value, shape);
    case "null":
      return shape.nullable === true ? "fits" : "type";
    case "object":
      return hasJsonMembers(value) ? "type" : "unknown";
    case "array":
      return "type";
    case "unknown":
      return mayFit(value, shape) ? "unknown" : "type";
    case "undefined":
    case "alternatives":
    case "opaque":
      return "unknown";
  }
}

function fitNumber(value: NumberValue, shape: ScalarShape): Fit {
  if (shape.type === "number") return "fits";
  return shape.type === "int64" ? fitInteger(value) : "type";
}

/** Whether a value of a known JSON type may fit. An object may serialize to another type: a date becomes a string. */
function mayFit({ is }: UnknownValue, { type }: ScalarShape): boolean {
  return is === undefined || is === "object" || is === type || (is === "number" && type === "int64");
}

function fitInteger(value: NumberValue): Fit {
  if (Number.isSafeInteger(value.value)) return "fits";
  const whole = getWhole(value);
  if (whole === undefined) return "type";
  return whole < least || whole > greatest ? "range" : "fits";
}

/** @returns the exact value of an integer. */
export function getWhole(value: NumberValue): bigint | undefined {
  if (typeof value.value === "bigint") return value.value;
  if (/^[-+]?[0-9]+$/.test(value.text) && !Number.isSafeInteger(value.value))
    return BigInt(value.text.replace("+", ""));
  return Number.isInteger(value.value) ? BigInt(value.value) : undefined;
}

/** @returns the text of a fully known scalar. */
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

/** @returns whether null is a value of the shape, rather than an absent member. */
export function acceptsNull(shape: Shape): boolean {
  if (shape.type === "union") return shape.options.some(acceptsNull);
  return shape.type === "any" ? shape.dropsNull !== true : shape.nullable === true;
}
