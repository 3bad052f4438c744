import type TS from "typescript";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { newScope } from "../domain/scope";
import type { Machine } from "../machine";
import { escape } from "../store/escape";
import { collectNames } from "../syntax/bindings/hoisting";
import { labelsOf } from "../syntax/loops";
import { skipWrappers } from "../syntax/wrappers";
import { fork } from "./branches";
import type { Completion } from "./completion";
import { test } from "./conditions";
import { assignName, declareBlock, variableDeclarations } from "./declarations";
import { leave, stash, withTarget } from "./jumps";
import { disposes, disposingOf } from "./disposal";
import { doLoop, forInLoop, forLoop, forOfLoop, whileLoop } from "./loops";
import type { Refinement } from "./narrowing";
import { apply } from "./narrowing";
import { isSteppedOver, stepOver } from "../need/statements";
import { switchStatement } from "./switching";
import { tryStatement } from "./trying";

/** Statements. Each tells how it ended; `undefined` means that the next one runs. */

export function statements(
  machine: Machine,
  frame: Frame,
  nodes: readonly TS.Statement[],
  owner: TS.Node,
): Completion | undefined {
  declareBlock(machine, frame, nodes, owner);
  if (disposes(machine.ts, nodes)) return disposingOf(machine, frame, nodes);
  for (const node of nodes) {
    const completion = machine.steps.statement(machine, frame, node);
    if (completion) return completion;
  }
  return undefined;
}

export function statement(machine: Machine, frame: Frame, node: TS.Statement): Completion | undefined {
  if (isSteppedOver(machine, frame, node)) {
    stepOver(machine, frame, node);
    return undefined;
  }
  machine.visit();
  if (machine.pass.nesting > bounds.nesting) {
    machine.leaveOut();
    return undefined;
  }
  machine.pass.nesting += 1;
  try {
    return dispatch(machine, frame, node);
  } finally {
    machine.pass.nesting -= 1;
  }
}

function dispatch(machine: Machine, frame: Frame, node: TS.Statement): Completion | undefined {
  const { ts } = machine;
  if (ts.isExpressionStatement(node)) {
    const value = machine.steps.expression(machine, frame, node.expression);
    return value.kind === "never" ? { kind: "throw" } : undefined;
  }
  if (ts.isVariableStatement(node)) return variableDeclarations(machine, frame, node.declarationList);
  if (ts.isReturnStatement(node)) return returnStatement(machine, frame, node);
  if (ts.isIfStatement(node)) return ifStatement(machine, frame, node);
  if (ts.isBlock(node))
    return machine.steps.statements(
      machine,
      { ...frame, scope: newScope(frame.scope, frame.activation) },
      node.statements,
      node,
    );
  if (ts.isForOfStatement(node)) return forOfLoop(machine, frame, node);
  if (ts.isForStatement(node)) return forLoop(machine, frame, node);
  if (ts.isForInStatement(node)) return forInLoop(machine, frame, node);
  if (ts.isWhileStatement(node)) return whileLoop(machine, frame, node);
  if (ts.isDoStatement(node)) return doLoop(machine, frame, node);
  if (ts.isTryStatement(node)) return tryStatement(machine, frame, node);
  if (ts.isSwitchStatement(node)) return switchStatement(machine, frame, node);
  if (ts.isThrowStatement(node)) {
    throwing(machine, frame, node.expression);
    return { kind: "throw" };
  }
  if (ts.isBreakOrContinueStatement(node))
    return { kind: ts.isBreakStatement(node) ? "break" : "continue", label: node.label?.text };
  if (ts.isLabeledStatement(node)) return labelled(machine, frame, node);
  declaration(machine, frame, node);
  return undefined;
}

function declaration(machine: Machine, frame: Frame, node: TS.Statement): void {
  const { ts } = machine;
  if (ts.isClassDeclaration(node)) {
    const closure = machine.steps.closure(machine, frame, node);
    if (node.name) assignName(machine, frame, node.name, closure);
    noteDefault(machine, frame, node, closure);
  } else if (ts.isEnumDeclaration(node)) {
    assignName(machine, frame, node.name, machine.steps.enumeration(machine, frame, node));
  } else if (ts.isExportAssignment(node)) {
    noteDefault(machine, frame, node, machine.steps.expression(machine, frame, node.expression));
  } else if (ts.isWithStatement(node)) {
    escape(machine, machine.steps.expression(machine, frame, node.expression));
  } else if (ts.isModuleDeclaration(node) && node.body && ts.isModuleBlock(node.body)) {
    const inner = { ...frame, scope: newScope(frame.scope, frame.activation) };
    machine.steps.statements(machine, inner, node.body.statements, node.body);
    for (const each of node.body.statements) openExported(machine, inner, each);
  }
}

/** What a namespace exports by `let` may be assigned from anywhere, as a member of the namespace. */
function openExported(machine: Machine, frame: Frame, node: TS.Statement): void {
  const { ts } = machine;
  if (!ts.isVariableStatement(node) || (node.declarationList.flags & ts.NodeFlags.Const) !== 0) return;
  if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return;
  const names: TS.Identifier[] = [];
  for (const { name } of node.declarationList.declarations) collectNames(ts, name, names);
  for (const name of names)
    assignName(machine, frame, name, unknown("what a namespace exports", machine.place(frame, name)));
}

/** A thrown value escapes to its handler. The constructor of an error is not run: programs throw in many places, and an error sends nothing. */
function throwing(machine: Machine, frame: Frame, node: TS.Expression): void {
  if (!machine.ts.isNewExpression(node)) {
    escape(machine, machine.steps.expression(machine, frame, node));
    return;
  }
  machine.steps.expression(machine, frame, node.expression);
  for (const value of machine.steps.argumentsOf(machine, frame, node.arguments).values) escape(machine, value);
}

function returnStatement(machine: Machine, frame: Frame, node: TS.ReturnStatement): Completion {
  if (!node.expression) return { kind: "return", value: scalar(undefined, machine.place(frame, node)) };
  if (frame.activation.awaited) machine.awaitedCalls.add(skipWrappers(machine.ts, node.expression));
  const value = machine.steps.expression(machine, frame, node.expression);
  return value.kind === "never" ? { kind: "throw" } : { kind: "return", value };
}

function ifStatement(machine: Machine, frame: Frame, node: TS.IfStatement): Completion | undefined {
  const condition = test(machine, frame, node.expression);
  const { state } = machine;
  const otherwise = node.elseStatement;
  if (condition.truth === true) {
    apply(condition.whenTrue);
    return machine.steps.statement(machine, frame, node.thenStatement);
  }
  if (condition.truth === false) {
    apply(condition.whenFalse);
    return otherwise && machine.steps.statement(machine, frame, otherwise);
  }
  const forked = state.clock;
  const run = (refinements: readonly Refinement[], branch: TS.Statement | undefined) => (): Completion | undefined => {
    apply(refinements);
    const completion = branch && machine.steps.statement(machine, frame, branch);
    if (completion) stash(machine, frame, completion);
    return completion;
  };
  const sides = fork(machine, [run(condition.whenTrue, node.thenStatement), run(condition.whenFalse, otherwise)]);
  const deltas = sides.filter(({ result }) => !result).map(({ delta }) => delta);
  if (deltas.length === 0) return { kind: "throw" };
  state.merge(deltas, forked);
  return undefined;
}

function labelled(machine: Machine, frame: Frame, node: TS.LabeledStatement): Completion | undefined {
  const { ts } = machine;
  let inner = node.statement;
  while (ts.isLabeledStatement(inner)) inner = inner.statement;
  if (ts.isIterationStatement(inner, false)) return machine.steps.statement(machine, frame, inner);
  const { state } = machine;
  const forked = state.clock;
  return withTarget(machine, frame, "block", labelsOf(ts, inner), (target) => {
    const completion = machine.steps.statement(machine, frame, inner);
    return leave(machine, frame, target, completion, forked);
  });
}

/** Notes the value of `export default`. */
function noteDefault(machine: Machine, frame: Frame, node: TS.Statement, value: Abstract): void {
  const { ts } = machine;
  const module = machine.modules.get(frame.file);
  if (module?.frame.activation !== frame.activation) return;
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  const isDefault =
    ts.isExportAssignment(node) || modifiers?.some((each) => each.kind === ts.SyntaxKind.DefaultKeyword);
  if (isDefault) module.exported.set("default", value);
}
