import type { ObjectShape, Shape } from "../shape/shape";
import type { Description } from "./description/endpoint";

/** Access level of a permission. Only imported maps contain `admin`. */
export type Access = "read" | "write" | "admin";

/** Token types of the permission map. Imported maps may use other names. */
export type TokenType = string;

/** One line of the permission map: an endpoint in a category. */
export interface PermissionEntry {
  /** `enterprise`, `organization`, `repository`. */
  readonly scope: string;
  /** As written in the map's heading: `Administration`. */
  readonly category: string;
  /** The permission's name in application manifests, if the map contains it: `organization_administration`. */
  readonly id?: string;
  readonly access: Access;
  readonly method: string;
  /** The full path, with `{parameters}`. */
  readonly path: string;
  /** Empty: unknown, for imported maps without token types. */
  readonly tokens: readonly TokenType[];
  /** Marked `*`: several permissions are required, or a different one may be used. */
  readonly additional: boolean;
}

/** A declarative kind. */
export interface Kind {
  readonly name: string;
  /** Key of its group: `a`, `b`, or the name of an imported group. */
  readonly group: string;
  /** The versions of the group with this shape; absent: all. An imported kind may have several shapes. */
  readonly apiVersions?: readonly string[];
  /** The shape of the whole object, including its envelope. */
  readonly shape: ObjectShape;
}

export interface Group {
  readonly key: string;
  /** The group's name in `apiVersion`, if configured or imported. */
  readonly name?: string;
  /** `v1alpha1`. */
  readonly apiVersions: readonly string[];
  /** The version of the group in use, such as `v0.5.0`, if configured. */
  readonly version?: string;
}

/** The answer of an endpoint. */
export interface Resource {
  readonly method: string;
  /** The full path, with `{parameters}`. */
  readonly path: string;
  /** The representation, without a wrapping `data`. */
  readonly shape: Shape;
}

/** The promises of the service: the built-in contract plus the additions of the configuration. */
export interface Contract {
  readonly permissions: readonly PermissionEntry[];
  readonly kinds: readonly Kind[];
  readonly groups: readonly Group[];
  /** Absent: only the types in the code describe responses. */
  readonly resources?: readonly Resource[];
  /** The imported descriptions: all endpoints of the service, with their requests and responses. Absent: none is imported. */
  readonly description?: Description;
}
