import type TS from "typescript";
import { guardOf, whereHolds } from "../expressions/branches";
import type { ValueId } from "../graph";
import { capture, markOf, merge, undo } from "../versions/environment";
import { add, evaluate, startOf, type Build, type State, type Target, revive } from "../versions/state";
import { execute, executeAll } from "./execute";

/** `if`, `switch`, labels. */

/** A chain of `else if` has one join for all its branches. */
export function ifStatement(build: Build, node: TS.IfStatement): void {
  const { ts } = build;
  const { guard } = build;
  const first = evaluate(build, node.expression);
  const mark = markOf(build);
  const ends: State[] = [];
  let current: TS.Statement | undefined = node;
  while (current && ts.isIfStatement(current)) {
    const condition = current === node ? first : evaluate(build, current.expression);
    const before = markOf(build);
    const outer = build.guard;
    whereHolds(build, condition, true, current.expression);
    execute(build, current.thenStatement);
    if (!build.dead) ends.push(capture(build, mark));
    undo(build, before);
    revive(build);
    build.guard = outer;
    whereHolds(build, condition, false, current.expression);
    current = current.elseStatement;
  }
  if (current) execute(build, current);
  if (!build.dead) ends.push(capture(build, mark));
  undo(build, mark);
  merge(build, ends, mark, guard, node);
}

/** @returns the labels of the next statement, which no other statement gets. */
export function takeLabels(build: Build): readonly string[] {
  const { labels } = build.fn;
  build.fn.labels = [];
  return labels;
}

/** Walks a statement that `break` may leave, and joins the paths out of it. */
export function withTarget(
  build: Build,
  about: Pick<Target, "kind" | "labels">,
  node: TS.Node,
  walk: (target: Target) => void,
): void {
  const { guard } = build;
  const target: Target = { ...about, mark: markOf(build), breaks: [], continues: [] };
  build.fn.targets.push(target);
  walk(target);
  build.fn.targets.pop();
  if (target.breaks.length === 0) return;
  if (!build.dead) target.breaks.push(capture(build, target.mark));
  undo(build, target.mark);
  merge(build, target.breaks, target.mark, guard, node);
}

export function labeledStatement(build: Build, node: TS.LabeledStatement): void {
  const { ts } = build;
  const { statement, label } = node;
  const isJumpedTo =
    ts.isIterationStatement(statement, false) || ts.isSwitchStatement(statement) || ts.isLabeledStatement(statement);
  if (isJumpedTo) {
    build.fn.labels.push(label.text);
    execute(build, statement);
    return;
  }
  const labels = [...takeLabels(build), label.text];
  withTarget(build, { kind: "block", labels }, node, () => {
    execute(build, statement);
  });
}

export function switchStatement(build: Build, node: TS.SwitchStatement): void {
  const subject = evaluate(build, node.expression);
  withTarget(build, { kind: "switch", labels: takeLabels(build) }, node, () => {
    walkCases(build, node, subject);
  });
}

interface Way {
  readonly clause: TS.CaseOrDefaultClause;
  readonly conditions: ValueId[];
  isDefault: boolean;
}

/** Clauses without statements share the statements of the next clause. */
function waysOf(build: Build, node: TS.SwitchStatement, subject: ValueId): readonly Way[] {
  const { ts } = build;
  const ways: Way[] = [];
  let conditions: ValueId[] = [];
  let isDefault = false;
  const { clauses } = node.caseBlock;
  clauses.forEach((clause, index) => {
    if (ts.isDefaultClause(clause)) isDefault = true;
    else conditions.push(conditionOf(build, clause, subject));
    if (clause.statements.length === 0 && index < clauses.length - 1) return;
    ways.push({ clause, conditions, isDefault });
    conditions = [];
    isDefault = false;
  });
  return ways;
}

function conditionOf(build: Build, clause: TS.CaseClause, subject: ValueId): ValueId {
  const value = evaluate(build, clause.expression);
  const place = { in: build.fn.id, start: startOf(build, clause.expression), end: clause.expression.end, depends: 0 };
  const about = { operator: "===", operands: [subject, value] };
  return add(build, { kind: "operation", ...place, ...about }, clause.expression);
}

function walkCases(build: Build, node: TS.SwitchStatement, subject: ValueId): void {
  const outer = build.guard;
  const ways = waysOf(build, node, subject);
  const mark = markOf(build);
  const others = ways.flatMap(({ conditions, isDefault }) => (isDefault ? [] : conditions));
  let falling: State | undefined;
  for (const { clause, conditions, isDefault } of ways) {
    revive(build);
    build.guard = outer;
    if (isDefault) for (const each of others) build.guard = guardOf(build, each, false);
    else whereHolds(build, anyOf(build, conditions, clause), true, node.expression);
    if (falling) {
      const entered = capture(build, mark);
      undo(build, mark);
      merge(build, [entered, falling], mark, outer, clause);
    }
    executeAll(build, clause.statements);
    falling = build.dead ? undefined : capture(build, mark);
    undo(build, mark);
  }
  const hasDefault = ways.some(({ isDefault }) => isDefault);
  const ends: State[] = falling ? [falling] : [];
  if (!hasDefault) {
    build.guard = outer;
    for (const each of others) build.guard = guardOf(build, each, false);
    ends.push(capture(build, mark));
  }
  merge(build, ends, mark, outer, node);
}

/** @returns the condition that any of several conditions holds. */
function anyOf(build: Build, conditions: readonly ValueId[], node: TS.Node): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return conditions.reduce((left, right) =>
    add(build, { kind: "operation", ...place, operator: "||", operands: [left, right] }, node),
  );
}
