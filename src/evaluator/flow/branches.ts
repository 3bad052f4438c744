import { never } from "../domain/constructors";
import type { Abstract } from "../domain/domain";
import { joinAll } from "../domain/values";
import type { Program } from "../program";
import type { Delta } from "../domain/completion";

/** One of several branches: its result, and its writes. */
export interface Side<T> {
  readonly result: T;
  readonly delta: Delta;
}

/** Runs each branch from the present state and takes its writes back. `merge` of the state continues from the ends of some of them. */
export function fork<T>(program: Program, sides: readonly (() => T)[]): readonly Side<T>[] {
  const { state } = program;
  const checkpoint = state.checkpoint();
  return program.run.within({ conditional: true }, () =>
    sides.map((side) => ({ result: side(), delta: state.takeBack(checkpoint) })),
  );
}

/** Runs all branches, and joins those that complete. */
export function either(program: Program, sides: readonly (() => Abstract)[], place: Abstract["place"]): Abstract {
  const forked = program.state.clock;
  const completed = fork(program, sides).filter(({ result }) => result.kind !== "never");
  if (completed.length === 0) return never(place);
  program.state.merge(
    completed.map(({ delta }) => delta),
    forked,
  );
  return joinAll(
    completed.map(({ result }) => result),
    place,
  );
}

/** Runs something that may or may not happen. */
export function optionally<T>(program: Program, run: () => T): T {
  const forked = program.state.clock;
  const [side] = fork(program, [run]) as readonly [Side<T>];
  program.state.merge([side.delta, new Map()], forked);
  return side.result;
}
