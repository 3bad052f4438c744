import { bareOf } from "../../code/bare";
import type { ValueId } from "../../code/graph";
import type { Call, Member, Operation, Refined } from "../../code/values";
import { asked, assumption } from "./conditions";
import type { Abstract, Context, Place, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { isInstance } from "./instance-of";
import { alternativesOf, never, scalar } from "../make";
import { behind } from "../objects/behind";
import { operated } from "./operations";
import { afterRounds } from "./rounds";
import { nodeAt, placeOf } from "../places";
import { mapOptions, nullishOf, optionsOf, primitiveOf, truthOf } from "../values";

/** Narrows a value by a condition that holds, or does not hold, where the value is read. */
export function evaluateRefined(evaluation: Evaluation, node: Refined, context: Context): Abstract {
  const ended = afterRounds(evaluation, node, context);
  if (ended) return ended;
  const value = evaluation.valueOf(node.value, context);
  const { condition, holds } = asked(context, node.condition, node.holds);
  const key = assumption(evaluation, condition, context);
  const question = { subject: node.value, condition: node.condition, holds: node.holds, context };
  const possible = optionsOf(value).filter((option) => option.assumes?.get(key) !== !holds);
  const kept = refine(evaluation, question, possible.length > 1 ? fitting(evaluation, question, possible) : possible);
  const [first] = kept;
  if (!first) return never(value.place);
  return kept.length === 1 ? first : alternativesOf(kept, value.place);
}

interface Question {
  readonly subject: ValueId;
  readonly condition: ValueId;
  readonly holds: boolean;
  readonly context: Context;
}

/** @returns the options for which the condition may have the required outcome: `if (result.kind === "found")`. */
function fitting(evaluation: Evaluation, question: Question, options: readonly Single[]): readonly Single[] {
  return options.filter((option) => {
    const truth = truthOf(valueWith(evaluation, question, question.condition, option, 0));
    return truth === undefined || truth === question.holds;
  });
}

/** Depth of expressions within a condition that are evaluated for each option. */
const deepestExpression = 12;

/** @returns the value of an expression if its subject has the given option. */
function valueWith(evaluation: Evaluation, question: Question, id: ValueId, option: Single, depth: number): Abstract {
  const { subject, context } = question;
  if (isSubject(context, id, subject)) return option;
  const node = nodeAt(context.file, id);
  const within = (inner: ValueId): Abstract => valueWith(evaluation, question, inner, option, depth + 1);
  if (depth < deepestExpression) {
    if (node.kind === "named" || node.kind === "typed") return within(node.value);
    if (node.kind === "operation") return operated(evaluation, node, context, within);
    if (node.kind === "member" && typeof node.key === "string")
      return memberWith(evaluation, node, node.key, placeOf(node, context), within);
  }
  return evaluation.valueOf(id, context);
}

function memberWith(
  evaluation: Evaluation,
  { object, optional }: Member,
  key: string,
  place: Place,
  within: (id: ValueId) => Abstract,
): Abstract {
  return mapOptions(within(object), (option) =>
    optional && nullishOf(option) === true ? scalar(undefined, place) : evaluation.member(option, key, place),
  );
}

function refine(evaluation: Evaluation, question: Question, options: readonly Single[]): readonly Single[] {
  const { subject, condition, holds, context } = question;
  if (isSubject(context, condition, subject)) return options.flatMap((option) => truthful(option, holds));
  const node = nodeAt(context.file, condition);
  if (node.kind === "call") return refineByCall(evaluation, question, node, options);
  if (node.kind !== "operation") return options;
  const [left, right] = node.operands;
  if (left === undefined) return options;
  if (node.operator === "!") return refine(evaluation, { ...question, condition: left, holds: !holds }, options);
  if (right === undefined) return options;
  if (node.operator === "&&" || node.operator === "||") {
    const byLeft = (kept: readonly Single[], isSo: boolean): readonly Single[] =>
      refine(evaluation, { ...question, condition: left, holds: isSo }, kept);
    const byRight = (kept: readonly Single[]): readonly Single[] =>
      refine(evaluation, { ...question, condition: right }, kept);
    if ((node.operator === "&&") === holds) return byRight(byLeft(options, holds));
    return options.filter((each) => byLeft([each], holds).length > 0 || byRight(byLeft([each], !holds)).length > 0);
  }
  if (node.operator !== "instanceof") return compared(evaluation, question, node, options);
  if (!isSubject(context, left, subject)) return options;
  const owner = evaluation.valueOf(right, context);
  const possible = options.filter((option) => isInstance(evaluation, option, owner) !== !holds);
  return holds ? possible.flatMap((option) => truthful(option, true)) : possible;
}

/** Narrows by a built-in predicate with one argument: `Array.isArray(x)`. */
function refineByCall(
  evaluation: Evaluation,
  { subject, holds, context }: Question,
  node: Call,
  options: readonly Single[],
): readonly Single[] {
  const [given, other] = node.arguments;
  const { file } = context;
  // After the call the argument is another version of the same object.
  if (!given || other || given.spread || behind(file, given.value) !== behind(file, subject)) return options;
  const callee = evaluation.valueOf(node.callee, context);
  if (callee.kind !== "builtin" || callee.builtin.after || callee.builtin.handsOn) return options;
  const place = placeOf(node, context);
  return options.filter((option) => truthOf(evaluation.forBuiltins.invoke(callee, [option], place)) !== !holds);
}

const equalities: ReadonlyMap<string, boolean> = new Map([
  ["===", true],
  ["==", true],
  ["!==", false],
  ["!=", false],
]);

function compared(
  evaluation: Evaluation,
  { subject, holds, context }: Question,
  node: Operation,
  options: readonly Single[],
): readonly Single[] {
  const equal = equalities.get(node.operator);
  const [left, right] = node.operands;
  if (equal === undefined || left === undefined || right === undefined) return options;
  const isEqual = equal === holds;
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const inner = typeofOperand(context, one);
    if (inner !== undefined && isSubject(context, inner, subject)) {
      const type = primitiveOf(evaluation.valueOf(other, context))?.value;
      return options.filter((option) => {
        const own = typeName(option);
        return own === undefined || typeof type !== "string" || (own === type) === isEqual;
      });
    }
    if (!isSubject(context, one, subject)) continue;
    const known = primitiveOf(evaluation.valueOf(other, context));
    if (!known) return options;
    const loose = node.operator.length === 2 && (known.value === null || known.value === undefined);
    return options.flatMap((option) =>
      matching(option, known.value, isEqual, loose, evaluation.valueOf(other, context)),
    );
  }
  return options;
}

function matching(
  option: Single,
  value: unknown,
  isEqual: boolean,
  loose: boolean,
  other: Abstract,
): readonly Single[] {
  const nullish = nullishOf(option);
  if (loose) {
    if (nullish !== undefined) return nullish === isEqual ? [option] : [];
    return option.kind === "unknown" ? [{ ...option, nullish: isEqual }] : [option];
  }
  const own = primitiveOf(option);
  if (own) return Object.is(own.value, value) === isEqual ? [option] : [];
  if (option.kind !== "unknown") return isEqual && option.kind !== "text" ? [] : [option];
  // A value that equals a primitive is that primitive.
  if (isEqual) return other.kind === "text" || other.kind === "scalar" ? [{ ...other, place: option.place }] : [option];
  return value === undefined ? [{ ...option, missing: undefined }] : [option];
}

function truthful(option: Single, holds: boolean): readonly Single[] {
  const truth = truthOf(option);
  if (truth !== undefined) return truth === holds ? [option] : [];
  return option.kind === "unknown" ? [{ ...option, truth: holds, nullish: holds ? false : option.nullish }] : [option];
}

/** @returns whether a node is the tested value, possibly under another name. */
function isSubject(context: Context, id: ValueId, subject: ValueId): boolean {
  const { values } = context.file.code;
  return bareOf(values, id) === bareOf(values, subject);
}

function typeofOperand(context: Context, id: ValueId): ValueId | undefined {
  const node = nodeAt(context.file, id);
  return node.kind === "operation" && node.operator === "typeof" ? node.operands[0] : undefined;
}

function typeName(option: Single): string | undefined {
  switch (option.kind) {
    case "text":
      return "string";
    case "scalar":
      return option.value === null ? "object" : typeof option.value;
    case "function":
    case "class":
      return "function";
    case "builtin":
      return option.builtin.call || option.builtin.construct ? "function" : "object";
    case "native":
      return option.native.call || option.native.construct ? undefined : "object";
    case "unknown":
      return option.is === undefined ? undefined : option.is === "array" ? "object" : option.is;
    default:
      return "object";
  }
}
