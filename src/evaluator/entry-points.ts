import { OutOfWork } from "./domain/limits";
import { Dependent } from "./interference/dependent";
import type { Machine, SpentWork } from "./machine";
import type { Sent } from "./models/native";

/** Code that is run by itself, with the requests of its last run. */
interface EntryPoint {
  readonly run: () => void;
  asker: Dependent;
  found: readonly Sent[];
  spent: { readonly from: SpentWork; readonly to: SpentWork };
}

/** How often code is run again whose answers about late writes have changed. */
export interface Repeats {
  readonly rounds: number;
  /** Called before the last round; absent: what is outdated after it is left to the code around it, which then runs again as a whole. */
  readonly giveUp?: () => void;
}

/**
 * Runs code piece by piece from one state, and runs those pieces again whose answers about late writes have changed since.
 *
 * @param runs may find further pieces while it is walked.
 * @returns the requests of each piece, which are taken out of the recorder.
 */
export function runByThemselves(
  machine: Machine,
  runs: Iterable<() => void>,
  { rounds, giveUp }: Repeats,
): readonly (readonly Sent[])[] {
  const { recorder, asyncWrites } = machine;
  const outer = asyncWrites.current;
  const points: EntryPoint[] = [];
  const noteInner = (): void => {
    outer.inner = points.map(({ asker }) => asker);
  };
  for (const run of runs) points.push(runEntryPoint(machine, run, outer));
  noteInner();
  for (let round = 1; round <= rounds && !outer.isRepeated; round += 1) {
    const outdated = points.filter(({ asker }) => asker.holdsOutdated);
    if (outdated.length === 0) break;
    if (round === rounds) giveUp?.();
    for (const point of outdated) {
      recorder.drop(point.found);
      machine.takeBackWork(point.spent.from, point.spent.to);
      Object.assign(point, runEntryPoint(machine, point.run, outer));
    }
    noteInner();
  }
  return points.map(({ found }) => found);
}

function runEntryPoint(machine: Machine, run: () => void, outer: Dependent): EntryPoint {
  const asker = new Dependent(outer);
  const from = machine.spentWork;
  const attempt = machine.recorder.begin();
  machine.asyncWrites.askedBy(asker, () => {
    guarded(machine, run);
  });
  return { run, asker, found: machine.recorder.take(attempt), spent: { from, to: machine.spentWork } };
}

/** Runs something, and gives it up if the stack or the work runs out. */
export function guarded<T>(machine: Machine, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof OutOfWork)) throw error;
    machine.leaveOut();
    return undefined;
  }
}
