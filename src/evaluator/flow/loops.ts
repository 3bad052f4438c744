import type TS from "typescript";
import { apply, test } from "./conditions";
import type { Completion, Delta, JumpTarget } from "./completion";
import type { Abstract, Frame, Slot } from "../domain/domain";
import { contentLattice, contentOf } from "../store/heap";
import { elementsOf, unknownElement } from "../expressions/literals";
import type { Machine } from "../machine";
import { declare, newScope } from "../domain/scope";
import { isFor, leave, stash, variableDeclarations, withTarget } from "./statements";
import { covers, widen } from "../store/widening";
import { text, unknown, variableLattice } from "../domain/values";

/** Loops: what the body changes is unknown at its start, to the point where running it again adds nothing. */

const maximumUnrolled = 8;
const maximumRounds = 6;

interface Round {
  /** Runs the condition and the body once; `undefined` if the next round may come. */
  readonly once: () => Completion | undefined;
  /** Runs what stands between two rounds. */
  readonly between?: () => void;
  /** What is known when the loop ends because its condition fails. */
  readonly ended?: () => void;
  /** The body runs at least once. */
  readonly first?: boolean;
  /** The condition never fails. */
  readonly endless?: boolean;
}

/** Runs something any number of times: the callback of `map` over what is not known. */
export function repeatBody(machine: Machine, frame: Frame, node: TS.Node, body: () => void): void {
  loop(machine, frame, node, {
    once: () => {
      body();
      return undefined;
    },
  });
}

/** Runs a loop in the code of a frame. */
function loop(machine: Machine, frame: Frame, node: TS.Node, round: Round): Completion | undefined {
  const { activation } = frame;
  const outer = activation.loop;
  if (activation.depth === 0) activation.loop = machine.range(frame, node);
  machine.branching += 1;
  const completion = repeat(machine, frame, node, round);
  machine.branching -= 1;
  activation.loop = outer;
  return completion;
}

function repeat(machine: Machine, frame: Frame, node: TS.Node, round: Round): Completion | undefined {
  const { state } = machine;
  const start = state.mark();
  const began = state.clock;
  const heads = new Map<Slot<unknown>, unknown>();
  const exits = frame.activation.exits.length;
  const jumps = frame.activation.targets.map((target) => target.exits.length);
  for (let attempt = 0; ; attempt += 1) {
    const sends = machine.recorder.begin();
    for (const [slot, value] of heads) state.write(slot, value);
    const { result, log } = state.logged(() => {
      return withTarget(machine, frame, "loop", machine.labels.get(node) ?? [], (target) =>
        attemptOnce(machine, frame, target, round, began),
      );
    });
    const stable = settle(machine, heads, log, began, attempt);
    if (stable || attempt >= maximumRounds) {
      if (!stable) machine.giveUp();
      return result;
    }
    state.undo(start);
    machine.recorder.abandon(sends);
    frame.activation.exits.length = exits;
    for (const [index, count] of jumps.entries()) {
      const target = frame.activation.targets[index];
      if (target) target.exits.length = count;
    }
  }
}

/** One run of the body from a state that stands for the start of every round. */
function attemptOnce(
  machine: Machine,
  frame: Frame,
  target: JumpTarget,
  round: Round,
  began: number,
): Completion | undefined {
  const { state } = machine;
  const completion = round.once();
  const deltas: Delta[] = [];
  const continues = target.exits.filter((exit) => exit.completion.kind === "continue");
  const ownContinue = completion?.kind === "continue" && isFor(target, completion);
  if (completion && !ownContinue) stash(machine, frame, completion);
  const end = state.take(target.mark);
  if (!completion || ownContinue) deltas.push(end);
  deltas.push(...continues.map((exit) => exit.delta));
  const goesOn = deltas.length > 0;
  let after: Delta = new Map();
  if (goesOn) {
    state.merge(deltas, began);
    round.between?.();
    after = state.take(target.mark);
  }
  const outs = target.exits.filter((exit) => exit.completion.kind === "break").map((exit) => exit.delta);
  if (!round.endless) {
    if (round.first) {
      if (goesOn) outs.push(after);
    } else {
      // The state at the start of a round stands for all rounds, and so for the end too.
      round.ended?.();
      outs.push(state.take(target.mark));
      if (goesOn) outs.push(new Map([...after].filter(([slot]) => slot.created >= began)));
    }
  }
  if (outs.length === 0) return { kind: "throw" };
  state.merge(outs, began);
  return undefined;
}

/** Extends what is assumed at the start of a round by what the round wrote. */
function settle(
  machine: Machine,
  heads: Map<Slot<unknown>, unknown>,
  log: ReadonlyMap<Slot<unknown>, readonly unknown[]>,
  began: number,
  attempt: number,
): boolean {
  let stable = true;
  for (const [slot, values] of log) {
    if (slot.needed >= began) continue;
    const head = heads.get(slot);
    machine.state.charge(values);
    if (heads.has(slot) && values.every((value) => covers(slot, head, value, began))) continue;
    if (!heads.has(slot) && isFact(slot) && values.every((value) => covers(slot, atStart(slot, began), value, began)))
      continue;
    stable = false;
    heads.set(slot, widen(slot, heads.has(slot) ? [head, ...values] : values, began, attempt));
  }
  return stable;
}

/** What conditions tell of a value; every round may meet values that no other round knows. */
function isFact(slot: Slot<unknown>): boolean {
  return slot.lattice !== variableLattice && slot.lattice !== contentLattice;
}

function atStart(slot: Slot<unknown>, began: number): unknown {
  const first = slot.history?.find((entry) => entry.time >= began);
  return first ? first.value : slot.value;
}

export function whileLoop(machine: Machine, frame: Frame, node: TS.WhileStatement): Completion | undefined {
  return loop(machine, frame, node, {
    once: () => {
      apply(test(machine, frame, node.expression).whenTrue);
      return machine.steps.statement(machine, frame, node.statement);
    },
    ended: () => {
      apply(test(machine, frame, node.expression).whenFalse);
    },
    endless: node.expression.kind === machine.ts.SyntaxKind.TrueKeyword,
  });
}

export function doLoop(machine: Machine, frame: Frame, node: TS.DoStatement): Completion | undefined {
  return loop(machine, frame, node, {
    once: () => machine.steps.statement(machine, frame, node.statement),
    between: () => {
      machine.steps.expression(machine, frame, node.expression);
    },
    first: true,
  });
}

export function forLoop(machine: Machine, outer: Frame, node: TS.ForStatement): Completion | undefined {
  const { ts } = machine;
  const frame: Frame = { ...outer, scope: newScope(outer.scope, outer.activation) };
  if (node.initializer) {
    if (ts.isVariableDeclarationList(node.initializer)) {
      declareList(machine, frame, node.initializer);
      const completion = variableDeclarations(machine, frame, node.initializer);
      if (completion) return completion;
    } else {
      machine.steps.expression(machine, frame, node.initializer);
    }
  }
  const { condition, incrementor } = node;
  return loop(machine, frame, node, {
    once: () => {
      if (condition) apply(test(machine, frame, condition).whenTrue);
      return machine.steps.statement(machine, frame, node.statement);
    },
    between: () => {
      if (incrementor) machine.steps.expression(machine, frame, incrementor);
    },
    ended: () => {
      if (condition) apply(test(machine, frame, condition).whenFalse);
    },
    endless: !condition,
  });
}

function declareList(machine: Machine, frame: Frame, list: TS.VariableDeclarationList): void {
  const { ts } = machine;
  if ((list.flags & ts.NodeFlags.BlockScoped) === 0) return;
  const declareName = (name: TS.BindingName): void => {
    if (ts.isIdentifier(name)) declare(machine, frame.scope, name.text, name);
    else for (const element of name.elements) if (!ts.isOmittedExpression(element)) declareName(element.name);
  };
  for (const each of list.declarations) declareName(each.name);
}

export function forOfLoop(machine: Machine, frame: Frame, node: TS.ForOfStatement): Completion | undefined {
  const iterable = machine.steps.expression(machine, frame, node.expression);
  const items = elementsOf(machine, iterable);
  const place = machine.place(frame, node.expression);
  if (items && items.length <= maximumUnrolled && items.every((item) => item.presence === "always")) {
    const unrolled = unroll(
      machine,
      frame,
      node,
      items.map((item) => item.value),
    );
    if (unrolled) return unrolled.completion;
  }
  return each(machine, frame, node, () => unknownElement(machine, iterable, place));
}

export function forInLoop(machine: Machine, frame: Frame, node: TS.ForInStatement): Completion | undefined {
  const target = machine.steps.expression(machine, frame, node.expression);
  const place = machine.place(frame, node.expression);
  if (
    target.kind === "reference" &&
    target.cell.type === "object" &&
    !target.cell.constructedBy &&
    !target.cell.class
  ) {
    const content = contentOf(machine, target.cell);
    const keys = [...content.fields];
    if (!content.open && keys.length <= maximumUnrolled && keys.every(([, field]) => field.presence === "always")) {
      const unrolled = unroll(
        machine,
        frame,
        node,
        keys.map(([key, field]) => text(key, { ...field.keyPlace, foreign: true })),
      );
      if (unrolled) return unrolled.completion;
    }
  }
  return each(machine, frame, node, () => unknown("a key", place, { is: "string" }));
}

type Iteration = TS.ForOfStatement | TS.ForInStatement;

function each(machine: Machine, outer: Frame, node: Iteration, element: () => Abstract): Completion | undefined {
  return loop(machine, outer, node, { once: () => iterate(machine, outer, node, element()) });
}

function iterate(machine: Machine, outer: Frame, node: Iteration, value: Abstract): Completion | undefined {
  const { ts } = machine;
  const frame: Frame = { ...outer, scope: newScope(outer.scope, outer.activation) };
  const awaited =
    ts.isForOfStatement(node) && node.awaitModifier
      ? machine.steps.settleNative(machine, frame, value, node.expression)
      : value;
  if (ts.isVariableDeclarationList(node.initializer)) {
    declareList(machine, frame, node.initializer);
    const name = node.initializer.declarations[0]?.name;
    if (name) machine.steps.bind(machine, frame, name, awaited);
  } else {
    machine.steps.assignValue(machine, frame, node.initializer, awaited);
  }
  return machine.steps.statement(machine, frame, node.statement);
}

/**
 * Runs the body for each element in turn.
 *
 * @returns nothing if that sends requests: one call in a loop is one finding, not eight.
 */
function unroll(
  machine: Machine,
  frame: Frame,
  node: Iteration,
  values: readonly Abstract[],
): { readonly completion: Completion | undefined } | undefined {
  const { state } = machine;
  const start = state.mark();
  const forked = state.clock;
  const attempt = machine.recorder.begin();
  const exits = frame.activation.exits.length;
  const labels = machine.labels.get(node) ?? [];
  const completion = withTarget(machine, frame, "loop", labels, (outer): Completion | undefined => {
    for (const value of values) {
      const ended = oneOf(machine, frame, node, value, outer);
      if (ended) return leave(machine, frame, outer, ended, forked);
    }
    return leave(machine, frame, outer, undefined, forked);
  });
  if (!machine.recorder.hasSent(attempt)) return { completion };
  state.undo(start);
  machine.recorder.abandon(attempt);
  frame.activation.exits.length = exits;
  return undefined;
}

/** One element: `continue` ends it, `break` is for the loop as a whole. */
function oneOf(
  machine: Machine,
  frame: Frame,
  node: Iteration,
  value: Abstract,
  outer: JumpTarget,
): Completion | undefined {
  const { state } = machine;
  const began = state.clock;
  const mark = state.mark();
  const before = outer.exits.length;
  const completion = iterate(machine, frame, node, value);
  const continued = outer.exits.slice(before).filter((exit) => exit.completion.kind === "continue");
  const own = completion?.kind === "continue" && isFor(outer, completion);
  if (continued.length === 0) return own ? undefined : completion;
  const kept = outer.exits.filter((exit) => !continued.includes(exit));
  outer.exits.length = 0;
  outer.exits.push(...kept);
  if (completion && !own) stash(machine, frame, completion);
  const last = state.take(mark);
  const deltas = continued.map((exit) => exit.delta);
  if (!completion || own) deltas.push(last);
  state.merge(deltas, began);
  return undefined;
}
