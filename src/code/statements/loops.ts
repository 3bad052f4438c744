import type TS from "typescript";
import { whereHolds } from "../expressions/branches";
import { assignTo, targetOf } from "../expressions/assignments";
import { declarePattern } from "../expressions/patterns";
import type { ValueId } from "../graph";
import { isChangeable } from "../versions/contents";
import { addThunk, capture, closeLoop, currentOf, force, markOf, merge, set, undo } from "../versions/environment";
import { add, evaluate, opaque, startOf, type Build, type State, type Target } from "../versions/state";
import type { LoopThunk } from "../versions/thunks";
import { takeLabels } from "./branching";
import { execute } from "./execute";
import { declareList } from "./simple";
import { item } from "../item";

/** Loops: what a round may change is a value of its own where the round begins. */

interface Parts {
  /** Asked before each round. */
  readonly condition?: TS.Expression | undefined;
  /** Asked after each round. */
  readonly until?: TS.Expression | undefined;
  readonly step?: TS.Expression | undefined;
  readonly body: TS.Statement;
  /** What a round begins with: the element of `for (x of …)`. */
  readonly begin?: (() => void) | undefined;
}

export function whileStatement(build: Build, node: TS.WhileStatement): void {
  walkLoop(build, node, { condition: node.expression, body: node.statement });
}

export function doStatement(build: Build, node: TS.DoStatement): void {
  walkLoop(build, node, { until: node.expression, body: node.statement });
}

export function forStatement(build: Build, node: TS.ForStatement): void {
  const { ts } = build;
  const { initializer } = node;
  if (initializer && ts.isVariableDeclarationList(initializer)) declareList(build, initializer);
  else if (initializer) evaluate(build, initializer);
  walkLoop(build, node, { condition: node.condition, step: node.incrementor, body: node.statement });
}

export function forOfStatement(build: Build, node: TS.ForOfStatement): void {
  walkEach(build, node, "element");
}

export function forInStatement(build: Build, node: TS.ForInStatement): void {
  walkEach(build, node, "key");
}

function walkEach(build: Build, node: TS.ForOfStatement | TS.ForInStatement, what: "element" | "key"): void {
  const { ts } = build;
  const of = evaluate(build, node.expression);
  if (node.kind === ts.SyntaxKind.ForOfStatement && (node as TS.ForOfStatement).awaitModifier) build.fn.epoch += 1;
  const begin = (): void => {
    whereHolds(build, opaque(build, "another round", [of], node.expression), true, undefined);
    const { initializer } = node;
    const place = { in: build.fn.id, start: startOf(build, initializer), end: initializer.end, depends: 0 };
    const value = add(build, { kind: "element", ...place, of, what }, initializer);
    if (!ts.isVariableDeclarationList(initializer))
      assignTo(build, targetOf(build, initializer), value, node, undefined);
    else for (const { name } of initializer.declarations) declarePattern(build, name, value);
  };
  walkLoop(build, node, { begin, body: node.statement });
}

function walkLoop(build: Build, node: TS.IterationStatement, parts: Parts): void {
  const { guard, loop: around } = build;
  const labels = takeLabels(build);
  const loop = build.loops.length;
  const early = { start: startOf(build, node), end: node.end, outer: around, mayEndEarly: false };
  build.loops.push(early);
  const thunks = openLoop(build, node, loop);
  build.loop = loop;
  build.fn.epoch += 1;
  const mark = markOf(build);
  const target: Target = { kind: "loop", labels, mark, breaks: [], continues: [] };
  build.fn.targets.push(target);
  const exits: State[] = [];
  const returnsBefore = build.fn.returns.length;
  enterRound(build, parts, mark, exits);
  execute(build, parts.body);
  endRound(build, node, parts, { target, exits, guard });
  closeAll(build, thunks);
  undo(build, mark);
  build.fn.targets.pop();
  build.loop = around;
  exits.push(...target.breaks);
  early.mayEndEarly =
    target.breaks.length > 0 || build.fn.returns.length > returnsBefore || !(parts.begin ?? parts.condition);
  merge(build, exits, mark, guard, node);
  build.fn.epoch += 1;
}

/** Goes into a round, and notes the way on which there is none. */
function enterRound(build: Build, { condition, begin }: Parts, mark: Target["mark"], exits: State[]): void {
  const outer = build.guard;
  if (begin) {
    exits.push(capture(build, mark));
    begin();
    return;
  }
  if (!condition) return;
  const asked = evaluate(build, condition);
  if (!isTrue(build, asked)) {
    const before = markOf(build);
    whereHolds(build, asked, false, condition);
    exits.push(capture(build, mark));
    undo(build, before);
    build.guard = outer;
  }
  whereHolds(build, asked, true, condition);
}

function isTrue(build: Build, condition: ValueId): boolean {
  const value = build.values[condition];
  return value?.kind === "literal" && Boolean(value.value);
}

interface Round {
  readonly target: Target;
  readonly exits: State[];
  readonly guard: number;
}

/** Joins the ways that end a round, and goes to the beginning of the next one. */
function endRound(build: Build, node: TS.Node, { until, step }: Parts, { target, exits, guard }: Round): void {
  const { mark, continues } = target;
  if (continues.length > 0) {
    if (!build.dead) continues.push(capture(build, mark));
    undo(build, mark);
    merge(build, continues, mark, guard, node);
  }
  if (build.dead) return;
  if (step) evaluate(build, step);
  if (!until) return;
  const asked = evaluate(build, until);
  const before = markOf(build);
  const outer = build.guard;
  whereHolds(build, asked, false, until);
  if (!isTrue(build, asked)) exits.push(capture(build, mark));
  undo(build, before);
  build.guard = outer;
}

/** Has each variable and object that a round may change be something of its own where the round begins. */
function openLoop(
  build: Build,
  node: TS.Node,
  loop: number,
): readonly { readonly slot: number; readonly thunk: LoopThunk }[] {
  const { effects } = build.names;
  const opened: { slot: number; thunk: LoopThunk }[] = [];
  const seen = new Set<number>();
  const open = (slot: number, initial: number, root: number): void => {
    if (seen.has(slot)) return;
    seen.add(slot);
    const thunk: LoopThunk = {
      kind: "loop",
      value: -1,
      in: build.fn.id,
      depth: 1,
      node,
      initial,
      loop,
      root,
      next: -1,
    };
    const added = addThunk(build, thunk);
    opened.push({ slot, thunk });
    set(build, slot, added);
  };
  for (let at = firstEffect(build, node.pos); at < effects.length; at += 1) {
    const effect = effects[at];
    if (!effect || effect.at > node.end) break;
    const { binding } = effect;
    const slot = binding.index;
    if (binding.kind === "import") continue;
    if (effect.in !== build.fn.id) {
      noteInside(build, effect.assigns ? build.assigners : build.changers, effect);
      continue;
    }
    if (binding.scope.start >= node.pos && binding.scope.end <= node.end && binding.scope.start !== node.pos) continue;
    if (build.slots[slot] === -1) continue;
    if (effect.assigns) open(slot, currentOf(build, slot), -1);
    else openObject(build, slot, open);
  }
  if (build.fn.self >= 0) {
    const slot = build.base + build.fn.self;
    open(slot, item(build.slots, slot), build.fn.self);
  }
  return opened;
}

function openObject(build: Build, variable: number, open: (slot: number, initial: number, root: number) => void): void {
  const held = force(build, item(build.slots, variable));
  const root = item(build.roots, held);
  const value = build.values[root];
  if (!value || !isChangeable(value) || value.kind === "loop") return;
  open(build.base + root, item(build.slots, build.base + root), root);
}

/** A function that is made in a later part of a round may assign what the next round reads. */
function noteInside(build: Build, by: number[], { binding }: { binding: { index: number; in: number } }): void {
  if (binding.in === build.fn.id && item(by, binding.index) < 0) by[binding.index] = build.fn.epoch;
}

function firstEffect({ names: { effects } }: Build, from: number): number {
  let low = 0;
  let high = effects.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((effects[middle] as { at: number }).at < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function closeAll(build: Build, thunks: readonly { readonly slot: number; readonly thunk: LoopThunk }[]): void {
  for (const { slot, thunk } of thunks) {
    thunk.next = build.dead ? thunk.initial : slot < build.base ? currentOf(build, slot) : item(build.slots, slot);
    closeLoop(build, thunk);
  }
}
