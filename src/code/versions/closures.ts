import type TS from "typescript";
import type { FunctionId, ValueId, VariableId } from "../graph";
import { item } from "../item";
import type { Binding } from "../names/scopes";
import { isChangeable } from "./contents";
import { force } from "./environment";
import type { Build } from "./state";

/**
 * Closures may run before the enclosing function ends. They then read the captured variables as they are at that time, not their final values.
 * A named function cannot run before its name is first read.
 */

/** State of a captured variable from the point where a closure that reads it may run. */
export interface Observed {
  /** Its value or thunk at that point; −1 for none. */
  readonly early: number;
  /** Whether it may be assigned after that point. */
  isLate: boolean;
}

/** Records a new closure. An anonymous one may be called at once. */
export function closureCreated(build: Build, node: TS.Node, id: FunctionId): void {
  const name = nameOf(build, node);
  if (name) build.named.set(name.index, id);
  else mayBeCalled(build, id);
}

/** @returns the variable that a function declaration or an initializer names. */
function nameOf({ ts, names }: Build, node: TS.Node): Binding | undefined {
  const declaration = ts.isFunctionDeclaration(node) ? node : node.parent;
  if (!ts.isFunctionDeclaration(declaration) && !ts.isVariableDeclaration(declaration)) return undefined;
  const { name } = declaration;
  return name && ts.isIdentifier(name) ? names.bindings[item(names.at, name.end) - 1] : undefined;
}

/** Records a read of a variable: the function that it names may be called from here on. */
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
  // The variable outlives the round: a later round may read what this one assigns.
  const isLate = loop !== undefined && !(scope.start >= loop.start && scope.end <= loop.end);
  const root = slot === -1 ? -1 : item(build.roots, force(build, slot));
  build.observed.set(index, { early: root === -1 ? -1 : item(build.slots, build.base + root), isLate });
  if (root !== -1) watch(build, root, variable);
}

/** Lists later versions of the object with the variable. */
function watch(build: Build, held: ValueId, variable: VariableId): void {
  const root = item(build.roots, held);
  if (isChangeable(item(build.values, root)) && !build.sharedRoots.has(root)) build.sharedRoots.set(root, variable);
}

export function noteAssigned(build: Build, { index, in: owner, assignedInside }: Binding, value: ValueId): void {
  const variable = item(build.variableIds, index);
  if (variable < 0) return;
  // What the owner leaves is read at its end. If other functions assign the variable, changes of the assigned object are listed.
  if (owner !== build.fn.id || assignedInside) watch(build, value, variable);
  const observed = build.observed.get(index);
  if (!observed || owner !== build.fn.id) return;
  observed.isLate = true;
  watch(build, value, variable);
}
