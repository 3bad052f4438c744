import type TS from "typescript";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Frame, Place, Scalar } from "../domain/domain";
import { concatenate } from "../domain/texts/texts";
import { mapOptions, optionsOf, plainText, primitiveOf } from "../domain/values";
import type { Program } from "../program";
import { contentOf } from "../store/heap";
import { toText } from "../store/text-form";
import { truthOf } from "../store/truth";

/** Operators on values. */

/** A value that an operator takes, with the place where it is written. */
export interface Operand {
  readonly value: Abstract;
  readonly place: Place;
}

/** @returns the result of a binary operator other than assignment, equality and the logical ones. */
export function binary(program: Program, kind: TS.SyntaxKind, left: Operand, right: Operand, place: Place): Abstract {
  const { SyntaxKind } = program.ts;
  if (kind === SyntaxKind.InKeyword) return comparison(hasKey(program, left.value, right.value), place);
  const one = converted(program, left);
  const other = converted(program, right);
  if (kind === SyntaxKind.PlusToken) return plus(program, one, other, place);
  if (isRelational(program, kind)) return comparison(related(program, kind, one.value, other.value), place);
  const result = compute(program, kind, primitiveOf(one.value)?.value, primitiveOf(other.value)?.value);
  return result === undefined ? unknown("computed", place) : scalar(result, place);
}

/** @returns the value of a comparison, which holds or not where that is known. */
export function comparison(holds: boolean | undefined, place: Place): Abstract {
  return holds === undefined ? unknown("a comparison", place, { is: "boolean" }) : scalar(holds, place);
}

/** An object takes part as the primitive into which it converts itself. */
function converted(program: Program, { value, place }: Operand): Operand {
  const primitive = mapOptions(value, (option) =>
    option.kind === "reference"
      ? (program.steps.implicit.ownPrimitive(program, option, "default", place) ?? option)
      : option,
  );
  return { value: primitive, place };
}

function hasKey(program: Program, key: Abstract, target: Abstract): boolean | undefined {
  const name = primitiveOf(key);
  if (
    !name ||
    target.kind !== "reference" ||
    target.cell.type === "array" ||
    target.cell.constructedBy ||
    target.cell.class
  )
    return undefined;
  const content = contentOf(program, target.cell, { key: String(name.value) });
  const field = content.fields.get(String(name.value));
  if (field) return field.presence === "always" ? true : undefined;
  return content.open || String(name.value) in Object.prototype ? undefined : false;
}

function isRelational(program: Program, kind: TS.SyntaxKind): boolean {
  const { SyntaxKind } = program.ts;
  return (
    kind === SyntaxKind.LessThanToken ||
    kind === SyntaxKind.GreaterThanToken ||
    kind === SyntaxKind.LessThanEqualsToken ||
    kind === SyntaxKind.GreaterThanEqualsToken
  );
}

type Primitive = Scalar["value"] | string;

function related(program: Program, kind: TS.SyntaxKind, left: Abstract, right: Abstract): boolean | undefined {
  const one = primitiveOf(left);
  const other = primitiveOf(right);
  const holds = one && other && relate(program, kind, one.value, other.value);
  return holds ?? relatedPlace(program, kind, left, other?.value);
}

/** `x.indexOf("/") > -1`: a place has a least value, and above that nothing is known of it. */
function relatedPlace(program: Program, kind: TS.SyntaxKind, left: Abstract, right: Primitive): boolean | undefined {
  if (left.kind !== "unknown" || !left.index || typeof right !== "number") return undefined;
  const { SyntaxKind } = program.ts;
  const { least } = left.index;
  if (kind === SyntaxKind.GreaterThanToken) return least > right || undefined;
  if (kind === SyntaxKind.GreaterThanEqualsToken) return least >= right || undefined;
  if (kind === SyntaxKind.LessThanToken) return least >= right ? false : undefined;
  return kind === SyntaxKind.LessThanEqualsToken && least > right ? false : undefined;
}

function relate(program: Program, kind: TS.SyntaxKind, left: Primitive, right: Primitive): boolean | undefined {
  const { SyntaxKind } = program.ts;
  const comparable =
    (typeof left === "number" && typeof right === "number") || (typeof left === "string" && typeof right === "string");
  if (!comparable) return undefined;
  switch (kind) {
    case SyntaxKind.LessThanToken:
      return left < right;
    case SyntaxKind.GreaterThanToken:
      return left > right;
    case SyntaxKind.LessThanEqualsToken:
      return left <= right;
    case SyntaxKind.GreaterThanEqualsToken:
      return left >= right;
    default:
      return undefined;
  }
}

function compute(program: Program, kind: TS.SyntaxKind, left: Primitive, right: Primitive): number | undefined {
  const { SyntaxKind } = program.ts;
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  switch (kind) {
    case SyntaxKind.MinusToken:
      return left - right;
    case SyntaxKind.AsteriskToken:
      return left * right;
    case SyntaxKind.SlashToken:
      return left / right;
    case SyntaxKind.PercentToken:
      return left % right;
    case SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    case SyntaxKind.BarToken:
      return left | right;
    case SyntaxKind.AmpersandToken:
      return left & right;
    case SyntaxKind.CaretToken:
      return left ^ right;
    case SyntaxKind.LessThanLessThanToken:
      return left << right;
    case SyntaxKind.GreaterThanGreaterThanToken:
      return left >> right;
    default:
      return undefined;
  }
}

function plus(program: Program, left: Operand, right: Operand, place: Place): Abstract {
  const joined = (one: Abstract, other: Abstract): Abstract =>
    concatenate(toText(program, one, left.place), toText(program, other, right.place), place);
  if (isText(left.value) || isText(right.value)) {
    if (left.value.kind === "never") return left.value;
    return right.value.kind === "never" ? right.value : joined(left.value, right.value);
  }
  return mapOptions(left.value, (one) =>
    mapOptions(right.value, (other) => {
      if (one.kind === "text" || other.kind === "text") return joined(one, other);
      const a = primitiveOf(one)?.value;
      const b = primitiveOf(other)?.value;
      return typeof a === "number" && typeof b === "number" ? scalar(a + b, place) : unknown("a sum", place);
    }),
  );
}

function isText(value: Abstract): boolean {
  return optionsOf(value).every(
    (option) => option.kind === "text" || (option.kind === "unknown" && option.is === "string"),
  );
}

/** `!x`, `-x`, `+x`, `~x`. */
export function unary(program: Program, frame: Frame, node: TS.PrefixUnaryExpression): Abstract {
  const { SyntaxKind } = program.ts;
  const operand = program.steps.expression(program, frame, node.operand);
  const place = program.place(frame, node);
  if (node.operator === SyntaxKind.ExclamationToken) {
    const truth = truthOf(program, operand);
    return truth === undefined ? unknown("`!`", place, { is: "boolean" }) : scalar(!truth, place);
  }
  const { value } = converted(program, { value: operand, place });
  const held = value.kind === "scalar" ? value.value : plainText(value);
  if (typeof held === "bigint" && node.operator === SyntaxKind.MinusToken)
    return { ...scalar(-held, place), text: node.getText(frame.file) };
  if (held === undefined || typeof held === "bigint") {
    // `~x.indexOf("/")` is 0 for −1 alone.
    const isFound = node.operator === SyntaxKind.TildeToken && isNotNegative(value);
    // Only `+` never gives a `bigint`.
    const isNumber = node.operator === SyntaxKind.PlusToken || isNoBigint(value);
    return unknown("computed", place, { ...(isNumber && { is: "number" }), ...(isFound && { truth: true }) });
  }
  const result = applied(program, node.operator, Number(held));
  return { ...scalar(result, place), text: typeof held === "number" ? node.getText(frame.file) : undefined };
}

function isNotNegative(value: Abstract): boolean {
  return value.kind === "unknown" && value.index !== undefined && value.index.least >= 0;
}

function applied({ ts: { SyntaxKind } }: Program, operator: TS.PrefixUnaryOperator, number: number): number {
  if (operator === SyntaxKind.MinusToken) return -number;
  return operator === SyntaxKind.TildeToken ? ~number : number;
}

/** Whether a value is known to be a primitive other than a `bigint`, so that counting or negating it gives a number. */
export function isNoBigint(value: Abstract): boolean {
  if (value.kind === "scalar") return typeof value.value !== "bigint";
  return value.kind === "unknown" && value.is !== undefined && value.is !== "object";
}
