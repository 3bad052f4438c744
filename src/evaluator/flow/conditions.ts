import type TS from "typescript";
import type { Abstract, Frame } from "../domain/domain";
import { primitiveOf } from "../domain/values";
import type { Program } from "../program";
import type { Fact } from "../store/facts";
import { nullishOf, truthOf } from "../store/truth";
import { skipWrappers } from "../syntax/wrappers";
import { affixOf } from "./prefix-conditions";
import { outcomeOf } from "./status-conditions";
import { fork } from "./branches";
import { equals, negate } from "./equality";
import { apply, type Predicate, narrow, type Refinement } from "./narrowing";
import { listGuard, type Test, typeGuard } from "./type-guards";

/** Evaluates a condition with its effects. */
export function test(program: Program, frame: Frame, node: TS.Expression): Test {
  const { ts } = program;
  const inner = skipWrappers(ts, node);
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken) {
    const { truth, whenTrue, whenFalse } = test(program, frame, inner.operand);
    return { truth: truth === undefined ? undefined : !truth, whenTrue: whenFalse, whenFalse: whenTrue };
  }
  if (ts.isBinaryExpression(inner)) {
    const kind = inner.operatorToken.kind;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken)
      return both(program, frame, inner);
    const guard = typeGuard(program, frame, inner);
    if (guard) return withOutcome(program, frame, inner, guard);
    const equality = equalityOf(program, kind);
    if (equality) return compare(program, frame, inner, equality);
  }
  const value = program.steps.expression(program, frame, inner);
  const truth = truthOf(program, value);
  const affix = truth === undefined ? affixOf(program, frame, inner) : undefined;
  const outcome = truth === undefined ? outcomeOf(program, frame, inner) : undefined;
  const list = truth === undefined ? listGuard(program, frame, inner) : undefined;
  return {
    truth,
    whenTrue: [
      narrow(program, frame, inner, value, (option) => truthOf(program, option), { truthy: true, nullish: false }),
      ...(affix?.whenTrue ?? []),
      ...(outcome?.whenTrue ?? []),
      ...(list?.whenTrue ?? []),
    ],
    whenFalse: [
      narrow(program, frame, inner, value, (option) => negate(truthOf(program, option)), { truthy: false }),
      ...(affix?.whenFalse ?? []),
      ...(outcome?.whenFalse ?? []),
      ...(list?.whenFalse ?? []),
    ],
  };
}

/** A condition on an answer shows besides whether its request was refused. */
function withOutcome(program: Program, frame: Frame, node: TS.Expression, { truth, whenTrue, whenFalse }: Test): Test {
  const outcome = truth === undefined ? outcomeOf(program, frame, node) : undefined;
  if (!outcome) return { truth, whenTrue, whenFalse };
  return {
    truth,
    whenTrue: [...whenTrue, ...outcome.whenTrue],
    whenFalse: [...whenFalse, ...outcome.whenFalse],
  };
}

/** `a && b` and `a || b`: the second runs only where the first lets it. */
function both(program: Program, frame: Frame, node: TS.BinaryExpression): Test {
  const and = node.operatorToken.kind === program.ts.SyntaxKind.AmpersandAmpersandToken;
  const left = test(program, frame, node.left);
  if (left.truth === !and) return left;
  const enter = and ? left.whenTrue : left.whenFalse;
  if (left.truth === and) {
    apply(enter);
    return test(program, frame, node.right);
  }
  const { state } = program;
  const forked = state.clock;
  const sides = fork(program, [
    () => {
      apply(enter);
      const refined = state.checkpoint();
      const inner = test(program, frame, node.right);
      return { inner, wrote: state.checkpoint() > refined };
    },
  ]);
  const [side] = sides;
  if (!side) return left;
  const { inner: right, wrote } = side.result;
  if (wrote) state.merge([side.delta, new Map()], forked);
  const truth = right.truth === !and ? !and : undefined;
  const inside = [...enter, ...(and ? right.whenTrue : right.whenFalse)];
  return and ? { truth, whenTrue: inside, whenFalse: [] } : { truth, whenTrue: [], whenFalse: inside };
}

interface Equality {
  readonly strict: boolean;
  readonly negated: boolean;
}

function equalityOf(program: Program, kind: TS.SyntaxKind): Equality | undefined {
  const { SyntaxKind } = program.ts;
  if (kind === SyntaxKind.EqualsEqualsEqualsToken) return { strict: true, negated: false };
  if (kind === SyntaxKind.ExclamationEqualsEqualsToken) return { strict: true, negated: true };
  if (kind === SyntaxKind.EqualsEqualsToken) return { strict: false, negated: false };
  if (kind === SyntaxKind.ExclamationEqualsToken) return { strict: false, negated: true };
  return undefined;
}

/** `==` compares an object with a primitive by the primitive into which the object converts itself. */
function compared(program: Program, value: Abstract, other: Abstract): Abstract {
  const isPrimitive = other.kind === "text" || (other.kind === "scalar" && nullishOf(program, other) !== true);
  if (value.kind !== "reference" || !isPrimitive) return value;
  return program.steps.implicit.ownPrimitive(program, value, "default", value.place) ?? value;
}

function compare(program: Program, frame: Frame, node: TS.BinaryExpression, equality: Equality): Test {
  const left = program.steps.expression(program, frame, node.left);
  const right = program.steps.expression(program, frame, node.right);
  const isOneNullish = [nullishOf(program, left), nullishOf(program, right)];
  const known = equality.strict
    ? equals(left, right, true)
    : equals(compared(program, left, right), compared(program, right, left), false);
  // What a test has shown is no `null`, and no `undefined` either.
  const equal = isOneNullish.includes(true) && isOneNullish.includes(false) ? false : known;
  const refine = (to: boolean): readonly Refinement[] => {
    const predicateFor =
      (other: Abstract): Predicate =>
      (option) => {
        const same = equals(option, other, equality.strict);
        return to ? same : negate(same);
      };
    const fact = (other: Abstract): Fact => {
      const nullish = nullishOf(program, other);
      const single = primitiveOf(other);
      if (!single) return {};
      if (nullish === true) return to ? { nullish: true, truthy: false } : equality.strict ? {} : { nullish: false };
      return to ? { truthy: Boolean(single.value), nullish: false } : {};
    };
    return [
      narrow(program, frame, skipWrappers(program.ts, node.left), left, predicateFor(right), fact(right)),
      narrow(program, frame, skipWrappers(program.ts, node.right), right, predicateFor(left), fact(left)),
    ];
  };
  const holds = equality.negated ? negate(equal) : equal;
  const outcome = holds === undefined ? outcomeOf(program, frame, node) : undefined;
  const affix = holds === undefined ? affixOf(program, frame, node) : undefined;
  const [same, other] = [affix?.whenTrue ?? [], affix?.whenFalse ?? []];
  return {
    truth: holds,
    whenTrue: [...refine(!equality.negated), ...(equality.negated ? other : same), ...(outcome?.whenTrue ?? [])],
    whenFalse: [...refine(equality.negated), ...(equality.negated ? same : other), ...(outcome?.whenFalse ?? [])],
  };
}
