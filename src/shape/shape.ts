import type { Range } from "../text/range";
import type { Constraints, Json } from "./constraints/schema";

/**
 * The shape of a JSON value: from a kind of the contract, a TypeScript type, or an imported schema.
 *
 * A shape consists of a type and members. All other statements of a schema (patterns, bounds, formats, combinations, CEL rules) are in `constraints`, with the
 * schema's keywords. `checkShape` checks both.
 */
export type Shape = ObjectShape | MapShape | ArrayShape | ScalarShape | UnionShape | AnyShape;

interface Constrained {
  /** Requirements beyond type and members. */
  readonly constraints?: Constraints;
}

/** Common to all shapes but unions and `any`. */
interface Nullable extends Constrained {
  /** Whether `null` is a value. Otherwise it means that the member is absent. */
  readonly nullable?: boolean;
}

export interface ObjectShape extends Nullable {
  readonly type: "object";
  /** The name in messages: `Table`, `spec.resource of Table`. */
  readonly name?: string;
  readonly fields: ReadonlyMap<string, FieldShape>;
  /** Whether unlisted members are allowed (metadata, timeouts, index signatures). */
  readonly open: boolean;
  /** Whether it lists every field of the service, because its package is generated from the service's description. */
  readonly complete?: boolean;
  /** Set for an answer around a resource: only the members that code reads from it are known. */
  readonly envelope?: boolean;
}

export interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** The provider's own snake_case name of the field. */
  readonly underlyingName?: string;
  /** The first version of the group with the field, such as `v0.5.0`. */
  readonly since?: string;
  /** Written through a separate endpoint. The server drops it from the object itself, so there only its name matters. */
  readonly subresource?: boolean;
  /** Set by the server: ignored in a PUT. */
  readonly readOnly?: boolean;
  /** May be removed in a later version of the service. */
  readonly deprecated?: boolean;
  /** The server's value for an absent field, and for a `null` if the field is not nullable. The field is not `required`. */
  readonly default?: Json;
  readonly description?: string;
  /** Its declarations in code, for editors; computed on demand. */
  readonly declared?: readonly DeclaredPlace[];
}

/** The name of a field in a declaration in the program. */
export interface DeclaredPlace {
  readonly fileName: string;
  readonly range: Range;
}

/** An object with data as keys: tags, labels, config. */
export interface MapShape extends Nullable {
  readonly type: "map";
  readonly values: Shape;
  /** Whether a `null` member counts as absent, as with fields of an object. */
  readonly sparse?: boolean;
}

export interface ArrayShape extends Nullable {
  readonly type: "array";
  readonly elements: Shape;
}

export interface ScalarShape extends Nullable {
  readonly type: "string" | "int64" | "number" | "boolean";
  /** The allowed values, if the contract lists them. */
  readonly values?: readonly (string | number | boolean)[];
}

/** The member that selects an option of a union. */
export interface Discriminator {
  readonly property: string;
  /** Indexes of options by value of the member. */
  readonly tags: ReadonlyMap<string, number>;
  /** Tags that are accepted, but that messages do not suggest. */
  readonly implicit?: ReadonlySet<string>;
}

export interface UnionShape extends Constrained {
  readonly type: "union";
  readonly options: readonly Shape[];
  /** Selects the option by a member of the value; absent: no member does. */
  readonly discriminator?: Discriminator;
}

/** Unknown: every value fits. */
export interface AnyShape extends Constrained {
  readonly type: "any";
  /** Whether a `null` means that the member is absent, as under shapes that are not nullable. */
  readonly dropsNull?: true;
}
