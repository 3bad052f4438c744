import type TS from "typescript";
import { isAssignment } from "../../syntax/bindings/assignments";
import { isPromiseMethod, mayCall, runsOnlyCallbacks } from "../../syntax/built-ins";
import type { ValueId } from "../graph";
import type { Argument, Call, ValueNode } from "../values";
import { readGlobal } from "../versions/variables";
import { typeOf } from "../types/type-nodes";
import { add, evaluate, spotOf, startOf, type Build } from "../versions/state";
import { changeByCall, type Gift } from "../versions/writes";
import { isChangeable } from "../versions/contents";
import { isChain } from "./holders";
import { assignMembers, isAssign } from "./assign-calls";
import { changeInputs } from "./given-functions";
import { isOptional, readMember } from "./members";
import { importModule } from "./imported";
import { item } from "../item";
import { addTo } from "../../text/groups";
import { evaluateInChain } from "./chains";

/** Calls, and the changes that they may make. */

interface Callee {
  readonly value: ValueId;
  readonly receiver: ValueId | undefined;
  /** The receiver's expression, if calls of its methods may change it. */
  readonly receiverNode: TS.Expression | undefined;
  readonly start: number;
  readonly end: number;
}

export function call(build: Build, node: TS.CallExpression): ValueId {
  const { ts } = build;
  const { expression } = node;
  if (expression.kind === ts.SyntaxKind.SuperKeyword) return superCall(build, node);
  const loaded = loadedModule(build, node);
  if (loaded !== undefined) return loaded;
  const callee = calleeOf(build, expression);
  return finishCall(build, node, callee, { how: isImport(build, node) ? "import" : "call", given: node.arguments });
}

export function newExpression(build: Build, node: TS.NewExpression): ValueId {
  const callee = { ...calleeOf(build, node.expression), receiver: undefined, receiverNode: undefined };
  return finishCall(build, node, callee, { how: "new", given: node.arguments ?? [] });
}

export function taggedTemplate(build: Build, node: TS.TaggedTemplateExpression): ValueId {
  const { ts } = build;
  const callee = calleeOf(build, node.tag);
  const text = node.template;
  const strings = ts.isTemplateExpression(text)
    ? [text.head, ...text.templateSpans.map(({ literal }) => literal)]
    : [text];
  const place = { in: build.fn.id, depends: 0 };
  const elements = strings.map((each) => {
    const about = { start: startOf(build, each), end: each.end, value: each.text };
    return { value: add(build, { kind: "literal", ...place, ...about }, each), spread: false };
  });
  const first = add(build, { kind: "array", ...place, start: startOf(build, text), end: text.end, elements }, text);
  const given = ts.isTemplateExpression(text) ? text.templateSpans.map(({ expression }) => expression) : [];
  return finishCall(build, node, callee, { how: "tagged", given, first });
}

function isImport({ ts }: Build, { expression }: TS.CallExpression): boolean {
  return expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** @returns the namespace loaded by `require("…")` or `import("…")`. */
function loadedModule(build: Build, node: TS.CallExpression): ValueId | undefined {
  const { ts } = build;
  const { expression } = node;
  const [specifier] = node.arguments;
  if (!specifier || !ts.isStringLiteralLike(specifier)) return undefined;
  const isRequire =
    ts.isIdentifier(expression) && expression.text === "require" && build.names.at[expression.end] === 0;
  if (!isRequire && !isImport(build, node)) return undefined;
  return importModule(build, specifier.text, node);
}

function superCall(build: Build, node: TS.CallExpression): ValueId {
  const { expression } = node;
  const place = { in: build.fn.id, start: startOf(build, expression), end: expression.end };
  const value = add(build, { kind: "super", ...place, depends: 0 }, expression);
  const receiver = build.readThis(build, expression);
  const { start, end } = place;
  const callee = { value, receiver, receiverNode: expression, start, end };
  return finishCall(build, node, callee, { how: "super", given: node.arguments });
}

function calleeOf(build: Build, node: TS.Expression): Callee {
  const { ts } = build;
  let inner = node;
  while (ts.isParenthesizedExpression(inner) || ts.isNonNullExpression(inner)) inner = inner.expression;
  if (isImportKeyword(build, inner)) {
    const value = readGlobal(build, "import", inner);
    return { value, receiver: undefined, receiverNode: undefined, start: startOf(build, inner), end: inner.end };
  }
  if (!ts.isPropertyAccessExpression(inner) && !ts.isElementAccessExpression(inner)) {
    const value = evaluate(build, inner);
    return { value, receiver: undefined, receiverNode: undefined, start: startOf(build, inner), end: inner.end };
  }
  const { value, object } = readMember(build, inner);
  const name = ts.isPropertyAccessExpression(inner) ? inner.name : inner.argumentExpression;
  const isSuper = inner.expression.kind === ts.SyntaxKind.SuperKeyword;
  const receiver = isSuper ? build.readThis(build, inner.expression) : object;
  return { value, receiver, receiverNode: inner.expression, start: startOf(build, name), end: name.end };
}

function isImportKeyword({ ts }: Build, node: TS.Node): boolean {
  return node.kind === ts.SyntaxKind.ImportKeyword;
}

interface Given {
  readonly how: Call["how"];
  readonly given: readonly TS.Expression[];
  /** The strings array of a tagged template. */
  readonly first?: ValueId;
}

type AnyCall = TS.CallExpression | TS.NewExpression | TS.TaggedTemplateExpression;

function finishCall(build: Build, node: AnyCall, callee: Callee, { how, given, first }: Given): ValueId {
  const { ts } = build;
  const args: Argument[] = first === undefined ? [] : [{ value: first, spread: false }];
  for (const each of given) {
    const spread = ts.isSpreadElement(each);
    const expression = spread ? each.expression : each;
    const value = evaluateInChain(build, expression, isOptional(build, node));
    args.push({ value, spread, ...spotOf(build, expression, value) });
  }
  const { receiver } = callee;
  const id = add(
    build,
    {
      kind: "call",
      in: build.fn.id,
      start: startOf(build, node),
      end: node.end,
      depends: 0,
      how,
      callee: callee.value,
      ...(receiver !== undefined && { receiver }),
      arguments: args,
      optional: isOptional(build, node),
      calleeStart: callee.start,
      calleeEnd: callee.end,
      typeArguments: node.typeArguments?.map((each) => typeOf(build, each)) ?? [],
      guard: build.guard,
      loop: build.loop,
      ...(how === "call" && isLeftRunning(build, node) && { isLeftRunning: true as const }),
    },
    node,
  );
  noteGiven(build, args, id);
  build.calls.push(id);
  build.fn.calls.push(id);
  if (!isQuiet(build, callee, given)) build.fn.epoch += 1;
  if (receiver !== undefined) changeReceiver(build, callee, receiver, id, node);
  const isAssigning = how === "call" && isAssign(build, callee.value) && assignMembers(build, given, args);
  if (!isAssigning) giveAll(build, given, args, id);
  if (receiver === undefined) changeInputs(build, id, callee.value, node);
  return id;
}

/** Records the call for each function expression among its arguments. */
function noteGiven({ values, givenTo }: Build, args: readonly Argument[], call: ValueId): void {
  for (const { value } of args) {
    const node = item(values, value);
    if (node.kind === "function") addTo(givenTo, node.function, call);
  }
}

/** The callee may change the objects among the arguments. In a tagged template, the strings array precedes the expressions. */
function giveAll(build: Build, given: readonly TS.Expression[], args: readonly Argument[], call: ValueId): void {
  const offset = args.length - given.length;
  given.forEach((each, index) => {
    giveAway(build, each, item(args, index + offset).value, { call, argument: index + offset, path: [] });
  });
}

function changeReceiver(build: Build, callee: Callee, receiver: ValueId, call: ValueId, node: AnyCall): void {
  const gift = { call, argument: -1, path: [] };
  if (mayBeHeld(build, callee, receiver)) changeByCall(build, receiver, gift, node);
  giveContents(build, receiver, gift);
}

/** Whether a call's result is not awaited in place: the call is a statement, or its result is stored. */
function isLeftRunning({ ts }: Build, node: TS.Node): boolean {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner.parent) ||
    ts.isVoidExpression(inner.parent) ||
    ts.isNonNullExpression(inner.parent)
  )
    inner = inner.parent;
  const { parent } = inner;
  return (
    ts.isExpressionStatement(parent) ||
    ts.isVariableDeclaration(parent) ||
    (ts.isBinaryExpression(parent) && parent.right === inner && isAssignment(ts, parent))
  );
}

/** Whether a call runs no code of the program that may change variables. */
function isQuiet(build: Build, { value, receiver }: Callee, given: readonly TS.Expression[]): boolean {
  const root = build.values[item(build.roots, receiver ?? value)];
  if (root?.kind !== "global" || !runsOnlyCallbacks(root.name)) return false;
  const { name } = root;
  const callee = item(build.values, value);
  const method = callee.kind === "member" && typeof callee.key === "string" ? callee.key : undefined;
  return !given.some((each, index) => mayBeCalled(build, each, receiver !== undefined && mayCall(name, method, index)));
}

/** Whether a built-in function may call the argument. */
function mayBeCalled({ ts }: Build, node: TS.Expression, isCallback: boolean): boolean {
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return true;
  if (!isCallback) return false;
  return ts.isIdentifier(node) ? node.text !== "undefined" : ts.isPropertyAccessExpression(node);
}

/** Whether other code may hold the receiver: it belongs to a variable, is one of several values, or is the result of a chained call. */
function mayBeHeld(build: Build, { receiverNode, value }: Callee, receiver: ValueId): boolean {
  if (!receiverNode) return false;
  if (isChain(build, receiverNode)) return true;
  const held = item(build.values, item(build.roots, receiver));
  const { kind } = held;
  if (kind === "member" || isOneOfSeveral(held)) return true;
  const method = item(build.values, value);
  // Promises do not change.
  return kind === "call" && !(method.kind === "member" && isPromiseMethod(String(method.key)));
}

/** Whether a value may be one of several objects that others hold: `a || b`, `c ? a : b`. */
function isOneOfSeveral(value: ValueNode): boolean {
  return value.kind === "join" || (value.kind === "operation" && isChangeable(value));
}

/** Adds versions of the objects in an argument that other code holds, too. */
function giveAway(build: Build, node: TS.Expression, value: ValueId, gift: Gift): void {
  const { ts } = build;
  if (isChain(build, node) || isOneOfSeveral(item(build.values, item(build.roots, value))))
    changeByCall(build, value, gift, node);
  else {
    const inner = ts.isSpreadElement(node) ? node.expression : node;
    if (!ts.isObjectLiteralExpression(inner) && !ts.isArrayLiteralExpression(inner)) return;
  }
  giveContents(build, value, gift);
}

/** Adds versions of the objects that an object holds: the callee reaches them through it. */
function giveContents(build: Build, holder: ValueId, gift: Gift, depth = 0): void {
  const contents = build.contents.get(item(build.roots, holder));
  if (!contents || depth > 3) return;
  for (const { key, root, node, isMany } of contents) {
    const path = [...gift.path, typeof key === "string" && !isMany ? key : "*"];
    changeByCall(build, root, { ...gift, path }, node);
    giveContents(build, root, { ...gift, path }, depth + 1);
  }
}
