import { hasJsonMembers, type UnknownValue, type Value } from "../value/value";
import type { Shape } from "./shape";

/** @returns a description of a shape's values that follows "must be": `a string`, `a list of strings`. */
export function describeShape(shape: Shape): string {
  switch (shape.type) {
    case "object":
      return "an object";
    case "map":
      return shape.values.type === "any" ? "an object" : `an object whose values are ${plural(shape.values)}`;
    case "array":
      return shape.elements.type === "any" ? "a list" : `a list of ${plural(shape.elements)}`;
    case "string":
      return "a string";
    case "int64":
      return "a whole number";
    case "number":
      return "a number";
    case "boolean":
      return "a boolean";
    case "union":
      return [...new Set(shape.options.map(describeShape))].join(" or ");
    case "any":
      return "any value";
  }
}

/**
 * @param most the number of values to list.
 * @returns values in backticks as a phrase that follows "must be": `a`, `b` or `c`.
 */
export function listValues(values: readonly (string | number | boolean)[], most: number): string {
  const marked = values.slice(0, most).map((each) => `\`${String(each)}\``);
  if (values.length > most) return `one of ${marked.join(", ")}, …`;
  const last = marked.pop() ?? "";
  return marked.length === 0 ? last : `${marked.join(", ")} or ${last}`;
}

function plural(shape: Shape): string {
  switch (shape.type) {
    case "object":
    case "map":
      return "objects";
    case "array":
      return "lists";
    case "string":
      return "strings";
    case "int64":
      return "whole numbers";
    case "number":
      return "numbers";
    case "boolean":
      return "booleans";
    case "union":
      return [...new Set(shape.options.map(plural))].join(" or ");
    case "any":
      return "any values";
  }
}

function describeUnknown(type: NonNullable<UnknownValue["is"]>): string {
  if (type === "array") return "a list";
  return type === "object" ? "an object" : `a ${type}`;
}

/** @returns a value's JSON type in words; `undefined` if it is unknown or the value is not JSON. */
export function describeValue(value: Value): string | undefined {
  switch (value.kind) {
    case "object":
      return hasJsonMembers(value) ? "an object" : undefined;
    case "array":
      return "a list";
    case "string":
      return "a string";
    case "number":
      return typeof value.value === "number" && !Number.isInteger(value.value) ? "a fraction" : "a number";
    case "boolean":
      return "a boolean";
    case "null":
      return "null";
    case "unknown":
      return value.is && describeUnknown(value.is);
    case "undefined":
    case "alternatives":
    case "opaque":
      return undefined;
  }
}
