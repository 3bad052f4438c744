import type TS from "typescript";
import type { Abstract, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { declare, newScope } from "../domain/scope";
import { text, unknown } from "../domain/values";
import type { Machine } from "../machine";
import { elementsOf, unknownElement } from "../store/elements";
import { contentOf } from "../store/heap";
import { labelsOf } from "../syntax/labels";
import type { Completion, JumpTarget } from "./completion";
import { test } from "./conditions";
import { variableDeclarations } from "./declarations";
import { loop } from "./fixpoint";
import { isFor, leave, stash, withTarget } from "./jumps";
import { apply } from "./narrowing";

/** Loops: what the body changes is unknown at its start, to the point where running it again adds nothing. */

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
  if (items && items.length <= bounds.unrolled && items.every((item) => item.presence === "always")) {
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
    if (!content.open && keys.length <= bounds.unrolled && keys.every(([, field]) => field.presence === "always")) {
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
  const start = state.checkpoint();
  const forked = state.clock;
  const attempt = machine.recorder.begin();
  const exits = frame.activation.exits.length;
  const labels = labelsOf(machine.ts, node);
  const completion = withTarget(machine, frame, "loop", labels, (outer): Completion | undefined => {
    for (const value of values) {
      const ended = oneOf(machine, frame, node, value, outer);
      if (ended) return leave(machine, frame, outer, ended, forked);
    }
    return leave(machine, frame, outer, undefined, forked);
  });
  if (!machine.recorder.hasSent(attempt)) return { completion };
  state.rollback(start);
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
  const checkpoint = state.checkpoint();
  const before = outer.exits.length;
  const completion = iterate(machine, frame, node, value);
  const continued = outer.exits.slice(before).filter((exit) => exit.completion.kind === "continue");
  const own = completion?.kind === "continue" && isFor(outer, completion);
  if (continued.length === 0) return own ? undefined : completion;
  const kept = outer.exits.filter((exit) => !continued.includes(exit));
  outer.exits.length = 0;
  outer.exits.push(...kept);
  if (completion && !own) stash(machine, frame, completion);
  const last = state.takeBack(checkpoint);
  const deltas = continued.map((exit) => exit.delta);
  if (!completion || own) deltas.push(last);
  state.merge(deltas, began);
  return undefined;
}
