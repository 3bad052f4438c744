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
import { apply } from "../flow/narrowing";
import type { Machine } from "../machine";
import { noteAnswered } from "../models/sending";
import { escape } from "../store/escape";
import { typeName } from "../store/instances";
import { keep, nullishOf, truthOf } from "../store/truth";
import { access, accessElement } from "./access";
import { assign, deleteMember, update as updateOperand } from "./assign";
import { callExpression, newExpression, taggedTemplate } from "./call-expressions";
import { arrayLiteral, objectLiteral } from "./literals";
import { readName } from "./names";
import { isUnneededExpression } from "../need/expressions";
import { binary, unary } from "./operators";
import { awaited } from "./implicit";
import { literalText, templateText } from "./strings";

/** Evaluates an expression: its value, and its effects on the state. */
export function expression(machine: Machine, frame: Frame, node: TS.Expression): Abstract {
  if (machine.need && isUnneededExpression(machine, frame, node))
    return unknown("a value of which no request is made", machine.place(frame, node), { typed: node });
  machine.visit();
  if (frame.activation.depth > 0) machine.spend();
  if (machine.pass.nesting > bounds.nesting) {
    machine.leaveOut();
    return unknown("nested too deeply", machine.place(frame, node));
  }
  machine.pass.nesting += 1;
  try {
    return dispatch(machine, frame, node);
  } finally {
    machine.pass.nesting -= 1;
  }
}

function dispatch(machine: Machine, frame: Frame, node: TS.Expression): Abstract {
  const { ts } = machine;
  if (ts.isIdentifier(node)) return readName(machine, frame, node);
  if (ts.isStringLiteralLike(node)) return literalText(machine, frame, node);
  if (ts.isPropertyAccessExpression(node)) return access(machine, frame, node);
  if (ts.isCallExpression(node)) return callExpression(machine, frame, node);
  if (ts.isObjectLiteralExpression(node)) return objectLiteral(machine, frame, node);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node))
    return machine.steps.closure(machine, frame, node);
  if (ts.isTemplateExpression(node)) return templateText(machine, frame, node);
  if (ts.isBinaryExpression(node)) return binaryExpression(machine, frame, node);
  if (ts.isAwaitExpression(node)) return awaitExpression(machine, frame, node);
  if (ts.isConditionalExpression(node)) return conditional(machine, frame, node);
  if (ts.isArrayLiteralExpression(node)) return arrayLiteral(machine, frame, node);
  if (ts.isElementAccessExpression(node)) return accessElement(machine, frame, node);
  if (ts.isNewExpression(node)) return newExpression(machine, frame, node);
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node))
    return machine.steps.annotated(machine, machine.steps.expression(machine, frame, node.expression), node);
  if (ts.isNonNullExpression(node)) {
    // The author says that it is neither `null` nor `undefined`.
    const value = machine.steps.expression(machine, frame, node.expression);
    return keep(value, (option) => nullishOf(machine, option) !== true);
  }
  if (ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node))
    return machine.steps.expression(machine, frame, node.expression);
  return rare(machine, frame, node);
}

function rare(machine: Machine, frame: Frame, node: TS.Expression): Abstract {
  const { ts } = machine;
  const { SyntaxKind } = ts;
  const place = machine.place(frame, node);
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
  if (isStep(ts, node)) return updateOperand(machine, frame, node);
  if (ts.isPrefixUnaryExpression(node)) return unary(machine, frame, node);
  if (ts.isTypeOfExpression(node)) return typeOf(machine.steps.expression(machine, frame, node.expression), place);
  if (ts.isVoidExpression(node)) {
    machine.steps.expression(machine, frame, node.expression);
    return scalar(undefined, place);
  }
  if (ts.isDeleteExpression(node)) {
    deleteMember(machine, frame, node.expression);
    return unknown("`delete`", place, { is: "boolean" });
  }
  if (ts.isTaggedTemplateExpression(node)) return taggedTemplate(machine, frame, node);
  if (ts.isYieldExpression(node)) {
    if (node.expression) escape(machine, machine.steps.expression(machine, frame, node.expression));
    return unknown("`yield`", place);
  }
  if (ts.isMetaProperty(node))
    return unknown("`import.meta`", place, { origin: { trail: [node.getText(frame.file)] } });
  if (ts.isRegularExpressionLiteral(node)) return regularExpression(machine, frame, node);
  if (ts.isExpressionWithTypeArguments(node)) return machine.steps.expression(machine, frame, node.expression);
  walkChildren(machine, frame, node);
  return unknown("not understood", place);
}

/** Evaluates the expressions inside a node whose own value does not matter: JSX. */
function walkChildren(machine: Machine, frame: Frame, node: TS.Node): void {
  const { ts } = machine;
  ts.forEachChild(node, (child) => {
    if (ts.isJsxExpression(child) || ts.isJsxSpreadAttribute(child)) {
      if (child.expression) escape(machine, machine.steps.expression(machine, frame, child.expression));
    } else if (
      ts.isJsxElement(child) ||
      ts.isJsxSelfClosingElement(child) ||
      ts.isJsxFragment(child) ||
      ts.isJsxAttributes(child) ||
      ts.isJsxAttribute(child)
    ) {
      walkChildren(machine, frame, child);
    } else if (ts.isJsxOpeningElement(child)) {
      walkChildren(machine, frame, child);
    }
  });
}

function typeOf(value: Abstract, place: Abstract["place"]): Abstract {
  return mapOptions(value, (option) => {
    const name = typeName(option);
    return name === undefined ? unknown("`typeof`", place, { is: "string" }) : computedText(name, place);
  });
}

function awaitExpression(machine: Machine, frame: Frame, node: TS.AwaitExpression): Abstract {
  machine.awaitedCalls.add(node.expression);
  const value = machine.steps.expression(machine, frame, node.expression);
  return settle(machine, frame, value, node.expression);
}

/** `await`: gives the value of a promise, and notes its requests as answered. */
export function settle(machine: Machine, frame: Frame, value: Abstract, node: TS.Node): Abstract {
  const held = awaited(machine, frame, machine.steps.settleNative(machine, frame, value, node), node);
  const ids = held.settles;
  noteAwait(machine, frame);
  if (!ids) return held;
  noteAnswered(machine, ids);
  // One that is sent anew, in a further round of a loop, has an answer of its own.
  const refused = machine.refused.value.filter((id) => !ids.includes(id));
  if (refused.length < machine.refused.value.length) machine.state.write(machine.refused, refused);
  return { ...held, settles: undefined };
}

/** From here on, if nobody awaits the function, the rest of it may run after other code. */
function noteAwait(machine: Machine, { activation }: Frame): void {
  if (!activation.awaited && activation.parent) machine.context.timeline.since ??= activation.began;
}

function binaryExpression(machine: Machine, frame: Frame, node: TS.BinaryExpression): Abstract {
  const { ts } = machine;
  const { SyntaxKind } = ts;
  const kind = node.operatorToken.kind;
  if (kind === SyntaxKind.PlusToken) return sum(machine, frame, node);
  if (isAssignment(ts, node)) return assign(machine, frame, node);
  if (kind === SyntaxKind.CommaToken) {
    machine.steps.expression(machine, frame, node.left);
    return machine.steps.expression(machine, frame, node.right);
  }
  if (kind === SyntaxKind.QuestionQuestionToken) return coalesce(machine, frame, node);
  if (kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken)
    return logical(machine, frame, node, kind === SyntaxKind.AmpersandAmpersandToken);
  if (isEquality(machine.ts, kind) || kind === SyntaxKind.InstanceOfKeyword) {
    const { truth } = test(machine, frame, node);
    const place = machine.place(frame, node);
    return truth === undefined ? unknown("a comparison", place, { is: "boolean" }) : scalar(truth, place);
  }
  const left = machine.steps.expression(machine, frame, node.left);
  const right = machine.steps.expression(machine, frame, node.right);
  return binary(machine, kind, left, right, machine.place(frame, node));
}

/** `a + b + c + …`: the left spine is walked in a loop, for it can be thousands long. */
function sum(machine: Machine, frame: Frame, node: TS.BinaryExpression): Abstract {
  const { ts } = machine;
  const spine: TS.BinaryExpression[] = [];
  let first: TS.Expression = node;
  while (ts.isBinaryExpression(first) && first.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    spine.push(first);
    first = first.left;
  }
  let value = machine.steps.expression(machine, frame, first);
  let from: TS.Expression = first;
  for (const each of spine.reverse()) {
    const right = machine.steps.expression(machine, frame, each.right);
    const places = { left: machine.place(frame, from), right: machine.place(frame, each.right) };
    value = binary(machine, ts.SyntaxKind.PlusToken, value, right, machine.place(frame, each), places);
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

function conditional(machine: Machine, frame: Frame, node: TS.ConditionalExpression): Abstract {
  const { truth, whenTrue, whenFalse } = test(machine, frame, node.condition);
  const yes = (): Abstract => {
    apply(whenTrue);
    return machine.steps.expression(machine, frame, node.whenTrue);
  };
  const no = (): Abstract => {
    apply(whenFalse);
    return machine.steps.expression(machine, frame, node.whenFalse);
  };
  if (truth !== undefined) return truth ? yes() : no();
  return either(machine, [yes, no], machine.place(frame, node));
}

function coalesce(machine: Machine, frame: Frame, node: TS.BinaryExpression): Abstract {
  const left = machine.steps.expression(machine, frame, node.left);
  const nullish = nullishOf(machine, left);
  if (nullish === false || left.kind === "never") return left;
  const right = (): Abstract => machine.steps.expression(machine, frame, node.right);
  if (nullish === true) return right();
  const kept = assume(
    dropWhere(left, (option) => nullishOf(machine, option) === true),
    { nullish: false },
  );
  return either(machine, [() => kept, right], machine.place(frame, node));
}

/** Notes what an operator shows of an unknown operand. */
function assume(value: Abstract, facts: { readonly truth?: boolean; readonly nullish?: boolean }): Abstract {
  return mapOptions(value, (option) => (option.kind === "unknown" ? { ...option, ...facts } : option));
}

function dropWhere(value: Abstract, drop: (option: Abstract) => boolean): Abstract {
  return keep(value, (option) => !drop(option));
}

/** `a && b`, `a || b` as a value. */
function logical(machine: Machine, frame: Frame, node: TS.BinaryExpression, and: boolean): Abstract {
  const place = machine.place(frame, node);
  const left = machine.steps.expression(machine, frame, node.left);
  const truth = truthOf(machine, left);
  if (left.kind === "never" || truth === !and) return left;
  const right = (): Abstract => machine.steps.expression(machine, frame, node.right);
  if (truth === and) return right();
  const kept = assume(
    dropWhere(left, (option) => truthOf(machine, option) === and),
    { truth: !and },
  );
  return either(
    machine,
    [
      () => kept,
      () => {
        machine.steps.narrowTruth(machine, frame, node.left, left, and);
        return right();
      },
    ],
    place,
  );
}
