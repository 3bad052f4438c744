import type TS from "typescript";
import type { FunctionCode, ParameterCode, Variable } from "../declarations";
import { always, type ValueId } from "../graph";
import { declarePattern, withDefault } from "../expressions/patterns";
import { leave, leaveWith } from "./body-ends";
import { executeAll } from "../statements/execute";
import { assertedBy, typeOf } from "../types/type-nodes";
import { force, joinSlot, set, undo, versionOf } from "../versions/environment";
import { add, evaluate, startOf, type Build, type FunctionState, type Mutable, type Pending } from "../versions/state";
import { assign, readShared, sharedVariable } from "../versions/variables";
import { write } from "../versions/writes";
import { heldElsewhere } from "../values";
import type { Binding } from "../names/scopes";
import { item } from "../item";

/** Walks a function's body. */
export function walkFunction(build: Build, { node, id, fieldsOf }: Pending): void {
  const { ts } = build;
  const code = build.functions[id] as Mutable<FunctionCode>;
  build.fn = functionState(node, code, id, fieldsOf);
  build.guard = always;
  build.loop = -1;
  build.dead = false;
  build.tries = 0;
  const start = { journal: 0, values: 0, thunks: 0 };
  if (ts.isSourceFile(node)) {
    hoistVariables(build);
    executeAll(build, node.statements);
    for (const act of build.later) act();
  } else if (ts.isPropertyDeclaration(node)) {
    if (node.initializer) leaveWith(build, evaluate(build, node.initializer));
  } else if (ts.isClassStaticBlockDeclaration(node)) {
    hoistVariables(build);
    executeAll(build, node.body.statements);
  } else walkBody(build, node as TS.FunctionLikeDeclaration, code);
  finish(build, node, code);
  undo(build, start);
  build.journal.length = 0;
  build.log.length = 0;
}

function functionState(
  node: TS.Node,
  code: Mutable<FunctionCode>,
  id: number,
  fieldsOf: number | undefined,
): FunctionState {
  return {
    id,
    node,
    code,
    fieldsOf,
    parameters: [],
    inputs: [],
    exits: [],
    returns: [],
    yields: [],
    calls: [],
    demanded: new Map(),
    targets: [],
    globals: new Map(),
    imported: new Map(),
    self: -1,
    epoch: 0,
    labels: [],
  };
}

function walkBody(build: Build, node: TS.FunctionLikeDeclaration, code: Mutable<FunctionCode>): void {
  const { ts } = build;
  const { body } = node;
  hoistVariables(build);
  declareParameters(build, node);
  if (node.type) {
    const asserts = assertedBy(build, node);
    if (asserts) code.asserts = asserts;
    if (!ts.isConstructorDeclaration(node)) code.returnType = typeOf(build, node.type);
  }
  if (!body) return;
  if (ts.isBlock(body)) executeAll(build, body.statements);
  else leaveWith(build, evaluate(build, body));
}

/** `var`s exist from the start of the function. */
function hoistVariables(build: Build): void {
  for (const binding of build.names.hoisted[build.fn.id] ?? []) {
    const place = { in: build.fn.id, start: binding.start, end: binding.start + binding.name.length, depends: 0 };
    const value = add(build, { kind: "literal", ...place, value: undefined }, build.fn.node);
    if (binding.bare) assign(build, binding, value);
    else set(build, binding.index, value);
  }
}

function declareParameters(build: Build, node: TS.FunctionLikeDeclaration): void {
  const { ts } = build;
  let index = 0;
  for (const parameter of node.parameters) {
    const isThis = ts.isIdentifier(parameter.name) && parameter.name.text === "this";
    if (isThis) continue;
    declareParameter(build, parameter, index);
    index += 1;
  }
}

function declareParameter(build: Build, node: TS.ParameterDeclaration, index: number): void {
  const { ts } = build;
  const name = ts.isIdentifier(node.name) ? node.name.text : undefined;
  const rest = node.dotDotDotToken !== undefined;
  const type = node.type && typeOf(build, node.type);
  const place = { in: build.fn.id, start: startOf(build, node.name), end: node.name.end, depends: 0 };
  const about = { index, rest, ...(name !== undefined && { name }), ...(type !== undefined && { type }) };
  const value = add(build, { kind: "parameter", ...place, ...about }, node);
  build.fn.inputs.push({ what: index, root: value });
  const given = withDefault(build, value, node.initializer, node);
  declarePattern(build, node.name, given);
  const isField = ts.isConstructorDeclaration(node.parent) && isParameterProperty(build, node);
  const optional = node.questionToken !== undefined || node.initializer !== undefined;
  const code: ParameterCode = {
    name,
    value,
    rest,
    optional,
    ...(type !== undefined && { type }),
    field: isField,
    decorators: build.parameterDecorators.get(node) ?? [],
  };
  build.fn.parameters.push(code);
  if (!isField || name === undefined) return;
  const key = { key: name, keyStart: place.start, keyEnd: place.end };
  write(build, build.readThis(build, node), key, versionOf(build, given), node);
}

function isParameterProperty({ ts }: Build, node: TS.ParameterDeclaration): boolean {
  const { SyntaxKind: kinds } = ts;
  return (
    node.modifiers?.some(
      ({ kind }) =>
        kind === kinds.PublicKeyword ||
        kind === kinds.PrivateKeyword ||
        kind === kinds.ProtectedKeyword ||
        kind === kinds.ReadonlyKeyword ||
        kind === kinds.OverrideKeyword,
    ) === true
  );
}

function finish(build: Build, node: TS.Node, code: Mutable<FunctionCode>): void {
  const { ts, fn } = build;
  const isField = ts.isPropertyDeclaration(node);
  const falls = !build.dead;
  if (falls) {
    // Falling off the end returns `undefined`, except in a module or a field's initializer.
    if (fn.returns.length > 0 || !isField) {
      const place = { in: fn.id, start: Math.max(node.end - 1, 0), end: node.end, depends: 0 };
      if (!ts.isSourceFile(node)) {
        const value = add(build, { kind: "literal", ...place, value: undefined }, node);
        fn.returns.push({ value, guard: build.guard });
      }
    }
    leave(build);
  }
  code.throws = !falls && fn.returns.length === 0 && !fn.code.generator;
  code.parameters = fn.parameters;
  code.result = resultOf(build, node);
  code.yields = fn.yields;
  code.calls = fn.calls;
  code.leaves = leavesOf(build, node);
  code.assigns = assignsOf(build);
  for (const binding of build.ownShared.get(fn.id) ?? []) leaveVariable(build, binding);
}

/** Records what the owner leaves in a shared variable, and what closures may have seen there before. */
function leaveVariable(build: Build, binding: Binding): void {
  const { index } = binding;
  const variable = sharedVariable(build, binding);
  const held = build.finals.get(index) ?? build.slots[index] ?? -1;
  if (!variable || held === -1 || binding.assignedInside) return;
  const observed = build.observed.get(index);
  const value = force(build, held);
  const last = build.finals.has(index) ? value : versionOf(build, value);
  if (!observed?.isLate) variable.last = last;
  if (!observed || observed.early === -1) return;
  const early = force(build, observed.early);
  if (early === last && !observed.isLate) return;
  const versions = variable.changed as Variable["changed"][number][];
  for (const each of observed.isLate ? [early, last] : [early])
    versions.push({ value: each, in: build.fn.id, guard: always });
}

function resultOf(build: Build, node: TS.Node): ValueId | undefined {
  const { returns, id } = build.fn;
  const [first] = returns;
  if (!first) return undefined;
  if (returns.length === 1) return first.value;
  const place = { in: id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "join", ...place, sides: returns.map(({ value, guard }) => ({ value, guard })) }, node);
}

function leavesOf(build: Build, node: TS.Node): FunctionCode["leaves"] {
  const { inputs, exits } = build.fn;
  const leaves: { what: number | "this"; value: ValueId }[] = [];
  inputs.forEach(({ what, root }, index) => {
    const sides = exits.map(({ versions }) => versions[index] ?? root);
    if (sides.every((side) => isUnchanged(build, side, root))) return;
    const guards = exits.map(({ guard }) => guard);
    const value = force(build, sides.length === 1 ? item(sides, 0) : joinSlot(build, { sides, guards, root }, node));
    leaves.push({ what, value });
  });
  const others = changedByOthers(build, node);
  // Reads of the variable include what the function itself leaves.
  return [...leaves.filter(({ what }) => !others.some((each) => each.what === what)), ...others];
}

/** @returns the parameters whose objects inner functions change through the captured variable. */
function changedByOthers(build: Build, node: TS.Node): FunctionCode["leaves"] {
  return (build.ownShared.get(build.fn.id) ?? []).flatMap((binding) => {
    const { index, kind, assignedInside, changedInside } = binding;
    const held = build.slots[index] ?? -1;
    if (kind !== "parameter" || assignedInside || !changedInside || held < 0) return [];
    const input = build.fn.inputs.find(({ root }) => root === build.roots[held]);
    return input ? [{ what: input.what, value: readShared(build, binding, node) }] : [];
  });
}

/** Whether a version is the object as passed in. Refinements do not change it, and changes by the caller's own functions are seen by the caller anyway. */
function isUnchanged(build: Build, side: number, root: ValueId): boolean {
  for (let current: number | undefined = side; current !== undefined; current = versionBefore(build, current))
    if (current === root) return true;
  return false;
}

/** @returns the version under a refinement, or before a change by the caller's own functions. */
function versionBefore(build: Build, version: number): number | undefined {
  const entry = version < -1 ? build.thunks[-2 - version] : build.values[version];
  if (entry?.kind === "refine") return entry.previous;
  if (entry?.kind === "refined") return entry.value;
  if (entry?.kind !== "after" || !isOfOthers(entry)) return undefined;
  return "previous" in entry ? entry.previous : entry.object;
}

function isOfOthers({ argument }: { readonly argument: number }): boolean {
  return argument === heldElsewhere;
}

function assignsOf(build: Build): FunctionCode["assigns"] {
  const { assigns, changes } = build.names;
  const ids = new Set<number>();
  for (const binding of assigns[build.fn.id] ?? []) ids.add(item(build.variableIds, binding.index));
  for (const binding of changes[build.fn.id] ?? []) ids.add(item(build.variableIds, binding.index));
  ids.delete(-1);
  return [...ids];
}
