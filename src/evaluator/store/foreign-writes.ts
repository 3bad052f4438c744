import type { Slot } from "../domain/slots";

/** What a slot holds, and what it has held. */
type Kept = Pick<Slot<unknown>, "value" | "history" | "joined" | "kept" | "lateRead">;

interface Change {
  /** What the slot holds for the others while the pass runs, and for the pass while it does not. */
  other: Kept;
  /** What the slot held before the pass changed it. */
  before: unknown;
}

/** A write of a pass to something that another pass has made. */
export interface Effect {
  readonly slot: Slot<unknown>;
  readonly before: unknown;
  readonly after: unknown;
}

/** The writes of one pass to slots of others. They are in force while the pass runs, and no other pass sees them. */
export class ForeignWrites {
  private readonly changes = new Map<Slot<unknown>, Change>();
  /** Imports that were looked up: each pass does so by itself. */
  private readonly loaded = new Set<Slot<unknown>>();

  /** To be called before a slot of another pass is changed. */
  keep(slot: Slot<unknown>): void {
    if (this.changes.has(slot)) return;
    this.changes.set(slot, { other: keptBy(slot), before: slot.value });
    slot.history = undefined;
    slot.joined = undefined;
  }

  /** The same before an import of another pass gets its value. */
  keepImport(slot: Slot<unknown>): void {
    this.keep(slot);
    this.loaded.add(slot);
  }

  /** Takes over the effect that a third pass has had. It is none of this one. */
  takeOver({ slot, after }: Effect): void {
    this.keep(slot);
    slot.value = after;
    const change = this.changes.get(slot);
    if (change) change.before = after;
  }

  /** Exchanges what the slots hold for this pass and for the others. */
  exchange(): void {
    for (const [slot, change] of this.changes) {
      const { other } = change;
      change.other = keptBy(slot);
      Object.assign(slot, other);
    }
  }

  /** @returns the effects of a pass that does not run. */
  effects(): readonly Effect[] {
    return [...this.changes].flatMap(([slot, { other, before }]) =>
      Object.is(other.value, before) || this.loaded.has(slot) ? [] : [{ slot, before, after: other.value }],
    );
  }
}

function keptBy({ value, history, joined, kept, lateRead }: Slot<unknown>): Kept {
  return { value, history, joined, kept, lateRead };
}
