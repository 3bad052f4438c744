import type TS from "typescript";
import type { Abstract, Frame } from "../domain/domain";
import { optionsOf } from "../domain/values";
import type { Program } from "../program";
import type { Fact } from "../store/facts";
import { isArray, isInstance, typeName } from "../store/instances";
import { skipWrappers } from "../../syntax/wrappers";
import { negate } from "./equality";
import { narrow, type Predicate, type Shown, type Subject } from "./narrowing";

/** A condition: whether it holds, and how it narrows values on either side. */
export interface Test extends Shown {
  readonly truth: boolean | undefined;
}

export function not({ truth, whenTrue, whenFalse }: Test): Test {
  return { truth: negate(truth), whenTrue: whenFalse, whenFalse: whenTrue };
}

/** Evaluates `typeof x === "string"` and `x instanceof C`; `undefined` for other conditions, of which nothing is evaluated. */
export function typeGuard(program: Program, frame: Frame, node: TS.BinaryExpression): Test | undefined {
  const { ts } = program;
  const { SyntaxKind } = ts;
  const kind = node.operatorToken.kind;
  if (kind === SyntaxKind.InstanceOfKeyword) {
    const value = program.steps.expression(program, frame, node.left);
    const owner = program.steps.expression(program, frame, node.right);
    const predicate: Predicate = (option) => all(optionsOf(owner), (each) => isInstance(program, option, each));
    return guardOf(program, frame, { node: node.left, value }, predicate, { truthy: true, nullish: false });
  }
  const asked = typeAsked(ts, node);
  if (!asked) return undefined;
  const { subject, name, negated } = asked;
  const value = program.steps.expression(program, frame, subject);
  const predicate: Predicate = (option) => {
    const found = typeName(option);
    return found === undefined ? undefined : found === name;
  };
  const guard = guardOf(program, frame, { node: subject, value }, predicate, factOf(name));
  return negated ? not(guard) : guard;
}

/** @returns how the answer of `Array.isArray(x)` narrows the variable or member `x`. */
export function listGuard(program: Program, frame: Frame, node: TS.Expression): Shown | undefined {
  const { ts } = program;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: owner, name } = node.expression;
  const [subject] = node.arguments;
  if (name.text !== "isArray" || !ts.isIdentifier(owner) || owner.text !== "Array" || !subject) return undefined;
  if (!ts.isIdentifier(subject)) return undefined;
  const value = program.steps.expression(program, frame, subject);
  return guardOf(program, frame, { node: subject, value }, isArray, { truthy: true, nullish: false });
}

function typeAsked(
  ts: typeof TS,
  node: TS.BinaryExpression,
): { readonly subject: TS.Expression; readonly name: string; readonly negated: boolean } | undefined {
  const { SyntaxKind } = ts;
  const kind = node.operatorToken.kind;
  const negated = kind === SyntaxKind.ExclamationEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsToken;
  if (!negated && kind !== SyntaxKind.EqualsEqualsEqualsToken && kind !== SyntaxKind.EqualsEqualsToken)
    return undefined;
  const [left, right] = [skipWrappers(ts, node.left), skipWrappers(ts, node.right)];
  const [asking, other] = ts.isTypeOfExpression(left) ? [left, right] : [right, left];
  if (!ts.isTypeOfExpression(asking) || !ts.isStringLiteralLike(other)) return undefined;
  return { subject: skipWrappers(ts, asking.expression), name: other.text, negated };
}

function factOf(name: string): Fact {
  if (name === "undefined") return { nullish: true, truthy: false };
  if (name === "object") return {};
  return name === "function" || name === "symbol" ? { truthy: true, nullish: false } : { nullish: false };
}

function guardOf(program: Program, frame: Frame, subject: Subject, predicate: Predicate, fact: Fact): Test {
  return {
    truth: all(optionsOf(subject.value), predicate),
    whenTrue: [narrow(program, frame, subject, predicate, fact)],
    whenFalse: [narrow(program, frame, subject, (option) => negate(predicate(option)), {})],
  };
}

/** @returns what a predicate says of all values alike. */
function all(values: readonly Abstract[], predicate: Predicate): boolean | undefined {
  const [first, ...others] = values.map(predicate);
  return others.every((each) => each === first) ? first : undefined;
}
