import { pathLattice, Slot } from "../domain/slots";
import type { ForeignWrites } from "../store/foreign-writes";
import type { Journal } from "../store/journal";
import { type Keeper, type Kept, keptBy } from "../../clients/learned";
import type { Library } from "../../clients/native";

/** What natives learn about the clients for which they stand: it belongs to the pass in which they learn it. */

const learnedLattice = pathLattice<unknown>((left, right) => (left === right ? left : undefined), Object.is);

/** The parts of a pass that natives change. */
interface Learning {
  readonly foreign: ForeignWrites;
  readonly questions: Set<string>;
  readonly state: Journal;
}

/** The running pass; absent outside of all passes, and while a library makes what all of them share. */
let current: Learning | undefined;

const keeper: Keeper = {
  keep: (value) => new SlotOfPass(value),
  noteQuestion: (member) => current?.questions.add(member),
};

/** Runs something; what natives learn meanwhile belongs to a pass. */
export function heedLearning<T>(learning: Learning | undefined, run: () => T): T {
  const outer = current;
  current = learning;
  try {
    return keptBy(keeper, run);
  } finally {
    current = outer;
  }
}

/** A slot that goes back to what it was when a pass ends that did not make it. */
class SlotOfPass<T> implements Kept<T> {
  private readonly slot: Slot<T>;
  private readonly madeIn = current?.foreign;

  constructor(value: T) {
    const made = current?.state.clock ?? 0;
    this.slot = new Slot<T>(value, learnedLattice as Slot<T>["lattice"], undefined, made, undefined);
  }

  get value(): T {
    return this.slot.value;
  }

  set value(value: T) {
    if (current?.foreign !== this.madeIn) current?.foreign.keep(this.slot);
    if (current) current.state.oldestLearned = Math.min(current.state.oldestLearned, this.slot.firstUsed);
    this.slot.value = value;
  }
}

/** @returns a library whose natives belong to no pass. */
export function outsidePasses(library: Library): Library {
  const outside =
    <A extends readonly unknown[], R>(make: (...args: A) => R) =>
    (...args: A): R =>
      heedLearning(undefined, () => make(...args));
  return {
    global: outside((name) => library.global(name)),
    module: outside((specifier) => library.module(specifier)),
    sends: (specifier) => library.sends(specifier),
    type: outside((name, from) => library.type(name, from)),
    ...(library.handed && { handed: outside((node) => library.handed?.(node)) }),
    ...(library.declared && { declared: outside((node) => library.declared?.(node)) }),
    named: outside((expression) => library.named(expression)),
    ...(library.described && { described: outside((expression) => library.described?.(expression)) }),
    typeNames: library.typeNames,
  };
}
