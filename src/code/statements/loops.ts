import type TS from "typescript";
import { whereHolds } from "../expressions/branches";
import { assignTo, targetOf } from "../expressions/assignments";
import { declarePattern } from "../expressions/patterns";
import type { ValueId } from "../graph";
import { withParts } from "../versions/parts";
import { isChangeable, refreshed } from "../versions/contents";
import {
  addThunk,
  capture,
  closeLoop,
  currentOf,
  force,
  markOf,
  merge,
  put,
  undo,
  versionOf,
} from "../versions/environment";
import { add, evaluate, opaque, startOf, type Build, type State, type Target } from "../versions/state";
import type { Binding } from "../names/scopes";
import type { LoopThunk } from "../versions/thunks";
import { takeLabels } from "./branching";
import { execute } from "./execute";
import { declareList } from "./simple";
import { item } from "../item";

/** Loops: each variable or object that a round may change gets a phi at the start of the round. */

interface Parts {
  /** Tested before each round. */
  readonly condition?: TS.Expression | undefined;
  /** Tested after each round. */
  readonly until?: TS.Expression | undefined;
  readonly step?: TS.Expression | undefined;
  readonly body: TS.Statement;
  /** The condition that another element exists. */
  readonly another?: ValueId;
  /** Assigns the element of `for (x of …)` at the start of a round. */
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
  const isAwaited = node.kind === ts.SyntaxKind.ForOfStatement && node.awaitModifier !== undefined;
  if (isAwaited) build.fn.epoch += 1;
  const another = opaque(build, "another round", [of], node.expression);
  const begin = (): void => {
    whereHolds(build, another, true, undefined);
    const { initializer } = node;
    const place = { in: build.fn.id, start: startOf(build, initializer), end: initializer.end, depends: 0 };
    // Later rounds see elements that earlier rounds add to the list.
    const list = versionOf(build, of);
    const value = add(build, { kind: "element", ...place, of: list, what }, initializer);
    if (!isAwaited) item(build.loops, build.loop).each = { of, element: value, another };
    if (!ts.isVariableDeclarationList(initializer))
      assignTo(build, targetOf(build, initializer), value, node, undefined);
    else for (const { name } of initializer.declarations) declarePattern(build, name, value);
  };
  walkLoop(build, node, { another, begin, body: node.statement });
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
  enterRound(build, parts, { mark, exits, thunks });
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
  build.guard = guard;
  build.fn.epoch += 1;
}

/** State at the start of a loop. */
interface Entry {
  readonly mark: Target["mark"];
  readonly exits: State[];
  readonly thunks: readonly LoopThunk[];
}

/** Enters a round, and records the exit without one. */
function enterRound(build: Build, { condition, another, begin }: Parts, { mark, exits, thunks }: Entry): void {
  const outer = build.guard;
  if (begin && another !== undefined) {
    whereHolds(build, another, false, undefined);
    const before = markOf(build);
    for (const thunk of thunks) if (thunk.root >= 0) endOf(build, thunk, another);
    exits.push(capture(build, mark));
    undo(build, before);
    build.guard = outer;
    begin();
    return;
  }
  if (!condition) return;
  const asked = evaluate(build, condition);
  if (isTrue(build, asked)) return;
  const before = markOf(build);
  whereHolds(build, asked, false, condition);
  exits.push(capture(build, mark));
  undo(build, before);
  build.guard = outer;
  whereHolds(build, asked, true, condition);
}

/** After the loop, an object that it changes includes the changes of all rounds. */
function endOf(build: Build, { slot, node }: LoopThunk, another: ValueId): void {
  const previous = item(build.slots, slot);
  const place = { value: -1, in: build.fn.id, depth: 2, node };
  put(
    build,
    slot,
    addThunk(build, { kind: "refine", ...place, previous, condition: another, holds: false, isEnd: true }),
  );
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

/** Joins the paths that end a round, and returns to its start. */
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

type Open = (slot: number, initial: number, root: number) => void;

/** Creates a phi for each variable and object that a round may change. */
function openLoop(build: Build, node: TS.Node, loop: number): readonly LoopThunk[] {
  const { effects } = build.names;
  const thunks = new Map<number, LoopThunk>();
  const open: Open = (slot, initial, root) => {
    if (thunks.has(slot)) return;
    const about = { initial, loop, slot, root, next: -1 };
    thunks.set(slot, { kind: "loop", value: -1, in: build.fn.id, depth: 1, node, ...about });
  };
  const touched = new Set<Binding>();
  for (let at = firstEffect(build, node.pos); at < effects.length; at += 1) {
    const effect = item(effects, at);
    if (effect.at > node.end) break;
    const { binding, assigns } = effect;
    if (binding.kind === "import") continue;
    if (effect.in !== build.fn.id) noteInside(build, assigns ? build.assigners : build.changers, effect);
    else if (!assigns) touch(build, binding, touched, open);
    else if (build.slots[binding.index] !== -1 && !isInside(binding, node))
      open(binding.index, currentOf(build, binding.index), -1);
  }
  openThis(build, open);
  // The slots are set after all initial values have been read, so that no initial value refers to a round.
  for (const [slot, thunk] of thunks) put(build, slot, addThunk(build, thunk));
  return [...thunks.values()];
}

/** Whether a variable is declared within a round, so that no other round sees its value. */
function isInside({ scope }: Binding, node: TS.Node): boolean {
  return scope.start > node.pos && scope.end <= node.end;
}

/** Creates phis for the object of a variable, and for those of its aliases: a change of one may change the others. */
function touch(build: Build, binding: Binding, touched: Set<Binding>, open: Open): void {
  if (touched.has(binding)) return;
  touched.add(binding);
  if (build.slots[binding.index] !== -1) openObject(build, binding.index, open);
  for (const each of build.names.aliases.get(binding) ?? []) touch(build, each, touched, open);
}

function openThis(build: Build, open: Open): void {
  const { kind } = build.fn.code;
  if (build.fn.self < 0) {
    if (kind !== "method" && kind !== "constructor" && kind !== "getter" && kind !== "setter") return;
    build.readThis(build, build.fn.node);
  }
  const slot = build.base + build.fn.self;
  open(slot, item(build.slots, slot), build.fn.self);
}

function openObject(build: Build, variable: number, open: Open): void {
  const held = force(build, item(build.slots, variable));
  const root = item(build.roots, held);
  const value = item(build.values, root);
  if (!isChangeable(value) || (value.kind === "loop" && value.loop === build.loops.length - 1)) return;
  openRoot(build, root, open, 0);
}

/** Bound on the depth of member reads that get phis with their object. */
const deepestMember = 3;

/** Creates phis for an object, and for objects read from its members before: a change of a member changes these. */
function openRoot(build: Build, root: ValueId, open: Open, depth: number): void {
  const current = withParts(build, versionOf(build, root));
  open(build.base + root, refreshed(build, current), root);
  if (depth > deepestMember) return;
  for (const reads of build.memberReads.get(root)?.values() ?? [])
    for (const read of reads) openRoot(build, item(build.roots, read), open, depth + 1);
}

/** A function created later in a round may assign variables that the next round reads. */
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

function closeAll(build: Build, thunks: readonly LoopThunk[]): void {
  for (const thunk of thunks) {
    const { slot } = thunk;
    thunk.next = build.dead ? thunk.initial : slot < build.base ? currentOf(build, slot) : item(build.slots, slot);
    closeLoop(build, thunk);
  }
}
