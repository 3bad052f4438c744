import type TS from "typescript";
import { isAssignment, isStep } from "../syntax/bindings/assignments";
import { regularExpression } from "../builtins/classes/regexp";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { computedText } from "../domain/texts/texts";
import { mapOptions } from "../domain/values";
import { either } from "../flow/branches";
import { test } from "../flow/conditions";
import { apply, narrowTruth } from "../flow/narrowing";
import type { Program } from "../program";
import { noteAnswered } from "../models/sending";
import { escape } from "../store/escape";
import { typeName } from "../store/instances";
import { keep, nullishOf, truthOf } from "../store/truth";
import { access, accessElement } from "./access";
import { assign, deleteMember, update as updateOperand } from "./assign";
import { callExpression, newExpression, taggedTemplate } from "./call-expressions";
import { arrayLiteral, objectLiteral } from "./literals";
import { readName } from "./names";
import { isUnneededExpression } from "../need/stepped-over";
import { binary, unary } from "./operators";
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

function dispatch(program: Program, frame: Frame, node: TS.Expression): Abstract {
  const { ts } = program;
  if (ts.isIdentifier(node)) return readName(program, frame, node);
  if (ts.isStringLiteralLike(node)) return literalText(program, frame, node);
  if (ts.isPropertyAccessExpression(node)) return access(program, frame, node);
  if (ts.isCallExpression(node)) return callExpression(program, frame, node);
  if (ts.isObjectLiteralExpression(node)) return objectLiteral(program, frame, node);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node))
    return program.steps.classes.closure(program, frame, node);
  if (ts.isTemplateExpression(node)) return templateText(program, frame, node);
  if (ts.isBinaryExpression(node)) return binaryExpression(program, frame, node);
  if (ts.isAwaitExpression(node)) return awaitExpression(program, frame, node);
  if (ts.isConditionalExpression(node)) return conditional(program, frame, node);
  if (ts.isArrayLiteralExpression(node)) return arrayLiteral(program, frame, node);
  if (ts.isElementAccessExpression(node)) return accessElement(program, frame, node);
  if (ts.isNewExpression(node)) return newExpression(program, frame, node);
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node))
    return program.steps.types.annotated(program, program.steps.expression(program, frame, node.expression), node);
  if (ts.isNonNullExpression(node)) {
    // The author says that it is neither `null` nor `undefined`.
    const value = program.steps.expression(program, frame, node.expression);
    return keep(value, (option) => nullishOf(program, option) !== true);
  }
  if (ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node))
    return program.steps.expression(program, frame, node.expression);
  return rare(program, frame, node);
}

function rare(program: Program, frame: Frame, node: TS.Expression): Abstract {
  const { ts } = program;
  const { SyntaxKind } = ts;
  const place = program.place(frame, node);
  if (ts.isNumericLiteral(node)) return { ...scalar(Number(node.text), place), text: node.getText(frame.file) };
  if (ts.isBigIntLiteral(node))
    return { ...scalar(BigInt(node.text.slice(0, -1)), place), text: node.getText(frame.file) };
  switch (node.kind) {
    case SyntaxKind.TrueKeyword:
      return scalar(true, place);
    case SyntaxKind.FalseKeyword:
      return scalar(false, place);
    case SyntaxKind.NullKeyword:
      return scalar(null, place);
    case SyntaxKind.ThisKeyword:
      return frame.self ?? unknown("`this`", place, { typed: node, origin: { trail: ["this"] } });
    case SyntaxKind.SuperKeyword:
      return frame.base ?? unknown("`super`", place);
    default:
  }
  if (isStep(ts, node)) return updateOperand(program, frame, node);
  if (ts.isPrefixUnaryExpression(node)) return unary(program, frame, node);
  if (ts.isTypeOfExpression(node)) return typeOf(program.steps.expression(program, frame, node.expression), place);
  if (ts.isVoidExpression(node)) {
    program.steps.expression(program, frame, node.expression);
    return scalar(undefined, place);
  }
  if (ts.isDeleteExpression(node)) {
    deleteMember(program, frame, node.expression);
    return unknown("`delete`", place, { is: "boolean" });
  }
  if (ts.isTaggedTemplateExpression(node)) return taggedTemplate(program, frame, node);
  if (ts.isYieldExpression(node)) {
    if (node.expression) escape(program, program.steps.expression(program, frame, node.expression));
    return unknown("`yield`", place);
  }
  if (ts.isMetaProperty(node))
    return unknown("`import.meta`", place, { origin: { trail: [node.getText(frame.file)] } });
  if (ts.isRegularExpressionLiteral(node)) return regularExpression(program, frame, node);
  if (ts.isExpressionWithTypeArguments(node)) return program.steps.expression(program, frame, node.expression);
  walkChildren(program, frame, node);
  return unknown("not understood", place);
}

/** Evaluates the expressions inside a node whose own value does not matter: JSX. */
function walkChildren(program: Program, frame: Frame, node: TS.Node): void {
  const { ts } = program;
  ts.forEachChild(node, (child) => {
    if (ts.isJsxExpression(child) || ts.isJsxSpreadAttribute(child)) {
      if (child.expression) escape(program, program.steps.expression(program, frame, child.expression));
    } else if (
      ts.isJsxElement(child) ||
      ts.isJsxSelfClosingElement(child) ||
      ts.isJsxFragment(child) ||
      ts.isJsxAttributes(child) ||
      ts.isJsxAttribute(child)
    ) {
      walkChildren(program, frame, child);
    } else if (ts.isJsxOpeningElement(child)) {
      walkChildren(program, frame, child);
    }
  });
}

function typeOf(value: Abstract, place: Abstract["place"]): Abstract {
  return mapOptions(value, (option) => {
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
    return logical(program, frame, node, kind === SyntaxKind.AmpersandAmpersandToken);
  if (isEquality(program.ts, kind) || kind === SyntaxKind.InstanceOfKeyword) {
    const { truth } = test(program, frame, node);
    const place = program.place(frame, node);
    return truth === undefined ? unknown("a comparison", place, { is: "boolean" }) : scalar(truth, place);
  }
  const left = program.steps.expression(program, frame, node.left);
  const right = program.steps.expression(program, frame, node.right);
  return binary(program, kind, left, right, program.place(frame, node));
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
  let value = program.steps.expression(program, frame, first);
  let from: TS.Expression = first;
  for (const each of spine.reverse()) {
    const right = program.steps.expression(program, frame, each.right);
    const places = { left: program.place(frame, from), right: program.place(frame, each.right) };
    value = binary(program, ts.SyntaxKind.PlusToken, value, right, program.place(frame, each), places);
    from = each;
  }
  return value;
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
function logical(program: Program, frame: Frame, node: TS.BinaryExpression, and: boolean): Abstract {
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
        narrowTruth(program, frame, node.left, left, and);
        return right();
      },
    ],
    place,
  );
}
