import type TS from "typescript";
import type { ResponseOrigin } from "../../value/value";
import type { Abstract, Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { optionsOf, primitiveOf } from "../domain/values";
import type { Program } from "../program";
import { skipWrappers } from "../../syntax/wrappers";
import type { Refinement, Shown } from "./narrowing";

/** Conditions that show whether a request was refused. After a refusal nothing has changed, so the same request may be sent again. */

/** Statuses of answers to requests that were served. */
const served = [200, 201, 202, 204, 206];

/** @returns the outcomes that a condition shows of the requests whose answers it tests; `undefined` for other conditions. */
export function outcomeOf(program: Program, frame: Frame, node: TS.Expression): Shown | undefined {
  const { ts } = program;
  if (program.pass.answered.value.length === 0) return undefined;
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = outcomeOf(program, frame, skipWrappers(ts, node.operand));
    return inner && { whenTrue: inner.whenFalse, whenFalse: inner.whenTrue };
  }
  if (ts.isBinaryExpression(node)) return comparedOutcome(program, frame, node);
  if (ts.isCallExpression(node)) return calledOutcome(program, frame, node);
  const looked = answerIn(program, frame, node);
  if (!looked) return ts.isIdentifier(node) ? namedOutcome(program, frame, node) : undefined;
  if (looked.name === "ok") return { whenTrue: [], whenFalse: [refused(program, looked.requests)] };
  return looked.name === "answer" ? undefined : nothingCertain(program, looked.requests);
}

/** `const failed = !r.ok`: the name stands for the condition. */
function namedOutcome(program: Program, frame: Frame, node: TS.Identifier): Shown | undefined {
  const { ts } = program;
  const declared = findBinding(frame.scope, node.text)?.slot.owner?.parent;
  if (!declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return undefined;
  if ((ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) === 0) return undefined;
  const condition = skipWrappers(ts, declared.initializer);
  return ts.isPrefixUnaryExpression(condition) || ts.isBinaryExpression(condition)
    ? outcomeOf(program, frame, condition)
    : undefined;
}

/** `switch (r.status)`: what a clause is for is not followed. */
export function switchedOn(program: Program, subject: Abstract): readonly Refinement[] {
  const looked = lookedAt(subject);
  return looked ? [refused(program, looked.requests)] : [];
}

/** `r.status >= 500`: a side on which no request that was served can be is one after a refusal. */
function comparedOutcome(program: Program, frame: Frame, node: TS.BinaryExpression): Shown | undefined {
  const left = answerIn(program, frame, node.left);
  const looked = left ?? answerIn(program, frame, node.right);
  if (!looked || looked.name === "answer") return undefined;
  if (looked.name === "body") return nothingCertain(program, looked.requests);
  const other = read(program, frame, left ? node.right : node.left);
  const compared = other && primitiveOf(other)?.value;
  const holds =
    compared === undefined ? undefined : comparison(program, node.operatorToken.kind, left !== undefined, compared);
  if (!holds) return nothingCertain(program, looked.requests);
  const values = looked.name === "ok" ? [true] : served;
  const refuse = [refused(program, looked.requests)];
  return {
    whenTrue: values.some((value) => holds(value)) ? [] : refuse,
    whenFalse: values.every((value) => holds(value)) ? refuse : [],
  };
}

const comparisons: ReadonlyMap<string, (one: unknown, two: unknown) => boolean> = new Map([
  ["===", (one, two) => one === two],
  ["==", (one, two) => Number(one) === Number(two)],
  ["!==", (one, two) => one !== two],
  ["!=", (one, two) => Number(one) !== Number(two)],
  ["<", (one, two) => Number(one) < Number(two)],
  [">", (one, two) => Number(one) > Number(two)],
  ["<=", (one, two) => Number(one) <= Number(two)],
  [">=", (one, two) => Number(one) >= Number(two)],
]);

/** @returns the compared value of an answer's status, as a function of the status. */
function comparison(
  program: Program,
  kind: TS.SyntaxKind,
  isLeft: boolean,
  other: unknown,
): ((value: unknown) => boolean) | undefined {
  const compare = comparisons.get(program.ts.tokenToString(kind) ?? "");
  return compare && ((value) => (isLeft ? compare(value, other) : compare(other, value)));
}

/** `mayTryAgain(r)`, `[502, 503].includes(r.status)`: which side is which is the function's affair. */
function calledOutcome(program: Program, frame: Frame, node: TS.CallExpression): Shown | undefined {
  const [first] = node.arguments.flatMap((argument) => answerIn(program, frame, argument) ?? []);
  return first && nothingCertain(program, first.requests);
}

function nothingCertain(program: Program, requests: readonly number[]): Shown {
  return { whenTrue: [refused(program, requests)], whenFalse: [refused(program, requests)] };
}

function refused(program: Program, requests: readonly number[]): Refinement {
  return () => {
    const { value } = program.pass.refused;
    // If two branches send by one call, the answer may be either's.
    const all = program.pass.recorder.sentAlike(requests);
    if (all.some((request) => !value.includes(request)))
      program.state.write(program.pass.refused, [...new Set([...value, ...all])]);
  };
}

interface Looked {
  /** Several, where it may be the answer to the one or the other. */
  readonly requests: readonly number[];
  readonly name: "ok" | "status" | "body" | "answer";
}

/** @returns the answer, or its status, that a name or member stands for. */
function answerIn(program: Program, frame: Frame, expression: TS.Expression): Looked | undefined {
  const value = read(program, frame, expression);
  return value && lookedAt(value);
}

/** @returns the value of an expression that can be read once more; `undefined` for one that may do something. */
function read(program: Program, frame: Frame, expression: TS.Expression): Abstract | undefined {
  const node = skipWrappers(program.ts, expression);
  if (!isPlainRead(program.ts, node)) return undefined;
  // The condition itself has read it, and has paid for that.
  const budget = { ...program.run.context.budget };
  return program.run.within({ budget }, () => program.steps.expression(program, frame, node));
}

function lookedAt(value: Abstract): Looked | undefined {
  const answers = optionsOf(value).flatMap(({ origin }) => origin?.response ?? []);
  const [first] = answers;
  return first && { requests: answers.map(({ request }) => request), name: nameOf(first) };
}

function nameOf({ part, path }: ResponseOrigin): Looked["name"] {
  if (part === "body") return "body";
  const name = part === "response" ? path.at(-1) : undefined;
  if (name === "ok") return "ok";
  return name === "status" || name === "statusCode" ? "status" : "answer";
}

/** A literal, a name, or members of one: reading it once more does nothing. */
function isPlainRead(ts: typeof TS, node: TS.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return isPlainRead(ts, skipWrappers(ts, node.expression));
  const isConstant = node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
  return ts.isIdentifier(node) || ts.isLiteralExpression(node) || isConstant;
}
