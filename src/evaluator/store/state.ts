import type { Delta } from "../flow/completion";
import type { Abstract, Slot } from "../domain/domain";

/** All values that slots had while it was open. */
export type WriteLog = Map<Slot<unknown>, unknown[]>;

/** Longer histories are told with less detail. */
const maximumHistory = 24;

/** @returns about how long it takes to join a content. */
function weigh(value: unknown): number {
  const content = value as
    | {
        readonly fields?: ReadonlyMap<string, unknown>;
        readonly items?: readonly unknown[];
        readonly rest?: Abstract;
        readonly reaches?: readonly unknown[];
      }
    | undefined;
  const reaches = content?.rest?.kind === "unknown" ? content.rest.reaches?.length : content?.reaches?.length;
  return 1 + (content?.fields?.size ?? 0) + (content?.items?.length ?? 0) + (reaches ?? 0);
}

/** Makes one entry of the older half: whoever asks for a part of it is told of all of it. */
function condense(slot: Slot<unknown>, history: NonNullable<Slot<unknown>["history"]>): void {
  const older = history.splice(0, history.length >> 1);
  const [first] = older;
  const last = older.at(-1);
  if (!first || !last) return;
  const value = older.reduce<unknown>((joined, entry) => slot.lattice.join(joined, entry.value), first.value);
  history.unshift({ oldest: first.oldest, time: last.time, value });
}

/**
 * The contents of all slots, with a journal: a branch is run, its changes are taken back and kept, the other branch is run, and the two are
 * joined. Reading is therefore a plain field access.
 */
export class State {
  clock = 1;
  /** How much has been joined: the part of the work that the number of visited nodes does not show. */
  effort = 0;
  private journal: { readonly slot: Slot<unknown>; readonly before: unknown }[] = [];
  private readonly logs: WriteLog[] = [];

  /** @param onWrite told of every write that a program makes, before it happens. */
  constructor(private readonly onWrite: (slot: Slot<unknown>, value: unknown) => void) {}

  write<T>(slot: Slot<T>, value: T): void {
    // Also where nothing changes: at another time the slot may hold something else.
    this.onWrite(slot, value);
    if (Object.is(slot.value, value)) return;
    this.record(slot, value);
  }

  private record(slot: Slot<unknown>, value: unknown): void {
    this.clock += 1;
    for (const log of this.logs) {
      const values = log.get(slot);
      if (values) values.push(value);
      else log.set(slot, [slot.value, value]);
    }
    this.journal.push({ slot, before: slot.value });
    this.keep(slot);
    slot.value = value;
  }

  private keep(slot: Slot<unknown>): void {
    const history = (slot.history ??= []);
    slot.kept += 1;
    history.push({ oldest: this.clock, time: this.clock, value: slot.value });
  }

  /** @returns the point to which `undo` can go back. */
  mark(): number {
    return this.journal.length;
  }

  /** @returns the present contents of the slots written since. */
  delta(mark: number): Delta {
    const delta = new Map<Slot<unknown>, unknown>();
    for (let index = mark; index < this.journal.length; index += 1) {
      const slot = this.journal[index]?.slot;
      if (slot) delta.set(slot, slot.value);
    }
    return delta;
  }

  undo(mark: number): void {
    this.clock += 1;
    while (this.journal.length > mark) {
      const entry = this.journal.pop();
      if (!entry) return;
      this.keep(entry.slot);
      entry.slot.value = entry.before;
    }
  }

  /** Takes back what was written since, as if it had never been: what others may see of it is known otherwise. */
  forget(mark: number, time: number): void {
    while (this.journal.length > mark) {
      const entry = this.journal.pop();
      if (!entry) return;
      const { slot } = entry;
      slot.value = entry.before;
      const { history } = slot;
      while (history && (history.at(-1)?.oldest ?? 0) > time) history.pop();
      slot.joined = undefined;
    }
    this.clock += 1;
  }

  /** Takes back what was written since, and returns it. */
  take(mark: number): Delta {
    const delta = this.delta(mark);
    this.undo(mark);
    return delta;
  }

  /**
   * Continues with what all of the given paths agree on.
   *
   * @param deltas what each path wrote since it left the present state.
   * @param forked the time at which they left: a slot made later exists only on the paths that wrote it.
   */
  merge(deltas: readonly Delta[], forked: number): void {
    if (deltas.length === 1) {
      for (const [slot, value] of deltas[0] ?? []) if (!Object.is(slot.value, value)) this.record(slot, value);
      return;
    }
    const slots = new Set<Slot<unknown>>();
    for (const delta of deltas) for (const slot of delta.keys()) slots.add(slot);
    for (const slot of slots) {
      const fresh = slot.created >= forked;
      let joined: unknown;
      let first = true;
      for (const delta of deltas) {
        if (fresh && !delta.has(slot)) continue;
        const value = delta.has(slot) ? delta.get(slot) : slot.value;
        this.effort += weigh(value);
        joined = first ? value : slot.lattice.join(joined, value);
        first = false;
      }
      if (!Object.is(slot.value, joined)) this.record(slot, joined);
    }
  }

  /** Runs something and tells all values that slots had meanwhile, on paths that were left too. */
  logged<T>(run: () => T): { readonly result: T; readonly log: WriteLog } {
    const log: WriteLog = new Map();
    this.logs.push(log);
    try {
      return { result: run(), log };
    } finally {
      this.logs.splice(this.logs.indexOf(log), 1);
    }
  }

  /** Runs something whose effects no later `undo` takes back: the first run of another module. */
  apart<T>(run: () => T): T {
    const { journal } = this;
    const logs = this.logs.splice(0);
    this.journal = [];
    try {
      return run();
    } finally {
      this.journal = journal;
      this.logs.push(...logs);
    }
  }

  /** @returns the join of all contents that a slot had from a time on. */
  since<T>(slot: Slot<T>, time: number): T {
    const history = slot.history;
    if (!history) return slot.value;
    const known = slot.joined;
    const again = known?.time === time;
    if (again && known.kept === slot.kept && Object.is(known.value, slot.value)) return known.result;
    while (history.length > maximumHistory) condense(slot, history);
    // What it held when it was last asked is among the newer entries, and all before that is in the former answer.
    const oldest = again ? Math.max(0, history.length - (slot.kept - known.kept)) : 0;
    let joined = slot.value;
    for (let index = history.length - 1; index >= oldest; index -= 1) {
      const entry = history[index];
      if (!entry || entry.time <= time) break;
      this.effort += weigh(joined);
      joined = slot.lattice.join(joined, entry.value);
    }
    if (again) joined = slot.lattice.join(joined, known.result);
    slot.joined = { time, kept: slot.kept, value: slot.value, result: joined };
    return joined;
  }
}
