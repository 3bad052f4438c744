import type { FunctionId, ValueId } from "./graph";
import { operandsOf } from "./operands";
import { dependsOnMore, dependsOnOuter, dependsOnThis, parameterBits, type ValueNode } from "./values";
import type { Build, Mutable } from "./versions/state";
import { changesOfMade } from "./changes-of-made";
import { item } from "./item";

/** The bits of all parameters: `arguments` may read any of them. */
const allParameters = (1 << parameterBits) - 1 + dependsOnMore;

/** Computes `depends` of every value by iterating to a fixpoint: loops and functions refer to later values. */
export function findDependencies(build: Build): void {
  const { values } = build;
  noteOuterThis(build);
  const guards = new Int32Array(build.guards.length);
  const changes = changesOfMade(build);
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    build.guards.forEach(({ condition, outer }, id) => {
      const outside = outer >= 0 ? item(guards, outer) : 0;
      guards[id] = outside | (values[condition]?.depends ?? 0);
    });
    for (const [id, value] of values.entries()) {
      let bits = bitsOf(build, value, guards);
      for (const call of changes.get(id) ?? []) bits |= values[call]?.depends ?? 0;
      if (bits === value.depends) continue;
      (value as Mutable<ValueNode>).depends = bits;
      hasChanged = true;
    }
  }
}

/** An arrow function around one that uses `this` uses it, too. */
function noteOuterThis({ usesOuterThis, functions }: Build): void {
  for (const id of [...usesOuterThis])
    for (let outer = functions[id]?.outer ?? -1; outer >= 0; outer = functions[outer]?.outer ?? -1) {
      if (functions[outer]?.kind !== "arrow" || usesOuterThis.has(outer)) break;
      usesOuterThis.add(outer);
    }
}

function bitsOf(build: Build, value: ValueNode, guards: Int32Array): number {
  switch (value.kind) {
    case "literal":
    case "pattern":
    case "imported":
    case "global":
      return 0;
    case "parameter":
      return parameterBit(value.index, value.rest);
    case "this":
    case "super":
      return build.usesOuterThis.has(value.in) ? dependsOnOuter : dependsOnThis;
    case "variable":
      return variableBits(build, value.variable, value.in);
    case "function":
      return capturedBits(build, value.function, value.in);
    case "class":
      return classBits(build, value.class, value.in);
    default:
      return operandBits(build, value) | conditionBits(build, value, guards);
  }
}

/** @returns what the guards of a join, and `arguments`, depend on. */
function conditionBits(build: Build, value: ValueNode, guards: Int32Array): number {
  let bits = 0;
  if (value.kind === "join") for (const { guard } of value.sides) if (guard >= 0) bits |= item(guards, guard);
  if (value.kind === "opaque" && value.reason === "arguments")
    bits |= build.usesOuterThis.has(value.in) ? dependsOnOuter : allParameters;
  return bits;
}

function operandBits(build: Build, value: ValueNode): number {
  let bits = value.depends;
  for (const operand of operandsOf(value)) bits |= build.values[operand]?.depends ?? 0;
  return bits;
}

function parameterBit(index: number, isRest: boolean): number {
  if (index >= parameterBits) return dependsOnMore;
  return isRest ? allParameters & ~((1 << index) - 1) : 1 << index;
}

/** @returns what a shared variable depends on when a function reads it. Top-level variables depend on nothing: they are the same for all callers. */
function variableBits(build: Build, id: number, reader: FunctionId): number {
  const variable = build.variables[id];
  if (!variable || variable.in === 0) return 0;
  if (variable.in !== reader) return dependsOnOuter;
  let bits = 0;
  const take = (value: ValueId, owner: FunctionId): void => {
    bits |= owner === reader ? (build.values[value]?.depends ?? 0) : bitsOfInner(build, owner, reader);
  };
  for (const each of variable.assigned) take(each.value, each.in);
  for (const each of variable.changed) take(each.value, each.in);
  if (variable.last !== undefined) take(variable.last, variable.in);
  return bits;
}

/** @returns what an inner function depends on: its captures, and the calls that receive it, which determine its arguments. */
function bitsOfInner(build: Build, inner: FunctionId, around: FunctionId): number {
  let id = inner;
  for (let outer = build.functions[id]?.outer; outer !== around; outer = build.functions[id]?.outer) {
    if (outer === undefined || outer < 0) return 0;
    id = outer;
  }
  let bits = build.values[build.functions[id]?.value ?? -1]?.depends ?? 0;
  for (const call of build.givenTo.get(id) ?? []) bits |= build.values[call]?.depends ?? 0;
  return bits;
}

/** @returns what a function depends on through its captures, seen from the function that creates it. */
function capturedBits(build: Build, id: FunctionId, maker: FunctionId): number {
  let bits = usesThisOf(build, id) ? (build.usesOuterThis.has(maker) ? dependsOnOuter : dependsOnThis) : 0;
  for (const { index } of build.names.captures[id] ?? []) {
    const variable = item(build.variableIds, index);
    if (variable >= 0) bits |= variableBits(build, variable, maker);
  }
  return bits;
}

function usesThisOf(build: Build, id: FunctionId): boolean {
  return build.usesOuterThis.has(id);
}

function classBits(build: Build, id: number, maker: FunctionId): number {
  const { members, heritage, constructorFunction } = item(build.classes, id);
  let bits = heritage === undefined ? 0 : (build.values[heritage]?.depends ?? 0);
  if (constructorFunction !== undefined) bits |= capturedBits(build, constructorFunction, maker);
  for (const member of members) if (member.function !== undefined) bits |= capturedBits(build, member.function, maker);
  return bits;
}
