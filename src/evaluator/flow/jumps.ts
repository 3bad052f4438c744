import type { Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { type Program } from "../program";
import { factLattice } from "../store/facts";
import { type Completion, type Delta, type Exit, type JumpTarget } from "../domain/completion";

/** Keeps the state in which a branch is left, for the target of the jump. */
export function stash(program: Program, frame: Frame, completion: Completion): void {
  const { activation } = frame;
  if (completion.kind === "return") {
    keepExit(program, activation.exits, completion, activation.checkpoint);
    return;
  }
  const target = findTarget(activation.targets, completion);
  if (target) keepExit(program, target.exits, completion, target.checkpoint);
}

/**
 * Of many ways out, each keeps what conditions have shown on all ways before it, and hardly any of that holds for all of them. Beyond a number of
 * ways it is left out, which says no more than was known at the checkpoint.
 */
function keepExit(program: Program, exits: Exit[], completion: Completion, checkpoint: number): void {
  const delta = program.state.delta(checkpoint);
  const isOneOfMany = exits.length >= bounds.exits;
  exits.push({ completion, delta: isOneOfMany ? withoutFacts(delta) : delta });
}

/** Continues with the join of the ways out of something. */
export function joinExits({ state }: Program, deltas: readonly Delta[], forked: number): void {
  state.merge(deltas.length > bounds.exits ? deltas.map(withoutFacts) : deltas, forked);
}

function withoutFacts(delta: Delta): Delta {
  return new Map([...delta].filter(([{ lattice }]) => lattice !== factLattice));
}

function findTarget(targets: readonly JumpTarget[], completion: Completion): JumpTarget | undefined {
  return targets.findLast((target) => isFor(target, completion));
}

/** @returns whether a jump goes to a target. */
export function isFor(target: JumpTarget, completion: Completion): boolean {
  if (completion.kind !== "break" && completion.kind !== "continue") return false;
  if (completion.label !== undefined) return target.labels.includes(completion.label);
  return completion.kind === "break" ? target.kind !== "block" : target.kind === "loop";
}

/** Runs something out of which `break` and `continue` may jump. */
export function withTarget<T>(
  program: Program,
  frame: Frame,
  kind: JumpTarget["kind"],
  labels: readonly string[],
  body: (target: JumpTarget) => T,
): T {
  const target: JumpTarget = { kind, labels, checkpoint: program.state.checkpoint(), exits: [] };
  frame.activation.targets.push(target);
  try {
    return body(target);
  } finally {
    frame.activation.targets.pop();
  }
}

/** Joins the ways out of a target with the way past its end. */
export function leave(
  program: Program,
  frame: Frame,
  target: JumpTarget,
  completion: Completion | undefined,
  forked: number,
): Completion | undefined {
  const { state } = program;
  const jumps = completion !== undefined && isFor(target, completion);
  if (target.exits.length === 0) return jumps ? undefined : completion;
  if (completion && !jumps) stash(program, frame, completion);
  const last = state.takeBack(target.checkpoint);
  const deltas: Delta[] = target.exits.map((exit: Exit) => exit.delta);
  if (!completion || jumps) deltas.push(last);
  joinExits(program, deltas, forked);
  return undefined;
}
