import { explainPattern } from "../../../shape/constraints/patterns";
import type { Constraints } from "../../../shape/constraints/schema";
import { bounds, isFlag, isNumber } from "../bounds";
import type { JsonObject } from "./pointers";

/** Keywords that are kept, each with a test of its argument. */
const kept: Readonly<Record<string, (argument: unknown) => boolean>> = {
  exclusiveMaximum: (argument) => isFlag(argument) || isNumber(argument),
  exclusiveMinimum: (argument) => isFlag(argument) || isNumber(argument),
  ...bounds,
  uniqueItems: (argument) => argument === true,
  pattern: (argument) => typeof argument === "string" && explainPattern(argument) === undefined,
  // OpenAPI formats are often only hints, so only unambiguous ones are checked.
  format: (argument) => argument === "uuid" || argument === "date" || argument === "date-time",
};

/** @returns the supported constraints of a schema, apart from its type and members. */
export function keepConstraints(source: JsonObject): Omit<Constraints, "allOf" | "anyOf" | "oneOf" | "not"> {
  const entries = Object.entries(source).filter(
    ([keyword, argument]) => Object.hasOwn(kept, keyword) && kept[keyword]?.(argument) === true,
  );
  return Object.fromEntries(entries);
}
