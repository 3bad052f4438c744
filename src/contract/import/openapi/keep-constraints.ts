import { explainPattern } from "../../../shape/constraints/patterns";
import type { Constraints } from "../../../shape/constraints/schema";
import { bounds, isFlag, isNumber } from "../bounds";
import type { JsonObject } from "./pointers";

/** Keywords that are kept, with a test of their arguments. */
const kept: Readonly<Record<string, (argument: unknown) => boolean>> = {
  exclusiveMaximum: (argument) => isFlag(argument) || isNumber(argument),
  exclusiveMinimum: (argument) => isFlag(argument) || isNumber(argument),
  ...bounds,
  uniqueItems: (argument) => argument === true,
  pattern: (argument) => typeof argument === "string" && explainPattern(argument) === undefined,
  // In OpenAPI a format is often a hint: only those that cannot be read in two ways are checked.
  format: (argument) => argument === "uuid" || argument === "date" || argument === "date-time",
};

/** @returns what a schema says of a value beyond its type and its members, as far as that is checked. */
export function keepConstraints(source: JsonObject): Omit<Constraints, "allOf" | "anyOf" | "oneOf" | "not"> {
  const entries = Object.entries(source).filter(
    ([keyword, argument]) => Object.hasOwn(kept, keyword) && kept[keyword]?.(argument) === true,
  );
  return Object.fromEntries(entries);
}
