import type TS from "typescript";
import { type Frame } from "../domain/domain";
import { newScope } from "../domain/scope";
import { type Program } from "../program";
import type { JumpTarget } from "../domain/completion";
import { type Completion, type Delta } from "../domain/completion";
import { switchedOn } from "./status-conditions";
import { declareBlock } from "./declarations";
import { equals } from "./equality";
import { joinExits, stash, withTarget } from "./jumps";
import { apply } from "./narrowing";

export function switchStatement(program: Program, frame: Frame, node: TS.SwitchStatement): Completion | undefined {
  const { ts, state } = program;
  const subject = program.steps.expression(program, frame, node.expression);
  const inner: Frame = { ...frame, scope: newScope(frame.scope, frame.activation) };
  const clauses = node.caseBlock.clauses;
  declareBlock(
    program,
    inner,
    clauses.flatMap((clause) => [...clause.statements]),
    node.caseBlock,
  );
  const matches = clauses.map((clause) =>
    ts.isDefaultClause(clause)
      ? "default"
      : equals(subject, program.steps.expression(program, inner, clause.expression), "==="),
  );
  const first = matches.findIndex((each) => each === true || each === undefined);
  const isSure = matches[first] === true;
  const forked = state.clock;
  const enterClauses = (target: JumpTarget): Completion | undefined => {
    let fall: Delta | undefined;
    for (const [index, clause] of clauses.entries()) {
      const enters = isSure ? index === first : matches[index] !== false;
      if (!enters && !fall) continue;
      const starts: Delta[] = [];
      if (enters) starts.push(new Map());
      if (fall) starts.push(fall);
      state.merge(starts, forked);
      apply(switchedOn(program, subject));
      const end = runClause(program, inner, clause);
      if (end) stash(program, inner, end);
      fall = end ? undefined : state.delta(target.checkpoint);
      state.rollback(target.checkpoint);
    }
    const deltas = target.exits.map((exit) => exit.delta);
    if (fall) deltas.push(fall);
    if (!isSure && !matches.includes("default")) deltas.push(new Map());
    if (deltas.length === 0) return { kind: "throw" };
    joinExits(program, deltas, forked);
    return undefined;
  };
  return program.run.within({ conditional: true }, () => withTarget(program, inner, "switch", [], enterClauses));
}

function runClause(program: Program, frame: Frame, clause: TS.CaseOrDefaultClause): Completion | undefined {
  for (const each of clause.statements) {
    const completion = program.steps.statement(program, frame, each);
    if (completion) return completion;
  }
  return undefined;
}
