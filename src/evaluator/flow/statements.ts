import type TS from "typescript";
import { argumentsOf } from "../calls/calls";
import { apply, equals, skipWrappers, test } from "./conditions";
import type { Completion, Delta, Exit, JumpTarget } from "./completion";
import type { Abstract, Frame } from "../domain/domain";
import { doLoop, forInLoop, forLoop, forOfLoop, whileLoop } from "./loops";
import type { Machine } from "../machine";
import { declare, findBinding, hoistedBlock, newScope } from "../domain/scope";
import { tryStatement } from "./trying";
import { scalar, unknown } from "../domain/values";

/** Statements. Each tells how it ended; `undefined` means that the next one runs. */

export function statements(
  machine: Machine,
  frame: Frame,
  nodes: readonly TS.Statement[],
  owner: TS.Node,
): Completion | undefined {
  declareBlock(machine, frame, nodes, owner);
  for (const node of nodes) {
    const completion = machine.steps.statement(machine, frame, node);
    if (completion) return completion;
  }
  return undefined;
}

function declareBlock(machine: Machine, frame: Frame, nodes: readonly TS.Statement[], owner: TS.Node): void {
  const hoisted = hoistedBlock(machine.ts, owner, nodes);
  for (const name of hoisted.lexical) declare(machine, frame.scope, name.text, name);
  for (const node of hoisted.functions) {
    const name = node.name?.text ?? "default";
    const closure = machine.steps.closure(machine, frame, node);
    declare(machine, frame.scope, name, node.name ?? node, closure);
  }
}

export function statement(machine: Machine, frame: Frame, node: TS.Statement): Completion | undefined {
  machine.visit();
  if (machine.nesting > 400) {
    machine.leaveOut();
    return undefined;
  }
  machine.nesting += 1;
  try {
    return dispatch(machine, frame, node);
  } finally {
    machine.nesting -= 1;
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
    machine.noteDefault(frame, node, closure);
  } else if (ts.isEnumDeclaration(node)) {
    assignName(machine, frame, node.name, machine.steps.enumeration(machine, frame, node));
  } else if (ts.isExportAssignment(node)) {
    machine.noteDefault(frame, node, machine.steps.expression(machine, frame, node.expression));
  } else if (ts.isWithStatement(node)) {
    machine.escape(machine.steps.expression(machine, frame, node.expression));
  } else if (ts.isModuleDeclaration(node) && node.body && ts.isModuleBlock(node.body)) {
    machine.steps.statements(
      machine,
      { ...frame, scope: newScope(frame.scope, frame.activation) },
      node.body.statements,
      node.body,
    );
  }
}

function assignName(machine: Machine, frame: Frame, name: TS.Identifier, value: Abstract): void {
  const binding = findBinding(frame.scope, name.text);
  if (binding) machine.state.write(binding.slot, value);
}

/** What is thrown goes to whoever catches it. How an error makes itself of what it is given is not run: it is made once for each way to fail. */
function throwing(machine: Machine, frame: Frame, node: TS.Expression): void {
  if (!machine.ts.isNewExpression(node)) {
    machine.escape(machine.steps.expression(machine, frame, node));
    return;
  }
  machine.steps.expression(machine, frame, node.expression);
  for (const value of argumentsOf(machine, frame, node.arguments).values) machine.escape(value);
}

/** @returns a completion where an initialiser never completes. */
export function variableDeclarations(
  machine: Machine,
  frame: Frame,
  list: TS.VariableDeclarationList,
): Completion | undefined {
  const { ts } = machine;
  for (const each of list.declarations) {
    const lexical = (list.flags & ts.NodeFlags.BlockScoped) !== 0;
    if (!each.initializer) {
      if (lexical && ts.isIdentifier(each.name)) {
        const place = machine.place(frame, each.name);
        const ambient = (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Ambient) !== 0;
        const value = ambient
          ? (machine.declaredValue(frame, each, place) ??
            unknown(`\`${each.name.text}\``, place, { origin: { trail: [each.name.text] }, typed: each }))
          : scalar(undefined, place);
        assignName(machine, frame, each.name, value);
      }
      continue;
    }
    const { initializer } = each;
    const value = machine.nameFunction(each.name, () => machine.steps.expression(machine, frame, initializer));
    machine.steps.bind(machine, frame, each.name, value);
    if (value.kind === "never") return { kind: "throw" };
  }
  return undefined;
}

function returnStatement(machine: Machine, frame: Frame, node: TS.ReturnStatement): Completion {
  if (!node.expression) return { kind: "return", value: scalar(undefined, machine.place(frame, node)) };
  if (frame.activation.awaited) machine.awaitedCalls.add(skipWrappers(machine.ts, node.expression));
  const value = machine.steps.expression(machine, frame, node.expression);
  return value.kind === "never" ? { kind: "throw" } : { kind: "return", value };
}

/** Keeps the state in which a branch is left, for where it goes on. */
export function stash(machine: Machine, frame: Frame, completion: Completion): void {
  const { activation } = frame;
  if (completion.kind === "throw") return;
  if (completion.kind === "return") {
    activation.exits.push({ completion, delta: machine.state.delta(activation.mark) });
    return;
  }
  const target = findTarget(activation.targets, completion);
  target?.exits.push({ completion, delta: machine.state.delta(target.mark) });
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
  const mark = state.mark();
  const forked = state.clock;
  machine.branching += 1;
  apply(condition.whenTrue);
  const first = machine.steps.statement(machine, frame, node.thenStatement);
  if (first) stash(machine, frame, first);
  const delta = state.take(mark);
  apply(condition.whenFalse);
  const second = otherwise && machine.steps.statement(machine, frame, otherwise);
  machine.branching -= 1;
  if (!first && !second) {
    state.merge([delta, state.take(mark)], forked);
  } else if (!first && second) {
    stash(machine, frame, second);
    state.undo(mark);
    state.merge([delta], forked);
    return undefined;
  }
  return second;
}

/** Runs something out of which `break` and `continue` may jump. */
export function withTarget<T>(
  machine: Machine,
  frame: Frame,
  kind: JumpTarget["kind"],
  labels: readonly string[],
  body: (target: JumpTarget) => T,
): T {
  const target: JumpTarget = { kind, labels, mark: machine.state.mark(), exits: [] };
  frame.activation.targets.push(target);
  try {
    return body(target);
  } finally {
    frame.activation.targets.splice(frame.activation.targets.indexOf(target), 1);
  }
}

function labelled(machine: Machine, frame: Frame, node: TS.LabeledStatement): Completion | undefined {
  const { ts } = machine;
  const labels = [node.label.text];
  let inner = node.statement;
  while (ts.isLabeledStatement(inner)) {
    labels.push(inner.label.text);
    inner = inner.statement;
  }
  if (ts.isIterationStatement(inner, false)) {
    machine.labels.set(inner, labels);
    return machine.steps.statement(machine, frame, inner);
  }
  const { state } = machine;
  const forked = state.clock;
  return withTarget(machine, frame, "block", labels, (target) => {
    const completion = machine.steps.statement(machine, frame, inner);
    return leave(machine, frame, target, completion, forked);
  });
}

/** Joins the ways out of a target with the way past its end. */
export function leave(
  machine: Machine,
  frame: Frame,
  target: JumpTarget,
  completion: Completion | undefined,
  forked: number,
): Completion | undefined {
  const { state } = machine;
  const jumps = completion !== undefined && isFor(target, completion);
  if (target.exits.length === 0) return jumps ? undefined : completion;
  if (completion && !jumps) stash(machine, frame, completion);
  const last = state.take(target.mark);
  const deltas: Delta[] = target.exits.map((exit: Exit) => exit.delta);
  if (!completion || jumps) deltas.push(last);
  state.merge(deltas, forked);
  return undefined;
}

function switchStatement(machine: Machine, frame: Frame, node: TS.SwitchStatement): Completion | undefined {
  const { ts, state } = machine;
  const subject = machine.steps.expression(machine, frame, node.expression);
  const inner: Frame = { ...frame, scope: newScope(frame.scope, frame.activation) };
  const clauses = node.caseBlock.clauses;
  declareBlock(
    machine,
    inner,
    clauses.flatMap((clause) => [...clause.statements]),
    node.caseBlock,
  );
  const tests = clauses.map((clause) =>
    ts.isDefaultClause(clause)
      ? undefined
      : equals(subject, machine.steps.expression(machine, inner, clause.expression), true),
  );
  const sure = tests.findIndex(
    (matches, index) =>
      matches === true && !tests.slice(0, index).some((each, at) => each === undefined && !isDefault(ts, clauses[at])),
  );
  const forked = state.clock;
  machine.branching += 1;
  const completion = withTarget(machine, inner, "switch", [], (target) => {
    let fall: Delta | undefined;
    let reachedEnd = false;
    for (const [index, clause] of clauses.entries()) {
      const enters =
        sure >= 0
          ? sure === index || (tests[index] === undefined && !isDefault(ts, clause) && index < sure)
          : tests[index] !== false;
      if (!enters && !fall) continue;
      const starts: Delta[] = [];
      if (enters) starts.push(new Map());
      if (fall) starts.push(fall);
      state.merge(starts, forked);
      let end: Completion | undefined;
      for (const each of clause.statements) {
        end = machine.steps.statement(machine, inner, each);
        if (end) break;
      }
      if (end) stash(machine, inner, end);
      fall = end ? undefined : state.delta(target.mark);
      state.undo(target.mark);
      if (!end && index === clauses.length - 1) reachedEnd = true;
    }
    const deltas = target.exits.map((exit) => exit.delta);
    if (fall && reachedEnd) deltas.push(fall);
    else if (fall) deltas.push(fall);
    if (sure < 0 && !clauses.some((clause) => isDefault(ts, clause))) deltas.push(new Map());
    if (deltas.length === 0) return { kind: "throw" } as const;
    state.merge(deltas, forked);
    return undefined;
  });
  machine.branching -= 1;
  return completion;
}

function isDefault(ts: typeof TS, clause: TS.CaseOrDefaultClause | undefined): boolean {
  return clause !== undefined && ts.isDefaultClause(clause);
}
