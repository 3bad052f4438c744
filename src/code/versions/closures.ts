import type TS from "typescript";
import type { FunctionId, ValueId, VariableId } from "../graph";
import { item } from "../item";
import type { Binding } from "../names/scopes";
import { isChangeable } from "./contents";
import { force } from "./environment";
import type { Build } from "./state";

/**
 * Functions that may have been called: what such a function reads of the variables around it is what they hold then, and not what they hold when
 * the function around it ends. One that has a name is not called before that is read.
 */

/** What is known of a variable that a function reads which may have been called. */
export interface Observed {
  /** What it held when that function may have been called first: a value or a thunk; −1 for nothing. */
  readonly early: number;
  /** It was assigned since. */
  isLate: boolean;
}

/** Notes that a function was made. */
export function closureMade(build: Build, node: TS.Node, id: FunctionId): void {
  const name = nameOf(build, node);
  if (name) build.named.set(name.index, id);
  else mayBeCalled(build, id);
}

/** @returns the variable that a function is known by, if it has no other name. */
function nameOf({ ts, names }: Build, node: TS.Node): Binding | undefined {
  const declaration = ts.isFunctionDeclaration(node) ? node : node.parent;
  if (!ts.isFunctionDeclaration(declaration) && !ts.isVariableDeclaration(declaration)) return undefined;
  const { name } = declaration;
  return name && ts.isIdentifier(name) ? names.bindings[item(names.at, name.end) - 1] : undefined;
}

/** Notes that a variable is read: the function that it is may be called from here on. */
export function noteRead(build: Build, { index }: Binding): void {
  const id = build.named.get(index);
  if (id !== undefined) mayBeCalled(build, id);
}

function mayBeCalled(build: Build, first: FunctionId): void {
  const pending = [first];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (build.called.has(id)) continue;
    build.called.add(id);
    for (const binding of build.names.captures[id] ?? []) {
      const inner = build.named.get(binding.index);
      if (inner !== undefined) pending.push(inner);
      else if (binding.in === build.fn.id) observe(build, binding);
    }
  }
}

function observe(build: Build, { index, scope }: Binding): void {
  const variable = item(build.variableIds, index);
  if (variable < 0 || build.observed.has(index)) return;
  const slot = item(build.slots, index);
  const loop = build.loops[build.loop];
  // In a later round it may hold what this round assigns.
  const isLate = loop !== undefined && !(scope.start >= loop.start && scope.end <= loop.end);
  const root = slot === -1 ? -1 : item(build.roots, force(build, slot));
  build.observed.set(index, { early: root === -1 ? -1 : item(build.slots, build.base + root), isLate });
  if (root !== -1) watch(build, root, variable);
}

/** What is changed of the object of a variable from here on is listed there. */
function watch(build: Build, held: ValueId, variable: VariableId): void {
  const root = item(build.roots, held);
  if (isChangeable(item(build.values, root)) && !build.sharedRoots.has(root)) build.sharedRoots.set(root, variable);
}

/** Notes that a variable is assigned. */
export function noteAssigned(build: Build, { index, in: owner, assignedInside }: Binding, value: ValueId): void {
  const variable = item(build.variableIds, index);
  if (variable < 0) return;
  // What its own function leaves is known at the end of that; what others assign, and change then, is listed.
  if (owner !== build.fn.id || assignedInside) watch(build, value, variable);
  const observed = build.observed.get(index);
  if (!observed || owner !== build.fn.id) return;
  observed.isLate = true;
  watch(build, value, variable);
}
