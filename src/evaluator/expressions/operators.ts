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

interface OperandPlaces {
  readonly left: Place;
  readonly right: Place;
}

/** @returns the result of a binary operator other than assignment, equality and the logical ones. */
export function binary(
  program: Program,
  kind: TS.SyntaxKind,
  left: Abstract,
  right: Abstract,
  place: Place,
  places: OperandPlaces = { left: place, right: place },
): Abstract {
  const { SyntaxKind } = program.ts;
  if (kind !== SyntaxKind.InKeyword) {
    left = operand(program, left, places.left);
    right = operand(program, right, places.right);
  }
  if (kind === SyntaxKind.PlusToken) return plus(program, left, right, place, places);
  const is = kind === SyntaxKind.InKeyword || isRelational(program, kind) ? "boolean" : undefined;
  if (kind === SyntaxKind.InKeyword) {
    const known = hasKey(program, left, right);
    if (known !== undefined) return scalar(known, place);
  }
  const one = primitiveOf(left);
  const other = primitiveOf(right);
  const computed = one && other && is === undefined ? compute(program, kind, one.value, other.value) : undefined;
  const compared =
    is === "boolean" ? (related(program, kind, one, other) ?? relatedPlace(program, kind, left, other)) : undefined;
  if (computed !== undefined) return scalar(computed, place);
  if (compared !== undefined) return scalar(compared, place);
  return unknown(is ? "a comparison" : "computed", place, is ? { is } : {});
}

/** An object takes part as the primitive into which it converts itself. */
function operand(program: Program, value: Abstract, place: Place): Abstract {
  return mapOptions(value, (option) =>
    option.kind === "reference"
      ? (program.steps.implicit.ownPrimitive(program, option, "default", place) ?? option)
      : option,
  );
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
type Boxed = ReturnType<typeof primitiveOf>;

function related(program: Program, kind: TS.SyntaxKind, left: Boxed, right: Boxed): boolean | undefined {
  return left && right && relate(program, kind, left.value, right.value);
}

/** `x.indexOf("/") > -1`: a place has a least value, and above that nothing is known of it. */
function relatedPlace(program: Program, kind: TS.SyntaxKind, left: Abstract, right: Boxed): boolean | undefined {
  if (left.kind !== "unknown" || !left.index || typeof right?.value !== "number") return undefined;
  const { SyntaxKind } = program.ts;
  const { least } = left.index;
  if (kind === SyntaxKind.GreaterThanToken) return least > right.value || undefined;
  if (kind === SyntaxKind.GreaterThanEqualsToken) return least >= right.value || undefined;
  if (kind === SyntaxKind.LessThanToken) return least >= right.value ? false : undefined;
  return kind === SyntaxKind.LessThanEqualsToken && least > right.value ? false : undefined;
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

function plus(program: Program, left: Abstract, right: Abstract, place: Place, places: OperandPlaces): Abstract {
  const stringy = (value: Abstract): boolean =>
    optionsOf(value).every((option) => option.kind === "text" || (option.kind === "unknown" && option.is === "string"));
  if (stringy(left) || stringy(right)) {
    if (left.kind === "never") return left;
    if (right.kind === "never") return right;
    return concatenate(toText(program, left, places.left), toText(program, right, places.right), place);
  }
  return mapOptions(left, (one) =>
    mapOptions(right, (other) => {
      if (one.kind === "text" || other.kind === "text")
        return concatenate(toText(program, one, places.left), toText(program, other, places.right), place);
      const a = primitiveOf(one)?.value;
      const b = primitiveOf(other)?.value;
      if (typeof a === "number" && typeof b === "number") return scalar(a + b, place);
      return unknown("a sum", place);
    }),
  );
}

/** `!x`, `-x`, `+x`, `~x`. */
export function unary(program: Program, frame: Frame, node: TS.PrefixUnaryExpression): Abstract {
  const { SyntaxKind } = program.ts;
  const given = program.steps.expression(program, frame, node.operand);
  const place = program.place(frame, node);
  if (node.operator === SyntaxKind.ExclamationToken) {
    const truth = truthOf(program, given);
    return truth === undefined ? unknown("`!`", place, { is: "boolean" }) : scalar(!truth, place);
  }
  const value = operand(program, given, place);
  const whole = plainText(value);
  const held = value.kind === "scalar" ? value.value : whole;
  if (typeof held === "bigint" && node.operator === SyntaxKind.MinusToken)
    return { ...scalar(-held, place), text: node.getText(frame.file) };
  if (held === undefined || typeof held === "bigint") {
    // Only `+` never gives a `bigint`.
    const isNumber =
      node.operator === SyntaxKind.PlusToken ||
      (value.kind === "scalar" && typeof held !== "bigint") ||
      (value.kind === "unknown" && value.is !== undefined && value.is !== "object");
    // `~x.indexOf("/")` is 0 for −1 alone.
    const isFound = node.operator === SyntaxKind.TildeToken && value.kind === "unknown" && value.index?.least === 0;
    return unknown("computed", place, { ...(isNumber && { is: "number" }), ...(isFound && { truth: true }) });
  }
  const number = Number(held);
  const result =
    node.operator === SyntaxKind.MinusToken ? -number : node.operator === SyntaxKind.PlusToken ? number : ~number;
  return { ...scalar(result, place), text: typeof held === "number" ? node.getText(frame.file) : undefined };
}
