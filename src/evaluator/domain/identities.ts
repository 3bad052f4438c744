import { factSlot, pathLattice, type Slot } from "./slots";
import type { Clock } from "./running";
import { freshIdentity } from "./constructors";
import type { Abstract } from "./domain";
import { bounds } from "./limits";
import { optionsOf } from "./values";

export const identityLattice = pathLattice<number | undefined>(
  (left, right) => (left === right ? left : undefined),
  Object.is,
);

/** A copy of an unknown value: of which one, since when, and how many copies stand between it and the first. */
interface Copy {
  readonly of: number;
  readonly time: number;
  readonly depth: number;
}

const timeLattice = pathLattice<number>(Math.max, Object.is);

/** The times at which something last happened, on the present path. */
class Times<K> {
  private readonly slots = new Map<K, Slot<number>>();

  of(key: K): number {
    return this.slots.get(key)?.value ?? 0;
  }

  note(state: Clock, key: K): void {
    let slot = this.slots.get(key);
    if (!slot) this.slots.set(key, (slot = factSlot(0, timeLattice, state.clock)));
    // It happens after all that has been done so far.
    state.clock += 1;
    state.write(slot, state.clock);
  }
}

/** Tells which unknown values are the same: two reads of a member with no write in between give one value. */
export class Identities {
  private readonly members = new Map<number, Map<string, Slot<number | undefined>>>();
  private readonly byName = new Map<string, Slot<number | undefined>[]>();
  private readonly copies = new Map<number, Copy>();
  /** When members of a name were last assigned, and the members of a value last given away, on the present path. */
  private readonly assignedAt = new Times<string | undefined>();
  private readonly givenAt = new Times<number>();

  /** @param globals the identities of the global names, which are the same in all passes. */
  constructor(
    private readonly state: Clock,
    private readonly globals: Map<string, number>,
  ) {}

  /** @returns the identity of a member of the unknown value with an identity. */
  member(owner: number, key: string): number {
    let members = this.members.get(owner);
    if (!members) this.members.set(owner, (members = new Map<string, Slot<number | undefined>>()));
    let slot = members.get(key);
    if (!slot) {
      const first = this.ofCopied(owner, key) ?? freshIdentity();
      slot = factSlot<number | undefined>(first, identityLattice, this.state.clock);
      members.set(key, slot);
      const named = this.byName.get(key);
      if (named) named.push(slot);
      else this.byName.set(key, [slot]);
    }
    if (slot.value === undefined) this.state.write(slot, freshIdentity());
    return slot.value ?? freshIdentity();
  }

  /** @returns the identity of a member that a copy has in common with its original: it was not assigned between the copying and this. */
  private ofCopied(owner: number, key: string): number | undefined {
    const copy = this.copies.get(owner);
    if (!copy) return undefined;
    const given = Math.max(this.givenAt.of(owner), this.givenAt.of(copy.of));
    const changed = Math.max(this.assignedAt.of(key), this.assignedAt.of(undefined), given);
    return changed > copy.time ? undefined : this.member(copy.of, key);
  }

  /** @returns the identity of a new copy of an unknown value: its members are the members that the value has now. */
  copyOf(owner: number): number {
    const identity = freshIdentity();
    const depth = (this.copies.get(owner)?.depth ?? 0) + 1;
    if (depth <= bounds.copiesOfCopies) this.copies.set(identity, { of: owner, time: this.state.clock, depth });
    return identity;
  }

  /** @returns the identity of the value of which one is a copy. */
  sourceOf(identity: number): number | undefined {
    return this.copies.get(identity)?.of;
  }

  /** @returns the identities of the members of an unknown value that have been asked for, by name. */
  *membersOf(owner: number): Iterable<readonly [string, number]> {
    for (const [key, { value }] of this.members.get(owner) ?? []) if (value !== undefined) yield [key, value];
  }

  /** Notes an assignment to a member of an unknown value: every member of that name may have changed. `undefined` stands for all names. */
  assigned(key: string | undefined): void {
    const slots =
      key === undefined ? [...this.byName.values()].flatMap((each) => [...each]) : (this.byName.get(key) ?? []);
    for (const slot of slots) this.state.write(slot, undefined);
    if (this.copies.size > 0) this.assignedAt.note(this.state, key);
  }

  /** Forgets which values are the same: another run begins, at another time. */
  clear(): void {
    this.members.clear();
    this.byName.clear();
    this.copies.clear();
  }

  /** Notes that unknown code was given values, and may have changed their members. */
  given(values: readonly Abstract[]): void {
    for (const value of values)
      for (const option of optionsOf(value)) {
        if (option.kind !== "unknown") continue;
        this.forget(option.identity);
      }
  }

  /** Notes that the members of an unknown value, and their members, may have changed. */
  forget(owner: number, depth = 0): void {
    if (depth > bounds.forgottenDepth) return;
    if (this.copies.size > 0) this.givenAt.note(this.state, owner);
    for (const slot of this.members.get(owner)?.values() ?? []) {
      if (slot.value !== undefined) this.forget(slot.value, depth + 1);
      this.state.write(slot, undefined);
    }
  }

  /** Whether an identity is that of one of the global names. */
  isGlobal(identity: number, names: readonly string[]): boolean {
    return names.some((name) => this.globals.get(name) === identity);
  }

  global(name: string): number {
    let identity = this.globals.get(name);
    if (identity === undefined) this.globals.set(name, (identity = freshIdentity()));
    return identity;
  }
}
