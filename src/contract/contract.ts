import type { ObjectShape, Shape } from "../shape/shape";
import type { Description } from "./description/endpoint";

/** Access level of a permission. `admin` occurs in imported maps only. */
export type Access = "read" | "write" | "admin";

/** Token types of the permission map. Imported maps may name others. */
export type TokenType = string;

/** One line of the permission map: one endpoint in one category. */
export interface PermissionEntry {
  /** `enterprise`, `organization`, `repository`. */
  readonly scope: string;
  /** As the map's heading writes it: `Administration`. */
  readonly category: string;
  /** What an application's manifest calls the permission, where the map tells: `organization_administration`. */
  readonly id?: string;
  readonly access: Access;
  readonly method: string;
  /** In full, with `{parameters}`. */
  readonly path: string;
  /** Empty: not known, as in imported maps that do not tell. */
  readonly tokens: readonly TokenType[];
  /** Marked `*`: several permissions are required, or a different one may be used. */
  readonly additional: boolean;
}

/** A declarative kind. */
export interface Kind {
  readonly name: string;
  /** Key of its group: `a`, `b`, or an imported group's name. */
  readonly group: string;
  /** The versions of the group that have this shape; absent: all of them. An imported kind may have several shapes. */
  readonly apiVersions?: readonly string[];
  /** The whole object, envelope included. */
  readonly shape: ObjectShape;
}

export interface Group {
  readonly key: string;
  /** The group's name in apiVersion, where configured or imported. */
  readonly name?: string;
  /** `v1alpha1`. */
  readonly apiVersions: readonly string[];
  /** The version of the group in use, `v0.5.0`, where configured. */
  readonly version?: string;
}

/** What an endpoint answers. */
export interface Resource {
  readonly method: string;
  /** In full, with `{parameters}`. */
  readonly path: string;
  /** The representation, without a wrapping `data`. */
  readonly shape: Shape;
}

/** All that the service promises: the built-in contract, with what the configuration adds. */
export interface Contract {
  readonly permissions: readonly PermissionEntry[];
  readonly kinds: readonly Kind[];
  readonly groups: readonly Group[];
  /** Absent: responses are described by the code's types alone. */
  readonly resources?: readonly Resource[];
  /** What imported descriptions say of the service: all of its endpoints, and what each takes and answers. Absent: there is none. */
  readonly description?: Description;
}
