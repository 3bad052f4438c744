import type { Json } from "../../../shape/constraints/schema";
import type { ContractSchema } from "../../file/schema-shape";
import { isObject } from "../../../value/plain-object";
import { findDiscriminator, findHeirs } from "./discriminators";
import { Heirs } from "./heirs";
import { keepConstraints } from "./keep-constraints";
import { mergeAll, mergeAny, saysAnything } from "./merge-schemas";
import { findPointer, follow, type JsonObject } from "./pointers";
import type { SchemaNames } from "./schema-names";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Bounds the recursion. Schemas below are not checked. */
const greatestDepth = 64;

/** Larger unions are not checked, because every option would be tried on every value. */
const mostOptions = 60;

const types: ReadonlySet<unknown> = new Set(["object", "array", "string", "integer", "number", "boolean"]);

/** Converts the schemas of an OpenAPI document (3.0 and 3.1) to contract schemas. Unsupported parts are not checked. */
export class SchemaConverter {
  readonly #document: JsonObject;
  readonly #names: SchemaNames;
  readonly #heirs: Heirs;
  readonly #waiting: { readonly name: string; readonly reference: string; readonly target: JsonObject }[] = [];
  /** Unions in conversion. An option may contain its own union. */
  readonly #open = new Set<readonly unknown[]>();

  /** @param keepsDefaults whether to keep defaults, which do not constrain values. */
  constructor(
    document: JsonObject,
    names: SchemaNames,
    readonly keepsDefaults = false,
  ) {
    this.#document = document;
    this.#names = names;
    this.#heirs = new Heirs(document);
  }

  /** Converts the targets of references. Call it last. */
  finish(): void {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop())
      this.#names.set(next.name, this.#named(next.reference, next.target));
  }

  /** Converts a schema. If it has a discriminator, the result is a union with the schemas that extend it. */
  #named(reference: string, target: JsonObject): ContractSchema {
    const discriminator = this.#heirs.discriminatorOf(target);
    if (discriminator === undefined) return this.convert(target);
    const plain = mergeAll(this.#flatten(target, new Set()));
    const heirs = this.#heirs.of(target);
    if (heirs.length === 0) return this.convert(discriminator === target.discriminator ? opened(plain) : plain);
    const options = [reference, ...heirs.map((heir) => heir.reference)].map(($ref) => ({
      source: { $ref },
      resolved: mergeAll(this.#flatten({ $ref }, new Set())),
    }));
    const found = findHeirs(this.#document, discriminator, options);
    if (found === undefined) return this.convert(opened(plain));
    const converted = heirs.map((heir) => this.convert({ $ref: heir.reference }));
    return { oneOf: [this.convert(plain), ...converted], discriminator: found };
  }

  convert(source: unknown, depth = 0): ContractSchema {
    if (!isObject(source) || depth > greatestDepth) return {};
    if (typeof source.$ref === "string") return this.#reference(source, source.$ref);
    if (Array.isArray(source.allOf)) return this.#all(source, source.allOf, depth);
    for (const word of ["oneOf", "anyOf"] as const) {
      const options: unknown = source[word];
      if (Array.isArray(options)) return this.#union(source, word, options, depth);
    }
    return this.#plain(source, depth);
  }

  /** Keywords beside a reference count in 3.1, and are harmless in 3.0. */
  #reference(source: JsonObject, reference: string): ContractSchema {
    const target = findPointer(this.#document, reference);
    if (!isObject(target)) return {};
    const { name, isNew } = this.#names.nameOf(reference, target);
    if (isNew) this.#waiting.push({ name, reference, target });
    const resolved = follow(this.#document, target);
    const flag = (key: string): boolean => source[key] === true || resolved?.[key] === true;
    return {
      $ref: `#/schemas/${name}`,
      ...(source.nullable === true && { nullable: true }),
      ...(flag("readOnly") && { readOnly: true }),
      ...(flag("writeOnly") && { writeOnly: true }),
      ...(flag("deprecated") && { deprecated: true }),
    };
  }

  #all(source: JsonObject, given: readonly unknown[], depth: number): ContractSchema {
    const own = without(source, ["allOf"]);
    const parts = given.filter(
      (part) =>
        isObject(part) &&
        ("$ref" in part || "allOf" in part || "oneOf" in part || "anyOf" in part || saysAnything(part)),
    );
    const [only] = parts;
    if (parts.length === 1 && isObject(only) && typeof only.$ref === "string" && !("properties" in own)) {
      const required = stringsOf(own.required);
      return { ...this.#reference({ ...own, ...only }, only.$ref), ...(required.length > 0 && { required }) };
    }
    // `deprecated` on a part does not apply to the whole.
    const merged = { ...mergeAll(this.#flatten(source, new Set())), deprecated: source.deprecated };
    const isBase = parts.some((part) => {
      const schema = follow(this.#document, part);
      return schema !== undefined && this.#heirs.discriminatorOf(schema) !== undefined;
    });
    return this.convert(isBase ? opened(merged) : merged, depth + 1);
  }

  /** @returns the parts of nested `allOf`s, without references. */
  #flatten(source: unknown, seen: Set<unknown>): readonly JsonObject[] {
    const schema = follow(this.#document, source);
    if (schema === undefined || seen.has(schema)) return [];
    seen.add(schema);
    const { allOf, ...rest } = schema;
    const own = this.#leadsBack(rest.oneOf, seen) ? without(rest, ["oneOf", "discriminator"]) : rest;
    const parts = Array.isArray(allOf) ? allOf.flatMap((part) => this.#flatten(part, seen)) : [];
    return saysAnything(own) || Object.keys(own).length > 0 ? [...parts, own] : parts;
  }

  /** Whether a schema extends a union that lists it as an option. The schema is then converted without the union. */
  #leadsBack(options: unknown, seen: ReadonlySet<unknown>): boolean {
    return Array.isArray(options) && options.some((option) => seen.has(follow(this.#document, option)));
  }

  #union(source: JsonObject, word: "oneOf" | "anyOf", given: readonly unknown[], depth: number): ContractSchema {
    if (this.#open.has(given)) return {};
    this.#open.add(given);
    const converted = this.#optionsOf(source, word, given, depth);
    this.#open.delete(given);
    return converted;
  }

  #optionsOf(source: JsonObject, word: "oneOf" | "anyOf", given: readonly unknown[], depth: number): ContractSchema {
    const own = without(source, [word, "discriminator"]);
    const options = given.filter((option) => !isNull(option));
    const flags = { ...nullabilityOf(source, options.length < given.length), ...flagsOf(source) };
    const resolved = options.map((option) => mergeAll(this.#flatten(option, new Set())));
    const isObjects = options.length > 1 && resolved.every(isObjectSchema);
    const discriminator = isObjects ? this.#discriminatorOf(source, options, resolved) : undefined;
    if (resolved.every(isCondition) || (options.length > mostOptions && discriminator === undefined))
      return { ...this.convert(own, depth + 1), ...flags };
    const base = saysAnything(own) && "properties" in own ? own : undefined;
    if (word === "anyOf" && isObjects && discriminator === undefined) {
      const merged = mergeAny(resolved.filter((option) => !("oneOf" in option) && !("anyOf" in option)));
      return { ...this.convert(base ? mergeAll([base, merged]) : merged, depth + 1), ...flags };
    }
    const converted = options.map((option) =>
      this.convert(base ? mergeAll([base, ...this.#flatten(option, new Set())]) : option, depth + 1),
    );
    const [single] = converted;
    if (converted.length === 1 && single) return { ...single, ...flags };
    return { oneOf: converted, ...(discriminator && { discriminator }), ...flags };
  }

  #discriminatorOf(source: JsonObject, options: readonly unknown[], resolved: readonly JsonObject[]) {
    const pairs = options.map((option, index) => ({ source: option, resolved: resolved[index] ?? {} }));
    return findDiscriminator(this.#document, source.discriminator, pairs);
  }

  #plain(source: JsonObject, depth: number): ContractSchema {
    const named = Array.isArray(source.type) ? (source.type as unknown[]) : [source.type];
    const kinds = named.filter((type) => type !== "null" && type !== undefined);
    const values = Array.isArray(source.enum)
      ? (source.enum as unknown[])
      : "const" in source
        ? [source.const]
        : undefined;
    const isNullable = source.nullable === true || named.includes("null") || values?.includes(null) === true;
    const rest = { ...(isNullable && { nullable: true }), ...flagsOf(source), ...this.#defaultOf(source) };
    const one = this.#oneValueOf(source);
    if (kinds.length > 1)
      return { oneOf: kinds.map((type) => this.#ofType({ ...source, type }, values, depth)), ...rest };
    const [type] = kinds;
    const guessed =
      type ??
      ("properties" in source || "additionalProperties" in source ? "object" : "items" in source ? "array" : undefined);
    return { ...this.#ofType({ ...source, type: guessed }, values, depth), ...one, ...rest };
  }

  #oneValueOf({ const: value, enum: several }: JsonObject): Pick<ContractSchema, "const"> {
    const isKept = this.keepsDefaults && several === undefined && scalarsOf([value]) !== undefined;
    return isKept ? { const: value as Json } : {};
  }

  #defaultOf(source: JsonObject): Pick<ContractSchema, "default"> {
    return this.keepsDefaults && source.default !== undefined ? { default: source.default as Json } : {};
  }

  #ofType(source: JsonObject, values: readonly unknown[] | undefined, depth: number): ContractSchema {
    const { type, format } = source;
    const scalars = scalarsOf(values);
    if (format === "binary") return {};
    if (format === "int-or-string") return { oneOf: [{ type: "integer" }, { type: "string" }] };
    if (type === undefined) return typeOfValues(scalars);
    if (!types.has(type)) return {};
    if (type === "object") return this.#object(source, depth);
    if (type === "array")
      return {
        type,
        ...keepConstraints(source),
        ...(isObject(source.items) && { items: this.convert(source.items, depth + 1) }),
      };
    const constraints = type === "boolean" ? {} : keepConstraints(source);
    return { type: type as NonNullable<ContractSchema["type"]>, ...constraints, ...(scalars && { enum: scalars }) };
  }

  #object(source: JsonObject, depth: number): ContractSchema {
    const converted: Mutable<ContractSchema> = { type: "object", ...keepConstraints(source) };
    const properties = isObject(source.properties) ? source.properties : {};
    const names = Object.keys(properties);
    if (names.length > 0) {
      converted.properties = Object.fromEntries(names.map((name) => [name, this.convert(properties[name], depth + 1)]));
      const required = stringsOf(source.required).filter(
        (name) =>
          names.includes(name) &&
          (this.keepsDefaults || follow(this.#document, properties[name])?.default === undefined),
      );
      if (required.length > 0) converted.required = required;
    }
    const { additionalProperties } = source;
    const isOpen =
      additionalProperties === true ||
      isObject(source.patternProperties) ||
      source["x-kubernetes-preserve-unknown-fields"] === true;
    if (isObject(additionalProperties) && Object.keys(additionalProperties).length > 0)
      converted.additionalProperties = this.convert(additionalProperties, depth + 1);
    else if (isOpen || isObject(additionalProperties)) converted.additionalProperties = true;
    else if (additionalProperties === false && names.length === 0) converted.additionalProperties = false;
    return converted;
  }
}

/**
 * Whether a schema only states which members are required together, such as an option of
 * `anyOf: [{ required: [a] }, { required: [b] }]`.
 */
export function isCondition(schema: JsonObject): boolean {
  return !["type", "properties", "oneOf", "anyOf", "enum", "items", "const"].some((keyword) => keyword in schema);
}

function isObjectSchema(schema: JsonObject): boolean {
  return schema.type === "object" || "properties" in schema;
}

/** Allows more members, because schemas that extend this one add their own. */
function opened(schema: JsonObject): JsonObject {
  return { ...schema, additionalProperties: schema.additionalProperties ?? true };
}

function without(source: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([key]) => !keys.includes(key)));
}

function isNull(option: unknown): boolean {
  if (!isObject(option)) return false;
  return option.type === "null" || (Array.isArray(option.enum) && option.enum.length === 1 && option.enum[0] === null);
}

function nullabilityOf(source: JsonObject, hasNull: boolean): Pick<ContractSchema, "nullable"> {
  return hasNull || source.nullable === true ? { nullable: true } : {};
}

function flagsOf(source: JsonObject): Pick<ContractSchema, "readOnly" | "writeOnly" | "deprecated"> {
  return {
    ...(source.readOnly === true && { readOnly: true }),
    ...(source.writeOnly === true && { writeOnly: true }),
    ...(source.deprecated === true && { deprecated: true }),
  };
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

type Scalar = string | number | boolean;

function scalarsOf(values: readonly unknown[] | undefined): Scalar[] | undefined {
  const given = values?.filter((each) => each !== null) ?? [];
  const scalars = given.filter(
    (each): each is Scalar => typeof each === "string" || typeof each === "number" || typeof each === "boolean",
  );
  return scalars.length > 0 && scalars.length === given.length ? scalars : undefined;
}

/** The values of an `enum` without a type imply the type. */
function typeOfValues(values: readonly Scalar[] | undefined): ContractSchema {
  const [first] = values ?? [];
  if (values === undefined || first === undefined || values.some((each) => typeof each !== typeof first)) return {};
  if (typeof first === "number") return { type: "number", enum: values };
  return { type: typeof first === "string" ? "string" : "boolean", enum: values };
}
