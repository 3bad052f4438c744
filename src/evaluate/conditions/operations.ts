import type { ValueId } from "../../code/graph";
import type { Operation } from "../../code/values";
import { concat, textForm } from "../builtins/index";
import type { Abstract, Context, Place, Scalar, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { scalar, text, unknown } from "../make";
import { placeOf, standingAt } from "../places";
import { addedValue, mayHaveValue } from "./added";
import { isInstance } from "./instance-of";
import { assuming, bothAssume, joinAll, mapOptions, nullishOf, optionsOf, primitiveOf, truthOf } from "../values";

type Primitive = Scalar["value"] | string;
type Unary = (value: Primitive) => Primitive;
type Binary = (left: Primitive, right: Primitive) => Primitive;

const numbers = (apply: (left: number, right: number) => number | boolean): Binary => {
  return (left, right) => apply(Number(left), Number(right));
};

const unary: Readonly<Record<string, Unary>> = {
  "-": (value) => (typeof value === "bigint" ? -value : -Number(value)),
  "+": (value) => Number(value),
  "~": (value) => ~Number(value),
};

/** Binary operators on primitives, with the type of their results for unknown operands. */
const binary: Readonly<Record<string, readonly [Binary, "number" | "boolean"]>> = {
  "-": [numbers((left, right) => left - right), "number"],
  "*": [numbers((left, right) => left * right), "number"],
  "/": [numbers((left, right) => left / right), "number"],
  "%": [numbers((left, right) => left % right), "number"],
  "**": [numbers((left, right) => left ** right), "number"],
  "&": [numbers((left, right) => left & right), "number"],
  "|": [numbers((left, right) => left | right), "number"],
  "^": [numbers((left, right) => left ^ right), "number"],
  "<<": [numbers((left, right) => left << right), "number"],
  ">>": [numbers((left, right) => left >> right), "number"],
  ">>>": [numbers((left, right) => left >>> right), "number"],
  "<": [(left, right) => (left as number) < (right as number), "boolean"],
  ">": [(left, right) => (left as number) > (right as number), "boolean"],
  "<=": [(left, right) => (left as number) <= (right as number), "boolean"],
  ">=": [(left, right) => (left as number) >= (right as number), "boolean"],
  "===": [(left, right) => left === right, "boolean"],
  "!==": [(left, right) => left !== right, "boolean"],
  "==": [(left, right) => left == right, "boolean"],
  "!=": [(left, right) => left != right, "boolean"],
};

export function evaluateOperation(evaluation: Evaluation, node: Operation, context: Context): Abstract {
  return operated(evaluation, node, context, (operand) => evaluation.valueOf(operand, context));
}

/** @param valueOf evaluates an operand. */
export function operated(
  evaluation: Evaluation,
  node: Operation,
  context: Context,
  valueOf: (operand: ValueId) => Abstract,
): Abstract {
  const place = placeOf(node, context);
  const [first, second] = node.operands;
  const read = (operand: ValueId, index: number): Abstract =>
    standingAt(valueOf(operand), node.spots?.[index], context);
  const left = first === undefined ? unknown("nothing", place) : read(first, 0);
  if (second === undefined) return evaluateUnary(node.operator, left, place);
  const right = (): Abstract => read(second, 1);
  switch (node.operator) {
    case ",":
      return right();
    case "&&":
      return either(left, (option) => truthOf(option) !== false, right, place, { truth: false });
    case "||":
      return either(left, (option) => truthOf(option) !== true, right, place, { truth: true, nullish: false });
    case "??":
      return either(left, (option) => nullishOf(option) !== false, right, place, { nullish: false });
    case "+":
      return plus(evaluation, left, right(), place);
    case "in":
      return isIn(left, right(), place);
    case "instanceof":
      return instanceOf(evaluation, left, right(), place);
    default:
      return operate(node.operator, left, right(), place);
  }
}

/** Applies a short-circuit operator to each option: the result is the option, the right operand, or both if the test is undecided. */
function either(
  left: Abstract,
  mayGoOn: (option: Single) => boolean,
  right: () => Abstract,
  place: Place,
  about: { readonly truth?: boolean; readonly nullish?: boolean },
): Abstract {
  const values = optionsOf(left).flatMap((option): readonly Abstract[] => {
    const goesOn = mayGoOn(option);
    if (!goesOn) return [option];
    const surely =
      about.truth === false
        ? truthOf(option) === true
        : about.truth === true
          ? truthOf(option) === false
          : nullishOf(option) === true;
    const next = assuming(right(), option.assumes);
    if (surely) return [next];
    return [option.kind === "unknown" ? { ...option, ...about } : option, next];
  });
  return joinAll(values, place);
}

function evaluateUnary(operator: string, value: Abstract, place: Place): Abstract {
  return mapOptions(value, (option) => {
    if (operator === "!") {
      const truth = truthOf(option);
      return truth === undefined ? unknown("a negation", place, { is: "boolean" }) : scalar(!truth, place);
    }
    if (operator === "void") return scalar(undefined, place);
    if (operator === "typeof") return typeOf(option, place);
    const known = primitiveOf(option);
    const apply = unary[operator];
    if (typeof known?.value === "bigint") return unknown("a bigint", place);
    if (known && apply) return ofPrimitive(apply(known.value), place);
    // The result is a bigint if the operand is one. Unary `+` throws on a bigint.
    const isNumber = operator === "+" || option.kind !== "unknown" || option.is !== undefined;
    return unknown("a number", place, isNumber ? { is: "number" } : {});
  });
}

function typeOf(option: Single, place: Place): Abstract {
  const unclear = (): Abstract => unknown("a type's name", place, { is: "string", truth: true });
  switch (option.kind) {
    case "text":
      return text("string", place);
    case "scalar":
      return text(option.value === null ? "object" : typeof option.value, place);
    case "function":
    case "class":
      return text("function", place);
    case "object":
    case "array":
    case "module":
      return text("object", place);
    case "builtin":
      return text((option.builtin.call ?? option.builtin.construct) ? "function" : "object", place);
    default:
      return option.kind === "unknown" && option.is !== undefined
        ? text(option.is === "array" ? "object" : option.is, place)
        : unclear();
  }
}

function plus(evaluation: Evaluation, first: Abstract, second: Abstract, place: Place): Abstract {
  const [left, right] = [first, second].map((each) => addedValue(evaluation, each, place)) as [Abstract, Abstract];
  const texts = (one: Abstract, other: Abstract): Abstract =>
    concat(
      [textForm(one, one.place, evaluation.forBuiltins), textForm(other, other.place, evaluation.forBuiltins)],
      place,
    );
  const isText = (value: Abstract): boolean =>
    optionsOf(value).every(
      (option) =>
        option.kind === "text" ||
        (option.kind === "unknown" && option.is === "string") ||
        option.kind === "array" ||
        (option.kind === "object" && !mayHaveValue(evaluation, option, place)),
    );
  if (isText(left) || isText(right)) return texts(left, right);
  return pairs(left, right, place, (one, other) => {
    if (isText(one) || isText(other)) return texts(one, other);
    const [first, second] = [primitiveOf(one), primitiveOf(other)];
    if (isBigInt(first) || isBigInt(second)) return unknown("a sum of bigints", place);
    if (first && second) return ofPrimitive((first.value as number) + (second.value as number), place);
    const isNumber = (value: Single): boolean =>
      (value.kind === "scalar" && typeof value.value === "number") ||
      (value.kind === "unknown" && value.is === "number");
    if (isNumber(one) || isNumber(other))
      return isNumber(one) && isNumber(other)
        ? unknown("a sum", place, { is: "number" })
        : unknown("a sum, or a text", place);
    // The sum of two unknown values is mostly a text. As a text, it keeps both operands as its parts.
    return texts(one, other);
  });
}

/** @returns the join of the results for all pairs of options whose assumptions do not contradict each other. */
function pairs(
  left: Abstract,
  right: Abstract,
  place: Place,
  apply: (one: Single, other: Single) => Abstract,
): Abstract {
  const values = optionsOf(left).flatMap((one) =>
    optionsOf(right).flatMap((other): readonly Abstract[] => {
      const both = bothAssume(one.assumes, other.assumes);
      return both === "contradiction" ? [] : [assuming(apply(one, other), both)];
    }),
  );
  return joinAll(values, place);
}

function operate(operator: string, left: Abstract, right: Abstract, place: Place): Abstract {
  const [apply, is] = binary[operator] ?? [undefined, undefined];
  return pairs(left, right, place, (one, other) => {
    const [first, second] = [primitiveOf(one), primitiveOf(other)];
    if (is === "number" && (isBigInt(first) || isBigInt(second))) return unknown("a bigint", place);
    if (apply && first && second) return ofPrimitive(apply(first.value, second.value), place);
    const differ =
      operator === "===" || operator === "!==" ? surelyDiffer(one, other) : looselyDiffer(operator, one, other);
    if (differ !== undefined) return scalar(operator.startsWith("!") ? differ : !differ, place);
    const ordered = comparedToLeast(operator, one, other);
    if (ordered !== undefined) return scalar(ordered, place);
    return unknown("a comparison or number", place, is ? { is } : {});
  });
}

function isBigInt(known: { readonly value: Primitive } | undefined): boolean {
  return typeof known?.value === "bigint";
}

function surelyDiffer(one: Single, other: Single): boolean | undefined {
  const [first, second] = [primitiveOf(one), primitiveOf(other)];
  if (one.kind !== "unknown" && other.kind !== "unknown" && kindOf(one) !== kindOf(other)) return true;
  const nullish = (known: typeof first): boolean =>
    known !== undefined && (known.value === null || known.value === undefined);
  if (nullish(first) && nullishOf(other) === false) return true;
  if (nullish(second) && nullishOf(one) === false) return true;
  if (doPartsDiffer(one, second) || doPartsDiffer(other, first)) return true;
  if (isBelow(second, one) || isBelow(first, other)) return true;
  return one === other && one.kind !== "unknown" ? false : undefined;
}

/** @returns whether a text with holes surely differs from a known text. */
function doPartsDiffer(value: Single, known: { readonly value: Primitive } | undefined): boolean {
  if (value.kind !== "text" || value.json || typeof known?.value !== "string") return false;
  const [first, last] = [value.parts[0], value.parts.at(-1)];
  const length = value.parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 0), 0);
  return (
    length > known.value.length ||
    (first?.kind === "text" && !known.value.startsWith(first.text)) ||
    (last?.kind === "text" && !known.value.endsWith(last.text))
  );
}

/** @returns whether a number is less than the least possible value of a length or index. */
function isBelow(known: { readonly value: Primitive } | undefined, value: Single): boolean {
  return (
    typeof known?.value === "number" && value.kind === "unknown" && known.value < (value.index?.least ?? -Infinity)
  );
}

const mirrored: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

/** Result of comparing a number of at least `least` with a known one, if it is decided. */
const byLeast: Readonly<Record<string, (least: number, known: number) => boolean | undefined>> = {
  ">": (least, known) => (known < least ? true : undefined),
  ">=": (least, known) => (known <= least ? true : undefined),
  "<": (least, known) => (known <= least ? false : undefined),
  "<=": (least, known) => (known < least ? false : undefined),
};

/** @returns the result of comparing a length or index with a number, if its least value decides it. */
function comparedToLeast(operator: string, one: Single, other: Single): boolean | undefined {
  const turned = mirrored[operator];
  if (turned === undefined) return undefined;
  if (one.kind !== "unknown") return other.kind === "unknown" ? comparedToLeast(turned, other, one) : undefined;
  const least = one.index?.least;
  const known = primitiveOf(other)?.value;
  if (least === undefined || typeof known !== "number") return undefined;
  return byLeast[operator]?.(least, known);
}

function looselyDiffer(operator: string, one: Single, other: Single): boolean | undefined {
  if (operator !== "==" && operator !== "!=") return undefined;
  if (one.kind === "text" && other.kind === "text") return surelyDiffer(one, other);
  const [first, second] = [nullishOf(one), nullishOf(other)];
  if (first === undefined || second === undefined) return undefined;
  return first !== second ? true : first ? false : undefined;
}

function kindOf(value: Single): string {
  if (value.kind === "scalar") return value.value === null ? "null" : typeof value.value;
  return value.kind === "text" ? "text" : "object";
}

function instanceOf(evaluation: Evaluation, value: Abstract, owner: Abstract, place: Place): Abstract {
  return mapOptions(value, (option) => {
    const known = isInstance(evaluation, option, owner);
    return known === undefined ? unknown("whether it is an instance", place, { is: "boolean" }) : scalar(known, place);
  });
}

function isIn(key: Abstract, object: Abstract, place: Place): Abstract {
  const name = primitiveOf(key);
  return mapOptions(object, (option) => {
    if (option.kind !== "object" || !name) return unknown("whether it has a member", place, { is: "boolean" });
    const member = option.members.get(String(name.value));
    if (member?.presence === "always") return scalar(true, place);
    if (!member && option.open === undefined && option.instanceOf === undefined && option.class === undefined)
      return scalar(false, place);
    return unknown("whether it has a member", place, { is: "boolean" });
  });
}

function ofPrimitive(value: Primitive, place: Place): Abstract {
  return typeof value === "string" ? text(value, place) : scalar(value, place);
}
