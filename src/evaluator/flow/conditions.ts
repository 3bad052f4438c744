import type TS from "typescript";
import type { Abstract, Frame } from "../domain/domain";
import { primitiveOf } from "../domain/values";
import type { Program } from "../program";
import type { Fact } from "../store/facts";
import { nullishOf, truthOf } from "../store/truth";
import { skipWrappers } from "../../syntax/wrappers";
import { affixOf } from "./prefix-conditions";
import { outcomeOf } from "./status-conditions";
import { fork } from "./branches";
import { equals, negate } from "./equality";
import { apply, narrow, narrowTo, type Predicate, type Refinement, type Shown, type Subject } from "./narrowing";
import { listGuard, not, type Test, typeGuard } from "./type-guards";

/** Evaluates a condition with its effects. */
export function test(program: Program, frame: Frame, node: TS.Expression): Test {
  const { ts } = program;
  const inner = skipWrappers(ts, node);
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken)
    return not(test(program, frame, inner.operand));
  if (!ts.isBinaryExpression(inner)) return testTruth(program, frame, inner);
  const kind = inner.operatorToken.kind;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken)
    return both(program, frame, inner);
  const guard = typeGuard(program, frame, inner);
  if (guard) return withForms(program, frame, inner, guard, [outcomeOf]);
  const equality = equalityOf(program, kind);
  return equality ? compare(program, frame, inner, equality) : testTruth(program, frame, inner);
}

function testTruth(program: Program, frame: Frame, node: TS.Expression): Test {
  const value = program.steps.expression(program, frame, node);
  const shown: Test = {
    truth: truthOf(program, value),
    whenTrue: [narrowTo(program, frame, { node, value }, "truthy")],
    whenFalse: [narrowTo(program, frame, { node, value }, "falsy")],
  };
  return withForms(program, frame, node, shown, [affixOf, outcomeOf, listGuard]);
}

/** Tells what a condition of some form shows beside the truth of its value. */
type Form = (program: Program, frame: Frame, node: TS.Expression) => Shown | undefined;

/** @returns a test of which it is not known whether it holds, with what its form shows besides. */
function withForms(program: Program, frame: Frame, node: TS.Expression, known: Test, forms: readonly Form[]): Test {
  if (known.truth !== undefined) return known;
  const shown = forms.flatMap((form) => form(program, frame, node) ?? []);
  return {
    truth: undefined,
    whenTrue: [...known.whenTrue, ...shown.flatMap(({ whenTrue }) => whenTrue)],
    whenFalse: [...known.whenFalse, ...shown.flatMap(({ whenFalse }) => whenFalse)],
  };
}

/** `a && b` and `a || b`: the second runs only where the first lets it. */
function both(program: Program, frame: Frame, node: TS.BinaryExpression): Test {
  const and = node.operatorToken.kind === program.ts.SyntaxKind.AmpersandAmpersandToken;
  const left = test(program, frame, node.left);
  if (left.truth === !and) return left;
  if (left.truth === and) return test(program, frame, node.right);
  const enter = and ? left.whenTrue : left.whenFalse;
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
  readonly operator: "===" | "==";
  readonly negated: boolean;
}

function equalityOf(program: Program, kind: TS.SyntaxKind): Equality | undefined {
  const { SyntaxKind } = program.ts;
  if (kind === SyntaxKind.EqualsEqualsEqualsToken) return { operator: "===", negated: false };
  if (kind === SyntaxKind.ExclamationEqualsEqualsToken) return { operator: "===", negated: true };
  if (kind === SyntaxKind.EqualsEqualsToken) return { operator: "==", negated: false };
  if (kind === SyntaxKind.ExclamationEqualsToken) return { operator: "==", negated: true };
  return undefined;
}

/** `==` compares an object with a primitive by the primitive into which the object converts itself. */
function compared(program: Program, value: Abstract, other: Abstract): Abstract {
  const isPrimitive = other.kind === "text" || (other.kind === "scalar" && nullishOf(program, other) !== true);
  if (value.kind !== "reference" || !isPrimitive) return value;
  return program.steps.implicit.ownPrimitive(program, value, "default", value.place) ?? value;
}

function compare(program: Program, frame: Frame, node: TS.BinaryExpression, { operator, negated }: Equality): Test {
  const left = { node: node.left, value: program.steps.expression(program, frame, node.left) };
  const right = { node: node.right, value: program.steps.expression(program, frame, node.right) };
  const refine = (holds: boolean): readonly Refinement[] => {
    const predicate =
      (other: Subject): Predicate =>
      (option) => {
        const same = equals(option, other.value, operator);
        return holds ? same : negate(same);
      };
    const fact = ({ value }: Subject): Fact =>
      holds ? factOfEqual(program, value) : factOfOther(program, value, operator);
    return [
      narrow(program, frame, left, predicate(right), fact(right)),
      narrow(program, frame, right, predicate(left), fact(left)),
    ];
  };
  const truth = areEqual(program, left.value, right.value, operator);
  const shown: Test = { truth, whenTrue: refine(true), whenFalse: refine(false) };
  const equality = withForms(program, frame, node, shown, [affixOf]);
  return withForms(program, frame, node, negated ? not(equality) : equality, [outcomeOf]);
}

function areEqual(program: Program, left: Abstract, right: Abstract, operator: "===" | "=="): boolean | undefined {
  const isOneNullish = [nullishOf(program, left), nullishOf(program, right)];
  // What a test has shown is no `null`, and no `undefined` either.
  if (isOneNullish.includes(true) && isOneNullish.includes(false)) return false;
  return operator === "==="
    ? equals(left, right, operator)
    : equals(compared(program, left, right), compared(program, right, left), operator);
}

/** What is shown of a value that equals another one. */
function factOfEqual(program: Program, other: Abstract): Fact {
  const single = primitiveOf(other);
  if (!single) return {};
  return nullishOf(program, other) === true
    ? { nullish: true, truthy: false }
    : { truthy: Boolean(single.value), nullish: false };
}

/** `x != null` shows that `x` is neither `null` nor `undefined`. */
function factOfOther(program: Program, other: Abstract, operator: "===" | "=="): Fact {
  const isNullish = primitiveOf(other) !== undefined && nullishOf(program, other) === true;
  return operator === "==" && isNullish ? { nullish: false } : {};
}
