import { explainPattern } from "../../shape/constraints/patterns";
import type { ValidationRule } from "../../shape/constraints/schema";
import { explainRule } from "../../shape/cel/rules";
import { getFormat } from "../../shape/constraints/formats";
import type { ContractSchema } from "../file/schema-shape";
import { bounds, isFlag } from "./bounds";
import { isObject } from "../../value/plain-object";

/** Keywords that do not constrain values: annotations, and hints for programs that change objects. */
const silent = new Set([
  "$schema",
  "example",
  "externalDocs",
  "id",
  "title",
  "x-kubernetes-map-type",
  "x-kubernetes-patch-merge-key",
  "x-kubernetes-patch-strategy",
]);

const isText = (argument: unknown): boolean => typeof argument === "string";
const isFilled = (argument: unknown): argument is readonly unknown[] => Array.isArray(argument) && argument.length > 0;
const isTexts = (argument: unknown): boolean => Array.isArray(argument) && argument.every(isText);

/** Longer descriptions are truncated, because a contract holds thousands and editors show them in a small popup. */
const mostLetters = 600;

function describe(argument: unknown): string | undefined {
  if (typeof argument !== "string" || argument.trim() === "") return undefined;
  const text = argument.trim();
  return text.length <= mostLetters ? text : `${text.slice(0, mostLetters).replace(/\s+\S*$/u, "")} …`;
}

/** Keywords that are copied if their argument has the right type. */
const kept: Readonly<Partial<Record<string, (argument: unknown) => boolean>>> = {
  default: () => true,
  enum: isFilled,
  exclusiveMaximum: isFlag,
  exclusiveMinimum: isFlag,
  ...bounds,
  nullable: isFlag,
  required: isTexts,
  uniqueItems: isFlag,
  "x-kubernetes-embedded-resource": isFlag,
  "x-kubernetes-int-or-string": isFlag,
  "x-kubernetes-list-map-keys": isTexts,
  "x-kubernetes-list-type": isText,
  "x-kubernetes-preserve-unknown-fields": isFlag,
};

const types: ReadonlySet<unknown> = new Set(["object", "array", "string", "integer", "number", "boolean"]);

/** Bounds the recursion. Schemas below are not checked. */
const greatestDepth = 64;

export interface ConvertedSchema {
  readonly schema: ContractSchema;
  /** Parts that a contract cannot express, with their place: `spec.name: pattern (?=a)`. */
  readonly skipped: readonly string[];
  /** The number of schemas inside, as a measure of detail. */
  readonly size: number;
}

/**
 * Converts a structural schema of a custom resource definition (OpenAPI v3) to a contract schema.
 *
 * Never fails. Unsupported parts are listed in `skipped` and not checked.
 *
 * @param keepsUnknown whether the server keeps unlisted fields at any depth.
 */
export function convertSchema(source: unknown, keepsUnknown = false): ConvertedSchema {
  const converter = new Converter(keepsUnknown);
  const schema = converter.convert(source, "", 0);
  return { schema, skipped: converter.skipped, size: converter.size };
}

type Schema = Record<string, unknown>;

class Converter {
  readonly skipped: string[] = [];
  size = 0;
  readonly #keepsUnknown: boolean;
  /** Whether the schema is inside a combination and only adds conditions. The fields that the server keeps are listed outside. */
  #isCondition = false;

  constructor(keepsUnknown: boolean) {
    this.#keepsUnknown = keepsUnknown;
  }

  convert(from: unknown, path: string, depth: number): ContractSchema {
    if (!isObject(from) || depth > greatestDepth) return {};
    this.size += 1;
    const schema: Schema = {};
    for (const [keyword, argument] of Object.entries(from)) {
      const converted = this.#keyword(keyword, argument, path, depth);
      if (converted !== undefined) schema[keyword] = converted;
    }
    if (from.type === undefined && isObject(from.properties) && depth === 0) schema.type = "object";
    if (!this.#isCondition && !this.#keepsUnknown && hasNoFields(schema)) schema.additionalProperties = false;
    if (this.#keepsUnknown && schema.type === "object" && schema.additionalProperties === undefined)
      schema["x-kubernetes-preserve-unknown-fields"] = true;
    return schema;
  }

  #keyword(keyword: string, argument: unknown, path: string, depth: number): unknown {
    if (silent.has(keyword)) return undefined;
    if (keyword === "description") return this.#isCondition ? undefined : describe(argument);
    const isSound = Object.hasOwn(kept, keyword) ? kept[keyword] : undefined;
    if (isSound !== undefined) return isSound(argument) ? argument : this.#skip(path, keyword);
    return this.#inner(keyword, argument, path, depth);
  }

  /** Converts keywords that contain schemas. */
  #inner(keyword: string, argument: unknown, path: string, depth: number): unknown {
    switch (keyword) {
      case "properties":
        return isObject(argument) ? this.#properties(argument, path, depth) : undefined;
      case "additionalProperties":
        return isFlag(argument) ? argument : (this.#schema(argument, `${path}.*`, depth) ?? this.#skip(path, keyword));
      case "items":
        return this.#schema(argument, `${path}[]`, depth) ?? this.#skip(path, keyword);
      case "not":
        return this.#conditions(() => this.convert(argument, path, depth + 1));
      case "allOf":
      case "anyOf":
      case "oneOf":
        return this.#options(argument, path, depth) ?? this.#skip(path, keyword);
      default:
        return this.#statement(keyword, argument, path);
    }
  }

  #schema(argument: unknown, path: string, depth: number): ContractSchema | undefined {
    return isObject(argument) ? this.convert(argument, path, depth + 1) : undefined;
  }

  #options(argument: unknown, path: string, depth: number): readonly ContractSchema[] | undefined {
    if (!isFilled(argument)) return undefined;
    return this.#conditions(() => argument.map((each) => this.convert(each, path, depth + 1)));
  }

  #conditions<T>(convert: () => T): T {
    const outer = this.#isCondition;
    this.#isCondition = true;
    const converted = convert();
    this.#isCondition = outer;
    return converted;
  }

  #properties(properties: Schema, path: string, depth: number): Schema {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        this.convert(schema, path === "" ? name : `${path}.${name}`, depth + 1),
      ]),
    );
  }

  /** Converts keywords that do not contain schemas. */
  #statement(keyword: string, argument: unknown, path: string): unknown {
    switch (keyword) {
      case "type":
        return types.has(argument) ? argument : this.#skip(path, keyword);
      case "pattern":
        return typeof argument === "string" && explainPattern(argument) === undefined
          ? argument
          : this.#skip(path, `pattern ${String(argument)}`);
      case "format":
        return this.#format(argument, path);
      case "x-kubernetes-validations":
        return Array.isArray(argument) ? this.#rules(argument, path) : this.#skip(path, keyword);
      default:
        return this.#skip(path, keyword);
    }
  }

  /** Formats that the API server ignores too are dropped without a note. */
  #format(argument: unknown, path: string): unknown {
    if (typeof argument !== "string") return this.#skip(path, "format");
    if (getFormat(argument) !== undefined || argument === "int32") return argument;
    return unchecked.has(argument.replaceAll("-", "")) ? this.#skip(path, `format ${argument}`) : undefined;
  }

  #rules(rules: readonly unknown[], path: string): unknown {
    const known = rules.flatMap((rule) => {
      if (!isObject(rule) || typeof rule.rule !== "string") return [];
      const words = ["rule", "message", "messageExpression", "fieldPath", "reason"];
      const texts = words.filter((word) => typeof rule[word] === "string");
      const known = Object.fromEntries(texts.map((word) => [word, rule[word]])) as unknown as ValidationRule;
      const reason = explainRule(known);
      if (reason === undefined) return [known];
      this.#skip(path, `rule \`${known.rule.trim().replace(/\s+/g, " ").slice(0, 80)}\` (${reason})`);
      return [];
    });
    return known.length > 0 ? known : undefined;
  }

  /** @returns `undefined`, so that the keyword is omitted. */
  #skip(path: string, what: string): unknown {
    this.skipped.push(`${path === "" ? "the whole" : path}: ${what}`);
    return undefined;
  }
}

/** Whether the server drops all members of an object. */
function hasNoFields(schema: Schema): boolean {
  return (
    schema.type === "object" &&
    schema.properties === undefined &&
    schema.additionalProperties === undefined &&
    schema["x-kubernetes-preserve-unknown-fields"] !== true &&
    schema["x-kubernetes-embedded-resource"] !== true
  );
}

/** Formats that the API server checks and this project does not. */
const unchecked: ReadonlySet<string> = new Set(["creditcard", "isbn", "isbn10", "isbn13", "rgbcolor"]);
