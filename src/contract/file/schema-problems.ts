import { createRequire } from "node:module";
import type * as AjvModule from "ajv";
import type { ErrorObject, ValidateFunction } from "ajv";
import { closest, distance } from "fastest-levenshtein";
import { findNear } from "../../text/near";
import type { ConfigurationProblem } from "../configuration/configuration";
import type { JsonSchema } from "../configuration/configuration-schema";
import { quoteKey, type DataFile } from "./data-file";
import { surelyFitsSchema } from "./surely-fits";

// Loads ajv only if a configuration has mistakes: loading takes longer than reading the configuration.
const load = createRequire(__filename);
const validators = new WeakMap<JsonSchema, ValidateFunction>();

/** A schema violation, and the keys that lead to it. */
export interface Misfit {
  readonly keys: readonly string[];
  readonly problem: ConfigurationProblem;
}

/**
 * Checks a data file against a schema.
 *
 * @param echo whether messages may quote values of the file.
 * @returns the problems in file order, each with its position, the nearest known name and what to do.
 */
export function checkSchema(
  file: DataFile,
  schema: JsonSchema,
  { echo = true }: { readonly echo?: boolean } = {},
): Misfit[] {
  if (surelyFitsSchema(file.value, schema, schema)) return [];
  let validate = validators.get(schema);
  if (validate === undefined) {
    const { Ajv } = load("ajv") as typeof AjvModule;
    validate = new Ajv({ allErrors: true, strict: false, verbose: true, logger: false }).compile(schema);
    validators.set(schema, validate);
  }
  if (validate(file.value)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== "if")
    .map((error) => ({ keys: keysOf(error), problem: toProblem(file, error, echo) }))
    .sort((a, b) => a.problem.line - b.problem.line || a.problem.column - b.problem.column);
}

/** @returns the keys that lead to the error; for an additional property, to that property. */
function keysOf({ instancePath, keyword, params }: ErrorObject): string[] {
  const keys = instancePath.split("/").slice(1).map(unescapePointer);
  return keyword === "additionalProperties"
    ? [...keys, String((params as Record<string, unknown>).additionalProperty)]
    : keys;
}

/** @returns ` Did you mean …?`, or a list of the known names. */
export function advise(name: string, known: readonly string[]): string {
  const near = getNearest(name, known);
  const exact = known.find((each) => name === `restraint/${each}`);
  if (exact !== undefined) return ` Leave the prefix out: \`${exact}\`.`;
  if (near.length > 0) return ` Did you mean ${near.map((each) => `\`${each}\``).join(" or ")}?`;
  return known.length === 0 || known.length > 12 ? "" : ` Known: ${known.join(", ")}.`;
}

/** A name in a configuration is surely meant to be a known one, so larger typos are accepted than in data. */
function getNearest(name: string, known: readonly string[]): readonly string[] {
  const near = findNear(name, known);
  if (near.length > 0 || known.length === 0) return near;
  const nearest = closest(name, known);
  return distance(name, nearest) <= Math.max(name.length, nearest.length) / 3 ? [nearest] : [];
}

function nameOfPlace(keys: readonly string[]): string {
  const name = keys.at(-1);
  if (name === undefined) return "The configuration";
  return /^\d+$/.test(name) ? `An entry of ${quoteKey(keys.at(-2) ?? "")}` : quoteKey(name);
}

function toProblem(file: DataFile, error: ErrorObject, echo: boolean): ConfigurationProblem {
  const shown = echo ? shownValue : shownType;
  const keys = error.instancePath.split("/").slice(1).map(unescapePointer);
  const what = nameOfPlace(keys);
  const parameters = error.params as Readonly<Record<string, unknown>>;
  const parent = (error.parentSchema ?? {}) as JsonSchema;
  switch (error.keyword) {
    case "additionalProperties": {
      const unknown = String(parameters.additionalProperty);
      const noun = keys[0] !== "rules" ? "key" : keys.length === 1 ? "rule" : "option";
      return file.problemAt(
        [...keys, unknown],
        `There is no ${noun} ${quoteKey(unknown).replace("this key", "of this name")}.${advise(unknown, Object.keys(parent.properties as object))}`,
        { at: "key" },
      );
    }
    case "required":
      return file.problemAt(keys, `\`${String(parameters.missingProperty)}\` is missing; add it.`);
    case "enum": {
      const allowed = (parameters.allowedValues as readonly unknown[]).map(String);
      return file.problemAt(
        keys,
        `${shown(error.data)} is not one of ${allowed.join(", ")}.${findNear(String(error.data), allowed).length > 0 ? advise(String(error.data), allowed) : ""}`,
      );
    }
    case "type":
      return file.problemAt(
        keys,
        `${what} must be ${[parameters.type].flat().map(nameOfType).join(" or ")}, not ${shown(error.data)}.`,
      );
    case "pattern":
      return file.problemAt(
        keys,
        `${echo ? shownValue(error.data) : what} does not fit. ${typeof parent.description === "string" ? parent.description : ""}`.trim(),
      );
    case "minLength":
      return file.problemAt(keys, `${what} is empty; fill it in or remove it.`);
    default:
      return file.problemAt(keys, `${what} ${error.message ?? "does not fit"}.`);
  }
}

function unescapePointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function nameOfType(type: unknown): string {
  const names: Readonly<Record<string, string>> = {
    object: "a mapping",
    array: "a list",
    string: "a text",
    boolean: "true or false",
    integer: "a whole number",
  };
  return names[String(type)] ?? String(type);
}

function shownType(value: unknown): string {
  return value === null ? "nothing" : nameOfType(Array.isArray(value) ? "array" : typeof value);
}

function shownValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
