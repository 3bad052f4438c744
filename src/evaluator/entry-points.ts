import { OutOfWork } from "./domain/limits";
import { Dependent } from "./interference/dependent";
import type { Program } from "./program";
import type { SpentWork } from "./run";
import type { Sent } from "../clients/native";

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
  program: Program,
  runs: Iterable<() => void>,
  { rounds, giveUp }: Repeats,
): readonly (readonly Sent[])[] {
  const { recorder, asyncWrites } = program.pass;
  const outer = asyncWrites.current;
  const points: EntryPoint[] = [];
  const noteInner = (): void => {
    outer.inner = points.map(({ asker }) => asker);
  };
  for (const run of runs) points.push(runEntryPoint(program, run, outer));
  noteInner();
  for (let round = 1; round <= rounds && !outer.isRepeated; round += 1) {
    const outdated = points.filter(({ asker }) => asker.holdsOutdated);
    if (outdated.length === 0) break;
    if (round === rounds) giveUp?.();
    for (const point of outdated) {
      recorder.drop(point.found);
      program.run.takeBackWork(point.spent.from, point.spent.to);
      Object.assign(point, runEntryPoint(program, point.run, outer));
    }
    noteInner();
  }
  return points.map(({ found }) => found);
}

function runEntryPoint(program: Program, run: () => void, outer: Dependent): EntryPoint {
  const asker = new Dependent(outer);
  const from = program.run.spentWork;
  const attempt = program.pass.recorder.begin();
  program.pass.asyncWrites.askedBy(asker, () => {
    guarded(program, run);
  });
  return { run, asker, found: program.pass.recorder.take(attempt), spent: { from, to: program.run.spentWork } };
}

/** Runs something, and gives it up if the stack or the work runs out. */
export function guarded<T>(program: Program, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof OutOfWork)) throw error;
    program.pass.leaveOut();
    return undefined;
  }
}
