/** The shape of a JSON value. Made from the kinds of the contract, from a TypeScript type, or from an imported schema. */
export type Shape = ObjectShape | MapShape | ArrayShape | ScalarShape | UnionShape | AnyShape;

/** Common to all shapes but unions and `any`. */
interface Nullable {
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
}

export interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** The provider's own snake_case name of the field. */
  readonly underlyingName?: string;
  /** First group version that has the field, `v0.5.0`. */
  readonly since?: string;
  /** Set by the server: ignored in a PUT. */
  readonly readOnly?: boolean;
  readonly description?: string;
}

/** An object whose keys are data: tags, labels, config. */
export interface MapShape extends Nullable {
  readonly type: "map";
  readonly values: Shape;
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

export interface UnionShape {
  readonly type: "union";
  readonly options: readonly Shape[];
}

/** Nothing is known, so every value fits. */
export interface AnyShape {
  readonly type: "any";
}
