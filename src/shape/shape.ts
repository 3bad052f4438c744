import type { Range } from "../text/range";
import type { Constraints, Json } from "./constraints/schema";

/**
 * The shape of a JSON value. Made from the kinds of the contract, from a TypeScript type, or from an imported schema.
 *
 * A shape tells the type of a value and its members. All else that a schema says (patterns, bounds, formats, combinations, CEL rules) stands in
 * `constraints`, in the schema's own words; `checkShape` checks both.
 */
export type Shape = ObjectShape | MapShape | ArrayShape | ScalarShape | UnionShape | AnyShape;

interface Constrained {
  /** What the value has to meet beyond its type and members. */
  readonly constraints?: Constraints;
}

/** Common to all shapes but unions and `any`. */
interface Nullable extends Constrained {
  /** `null` is a value of its own here. Elsewhere it means that the member is absent. */
  readonly nullable?: boolean;
}

export interface ObjectShape extends Nullable {
  readonly type: "object";
  /** For messages: `Table`, `spec.resource of Table`. */
  readonly name?: string;
  readonly fields: ReadonlyMap<string, FieldShape>;
  /** Members that are not listed are allowed (metadata, timeouts, index signatures). */
  readonly open: boolean;
  /** It lists every field that the service has, as its package is generated from the service's description. */
  readonly complete?: boolean;
  /** It is known by members that code takes out of it, and has others: an answer around a resource. */
  readonly envelope?: boolean;
}

export interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** The provider's own snake_case name of the field. */
  readonly underlyingName?: string;
  /** First group version that has the field, `v0.5.0`. */
  readonly since?: string;
  /** The server takes it at an endpoint of its own, and drops it of the object itself: its names alone count there. */
  readonly subresource?: boolean;
  /** Set by the server: ignored in a PUT. */
  readonly readOnly?: boolean;
  /** A later version of the service may have it no more. */
  readonly deprecated?: boolean;
  /** What the server fills in where the field is absent, or `null` without being nullable. Such a field is not `required`. */
  readonly default?: Json;
  readonly description?: string;
  /** Where code declares it, for editors: looked up when it is asked for. */
  readonly declared?: readonly DeclaredPlace[];
}

/** The name of a field where a file of the program declares it. */
export interface DeclaredPlace {
  readonly fileName: string;
  readonly range: Range;
}

/** An object with keys that are data: tags, labels, config. */
export interface MapShape extends Nullable {
  readonly type: "map";
  readonly values: Shape;
  /** A member that is `null` counts as absent, as the fields of an object do. */
  readonly sparse?: boolean;
}

export interface ArrayShape extends Nullable {
  readonly type: "array";
  readonly elements: Shape;
}

export interface ScalarShape extends Nullable {
  readonly type: "string" | "int64" | "number" | "boolean";
  /** The only values allowed, where the contract names them. */
  readonly values?: readonly (string | number | boolean)[];
}

/** The member of an object that names the option of a union which is meant. */
export interface Discriminator {
  readonly property: string;
  /** Each value that the member may have, and the place of its option. */
  readonly tags: ReadonlyMap<string, number>;
  /** Those of the tags that may fit, and that nobody is told to send. */
  readonly implicit?: ReadonlySet<string>;
}

export interface UnionShape extends Constrained {
  readonly type: "union";
  readonly options: readonly Shape[];
  /** How the options are told apart, where a member of the value says it. */
  readonly discriminator?: Discriminator;
}

/** Nothing is known, so every value fits. */
export interface AnyShape extends Constrained {
  readonly type: "any";
  /** A `null` means that the member is absent, as it does under shapes that are not nullable. */
  readonly dropsNull?: true;
}
