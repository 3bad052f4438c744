import type TS from "typescript";
import { isAssignment, isStep } from "../../syntax/bindings/assignments";
import { regularExpression } from "../builtins/classes/regexp";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { computedText } from "../domain/texts/texts";
import { mapOptions } from "../domain/values";
import { either } from "../flow/branches";
import { test } from "../flow/conditions";
import { apply, assumeTruth } from "../flow/narrowing";
import type { Program } from "../program";
import { noteAnswered } from "../models/sending";
import { escape } from "../store/escape";
import { typeName } from "../store/instances";
import { keep, nullishOf, truthOf } from "../store/truth";
import { tableByKind } from "../flow/node-tables";
import { access, accessElement } from "./access";
import { assign, deleteMember, update as updateOperand } from "./assign";
import { callExpression, newExpression, taggedTemplate } from "./call-expressions";
import { arrayLiteral, objectLiteral } from "./literals";
import { readName } from "./names";
import { isUnneededExpression } from "../need/stepped-over";
import { binary, comparison, unary } from "./operators";
import { awaited } from "./implicit";
import { literalText, templateText } from "./strings";

/** Evaluates an expression: its value, and its effects on the state. */
export function expression(program: Program, frame: Frame, node: TS.Expression): Abstract {
  if (program.need && isUnneededExpression(program, frame, node))
    return unknown("a value of which no request is made", program.place(frame, node), { typed: node });
  program.run.visit();
  if (frame.activation.depth > 0) program.run.spend();
  if (program.run.nesting > bounds.nesting) {
    program.pass.leaveOut();
    return unknown("nested too deeply", program.place(frame, node));
  }
  program.run.nesting += 1;
  try {
    return dispatch(program, frame, node);
  } finally {
    program.run.nesting -= 1;
  }
}

/** The expressions that are understood. */
type Understood =
  | TS.Identifier
  | TS.StringLiteralLike
  | TS.PropertyAccessExpression
  | TS.CallExpression
  | TS.ObjectLiteralExpression
  | TS.ArrowFunction
  | TS.FunctionExpression
  | TS.ClassExpression
  | TS.TemplateExpression
  | TS.BinaryExpression
  | TS.AwaitExpression
  | TS.ConditionalExpression
  | TS.ArrayLiteralExpression
  | TS.ElementAccessExpression
  | TS.NewExpression
  | TS.AsExpression
  | TS.TypeAssertion
  | TS.NonNullExpression
  | TS.ParenthesizedExpression
  | TS.SatisfiesExpression
  | TS.ExpressionWithTypeArguments
  | TS.NumericLiteral
  | TS.BigIntLiteral
  | TS.BooleanLiteral
  | TS.NullLiteral
  | TS.ThisExpression
  | TS.SuperExpression
  | TS.PrefixUnaryExpression
  | TS.PostfixUnaryExpression
  | TS.TypeOfExpression
  | TS.VoidExpression
  | TS.DeleteExpression
  | TS.TaggedTemplateExpression
  | TS.YieldExpression
  | TS.MetaProperty
  | TS.RegularExpressionLiteral;

const evaluationOf = tableByKind<Understood, Abstract>((kinds) => ({
  [kinds.Identifier]: readName,
  [kinds.StringLiteral]: literalText,
  [kinds.NoSubstitutionTemplateLiteral]: literalText,
  [kinds.PropertyAccessExpression]: access,
  [kinds.CallExpression]: callExpression,
  [kinds.ObjectLiteralExpression]: objectLiteral,
  [kinds.ArrowFunction]: closure,
  [kinds.FunctionExpression]: closure,
  [kinds.ClassExpression]: closure,
  [kinds.TemplateExpression]: templateText,
  [kinds.BinaryExpression]: binaryExpression,
  [kinds.AwaitExpression]: awaitExpression,
  [kinds.ConditionalExpression]: conditional,
  [kinds.ArrayLiteralExpression]: arrayLiteral,
  [kinds.ElementAccessExpression]: accessElement,
  [kinds.NewExpression]: newExpression,
  [kinds.AsExpression]: cast,
  [kinds.TypeAssertionExpression]: cast,
  [kinds.NonNullExpression]: nonNull,
  [kinds.ParenthesizedExpression]: inner,
  [kinds.SatisfiesExpression]: inner,
  [kinds.ExpressionWithTypeArguments]: inner,
  [kinds.NumericLiteral]: (program, frame, node) => numeral(program, frame, node, Number(node.text)),
  [kinds.BigIntLiteral]: (program, frame, node) => numeral(program, frame, node, BigInt(node.text.slice(0, -1))),
  [kinds.TrueKeyword]: (program, frame, node) => scalar(true, program.place(frame, node)),
  [kinds.FalseKeyword]: (program, frame, node) => scalar(false, program.place(frame, node)),
  [kinds.NullKeyword]: (program, frame, node) => scalar(null, program.place(frame, node)),
  [kinds.ThisKeyword]: (program, frame, node) =>
    frame.self ?? unknown("`this`", program.place(frame, node), { typed: node, origin: { trail: ["this"] } }),
  [kinds.SuperKeyword]: (program, frame, node) => frame.base ?? unknown("`super`", program.place(frame, node)),
  [kinds.PrefixUnaryExpression]: (program, frame, node) =>
    isStep(program.ts, node) ? updateOperand(program, frame, node) : unary(program, frame, node),
  [kinds.PostfixUnaryExpression]: updateOperand,
  [kinds.TypeOfExpression]: typeOf,
  [kinds.VoidExpression]: (program, frame, node) => {
    inner(program, frame, node);
    return scalar(undefined, program.place(frame, node));
  },
  [kinds.DeleteExpression]: (program, frame, node) => {
    deleteMember(program, frame, node.expression);
    return unknown("`delete`", program.place(frame, node), { is: "boolean" });
  },
  [kinds.TaggedTemplateExpression]: taggedTemplate,
  [kinds.YieldExpression]: (program, frame, node) => {
    if (node.expression) escape(program, program.steps.expression(program, frame, node.expression));
    return unknown("`yield`", program.place(frame, node));
  },
  [kinds.MetaProperty]: (program, frame, node) =>
    unknown("`import.meta`", program.place(frame, node), { origin: { trail: [node.getText(frame.file)] } }),
  [kinds.RegularExpressionLiteral]: regularExpression,
}));

function dispatch(program: Program, frame: Frame, node: TS.Expression): Abstract {
  const evaluate = evaluationOf(program.ts, node);
  if (evaluate) return evaluate(program, frame, node);
  walkChildren(program, frame, node);
  return unknown("not understood", program.place(frame, node));
}

function inner(program: Program, frame: Frame, node: { readonly expression: TS.Expression }): Abstract {
  return program.steps.expression(program, frame, node.expression);
}

function closure(
  program: Program,
  frame: Frame,
  node: TS.ArrowFunction | TS.FunctionExpression | TS.ClassExpression,
): Abstract {
  return program.steps.classes.closure(program, frame, node);
}

function cast(program: Program, frame: Frame, node: TS.AsExpression | TS.TypeAssertion): Abstract {
  return program.steps.types.annotated(program, inner(program, frame, node), node);
}

/** `x!`: the author says that it is neither `null` nor `undefined`. */
function nonNull(program: Program, frame: Frame, node: TS.NonNullExpression): Abstract {
  return keep(inner(program, frame, node), (option) => nullishOf(program, option) !== true);
}

function numeral(program: Program, frame: Frame, node: TS.LiteralExpression, value: number | bigint): Abstract {
  return { ...scalar(value, program.place(frame, node)), text: node.getText(frame.file) };
}

/** Evaluates the expressions inside a node whose own value does not matter: JSX. */
function walkChildren(program: Program, frame: Frame, node: TS.Node): void {
  const { ts } = program;
  ts.forEachChild(node, (child) => {
    if (ts.isJsxExpression(child) || ts.isJsxSpreadAttribute(child)) {
      if (child.expression) escape(program, program.steps.expression(program, frame, child.expression));
    } else if (
      ts.isJsxElement(child) ||
      ts.isJsxOpeningLikeElement(child) ||
      ts.isJsxFragment(child) ||
      ts.isJsxAttributes(child) ||
      ts.isJsxAttribute(child)
    ) {
      walkChildren(program, frame, child);
    }
  });
}

function typeOf(program: Program, frame: Frame, node: TS.TypeOfExpression): Abstract {
  const place = program.place(frame, node);
  return mapOptions(inner(program, frame, node), (option) => {
    const name = typeName(option);
    return name === undefined ? unknown("`typeof`", place, { is: "string" }) : computedText(name, place);
  });
}

function awaitExpression(program: Program, frame: Frame, node: TS.AwaitExpression): Abstract {
  program.awaitedCalls.add(node.expression);
  const value = program.steps.expression(program, frame, node.expression);
  return settle(program, frame, value, node.expression);
}

/** `await`: gives the value of a promise, and notes its requests as answered. */
export function settle(program: Program, frame: Frame, value: Abstract, node: TS.Node): Abstract {
  const held = awaited(program, frame, program.steps.settleNative(program, frame, value, node), node);
  const ids = held.settles;
  noteAwait(program, frame);
  if (!ids) return held;
  noteAnswered(program, ids);
  // One that is sent anew, in a further round of a loop, has an answer of its own.
  const refused = program.pass.refused.value.filter((id) => !ids.includes(id));
  if (refused.length < program.pass.refused.value.length) program.state.write(program.pass.refused, refused);
  return { ...held, settles: undefined };
}

/** From here on, if nobody awaits the function, the rest of it may run after other code. */
function noteAwait(program: Program, { activation }: Frame): void {
  if (!activation.awaited && activation.parent) program.run.context.timeline.since ??= activation.began;
}

function binaryExpression(program: Program, frame: Frame, node: TS.BinaryExpression): Abstract {
  const { ts } = program;
  const { SyntaxKind } = ts;
  const kind = node.operatorToken.kind;
  if (kind === SyntaxKind.PlusToken) return sum(program, frame, node);
  if (isAssignment(ts, node)) return assign(program, frame, node);
  if (kind === SyntaxKind.CommaToken) {
    program.steps.expression(program, frame, node.left);
    return program.steps.expression(program, frame, node.right);
  }
  if (kind === SyntaxKind.QuestionQuestionToken) return coalesce(program, frame, node);
  if (kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken)
    return logical(program, frame, node);
  if (isEquality(program.ts, kind) || kind === SyntaxKind.InstanceOfKeyword) {
    const { truth } = test(program, frame, node);
    return comparison(truth, program.place(frame, node));
  }
  const place = program.place(frame, node);
  const left = { value: program.steps.expression(program, frame, node.left), place };
  const right = { value: program.steps.expression(program, frame, node.right), place };
  return binary(program, kind, left, right, place);
}

/** `a + b + c + …`: the left spine is walked in a loop, for it can be thousands long. */
function sum(program: Program, frame: Frame, node: TS.BinaryExpression): Abstract {
  const { ts } = program;
  const spine: TS.BinaryExpression[] = [];
  let first: TS.Expression = node;
  while (ts.isBinaryExpression(first) && first.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    spine.push(first);
    first = first.left;
  }
  let left = { value: program.steps.expression(program, frame, first), place: program.place(frame, first) };
  for (const each of spine.reverse()) {
    const value = program.steps.expression(program, frame, each.right);
    const right = { value, place: program.place(frame, each.right) };
    const place = program.place(frame, each);
    left = { value: binary(program, ts.SyntaxKind.PlusToken, left, right, place), place };
  }
  return left.value;
}

function isEquality(ts: typeof TS, kind: TS.SyntaxKind): boolean {
  const { SyntaxKind } = ts;
  return (
    kind === SyntaxKind.EqualsEqualsEqualsToken ||
    kind === SyntaxKind.ExclamationEqualsEqualsToken ||
    kind === SyntaxKind.EqualsEqualsToken ||
    kind === SyntaxKind.ExclamationEqualsToken
  );
}

function conditional(program: Program, frame: Frame, node: TS.ConditionalExpression): Abstract {
  const { truth, whenTrue, whenFalse } = test(program, frame, node.condition);
  const yes = (): Abstract => {
    apply(whenTrue);
    return program.steps.expression(program, frame, node.whenTrue);
  };
  const no = (): Abstract => {
    apply(whenFalse);
    return program.steps.expression(program, frame, node.whenFalse);
  };
  if (truth !== undefined) return truth ? yes() : no();
  return either(program, [yes, no], program.place(frame, node));
}

function coalesce(program: Program, frame: Frame, node: TS.BinaryExpression): Abstract {
  const left = program.steps.expression(program, frame, node.left);
  const nullish = nullishOf(program, left);
  if (nullish === false || left.kind === "never") return left;
  const right = (): Abstract => program.steps.expression(program, frame, node.right);
  if (nullish === true) return right();
  const kept = assume(
    dropWhere(left, (option) => nullishOf(program, option) === true),
    { nullish: false },
  );
  return either(program, [() => kept, right], program.place(frame, node));
}

/** Notes what an operator shows of an unknown operand. */
function assume(value: Abstract, facts: { readonly truth?: boolean; readonly nullish?: boolean }): Abstract {
  return mapOptions(value, (option) => (option.kind === "unknown" ? { ...option, ...facts } : option));
}

function dropWhere(value: Abstract, drop: (option: Abstract) => boolean): Abstract {
  return keep(value, (option) => !drop(option));
}

/** `a && b`, `a || b` as a value. */
function logical(program: Program, frame: Frame, node: TS.BinaryExpression): Abstract {
  const and = node.operatorToken.kind === program.ts.SyntaxKind.AmpersandAmpersandToken;
  const place = program.place(frame, node);
  const left = program.steps.expression(program, frame, node.left);
  const truth = truthOf(program, left);
  if (left.kind === "never" || truth === !and) return left;
  const right = (): Abstract => program.steps.expression(program, frame, node.right);
  if (truth === and) return right();
  const kept = assume(
    dropWhere(left, (option) => truthOf(program, option) === and),
    { truth: !and },
  );
  return either(
    program,
    [
      () => kept,
      () => {
        assumeTruth(program, frame, { node: node.left, value: left }, and ? "truthy" : "falsy");
        return right();
      },
    ],
    place,
  );
}
