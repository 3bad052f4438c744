import type TS from "typescript";
import type { Abstract, Frame, Lattice } from "../domain/domain";
import { Slot } from "../domain/domain";
import { contentOf, setField, update } from "../store/heap";
import type { Fact, Machine } from "../machine";
import { findBinding } from "../domain/scope";
import { affixOf } from "../expressions/affixes";
import { keep, nullishOf, truthOf } from "./truth";
import { cellsOf, isUndefined, joinAll, optionsOf, primitiveOf, same } from "../domain/values";
import { memberKey } from "../domain/private-names";

/** A condition: whether it holds, and what the program knows where it holds and where it does not. */
export interface Test {
  readonly truth: boolean | undefined;
  readonly whenTrue: readonly Refinement[];
  readonly whenFalse: readonly Refinement[];
}

export type Refinement = () => void;

type Judge = (option: Abstract) => boolean | undefined;

/** Evaluates a condition with its effects. */
export function test(machine: Machine, frame: Frame, node: TS.Expression): Test {
  const { ts } = machine;
  const inner = skipWrappers(ts, node);
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken) {
    const { truth, whenTrue, whenFalse } = test(machine, frame, inner.operand);
    return { truth: truth === undefined ? undefined : !truth, whenTrue: whenFalse, whenFalse: whenTrue };
  }
  if (ts.isBinaryExpression(inner)) {
    const kind = inner.operatorToken.kind;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return both(machine, frame, inner, true);
    if (kind === ts.SyntaxKind.BarBarToken) return both(machine, frame, inner, false);
    const equality = equalityOf(machine, kind);
    if (equality) return compare(machine, frame, inner, equality);
  }
  const value = machine.steps.expression(machine, frame, inner);
  const truth = truthOf(machine, value);
  const affix = truth === undefined ? affixOf(machine, frame, inner) : undefined;
  return {
    truth,
    whenTrue: [
      narrow(machine, frame, inner, value, (option) => truthOf(machine, option), { truthy: true, nullish: false }),
      ...(affix?.whenTrue ?? []),
    ],
    whenFalse: [
      narrow(machine, frame, inner, value, (option) => negate(truthOf(machine, option)), { truthy: false }),
      ...(affix?.whenFalse ?? []),
    ],
  };
}

/** `a && b` (`and`) and `a || b`: the second runs only where the first lets it. */
function both(machine: Machine, frame: Frame, node: TS.BinaryExpression, and: boolean): Test {
  const left = test(machine, frame, node.left);
  if (left.truth === !and) return left;
  const enter = and ? left.whenTrue : left.whenFalse;
  if (left.truth === and) {
    apply(enter);
    return test(machine, frame, node.right);
  }
  const { state } = machine;
  const mark = state.mark();
  const forked = state.clock;
  apply(enter);
  const refined = state.mark();
  const right = test(machine, frame, node.right);
  const ran = state.mark() > refined;
  const delta = state.take(mark);
  if (ran) state.merge([delta, new Map()], forked);
  const truth = right.truth === !and ? !and : undefined;
  const inside = [...enter, ...(and ? right.whenTrue : right.whenFalse)];
  return and ? { truth, whenTrue: inside, whenFalse: [] } : { truth, whenTrue: [], whenFalse: inside };
}

interface Equality {
  readonly strict: boolean;
  readonly negated: boolean;
}

function equalityOf(machine: Machine, kind: TS.SyntaxKind): Equality | undefined {
  const { SyntaxKind } = machine.ts;
  if (kind === SyntaxKind.EqualsEqualsEqualsToken) return { strict: true, negated: false };
  if (kind === SyntaxKind.ExclamationEqualsEqualsToken) return { strict: true, negated: true };
  if (kind === SyntaxKind.EqualsEqualsToken) return { strict: false, negated: false };
  if (kind === SyntaxKind.ExclamationEqualsToken) return { strict: false, negated: true };
  return undefined;
}

function compare(machine: Machine, frame: Frame, node: TS.BinaryExpression, equality: Equality): Test {
  const left = machine.steps.expression(machine, frame, node.left);
  const right = machine.steps.expression(machine, frame, node.right);
  const equal = equals(left, right, equality.strict);
  const refine = (to: boolean): readonly Refinement[] => {
    const judge =
      (other: Abstract): Judge =>
      (option) => {
        const same = equals(option, other, equality.strict);
        return to ? same : negate(same);
      };
    const fact = (other: Abstract): Fact => {
      const nullish = nullishOf(machine, other);
      const single = primitiveOf(other);
      if (!single) return {};
      if (nullish === true) return to ? { nullish: true, truthy: false } : equality.strict ? {} : { nullish: false };
      return to ? { truthy: Boolean(single.value), nullish: false } : {};
    };
    return [
      narrow(machine, frame, skipWrappers(machine.ts, node.left), left, judge(right), fact(right)),
      narrow(machine, frame, skipWrappers(machine.ts, node.right), right, judge(left), fact(left)),
    ];
  };
  const holds = equality.negated ? negate(equal) : equal;
  return { truth: holds, whenTrue: refine(!equality.negated), whenFalse: refine(equality.negated) };
}

function negate(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

/** @returns whether two values are equal, where that is known. */
export function equals(left: Abstract, right: Abstract, strict: boolean): boolean | undefined {
  let verdict: boolean | undefined;
  for (const [index, one] of optionsOf(left).entries()) {
    for (const [position, other] of optionsOf(right).entries()) {
      const same = equalOptions(one, other, strict);
      if (same === undefined) return undefined;
      if (index + position > 0 && same !== verdict) return undefined;
      verdict = same;
    }
  }
  return verdict;
}

function equalOptions(left: Abstract, right: Abstract, strict: boolean): boolean | undefined {
  const one = primitiveOf(left);
  const other = primitiveOf(right);
  if (one && other) return strict ? one.value === other.value : looselyEqual(one.value, other.value);
  const kinds = [left.kind, right.kind];
  if ((isOfSomeType(left) && isNullish(right)) || (isOfSomeType(right) && isNullish(left))) return false;
  if (kinds.includes("unknown") || kinds.includes("never")) return undefined;
  if (left.kind === "reference" && right.kind === "reference") return undefined;
  if (kinds.includes("scalar")) {
    const value = left.kind === "scalar" ? left.value : right.kind === "scalar" ? right.value : undefined;
    return strict || value === null || value === undefined ? false : undefined;
  }
  return undefined;
}

/** Something unknown that is known to be a string, a number or the like. */
function isOfSomeType(value: Abstract): boolean {
  return value.kind === "unknown" && value.is !== undefined;
}

function isNullish(value: Abstract): boolean {
  return value.kind === "scalar" && (value.value === null || value.value === undefined);
}

function looselyEqual(left: unknown, right: unknown): boolean | undefined {
  if (left === null || left === undefined || right === null || right === undefined)
    return (left ?? undefined) === (right ?? undefined);
  return typeof left === typeof right ? left === right : undefined;
}

export function apply(refinements: readonly Refinement[]): void {
  for (const refine of refinements) refine();
}

/** @returns what narrows the variable or member that an expression names, and what is known of its value. */
function narrow(
  machine: Machine,
  frame: Frame,
  node: TS.Expression,
  value: Abstract,
  judge: Judge,
  fact: Fact,
): Refinement {
  return () => {
    for (const option of optionsOf(value))
      if (option.kind === "unknown" && optionsOf(value).length === 1) learn(machine, option.identity, fact);
    if (value.kind !== "alternatives") return;
    const kept = keep(value, judge);
    if (kept === value) return;
    replace(machine, frame, node, value, kept);
  };
}

/** Adds to what is known of an unknown value on this path. */
export function learn(machine: Machine, identity: number, fact: Fact): void {
  if (fact.truthy === undefined && fact.nullish === undefined) return;
  let slot = machine.facts.get(identity);
  if (!slot) {
    slot = new Slot<Fact>({}, factLattice, undefined, 0, undefined, machine.state.clock);
    machine.facts.set(identity, slot);
  }
  machine.state.write(slot, { truthy: fact.truthy ?? slot.value.truthy, nullish: fact.nullish ?? slot.value.nullish });
}

const factLattice: Lattice<Fact> = {
  join: (left, right) => ({
    truthy: left.truthy === right.truthy ? left.truthy : undefined,
    nullish: left.nullish === right.nullish ? left.nullish : undefined,
  }),
  same: (left, right) => left.truthy === right.truthy && left.nullish === right.nullish,
};

/** Says that on this path the variable or member that an expression names is less than it was read as. */
export function replace(machine: Machine, frame: Frame, node: TS.Expression, before: Abstract, after: Abstract): void {
  const { ts } = machine;
  if (ts.isIdentifier(node)) {
    const slot = findBinding(frame.scope, node.text)?.slot;
    if (slot) machine.visibility.refine(slot, before, after);
    return;
  }
  if (
    !ts.isPropertyAccessExpression(node) ||
    (!ts.isIdentifier(node.expression) && node.expression.kind !== ts.SyntaxKind.ThisKeyword)
  )
    return;
  const target = ts.isIdentifier(node.expression)
    ? findBinding(frame.scope, node.expression.text)?.slot.value
    : frame.self;
  const [cell] = target?.kind === "reference" ? cellsOf(target) : [];
  if (!cell) return;
  const key = memberKey(ts, node.name);
  const field = contentOf(machine, cell).fields.get(key);
  if (!field || field.getter) return;
  if (field.presence === "always" ? !same(field.value, before) : !optionsOf(before).some(isUndefined)) return;
  const defined = optionsOf(after).filter((option) => field.presence === "always" || !isUndefined(option));
  const presence = field.presence === "always" || defined.length === optionsOf(after).length ? "always" : "maybe";
  if (defined.length === 0) return;
  update(machine, cell, (content) =>
    setField(content, key, { ...field, presence, value: joinAll(defined, field.value.place) }),
  );
}

/** Assumes that an expression's value is truthy, or that it is falsy. */
export function narrowTruth(
  machine: Machine,
  frame: Frame,
  node: TS.Expression,
  value: Abstract,
  truthy: boolean,
): void {
  const judge: Judge = (option) => (truthy ? truthOf(machine, option) : negate(truthOf(machine, option)));
  narrow(
    machine,
    frame,
    skipWrappers(machine.ts, node),
    value,
    judge,
    truthy ? { truthy: true, nullish: false } : { truthy: false },
  )();
}

/** @returns the expression inside parentheses, casts and non-null marks. */
export function skipWrappers(ts: typeof TS, node: TS.Expression): TS.Expression {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}
