import type { Abstract, Closure, NativeValue } from "../domain/domain";

/** What one run has found to stand in for unknown values. */
export class StandIns {
  /** The client that an unknown value is, by its identity. */
  readonly clients = new Map<number, NativeValue | null>();
  readonly instances = new Map<Closure, Abstract>();
  readonly results = new Map<Closure, Abstract>();
  readonly inferred = new Map<number, Abstract | undefined>();
  /** What unknown values were when unknown code got hold of the object whose members they are. */
  readonly held = new Map<number, Abstract>();
  /** The only classes with methods of a name. */
  readonly owners = new Map<string, Closure | null>();
  /** What the project adds to all strings, by name. */
  readonly added = new Map<string, Abstract | null>();
  /** What is being worked out: a type that leads to itself says nothing. */
  readonly pending = new Set<unknown>();
}
