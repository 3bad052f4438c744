import type TS from "typescript";
import { text, unknown } from "../domain/constructors";
import type { Abstract, Cell, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { declare, newScope } from "../domain/scope";
import { cellsOf } from "../domain/values";
import type { Machine } from "../machine";
import { elementsOf, unknownElement } from "../store/elements";
import { contentOf } from "../store/heap";
import { nullishOf, truthOf } from "../store/truth";
import { isPrivateKey } from "../syntax/private-names";
import { someNode } from "../syntax/walk";
import { fork } from "./branches";
import type { Completion } from "./completion";
import { test } from "./conditions";
import { variableDeclarations } from "./declarations";
import { disposingRound } from "./disposal";
import { loop } from "./fixpoint";
import { stash } from "./jumps";
import { apply } from "./narrowing";
import { unroll, type Unrolled, unrollWhile } from "./unrolling";

/** Loops. The start of a round is widened until another round adds nothing. */

export function whileLoop(machine: Machine, frame: Frame, node: TS.WhileStatement): Completion | undefined {
  const few = fewRounds(machine, frame, node);
  if (few) return few.completion;
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

/** @returns the result of a loop of few known rounds (`while (url.endsWith("/")) …`). One that waits goes on until it is answered. */
function fewRounds(machine: Machine, frame: Frame, node: TS.WhileStatement): Unrolled | undefined {
  const { ts } = machine;
  if (node.expression.kind === ts.SyntaxKind.TrueKeyword || waits(ts, node)) return undefined;
  return unrollWhile(machine, frame, node, {
    goesOn: () => truthOf(machine, machine.steps.expression(machine, frame, node.expression)),
    once: () => machine.steps.statement(machine, frame, node.statement),
    between: () => undefined,
  });
}

const waiting = new WeakMap<TS.Node, boolean>();

/** Whether a loop holds an `await`: loops within it ask again in each of its rounds. */
function waits(ts: typeof TS, node: TS.Node): boolean {
  let found = waiting.get(node);
  if (found === undefined) waiting.set(node, (found = someNode(ts, node, (each) => ts.isAwaitExpression(each))));
  return found;
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
  const counted = count(machine, frame, node);
  if (counted) return counted.completion;
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

/** @returns the result of a loop that counts to a known number; `undefined` for other loops. */
function count(machine: Machine, frame: Frame, node: TS.ForStatement): Unrolled | undefined {
  const { ts } = machine;
  const { initializer, condition, incrementor } = node;
  if (!initializer || !ts.isVariableDeclarationList(initializer) || !condition || !incrementor) return undefined;
  const [first, ...others] = initializer.declarations;
  if (!ts.isBinaryExpression(condition) || others.length > 0 || !first || !ts.isIdentifier(first.name))
    return undefined;
  if (!ts.isIdentifier(condition.left) || condition.left.text !== first.name.text) return undefined;
  const { name } = first;
  let current = frame;
  return unrollWhile(machine, frame, node, {
    goesOn: () => truthOf(machine, machine.steps.expression(machine, current, condition)),
    once: () => machine.steps.statement(machine, current, node.statement),
    between: () => {
      // Each round has a variable of its own, which functions that are made in it hold.
      if ((initializer.flags & ts.NodeFlags.BlockScoped) !== 0) {
        const value = machine.steps.expression(machine, current, condition.left);
        current = { ...frame, scope: newScope(frame.scope.parent, frame.activation) };
        declare(machine, current.scope, name.text, name, value);
      }
      machine.steps.expression(machine, current, incrementor);
    },
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
  const next = machine.steps.iterated(machine, frame, iterable, node.expression);
  const items = elementsOf(machine, iterable);
  const place = machine.place(frame, node.expression);
  if (items && items.length <= bounds.unrolled) {
    const unrolled = unroll(
      machine,
      frame,
      node,
      items.map((item) => round(machine, frame, item.presence, () => iterate(machine, frame, node, item.value))),
      iteratedCells(machine, iterable),
    );
    if (unrolled) return unrolled.completion;
  }
  return each(machine, frame, node, () => unknownElement(machine, iterable, place), next);
}

export function forInLoop(machine: Machine, frame: Frame, node: TS.ForInStatement): Completion | undefined {
  const target = machine.steps.expression(machine, frame, node.expression);
  const place = machine.place(frame, node.expression);
  if (nullishOf(machine, target) === true) return undefined;
  if (
    target.kind === "reference" &&
    target.cell.type === "object" &&
    !target.cell.constructedBy &&
    !target.cell.class
  ) {
    const content = contentOf(machine, target.cell);
    const keys = [...content.fields].filter(([key]) => !isPrivateKey(key));
    // Keys that are numbers come first, whatever the order of writing.
    const isOrdered = keys.every(([key, { unordered }]) => !unordered && !/^\d+$/u.test(key));
    if (!content.open && keys.length <= bounds.unrolled && isOrdered) {
      const unrolled = unroll(
        machine,
        frame,
        node,
        keys.map(([key, { keyPlace, presence }]) =>
          round(machine, frame, presence, () =>
            iterate(machine, frame, node, text(key, { ...keyPlace, foreign: true })),
          ),
        ),
        [],
        // Values may change; a key that is deleted is not visited.
        () =>
          keys.every(([key, { presence }]) => contentOf(machine, target.cell).fields.get(key)?.presence === presence),
      );
      if (unrolled) return unrolled.completion;
    }
  }
  return each(machine, frame, node, () => unknown("a key", place, { is: "string" }));
}

/** A round for an element that may not be there is run as the branch of a condition is. */
function round(
  machine: Machine,
  frame: Frame,
  presence: "always" | "maybe",
  run: () => Completion | undefined,
): () => Completion | undefined {
  if (presence === "always") return run;
  const branch = (): Completion | undefined => {
    const completion = run();
    if (completion) stash(machine, frame, completion);
    return completion;
  };
  return () => {
    const forked = machine.state.clock;
    const sides = fork(machine, [branch, () => undefined]).filter(({ result }) => !result);
    machine.state.merge(
      sides.map(({ delta }) => delta),
      forked,
    );
    return undefined;
  };
}

type Iteration = TS.ForOfStatement | TS.ForInStatement;

function each(
  machine: Machine,
  outer: Frame,
  node: Iteration,
  element: () => Abstract,
  next?: () => void,
): Completion | undefined {
  return loop(machine, outer, node, {
    once: () => {
      next?.();
      return iterate(machine, outer, node, element());
    },
    ...(next && { ended: next }),
  });
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
  return disposingRound(machine, frame, node, awaited);
}

/** @returns the objects that an iteration reads: an iterator reads its collection. */
function iteratedCells(machine: Machine, iterable: Abstract): readonly Cell[] {
  const cells = cellsOf(iterable);
  const held = cells.filter((cell) => cell.class).flatMap((cell) => [...contentOf(machine, cell).fields]);
  return [...cells, ...held.flatMap(([key, field]) => (isPrivateKey(key) ? cellsOf(field.value) : []))];
}
