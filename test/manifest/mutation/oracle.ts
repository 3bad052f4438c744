import { celEnv, isCelError, parse, plan, type CelInput } from "@bufbuild/cel";
import { strings } from "@bufbuild/cel/ext";
import { Ajv, type ValidateFunction } from "ajv";
import { parseDocument, type ScalarTag } from "yaml";

/** A schema of a custom resource definition, as it stands in the file. */
export type CrdSchema = Readonly<Record<string, unknown>>;

/** `unsettled`: a rule that this library cannot evaluate, or that fails on this value, or a text with a format. */
export type OracleVerdict = "valid" | "invalid" | "unsettled";

function worst(verdicts: readonly OracleVerdict[]): OracleVerdict {
  return verdicts.find((verdict) => verdict === "invalid") ?? verdicts.find((v) => v === "unsettled") ?? "valid";
}

type Expression = (bindings: Record<string, CelInput>) => unknown;

/** Words for a truth, as YAML 1.1 has them. */
const words: ScalarTag = {
  tag: "tag:yaml.org,2002:bool",
  default: true,
  test: /^(?:yes|no|on|off)$/iu,
  resolve: (word) => /^(?:yes|on)$/iu.test(word),
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a service says of a manifest, told by ajv and a second library for the Common Expression Language: nothing of the program is in it. */
export class Oracle {
  readonly #schema: CrdSchema;
  readonly #validate: ValidateFunction;
  readonly #expressions = new Map<string, Expression | undefined>();
  readonly #environment = celEnv({ funcs: [...strings] });

  constructor(schema: CrdSchema) {
    this.#schema = schema;
    const ajv = new Ajv({ strict: false, useDefaults: true, validateFormats: false });
    ajv.addKeyword({ keyword: "uniqueBy", validate: hasDistinctItems });
    // A server reads whole numbers into 64 bits.
    ajv.addKeyword({
      keyword: "int64",
      validate: (_: unknown, value: unknown) => typeof value !== "number" || Math.abs(value) < 2 ** 63,
    });
    const kept = { apiVersion: {}, kind: {}, metadata: {} };
    const root = toJsonSchema(schema, true);
    this.#validate = ajv.compile({ ...root, properties: { ...(root.properties as object), ...kept } });
  }

  /** Whoever reads it: `yes` is a text to some, and a truth to clusters. */
  check(text: string): OracleVerdict {
    return worst([this.#check(text, []), this.#check(text, [words])]);
  }

  #check(text: string, tags: readonly ScalarTag[]): OracleVerdict {
    const document = parseDocument(text, { uniqueKeys: true, customTags: (all) => [...tags, ...all] });
    if (document.errors.length > 0) return "invalid";
    const value: unknown = withoutNulls(document.toJS(), this.#schema);
    // Defaults are filled in on the way.
    if (!this.#validate(value)) return "invalid";
    return this.#rules(value, this.#schema);
  }

  #rules(value: unknown, schema: unknown): OracleVerdict {
    if (!isObject(schema) || value === null || value === undefined) return "valid";
    return worst([...this.#below(value, schema), ...this.#own(value, schema)]);
  }

  *#below(value: unknown, schema: CrdSchema): Generator<OracleVerdict> {
    if (Array.isArray(value)) for (const item of value) yield this.#rules(item, schema.items);
    else if (isObject(value))
      for (const [key, member] of Object.entries(value)) yield this.#rules(member, memberSchema(schema, key));
  }

  *#own(value: unknown, schema: CrdSchema): Generator<OracleVerdict> {
    // A server checks the formats of texts, and ajv knows other ones.
    if (typeof value === "string" && typeof schema.format === "string") yield "unsettled";
    const rules = (schema["x-kubernetes-validations"] ?? []) as readonly { rule: string }[];
    for (const { rule } of rules) {
      // Only an update has an object before it.
      if (/\boldSelf\b/.test(rule)) continue;
      const result = this.#expression(rule)?.({ self: toCel(value, schema) });
      if (typeof result !== "boolean") yield "unsettled";
      else if (!result) yield "invalid";
    }
  }

  #expression(rule: string): Expression | undefined {
    if (!this.#expressions.has(rule)) this.#expressions.set(rule, this.#plan(rule));
    return this.#expressions.get(rule);
  }

  #plan(rule: string): Expression | undefined {
    try {
      const run = plan(this.#environment, parse(rule));
      return (bindings) => {
        const result: unknown = run(bindings);
        return isCelError(result) ? undefined : result;
      };
    } catch {
      return undefined;
    }
  }
}

/** An API server drops nulls of fields that are not nullable, before it fills in defaults. */
function withoutNulls(value: unknown, schema: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => withoutNulls(item, isObject(schema) ? schema.items : undefined));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const inner = memberSchema(schema, key);
      const isDropped = member === null && isObject(inner) && inner.nullable !== true;
      return isDropped ? [] : [[key, withoutNulls(member, inner)] as const];
    }),
  );
}

/** Of the members of an object, as its schema lists them. */
export function memberSchema(schema: unknown, key: string): unknown {
  if (!isObject(schema)) return undefined;
  if (isObject(schema.properties) && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return isObject(schema.additionalProperties) ? schema.additionalProperties : undefined;
}

const same = new Set(
  "enum pattern minLength maxLength minimum maximum multipleOf minItems maxItems uniqueItems minProperties maxProperties required default".split(
    " ",
  ),
);
const combinations = ["allOf", "anyOf", "oneOf"];

/** @param structural whether members that it does not list are none: so it is outside of combinations. */
function toJsonSchema(schema: unknown, structural: boolean): Record<string, unknown> {
  if (!isObject(schema)) return {};
  const made: Record<string, unknown> = Object.fromEntries(Object.entries(schema).filter(([key]) => same.has(key)));
  setType(made, schema);
  for (const key of combinations)
    if (Array.isArray(schema[key])) made[key] = schema[key].map((option) => toJsonSchema(option, false));
  if (schema.not !== undefined) made.not = toJsonSchema(schema.not, false);
  if (schema.items !== undefined) made.items = toJsonSchema(schema.items, structural);
  setMembers(made, schema, structural);
  if (schema["x-kubernetes-embedded-resource"] === true) setIdentity(made);
  setBounds(made, schema);
  const listType = schema["x-kubernetes-list-type"];
  if (listType === "set") made.uniqueItems = true;
  if (listType === "map") made.uniqueBy = { keys: schema["x-kubernetes-list-map-keys"], items: schema.items };
  return made;
}

function setType(made: Record<string, unknown>, schema: CrdSchema): void {
  const type = schema["x-kubernetes-int-or-string"] === true ? ["integer", "string"] : schema.type;
  if (type === undefined) return;
  if ([type].flat().includes("integer")) made.int64 = true;
  made.type = schema.nullable === true ? [type, "null"].flat() : type;
}

function setMembers(made: Record<string, unknown>, schema: CrdSchema, structural: boolean): void {
  const { properties, additionalProperties } = schema;
  if (isObject(properties))
    made.properties = Object.fromEntries(
      Object.entries(properties).map(([key, member]) => [key, toJsonSchema(member, structural)]),
    );
  if (isObject(additionalProperties)) made.additionalProperties = toJsonSchema(additionalProperties, structural);
  else if (additionalProperties !== undefined) made.additionalProperties = additionalProperties;
  else if (
    structural &&
    (isObject(properties) || schema.type === "object") &&
    schema["x-kubernetes-preserve-unknown-fields"] !== true
  )
    made.additionalProperties = false;
}

/** An object within another one says what it is. */
function setIdentity(made: Record<string, unknown>): void {
  const name = { type: "string", minLength: 1 };
  const { properties = {}, required = [] } = made as { properties?: object; required?: readonly string[] };
  made.properties = { metadata: { type: "object" }, apiVersion: name, kind: name, ...properties };
  made.required = [...new Set([...required, "apiVersion", "kind"])];
}

/** In OpenAPI 3.0 these say whether the bound itself is excluded. */
function setBounds(made: Record<string, unknown>, schema: CrdSchema): void {
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const)
    if (schema[flag] === true) made[flag] = schema[bound];
}

interface UniqueBy {
  readonly keys: readonly string[];
  readonly items: CrdSchema;
}

function hasDistinctItems({ keys, items }: UniqueBy, value: unknown): boolean {
  if (!Array.isArray(value)) return true;
  const texts = value.filter(isObject).map((item) =>
    JSON.stringify(
      keys.map((key) => {
        const schema = memberSchema(items, key);
        return item[key] ?? (isObject(schema) ? schema.default : undefined);
      }),
    ),
  );
  return new Set(texts).size === texts.length;
}

const reserved = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

function fieldName(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  const escapes: Readonly<Record<string, string>> = {
    __: "__underscores__",
    ".": "__dot__",
    "-": "__dash__",
    "/": "__slash__",
  };
  return name.replace(/__|[-./]/g, (part) => escapes[part] ?? part);
}

function toCel(value: unknown, schema: unknown): CelInput {
  const own = isObject(schema) ? schema : {};
  if (Array.isArray(value)) return value.map((item) => toCel(item, own.items));
  if (isObject(value))
    return new Map(
      Object.entries(value).map(([key, member]): [string, CelInput] => [
        isObject(own.properties) ? fieldName(key) : key,
        toCel(member, memberSchema(own, key)),
      ]),
    );
  if (typeof value === "number") return own.type === "number" || !Number.isInteger(value) ? value : BigInt(value);
  return value as string | boolean | null;
}
