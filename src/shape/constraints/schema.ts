/** A JSON value, as schemas hold them. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonObject;

/** A JSON object, as schemas hold them. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A rule of a custom resource definition, in the Common Expression Language. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  /** An expression that gives the message; the fixed one stands in where it fails. */
  readonly messageExpression?: string;
  /** The field that is wrong, from the object which has the rule: `.spec.names`, `['a-b']`. */
  readonly fieldPath?: string;
  readonly reason?: string;
}

/**
 * What a schema says of a value beyond its type and its members, in the words of OpenAPI 3.0 and 3.1 and of Kubernetes. What is absent is not
 * checked, and a keyword says nothing of values of other types: `minLength` holds for every number.
 */
export interface Constraints {
  readonly enum?: readonly Json[];
  readonly const?: Json;
  /** In RE2's syntax, found anywhere in the text. What RE2 does not know is not checked. */
  readonly pattern?: string;
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A name of `formats.ts`; others are not checked. */
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
  /** `set`: no two items are equal. `map`: no two have the same values of the keys that `x-kubernetes-list-map-keys` names. */
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Of the keys of an object, which are strings. */
  readonly propertyNames?: Constraints;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly "x-kubernetes-validations"?: readonly ValidationRule[];
}

/** A schema that is examined as it is: the options of `anyOf`, what stands under `not`. */
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
 * Takes out of a schema what a shape holds as its constraints.
 *
 * @param without keywords that the shape expresses in another way.
 * @returns `undefined` where there is nothing to check beyond type and members.
 */
export function constraintsOf(schema: Schema, without: readonly string[] = []): Constraints | undefined {
  const entries = Object.entries(schema).filter(
    ([keyword, argument]) => keywords.has(keyword) && !without.includes(keyword) && argument !== undefined,
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
