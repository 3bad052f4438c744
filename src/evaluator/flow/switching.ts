import type TS from "typescript";
import { type Frame } from "../domain/domain";
import { newScope } from "../domain/scope";
import { type Machine } from "../machine";
import type { JumpTarget } from "./completion";
import { type Completion, type Delta } from "./completion";
import { switchedOn } from "./status-conditions";
import { declareBlock } from "./declarations";
import { equals } from "./equality";
import { joinExits, stash, withTarget } from "./jumps";
import { apply } from "./narrowing";

export function switchStatement(machine: Machine, frame: Frame, node: TS.SwitchStatement): Completion | undefined {
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
  const enterClauses = (target: JumpTarget): Completion | undefined => {
    let fall: Delta | undefined;
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
      apply(switchedOn(machine, subject));
      let end: Completion | undefined;
      for (const each of clause.statements) {
        end = machine.steps.statement(machine, inner, each);
        if (end) break;
      }
      if (end) stash(machine, inner, end);
      fall = end ? undefined : state.delta(target.checkpoint);
      state.rollback(target.checkpoint);
    }
    const deltas = target.exits.map((exit) => exit.delta);
    if (fall) deltas.push(fall);
    if (sure < 0 && !clauses.some((clause) => isDefault(ts, clause))) deltas.push(new Map());
    if (deltas.length === 0) return { kind: "throw" };
    joinExits(machine, deltas, forked);
    return undefined;
  };
  return machine.within({ conditional: true }, () => withTarget(machine, inner, "switch", [], enterClauses));
}

function isDefault(ts: typeof TS, clause: TS.CaseOrDefaultClause | undefined): boolean {
  return clause !== undefined && ts.isDefaultClause(clause);
}
