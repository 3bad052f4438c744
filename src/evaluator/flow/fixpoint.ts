import type TS from "typescript";
import { type Frame } from "../domain/domain";
import { type Slot } from "../domain/slots";
import { bounds } from "../domain/limits";
import { type Program } from "../program";
import { labelsOf } from "../../syntax/loops";
import { type Completion, type Delta, type JumpTarget } from "../domain/completion";
import { isFor, joinExits, stash, withTarget } from "./jumps";

interface Round {
  /** Runs the condition and the body once; `undefined` if the next round may come. */
  readonly once: () => Completion | undefined;
  /** Runs the code between two rounds. */
  readonly between?: () => void;
  /** Narrows the state at which the loop ends because its condition fails. */
  readonly ended?: () => void;
  /** The body runs at least once. */
  readonly first?: boolean;
  /** The condition never fails. */
  readonly endless?: boolean;
}

/** Runs something any number of times, such as the callback of `map` over an unknown array. */
export function repeatBody(program: Program, frame: Frame, node: TS.Node, body: () => void): void {
  loop(program, frame, node, {
    once: () => {
      body();
      return undefined;
    },
  });
}

/** Runs a loop in the code of a frame. */
export function loop(program: Program, frame: Frame, node: TS.Node, round: Round): Completion | undefined {
  const { activation } = frame;
  const outer = activation.loop;
  if (activation.depth === 0) activation.loop = node;
  const completion = program.run.within({ conditional: true }, () => repeat(program, frame, node, round));
  activation.loop = outer;
  return completion;
}

function repeat(program: Program, frame: Frame, node: TS.Node, round: Round): Completion | undefined {
  const { state } = program;
  const start = state.checkpoint();
  const began = state.clock;
  const heads = new Map<Slot<unknown>, unknown>();
  // Loops in loops in loops would multiply their rounds. So the outer two look for a start that holds for all rounds while those within them
  // run once each, and let them look for theirs when they have found one. Two multiply all the same: that is less than to run once more.
  const around = program.run.context.searching;
  const isInner = around >= bounds.searchingLoops;
  const shortenedBefore = program.pass.shortenedLoops;
  let searching = true;
  for (let attempt = 0; ; attempt += 1) {
    const shortened = program.pass.shortenedLoops;
    const sends = program.pass.recorder.begin();
    const { escapes } = program.run.context.root;
    for (const [slot, value] of heads) state.write(slot, value);
    const { result, log } = state.logged(() => {
      return withTarget(program, frame, "loop", labelsOf(program.ts, node), (target) =>
        program.run.within({ searching: around + (searching ? 1 : 0) }, () =>
          attemptOnce(program, frame, target, round, began),
        ),
      );
    });
    const isSettled = settle(program, heads, log, began, attempt);
    // A function that the round gives away may run before the next round, which has not been seen then.
    const stable = isSettled && escapes === program.run.context.root.escapes;
    if (isInner && !stable) {
      // The start of any round stands for the end too.
      for (const [slot, value] of heads) state.write(slot, value);
      program.pass.shortenedLoops += 1;
      return result;
    }
    const isFound = stable || attempt >= bounds.rounds;
    if (isFound && (isInner || program.pass.shortenedLoops === shortened)) {
      // Those that were shortened on the way have run in full since.
      if (!isInner) program.pass.shortenedLoops = shortenedBefore;
      if (!stable) program.pass.giveUp();
      return result;
    }
    if (isFound) searching = false;
    state.rollback(start);
    program.pass.recorder.abandon(sends);
  }
}

/** Runs the body once, from a state that stands for the start of every round. */
function attemptOnce(
  program: Program,
  frame: Frame,
  target: JumpTarget,
  round: Round,
  began: number,
): Completion | undefined {
  const { state } = program;
  const completion = round.once();
  const deltas: Delta[] = [];
  const continues = target.exits.filter((exit) => exit.completion.kind === "continue");
  const ownContinue = completion?.kind === "continue" && isFor(target, completion);
  if (completion && !ownContinue) stash(program, frame, completion);
  const end = state.takeBack(target.checkpoint);
  if (!completion || ownContinue) deltas.push(end);
  deltas.push(...continues.map((exit) => exit.delta));
  const goesOn = deltas.length > 0;
  let after: Delta = new Map();
  if (goesOn) {
    joinExits(program, deltas, began);
    round.between?.();
    after = state.takeBack(target.checkpoint);
  }
  const outs = target.exits.filter((exit) => exit.completion.kind === "break").map((exit) => exit.delta);
  if (!round.endless) {
    if (round.first) {
      if (goesOn) outs.push(after);
    } else {
      // The state at the start of a round stands for all rounds, and so for the end too.
      round.ended?.();
      outs.push(state.takeBack(target.checkpoint));
      if (goesOn) outs.push(new Map([...after].filter(([slot]) => slot.created >= began)));
    }
  }
  if (outs.length === 0) return { kind: "throw" };
  joinExits(program, outs, began);
  return undefined;
}

/** Widens the assumed start of a round by the round's writes. */
function settle(
  program: Program,
  heads: Map<Slot<unknown>, unknown>,
  log: ReadonlyMap<Slot<unknown>, readonly unknown[]>,
  began: number,
  attempt: number,
): boolean {
  let stable = true;
  for (const [slot, values] of log) {
    if (slot.firstUsed >= began) continue;
    const head = heads.get(slot);
    program.state.charge(values);
    const { lattice } = slot;
    // Facts of the path need no assumption at the head of the loop while the rounds know no less than its start.
    const assumed = heads.has(slot) ? head : lattice.ofPath ? atStart(slot, began) : undefined;
    const isAssumed = heads.has(slot) || lattice.ofPath === true;
    const isAllowedFor = isAssumed && values.every((value) => lattice.leq(value, assumed, began));
    if (isAllowedFor && (lattice.ofPath || attempt < bounds.knownRounds)) continue;
    const widened = lattice.widen(heads.has(slot) ? [head, ...values] : values, { since: began, attempt });
    if (isAllowedFor && lattice.leq(widened, assumed, began)) continue;
    stable = false;
    heads.set(slot, widened);
  }
  return stable;
}

/** @returns the content of a slot when a loop began. */
function atStart(slot: Slot<unknown>, began: number): unknown {
  const first = slot.history?.find((entry) => entry.time >= began);
  return first ? first.value : slot.value;
}
