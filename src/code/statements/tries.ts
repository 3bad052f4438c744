import type TS from "typescript";
import { always } from "../graph";
import { guardOf } from "../expressions/branches";
import { declarePattern } from "../expressions/patterns";
import { capture, currentOf, joinSlot, markOf, merge, put, undo, wasThere } from "../versions/environment";
import { opaque, type Build, type Mark, type State, revive } from "../versions/state";
import { executeAll } from "./execute";
import { item } from "../item";

/** `try`: in the catch clause, a variable has its value from before, or any value assigned within `try`. */

export function tryStatement(build: Build, node: TS.TryStatement): void {
  const { guard } = build;
  const mark = markOf(build);
  const logged = build.log.length;
  build.tries += 1;
  const thrown = opaque(build, "whether it throws", [], node);
  build.guard = guardOf(build, thrown, false);
  executeAll(build, node.tryBlock.statements);
  const ends: State[] = build.dead ? [] : [capture(build, mark)];
  undo(build, mark);
  build.guard = guard;
  const failed = node.catchClause ? walkCatch(build, node.catchClause, { mark, logged, thrown }) : undefined;
  if (failed) ends.push(failed);
  undo(build, mark);
  build.guard = guard;
  if (node.finallyBlock) walkFinally(build, node.finallyBlock, { mark, logged, ends });
  else merge(build, ends, mark, guard, node);
  build.tries -= 1;
  if (build.tries === 0) build.log.length = 0;
}

interface Tried {
  readonly mark: Mark;
  readonly logged: number;
  readonly thrown: number;
}

function walkCatch(build: Build, clause: TS.CatchClause, { mark, logged, thrown }: Tried): State | undefined {
  revive(build);
  applyLog(build, mark, logged, clause);
  build.guard = guardOf(build, thrown, true);
  const { variableDeclaration } = clause;
  if (variableDeclaration) {
    const error = opaque(build, "what was thrown", [], variableDeclaration);
    declarePattern(build, variableDeclaration.name, error);
  }
  executeAll(build, clause.block.statements);
  return build.dead ? undefined : capture(build, mark);
}

/** Joins each slot with all values that were logged for it, in no order. */
function applyLog(build: Build, mark: Mark, logged: number, node: TS.Node): void {
  const { log, base, slots } = build;
  const sides = new Map<number, number[]>();
  for (let at = logged; at < log.length; at += 2) {
    const slot = item(log, at);
    if (!wasThere(build, slot, mark)) continue;
    let known = sides.get(slot);
    if (!known) sides.set(slot, (known = [slot < base ? currentOf(build, slot) : item(slots, slot)]));
    const value = item(log, at + 1);
    if (known.at(-1) !== value) known.push(value);
  }
  for (const [slot, values] of sides) {
    const distinct = [...new Set(values)];
    const guards = distinct.map(() => always);
    const root = slot < base ? -1 : slot - base;
    if (distinct.length > 1) put(build, slot, joinSlot(build, { sides: distinct, guards, root }, node));
  }
}

interface Finished {
  readonly mark: Mark;
  readonly logged: number;
  readonly ends: readonly State[];
}

/** Walks `finally`, which runs after any path. Slots that it does not change keep the join of the paths that completed. */
function walkFinally(build: Build, block: TS.Block, { mark, logged, ends }: Finished): void {
  const { guard } = build;
  revive(build);
  applyLog(build, mark, logged, block);
  const entered = markOf(build);
  executeAll(build, block.statements);
  const ended = build.dead;
  const changed = ended ? undefined : capture(build, entered);
  undo(build, mark);
  build.guard = guard;
  if (ended || !changed) {
    build.dead = true;
    return;
  }
  merge(build, ends, mark, guard, block);
  if (!build.dead) for (const [slot, value] of changed.changes) put(build, slot, value);
}
