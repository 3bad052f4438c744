/** A JSON value in a schema. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonObject;

/** A JSON object in a schema. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A rule of a custom resource definition in the Common Expression Language. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  /** An expression that computes the message. If it fails, `message` is used. */
  readonly messageExpression?: string;
  /** The wrong field, relative to the object with the rule: `.spec.names`, `['a-b']`. */
  readonly fieldPath?: string;
  readonly reason?: string;
}

/**
 * Constraints of a schema beyond type and members, with the keywords of OpenAPI 3.0 and 3.1 and of Kubernetes. Absent keywords are not checked. A keyword
 * ignores values of other types: every number satisfies `minLength`.
 */
export interface Constraints {
  readonly enum?: readonly Json[];
  readonly const?: Json;
  /** In RE2's syntax, matched anywhere in the text. Unsupported patterns are not checked. */
  readonly pattern?: string;
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A name from `formats.ts`; others are not checked. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** OpenAPI 3.0: whether `minimum` is excluded; 3.1: the excluded number. */
  readonly exclusiveMinimum?: boolean | number;
  readonly exclusiveMaximum?: boolean | number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** `set`: elements are unique. `map`: the values of the keys in `x-kubernetes-list-map-keys` are unique. */
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Constraints of an object's keys, which are strings. */
  readonly propertyNames?: Constraints;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly "x-kubernetes-validations"?: readonly ValidationRule[];
}

/** A schema checked without conversion to a shape: an option of `anyOf`, or the schema under `not`. */
export interface Schema extends Constraints {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

const keywords: ReadonlySet<string> = new Set<keyof Constraints>([
  "allOf",
  "anyOf",
  "const",
  "enum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "not",
  "oneOf",
  "pattern",
  "propertyNames",
  "uniqueItems",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-validations",
]);

/**
 * Extracts the constraints of a schema, for use in a shape.
 *
 * @param without keywords that the shape expresses otherwise.
 * @returns `undefined` if there are no constraints beyond type and members.
 */
export function constraintsOf(schema: Schema, without: readonly string[] = []): Constraints | undefined {
  const entries = Object.entries(schema).filter(
    ([keyword, argument]) => keywords.has(keyword) && !without.includes(keyword) && argument !== undefined,
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
