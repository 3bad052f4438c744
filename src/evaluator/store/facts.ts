import { factSlot, pathLattice, type Slot } from "../domain/slots";
import type { Journal } from "./journal";

/** A fact about an unknown value that holds on the present path. */
export interface Fact {
  readonly truthy?: boolean | undefined;
  readonly nullish?: boolean | undefined;
}

/** The facts that conditions show about unknown values on the present path, by the values' identities. */
export class Facts {
  private readonly slots = new Map<number, Slot<Fact>>();

  constructor(private readonly state: Journal) {}

  of(identity: number): Fact | undefined {
    return this.slots.get(identity)?.value;
  }

  /** Adds a fact on this path. */
  learn(identity: number, fact: Fact): void {
    if (fact.truthy === undefined && fact.nullish === undefined) return;
    let slot = this.slots.get(identity);
    if (!slot) {
      slot = factSlot<Fact>({}, factLattice, this.state.clock);
      this.slots.set(identity, slot);
    }
    this.state.write(slot, { truthy: fact.truthy ?? slot.value.truthy, nullish: fact.nullish ?? slot.value.nullish });
  }
}

export const factLattice = pathLattice<Fact>(
  (left, right) => ({
    truthy: left.truthy === right.truthy ? left.truthy : undefined,
    nullish: left.nullish === right.nullish ? left.nullish : undefined,
  }),
  (left, right) => left.truthy === right.truthy && left.nullish === right.nullish,
);
