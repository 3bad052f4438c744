import type TS from "typescript";
import { text, unknown } from "../domain/constructors";
import type { Abstract, Cell, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { declare, newScope } from "../domain/scope";
import { cellsOf } from "../domain/values";
import type { Program } from "../program";
import { elementsOf, unknownElement } from "../store/elements";
import { contentOf } from "../store/heap";
import { nullishOf, truthOf } from "../store/truth";
import { isPrivateKey } from "../../syntax/private-names";
import { someNode } from "../../syntax/walk";
import { fork } from "./branches";
import type { Completion } from "../domain/completion";
import { test } from "./conditions";
import { variableDeclarations } from "./declarations";
import { disposingRound } from "./disposal";
import { loop } from "./fixpoint";
import { stash } from "./jumps";
import { apply } from "./narrowing";
import { unroll, type Unrolled, unrollWhile } from "./unrolling";

/** Loops. The start of a round is widened until another round adds nothing. */

export function whileLoop(program: Program, frame: Frame, node: TS.WhileStatement): Completion | undefined {
  const few = fewRounds(program, frame, node);
  if (few) return few.completion;
  return loop(program, frame, node, {
    once: () => {
      apply(test(program, frame, node.expression).whenTrue);
      return program.steps.statement(program, frame, node.statement);
    },
    ended: () => {
      apply(test(program, frame, node.expression).whenFalse);
    },
    endless: node.expression.kind === program.ts.SyntaxKind.TrueKeyword,
  });
}

/** @returns the result of a loop of few known rounds (`while (url.endsWith("/")) …`). One that waits goes on until it is answered. */
function fewRounds(program: Program, frame: Frame, node: TS.WhileStatement): Unrolled | undefined {
  const { ts } = program;
  const waits = (): boolean => someNode(ts, node, (each) => ts.isAwaitExpression(each));
  if (node.expression.kind === ts.SyntaxKind.TrueKeyword || waits()) return undefined;
  return unrollWhile(program, frame, node, {
    goesOn: () => truthOf(program, program.steps.expression(program, frame, node.expression)),
    once: () => program.steps.statement(program, frame, node.statement),
    between: () => undefined,
  });
}

export function doLoop(program: Program, frame: Frame, node: TS.DoStatement): Completion | undefined {
  return loop(program, frame, node, {
    once: () => program.steps.statement(program, frame, node.statement),
    between: () => {
      program.steps.expression(program, frame, node.expression);
    },
    first: true,
  });
}

export function forLoop(program: Program, outer: Frame, node: TS.ForStatement): Completion | undefined {
  const { ts } = program;
  const frame: Frame = { ...outer, scope: newScope(outer.scope, outer.activation) };
  if (node.initializer) {
    if (ts.isVariableDeclarationList(node.initializer)) {
      declareList(program, frame, node.initializer);
      const completion = variableDeclarations(program, frame, node.initializer);
      if (completion) return completion;
    } else {
      program.steps.expression(program, frame, node.initializer);
    }
  }
  const { condition, incrementor } = node;
  const counted = count(program, frame, node);
  if (counted) return counted.completion;
  return loop(program, frame, node, {
    once: () => {
      if (condition) apply(test(program, frame, condition).whenTrue);
      return program.steps.statement(program, frame, node.statement);
    },
    between: () => {
      if (incrementor) program.steps.expression(program, frame, incrementor);
    },
    ended: () => {
      if (condition) apply(test(program, frame, condition).whenFalse);
    },
    endless: !condition,
  });
}

/** @returns the result of a loop that counts to a known number; `undefined` for other loops. */
function count(program: Program, frame: Frame, node: TS.ForStatement): Unrolled | undefined {
  const { ts } = program;
  const { initializer, condition, incrementor } = node;
  if (!initializer || !ts.isVariableDeclarationList(initializer) || !condition || !incrementor) return undefined;
  const [first, ...others] = initializer.declarations;
  if (!ts.isBinaryExpression(condition) || others.length > 0 || !first || !ts.isIdentifier(first.name))
    return undefined;
  if (!ts.isIdentifier(condition.left) || condition.left.text !== first.name.text) return undefined;
  const { name } = first;
  let current = frame;
  return unrollWhile(program, frame, node, {
    goesOn: () => truthOf(program, program.steps.expression(program, current, condition)),
    once: () => program.steps.statement(program, current, node.statement),
    between: () => {
      // Each round has a variable of its own, which the closures of the round capture.
      if ((initializer.flags & ts.NodeFlags.BlockScoped) !== 0) {
        const value = program.steps.expression(program, current, condition.left);
        current = { ...frame, scope: newScope(frame.scope.parent, frame.activation) };
        declare(program, current.scope, name.text, name, value);
      }
      program.steps.expression(program, current, incrementor);
    },
  });
}

function declareList(program: Program, frame: Frame, list: TS.VariableDeclarationList): void {
  const { ts } = program;
  if ((list.flags & ts.NodeFlags.BlockScoped) === 0) return;
  const declareName = (name: TS.BindingName): void => {
    if (ts.isIdentifier(name)) declare(program, frame.scope, name.text, name);
    else for (const element of name.elements) if (!ts.isOmittedExpression(element)) declareName(element.name);
  };
  for (const each of list.declarations) declareName(each.name);
}

export function forOfLoop(program: Program, frame: Frame, node: TS.ForOfStatement): Completion | undefined {
  const iterable = program.steps.expression(program, frame, node.expression);
  const next = program.steps.implicit.iterated(program, frame, iterable, node.expression);
  const items = elementsOf(program, iterable);
  const place = program.place(frame, node.expression);
  if (items && items.length <= bounds.unrolled) {
    const unrolled = unroll(
      program,
      frame,
      node,
      items.map((item) => round(program, frame, item.presence, () => iterate(program, frame, node, item.value))),
      unchanged(iteratedCells(program, iterable)),
    );
    if (unrolled) return unrolled.completion;
  }
  return each(program, frame, node, () => unknownElement(program, iterable, place), next);
}

export function forInLoop(program: Program, frame: Frame, node: TS.ForInStatement): Completion | undefined {
  const target = program.steps.expression(program, frame, node.expression);
  const place = program.place(frame, node.expression);
  if (nullishOf(program, target) === true) return undefined;
  if (
    target.kind === "reference" &&
    target.cell.type === "object" &&
    !target.cell.constructedBy &&
    !target.cell.class
  ) {
    const content = contentOf(program, target.cell);
    const keys = [...content.fields].filter(([key]) => !isPrivateKey(key));
    // Keys that are numbers come first, whatever the order of writing.
    const isOrdered = keys.every(([key, { unordered }]) => !unordered && !/^\d+$/u.test(key));
    if (!content.open && keys.length <= bounds.unrolled && isOrdered) {
      const unrolled = unroll(
        program,
        frame,
        node,
        keys.map(([key, { keyPlace, presence }]) =>
          round(program, frame, presence, () =>
            iterate(program, frame, node, text(key, { ...keyPlace, foreign: true })),
          ),
        ),
        // Values may change; a key that is deleted is not visited.
        () =>
          keys.every(([key, { presence }]) => contentOf(program, target.cell).fields.get(key)?.presence === presence),
      );
      if (unrolled) return unrolled.completion;
    }
  }
  return each(program, frame, node, () => unknown("a key", place, { is: "string" }));
}

/** A round for an element that may not be there is run as the branch of a condition is. */
function round(
  program: Program,
  frame: Frame,
  presence: "always" | "maybe",
  run: () => Completion | undefined,
): () => Completion | undefined {
  if (presence === "always") return run;
  const branch = (): Completion | undefined => {
    const completion = run();
    if (completion) stash(program, frame, completion);
    return completion;
  };
  return () => {
    const forked = program.state.clock;
    const sides = fork(program, [branch, () => undefined]).filter(({ result }) => !result);
    program.state.merge(
      sides.map(({ delta }) => delta),
      forked,
    );
    return undefined;
  };
}

type Iteration = TS.ForOfStatement | TS.ForInStatement;

function each(
  program: Program,
  outer: Frame,
  node: Iteration,
  element: () => Abstract,
  next?: () => void,
): Completion | undefined {
  return loop(program, outer, node, {
    once: () => {
      next?.();
      return iterate(program, outer, node, element());
    },
    ...(next && { ended: next }),
  });
}

function iterate(program: Program, outer: Frame, node: Iteration, value: Abstract): Completion | undefined {
  const { ts } = program;
  const frame: Frame = { ...outer, scope: newScope(outer.scope, outer.activation) };
  const awaited =
    ts.isForOfStatement(node) && node.awaitModifier
      ? program.steps.settleNative(program, frame, value, node.expression)
      : value;
  if (ts.isVariableDeclarationList(node.initializer)) {
    declareList(program, frame, node.initializer);
    const name = node.initializer.declarations[0]?.name;
    if (name) program.steps.bind(program, frame, name, awaited);
  } else {
    program.steps.assignValue(program, frame, node.initializer, awaited);
  }
  return disposingRound(program, frame, node, awaited);
}

/** @returns a function that tells whether objects are as they are now. */
function unchanged(cells: readonly Cell[]): () => boolean {
  const before = cells.map(({ slot }) => slot.value);
  return () => cells.every(({ slot }, index) => slot.value === before[index]);
}

/** @returns the objects that an iteration reads: an iterator reads its collection. */
function iteratedCells(program: Program, iterable: Abstract): readonly Cell[] {
  const cells = cellsOf(iterable);
  const held = cells.filter((cell) => cell.class).flatMap((cell) => [...contentOf(program, cell).fields]);
  return [...cells, ...held.flatMap(([key, field]) => (isPrivateKey(key) ? cellsOf(field.value) : []))];
}
