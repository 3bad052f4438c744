import { pathLattice } from "./path-lattice";
import type { State } from "../store/state";
import type { Abstract, Unknown } from "./domain";
import { Slot } from "./slots";
import { bounds } from "./limits";
import { freshIdentity, optionsOf } from "./values";

export const identityLattice = pathLattice<number | undefined>(
  (left, right) => (left === right ? left : undefined),
  Object.is,
);

/** Tells which unknown values are the same: two reads of a member with no write in between give one value. */
export class Identities {
  private readonly members = new Map<number, Map<string, Slot<number | undefined>>>();
  private readonly byName = new Map<string, Slot<number | undefined>[]>();

  /** @param globals the identities of the global names, which are the same in all passes. */
  constructor(
    private readonly state: State,
    private readonly globals: Map<string, number>,
  ) {}

  /** @returns the identity of a member of the unknown value with an identity. */
  member(owner: number, key: string): number {
    let members = this.members.get(owner);
    if (!members) this.members.set(owner, (members = new Map<string, Slot<number | undefined>>()));
    let slot = members.get(key);
    if (!slot) {
      slot = new Slot<number | undefined>(freshIdentity(), identityLattice, undefined, 0, undefined, this.state.clock);
      members.set(key, slot);
      const named = this.byName.get(key);
      if (named) named.push(slot);
      else this.byName.set(key, [slot]);
    }
    if (slot.value === undefined) this.state.write(slot, freshIdentity());
    const identity = slot.value ?? freshIdentity();
    this.state.recording?.noteMember(identity, owner, key);
    return identity;
  }

  /** @returns the identities of the members of an unknown value that have been asked for, by name. */
  *membersOf(owner: number): Iterable<readonly [string, number]> {
    for (const [key, { value }] of this.members.get(owner) ?? []) if (value !== undefined) yield [key, value];
  }

  /** Notes an assignment to a member of an unknown value: every member of that name may have changed. `undefined` stands for all names. */
  assigned(key: string | undefined): void {
    this.state.recording?.noteAssigned(key);
    const slots =
      key === undefined ? [...this.byName.values()].flatMap((each) => [...each]) : (this.byName.get(key) ?? []);
    for (const slot of slots) this.state.write(slot, undefined);
  }

  /** Forgets everything: another run begins, at another time. */
  clear(): void {
    this.members.clear();
    this.byName.clear();
  }

  /** Notes that unknown code was given values, and may have changed their members. */
  given(values: readonly Abstract[]): void {
    for (const value of values)
      for (const option of optionsOf(value)) {
        if (option.kind !== "unknown") continue;
        for (let each: Unknown | undefined = option; each; each = each.member?.of)
          this.state.recording?.noteGiven(each.identity);
        this.forget(option.identity);
      }
  }

  /** Notes that the members of an unknown value, and their members, may have changed. */
  forget(owner: number, depth = 0): void {
    if (depth > bounds.forgottenDepth) return;
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
