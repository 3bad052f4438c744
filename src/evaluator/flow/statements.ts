import type TS from "typescript";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { newScope } from "../domain/scope";
import type { Program } from "../program";
import { escape } from "../store/escape";
import { collectNames } from "../../syntax/bindings/hoisting";
import { labelsOf } from "../../syntax/loops";
import { tableByKind } from "./node-tables";
import { skipWrappers } from "../../syntax/wrappers";
import { fork } from "./branches";
import type { Completion } from "../domain/completion";
import { test } from "./conditions";
import { assignName, declareBlock, variableDeclarations } from "./declarations";
import { leave, stash, withTarget } from "./jumps";
import { disposes, disposingOf } from "./disposal";
import { doLoop, forInLoop, forLoop, forOfLoop, whileLoop } from "./loops";
import type { Refinement } from "./narrowing";
import { apply } from "./narrowing";
import { isSteppedOver, stepOver } from "../need/stepped-over";
import { switchStatement } from "./switching";
import { tryStatement } from "./trying";

/** Statements. Each tells how it ended; `undefined` means that the next one runs. */

export function statements(
  program: Program,
  frame: Frame,
  nodes: readonly TS.Statement[],
  owner: TS.Node,
): Completion | undefined {
  declareBlock(program, frame, nodes, owner);
  if (disposes(program.ts, nodes)) return disposingOf(program, frame, nodes);
  for (const node of nodes) {
    const completion = program.steps.statement(program, frame, node);
    if (completion) return completion;
  }
  return undefined;
}

export function statement(program: Program, frame: Frame, node: TS.Statement): Completion | undefined {
  const { observer } = program.pass.input;
  observer?.before?.();
  const completion = observed(program, frame, node);
  observer?.after?.(program, frame, node);
  return completion;
}

function observed(program: Program, frame: Frame, node: TS.Statement): Completion | undefined {
  if (isSteppedOver(program, frame, node)) {
    stepOver(program, frame, node);
    return undefined;
  }
  program.run.visit();
  if (program.run.nesting > bounds.nesting) {
    program.pass.leaveOut();
    return undefined;
  }
  program.run.nesting += 1;
  try {
    return executionOf(program.ts, node)?.(program, frame, node);
  } finally {
    program.run.nesting -= 1;
  }
}

/** The statements that do something where they stand. */
type Effective =
  | TS.ExpressionStatement
  | TS.VariableStatement
  | TS.ReturnStatement
  | TS.IfStatement
  | TS.Block
  | TS.ForOfStatement
  | TS.ForStatement
  | TS.ForInStatement
  | TS.WhileStatement
  | TS.DoStatement
  | TS.TryStatement
  | TS.SwitchStatement
  | TS.ThrowStatement
  | TS.BreakStatement
  | TS.ContinueStatement
  | TS.LabeledStatement
  | TS.ClassDeclaration
  | TS.EnumDeclaration
  | TS.ExportAssignment
  | TS.WithStatement
  | TS.ModuleDeclaration;

const executionOf = tableByKind<Effective, Completion | undefined>((kinds) => ({
  [kinds.ExpressionStatement]: (program, frame, node) => {
    const value = program.steps.expression(program, frame, node.expression);
    return value.kind === "never" ? { kind: "throw" } : undefined;
  },
  [kinds.VariableStatement]: (program, frame, node) => variableDeclarations(program, frame, node.declarationList),
  [kinds.ReturnStatement]: returnStatement,
  [kinds.IfStatement]: ifStatement,
  [kinds.Block]: (program, frame, node) => program.steps.statements(program, inBlock(frame), node.statements, node),
  [kinds.ForOfStatement]: forOfLoop,
  [kinds.ForStatement]: forLoop,
  [kinds.ForInStatement]: forInLoop,
  [kinds.WhileStatement]: whileLoop,
  [kinds.DoStatement]: doLoop,
  [kinds.TryStatement]: tryStatement,
  [kinds.SwitchStatement]: switchStatement,
  [kinds.ThrowStatement]: throwStatement,
  [kinds.BreakStatement]: (_program, _frame, node) => ({ kind: "break", label: node.label?.text }),
  [kinds.ContinueStatement]: (_program, _frame, node) => ({ kind: "continue", label: node.label?.text }),
  [kinds.LabeledStatement]: labelled,
  [kinds.ClassDeclaration]: classDeclaration,
  [kinds.EnumDeclaration]: (program, frame, node) => {
    assignName(program, frame, node.name, program.steps.classes.enumeration(program, frame, node));
    return undefined;
  },
  [kinds.ExportAssignment]: (program, frame, node) => {
    noteDefault(program, frame, node, program.steps.expression(program, frame, node.expression));
    return undefined;
  },
  [kinds.WithStatement]: (program, frame, node) => {
    escape(program, program.steps.expression(program, frame, node.expression));
    return undefined;
  },
  [kinds.ModuleDeclaration]: namespace,
}));

function inBlock(frame: Frame): Frame {
  return { ...frame, scope: newScope(frame.scope, frame.activation) };
}

function classDeclaration(program: Program, frame: Frame, node: TS.ClassDeclaration): undefined {
  const closure = program.steps.classes.closure(program, frame, node);
  if (node.name) assignName(program, frame, node.name, closure);
  noteDefault(program, frame, node, closure);
}

function namespace(program: Program, frame: Frame, { body }: TS.ModuleDeclaration): undefined {
  if (!body || !program.ts.isModuleBlock(body)) return;
  const inner = inBlock(frame);
  program.steps.statements(program, inner, body.statements, body);
  for (const each of body.statements) openExported(program, inner, each);
}

/** What a namespace exports by `let` may be assigned from anywhere, as a member of the namespace. */
function openExported(program: Program, frame: Frame, node: TS.Statement): void {
  const { ts } = program;
  if (!ts.isVariableStatement(node) || (node.declarationList.flags & ts.NodeFlags.Const) !== 0) return;
  if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return;
  const names: TS.Identifier[] = [];
  for (const { name } of node.declarationList.declarations) collectNames(ts, name, names);
  for (const name of names)
    assignName(program, frame, name, unknown("what a namespace exports", program.place(frame, name)));
}

/** A thrown value escapes to its handler. The constructor of an error is not run: programs throw in many places, and an error sends nothing. */
function throwStatement(program: Program, frame: Frame, { expression }: TS.ThrowStatement): Completion {
  if (program.ts.isNewExpression(expression)) {
    program.steps.expression(program, frame, expression.expression);
    for (const value of program.steps.argumentsOf(program, frame, expression.arguments).values) escape(program, value);
  } else {
    escape(program, program.steps.expression(program, frame, expression));
  }
  return { kind: "throw" };
}

function returnStatement(program: Program, frame: Frame, node: TS.ReturnStatement): Completion {
  if (!node.expression) return { kind: "return", value: scalar(undefined, program.place(frame, node)) };
  if (frame.activation.awaited) program.awaitedCalls.add(skipWrappers(program.ts, node.expression));
  const value = program.steps.expression(program, frame, node.expression);
  return value.kind === "never" ? { kind: "throw" } : { kind: "return", value };
}

function ifStatement(program: Program, frame: Frame, node: TS.IfStatement): Completion | undefined {
  const condition = test(program, frame, node.expression);
  const { state } = program;
  const otherwise = node.elseStatement;
  if (condition.truth === true) return program.steps.statement(program, frame, node.thenStatement);
  if (condition.truth === false) return otherwise && program.steps.statement(program, frame, otherwise);
  const forked = state.clock;
  const run = (refinements: readonly Refinement[], branch: TS.Statement | undefined) => (): Completion | undefined => {
    apply(refinements);
    const completion = branch && program.steps.statement(program, frame, branch);
    if (completion) stash(program, frame, completion);
    return completion;
  };
  const sides = fork(program, [run(condition.whenTrue, node.thenStatement), run(condition.whenFalse, otherwise)]);
  const deltas = sides.filter(({ result }) => !result).map(({ delta }) => delta);
  if (deltas.length === 0) return { kind: "throw" };
  state.merge(deltas, forked);
  return undefined;
}

function labelled(program: Program, frame: Frame, node: TS.LabeledStatement): Completion | undefined {
  const { ts } = program;
  let inner = node.statement;
  while (ts.isLabeledStatement(inner)) inner = inner.statement;
  if (ts.isIterationStatement(inner, false)) return program.steps.statement(program, frame, inner);
  const { state } = program;
  const forked = state.clock;
  return withTarget(program, frame, "block", labelsOf(ts, inner), (target) => {
    const completion = program.steps.statement(program, frame, inner);
    return leave(program, frame, target, completion, forked);
  });
}

/** Notes the value of `export default`. */
function noteDefault(program: Program, frame: Frame, node: TS.Statement, value: Abstract): void {
  const { ts } = program;
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  const isDefault =
    ts.isExportAssignment(node) || modifiers?.some((each) => each.kind === ts.SyntaxKind.DefaultKeyword);
  if (isDefault) program.pass.modules.get(frame.file)?.exported.set("default", value);
}
