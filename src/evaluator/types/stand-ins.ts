import type { Abstract, Closure, NativeValue, Reference, Root } from "../domain/domain";
import type { RecomputablePart } from "../interference/dependent";

/** The stand-ins for unknown values that one run has found. */
export class StandIns {
  /** The client that an unknown value is, by its identity. */
  readonly clients = new Map<number, NativeValue | null>();
  readonly instances = new Map<Closure, Reference>();
  /** What makes them, by their root, or by the pass that made them for all files. */
  readonly parts = new Map<object, RecomputablePart>();
  readonly results = new Map<Closure, Abstract>();
  readonly inferred = new Map<number, Abstract | undefined>();
  /** For members of escaped objects: their values at the escape. */
  readonly held = new Map<number, Abstract>();
  /** The only classes with methods of a name. */
  readonly owners = new Map<string, Closure | null>();
  /** Methods that the project adds to all strings, by name. */
  readonly added = new Map<string, Abstract | null>();
  /** What the project gives to all components of its framework, by name. */
  readonly components = new Map<string, Abstract | null>();
  /** Types that are being worked out: a type that leads to itself gives nothing. */
  readonly pending = new Set<unknown>();

  /** @returns the recomputable part of a stand-in. */
  partOf(root: Root): RecomputablePart | undefined {
    return this.parts.get(root) ?? this.parts.get(root.pass);
  }
}
