import type TS from "typescript";
import type { Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import type { Program } from "../program";
import { labelsOf } from "../../syntax/loops";
import type { Completion, JumpTarget } from "../domain/completion";
import { isFor, leave, stash, withTarget } from "./jumps";

/** Runs loops whose rounds are few and known, round by round. */

export interface Unrolled {
  readonly completion: Completion | undefined;
}

type Round = () => Completion | undefined;

/**
 * Runs rounds in turn.
 *
 * @param holds asked at the end: whether the loop really has these rounds.
 * @returns nothing if the rounds send requests, as one call in a loop is one finding and not eight, or if the loop has others.
 */
export function unroll(
  program: Program,
  frame: Frame,
  node: TS.IterationStatement,
  rounds: readonly Round[],
  holds: () => boolean,
): Unrolled | undefined {
  let next = 0;
  return unrollWhile(program, frame, node, {
    goesOn: () => next < rounds.length,
    once: () => {
      next += 1;
      return rounds[next - 1]?.();
    },
    between: () => undefined,
    holds,
  });
}

export interface Counted {
  /** Whether there is one more round; `undefined` where that is not known. */
  goesOn(): boolean | undefined;
  once(): Completion | undefined;
  between(): void;
  /** Asked at the end: whether the loop really has these rounds. */
  holds?(): boolean;
}

/**
 * Runs rounds while it is known that there is another one.
 *
 * @returns nothing, with the state as before, if the rounds send requests, are not known, or do not end soon.
 */
export function unrollWhile(
  program: Program,
  frame: Frame,
  node: TS.IterationStatement,
  counted: Counted,
): Unrolled | undefined {
  const { state } = program;
  const start = state.checkpoint();
  const forked = state.clock;
  const attempt = program.pass.recorder.begin();
  const outcome = { ends: false };
  const completion = withTarget(program, frame, "loop", labelsOf(program.ts, node), (outer): Completion | undefined => {
    for (let round = 0; round <= bounds.unrolled; round += 1) {
      const goesOn = counted.goesOn();
      if (goesOn === undefined || program.pass.recorder.hasSent(attempt)) break;
      outcome.ends = !goesOn;
      if (outcome.ends) break;
      const ended = round < bounds.unrolled ? oneRound(program, frame, () => counted.once(), outer) : undefined;
      if (ended) {
        outcome.ends = true;
        return leave(program, frame, outer, ended, forked);
      }
      counted.between();
    }
    return leave(program, frame, outer, undefined, forked);
  });
  if (outcome.ends && counted.holds?.() !== false && !program.pass.recorder.hasSent(attempt)) return { completion };
  state.rollback(start);
  program.pass.recorder.abandon(attempt);
  return undefined;
}

/** One round: `continue` ends it, `break` is for the loop as a whole. */
function oneRound(program: Program, frame: Frame, run: Round, outer: JumpTarget): Completion | undefined {
  const { state } = program;
  const began = state.clock;
  const checkpoint = state.checkpoint();
  const before = outer.exits.length;
  const completion = run();
  const continued = outer.exits.slice(before).filter((exit) => exit.completion.kind === "continue");
  const own = completion?.kind === "continue" && isFor(outer, completion);
  if (continued.length === 0) return own ? undefined : completion;
  const kept = outer.exits.filter((exit) => !continued.includes(exit));
  outer.exits.length = 0;
  outer.exits.push(...kept);
  if (completion && !own) stash(program, frame, completion);
  const last = state.takeBack(checkpoint);
  const deltas = continued.map((exit) => exit.delta);
  if (!completion || own) deltas.push(last);
  state.merge(deltas, began);
  return undefined;
}
