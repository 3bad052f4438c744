import type TS from "typescript";
import { unknown } from "../domain/constructors";
import type { Frame } from "../domain/domain";
import { declare, newScope } from "../domain/scope";
import type { Program } from "../program";
import type { WriteLog } from "../store/journal";
import { collectNames } from "../../syntax/bindings/hoisting";
import { fork } from "./branches";
import type { Completion } from "../domain/completion";
import { stash } from "./jumps";

/** `try`: the catch block starts from the join of all states of the tried block. */
export function tryStatement(program: Program, frame: Frame, node: TS.TryStatement): Completion | undefined {
  const { finallyBlock } = node;
  const first = (): Completion | undefined => tryCatch(program, frame, node).completion;
  if (!finallyBlock) return first();
  const last = (): Completion | undefined => program.steps.statement(program, frame, finallyBlock);
  return withLast(program, frame, { first, last, isCaught: node.catchClause !== undefined });
}

/** Runs something, and something else however the first one ends. */
export function withLast(
  program: Program,
  frame: Frame,
  {
    first,
    last,
    isCaught = false,
  }: {
    readonly first: () => Completion | undefined;
    readonly last: () => Completion | undefined;
    readonly isCaught?: boolean;
  },
): Completion | undefined {
  const exits = frame.activation.exits.length;
  const jumps = frame.activation.targets.map((target) => target.exits.length);
  const { result: completion, log } = program.state.logged(first);
  const abrupt = completion !== undefined || frame.activation.exits.length > exits;
  if (completion) {
    // The block may end in the middle, by an exception too: what comes last starts from any of its states.
    stash(program, frame, completion);
  }
  if (abrupt || !isCaught) program.state.anyOf(log);
  const ending = program.state.logged(last);
  patch(frame, ending.log, exits, jumps);
  if (ending.result) return ending.result;
  return completion ? { kind: "throw" } : undefined;
}

function tryCatch(
  program: Program,
  frame: Frame,
  node: TS.TryStatement,
): { readonly completion: Completion | undefined } {
  const { state } = program;
  const { catchClause } = node;
  if (!catchClause) return { completion: program.steps.statement(program, frame, node.tryBlock) };
  const forked = state.clock;
  let log: WriteLog | undefined;
  const ended = (completion: Completion | undefined): Completion | undefined => {
    if (completion) stash(program, frame, completion);
    return completion;
  };
  const sides = fork(program, [
    () => {
      const tried = state.logged(() => program.steps.statement(program, frame, node.tryBlock));
      ({ log } = tried);
      return ended(tried.result);
    },
    () => {
      if (log) program.state.anyOf(log);
      return ended(caught(program, frame, catchClause));
    },
  ]);
  const deltas = sides.filter(({ result }) => !result).map(({ delta }) => delta);
  if (deltas.length === 0) return { completion: { kind: "throw" } };
  state.merge(deltas, forked);
  return { completion: undefined };
}

function caught(program: Program, frame: Frame, clause: TS.CatchClause): Completion | undefined {
  const inner: Frame = { ...frame, scope: newScope(frame.scope, frame.activation) };
  const { variableDeclaration } = clause;
  if (variableDeclaration) {
    const names: TS.Identifier[] = [];
    collectNames(program.ts, variableDeclaration.name, names);
    for (const name of names) declare(program, inner.scope, name.text, name);
    const error = unknown("an error", program.place(frame, variableDeclaration));
    program.steps.bind(program, inner, variableDeclaration.name, error);
  }
  return program.steps.statement(program, inner, clause.block);
}

/** Applies the writes of `finally` to the jumps that left the block before it ran. */
function patch(frame: Frame, log: WriteLog, exits: number, jumps: readonly number[]): void {
  const lists = [
    { list: frame.activation.exits, from: exits },
    ...frame.activation.targets.map((target, index) => ({ list: target.exits, from: jumps[index] ?? 0 })),
  ];
  for (const { list, from } of lists) {
    for (let index = from; index < list.length; index += 1) {
      const exit = list[index];
      if (!exit) continue;
      const delta = new Map(exit.delta);
      for (const [slot, values] of log) {
        const before = delta.has(slot) ? delta.get(slot) : slot.value;
        delta.set(
          slot,
          values.reduce((left, right) => slot.lattice.join(left, right), before),
        );
      }
      list[index] = { ...exit, delta };
    }
  }
}
