import type { Abstract } from "../domain/domain";
import type { Slot } from "../domain/slots";
import { reachOf, weigh } from "./content-join";
import { bounds } from "../domain/limits";
import type { Delta } from "../domain/completion";
import type { ForeignWrites } from "./foreign-writes";

/** All values that slots had while the log was open. */
export type WriteLog = Map<Slot<unknown>, unknown[]>;

/** Joins the older half of the history into one entry. A question about part of that time gets the answer for all of it. */
function condense(slot: Slot<unknown>, history: NonNullable<Slot<unknown>["history"]>): void {
  const older = history.splice(0, history.length >> 1);
  const [first] = older;
  const last = older.at(-1);
  if (!first || !last) return;
  const value = older.reduce<unknown>((joined, entry) => slot.lattice.join(joined, entry.value), first.value);
  history.unshift({ oldest: first.oldest, time: last.time, value });
}

type Entries = { readonly slot: Slot<unknown>; readonly before: unknown }[];

/** What the state has to know of the pass that runs. */
export interface PassOfState {
  readonly id: object;
  readonly foreign: ForeignWrites;
}

/**
 * The contents of all slots, with a journal: a branch is run, its changes are taken back and kept, the other branch is run, and the two are
 * joined. Reading is therefore a plain field access.
 */
export class Journal {
  clock = 1;
  /** How much has been joined: the part of the work that the number of visited nodes does not show. */
  effort = 0;
  /** The first use of the oldest client that code has changed. */
  oldestLearned = Infinity;
  private journal: Entries = [];
  /** The journals of code that has asked for something which runs apart. */
  private readonly interrupted: Entries[] = [];
  private logs: WriteLog[] = [];
  private pass: PassOfState | undefined;
  /** How imports were looked up. */
  private readonly imports = new WeakMap<Slot<unknown>, () => Abstract>();

  /** @param onWrite told of every write that a program makes, before it happens. */
  constructor(private readonly onWrite: (slot: Slot<unknown>, value: unknown) => void) {}

  /** Runs something in a pass, which has a journal of its own. */
  inPass<T>(pass: PassOfState, run: () => T): T {
    const { journal, logs, pass: outer } = this;
    Object.assign(this, { journal: [], logs: [], pass });
    this.clock += 1;
    try {
      return run();
    } finally {
      Object.assign(this, { journal, logs, pass: outer });
    }
  }

  /** Whether another pass has made a slot. */
  private isForeign(slot: Slot<unknown>): boolean {
    return slot.root !== undefined && slot.root.pass !== this.pass?.id;
  }

  /** Gives an import its value, for good or, if another pass has declared it, until this pass ends. */
  load(slot: Slot<Abstract | undefined>, look: () => Abstract): Abstract {
    const value = look();
    // What is not known is told by each name that stands for it.
    if (value.kind === "unknown") return value;
    if (this.isForeign(slot)) this.pass?.foreign.keepImport(slot);
    this.imports.set(slot, look);
    slot.value = value;
    return value;
  }

  /** Looks an import up, if that has been done in another pass and not yet in this one. */
  loadAgain(slot: Slot<unknown>): void {
    const look = slot.value === undefined ? this.imports.get(slot) : undefined;
    if (look) this.load(slot as Slot<Abstract | undefined>, look);
  }

  /** To be called before a slot is changed otherwise than by `write`: a change of another pass's slot ends with this pass. */
  keepForeign(slot: Slot<unknown>): void {
    if (this.isForeign(slot)) this.pass?.foreign.keep(slot);
  }

  write<T>(slot: Slot<T>, value: T): void {
    // Told even if the value stays the same: at another time the slot may hold another one.
    this.onWrite(slot, value);
    if (Object.is(slot.value, value)) return;
    this.record(slot, value);
  }

  /** Gives each slot any of the values that it had. Nobody is told, for each of them was told when the program wrote it. */
  anyOf(log: WriteLog): void {
    for (const [slot, values] of log) {
      const joined = values.reduce((left, right) => slot.lattice.join(left, right), slot.value);
      if (!Object.is(slot.value, joined)) this.record(slot, joined);
    }
  }

  /** Says of a slot what holds on this path alone. Nobody is told, as nothing is written. */
  narrow<T>(slot: Slot<T>, value: T): void {
    if (!Object.is(slot.value, value)) this.record(slot, value);
  }

  private record(slot: Slot<unknown>, value: unknown): void {
    this.clock += 1;
    this.keepForeign(slot);
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

  /** Whether a path that has not ended has written to a slot: what the slot held before comes back. */
  isWritten(slot: Slot<unknown>): boolean {
    return [this.journal, ...this.interrupted].some((journal) => journal.some((entry) => entry.slot === slot));
  }

  /** @returns the point to which `rollback` can go back. */
  checkpoint(): number {
    return this.journal.length;
  }

  /** @returns the present contents of the slots written since. */
  delta(checkpoint: number): Delta {
    const delta = new Map<Slot<unknown>, unknown>();
    for (let index = checkpoint; index < this.journal.length; index += 1) {
      const slot = this.journal[index]?.slot;
      if (slot) delta.set(slot, slot.value);
    }
    return delta;
  }

  /** @returns the slots whose contents differ from those at a checkpoint, with their present contents. */
  changes(checkpoint: number): Delta {
    const before = new Map<Slot<unknown>, unknown>();
    for (let index = checkpoint; index < this.journal.length; index += 1) {
      const entry = this.journal[index];
      if (entry && !before.has(entry.slot)) before.set(entry.slot, entry.before);
    }
    const changed = new Map<Slot<unknown>, unknown>();
    for (const [slot, value] of before) if (!Object.is(slot.value, value)) changed.set(slot, slot.value);
    return changed;
  }

  /** Takes back what was written since a checkpoint. */
  rollback(checkpoint: number): void {
    this.clock += 1;
    for (const { slot, before } of this.journal.splice(checkpoint).toReversed()) {
      this.keep(slot);
      slot.value = before;
    }
  }

  /** Takes back all writes since a checkpoint, and removes them from the histories. Late writes that others may see are noted elsewhere. */
  forget(checkpoint: number, time: number): void {
    for (const { slot, before } of this.journal.splice(checkpoint).toReversed()) {
      slot.value = before;
      const { history } = slot;
      while (history && (history.at(-1)?.oldest ?? 0) > time) history.pop();
      slot.joined = undefined;
    }
    this.clock += 1;
  }

  /** Takes back what was written since, and returns it. */
  takeBack(checkpoint: number): Delta {
    const delta = this.delta(checkpoint);
    this.rollback(checkpoint);
    return delta;
  }

  /**
   * Continues with the join of the given paths.
   *
   * @param deltas what each path wrote since it left the present state.
   * @param forked the time at which they left: a slot created later exists only on the paths that wrote it.
   */
  merge(deltas: readonly Delta[], forked: number): void {
    const slots = new Set<Slot<unknown>>();
    for (const delta of deltas) for (const slot of delta.keys()) slots.add(slot);
    for (const slot of slots) {
      const fresh = slot.created >= forked;
      const values: unknown[] = [];
      for (const delta of deltas) {
        if (delta.has(slot)) values.push(delta.get(slot));
        else if (!fresh) values.push(slot.value);
      }
      const joined = this.joinEvenly(slot, values, 0, values.length);
      if (!Object.is(slot.value, joined)) this.record(slot, joined);
    }
  }

  /** Joins each half first. Joining one by one would copy a long list of alternatives again and again. */
  private joinEvenly(slot: Slot<unknown>, values: readonly unknown[], start: number, end: number): unknown {
    if (end - start <= 1) return values[start];
    const middle = (start + end) >> 1;
    const left = this.joinEvenly(slot, values, start, middle);
    const right = this.joinEvenly(slot, values, middle, end);
    this.effort += weigh(left, right);
    return slot.lattice.join(left, right);
  }

  /** Runs something and logs all values that slots had meanwhile, on abandoned paths too. */
  logged<T>(run: () => T): { readonly result: T; readonly log: WriteLog } {
    const log: WriteLog = new Map();
    this.logs.push(log);
    try {
      return { result: run(), log };
    } finally {
      this.logs.pop();
    }
  }

  /** Runs something whose effects no later `rollback` takes back: the first run of another module. */
  apart<T>(run: () => T): T {
    const { journal } = this;
    const logs = this.logs.splice(0);
    this.journal = [];
    this.interrupted.push(journal);
    try {
      return run();
    } finally {
      this.journal = journal;
      this.interrupted.pop();
      this.logs.push(...logs);
    }
  }

  /** Counts values that are about to be compared and joined. */
  charge(values: readonly unknown[]): void {
    for (const value of values) this.effort += 1 + reachOf(value);
  }

  /** @returns the join of all contents that a slot had from a time on. */
  since<T>(slot: Slot<T>, time: number): T {
    const history = slot.history;
    if (!history) return slot.value;
    const known = slot.joined;
    const again = known?.time === time;
    if (again && known.kept === slot.kept && Object.is(known.value, slot.value)) return known.result;
    while (history.length > bounds.history) condense(slot, history);
    // The value at the last question is among the newer entries; the former answer covers all older ones.
    const oldest = again ? Math.max(0, history.length - (slot.kept - known.kept)) : 0;
    let joined = slot.value;
    for (let index = history.length - 1; index >= oldest; index -= 1) {
      const entry = history[index];
      if (!entry || entry.time <= time) break;
      this.effort += weigh(joined, entry.value);
      joined = slot.lattice.join(joined, entry.value);
    }
    if (again) joined = slot.lattice.join(joined, known.result);
    slot.joined = { time, kept: slot.kept, value: slot.value, result: joined };
    return joined;
  }
}
