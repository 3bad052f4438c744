import type TS from "typescript";
import { isAssignment, isStep } from "../../syntax/bindings/assignments";
import { dottedName } from "../../syntax/bindings/dotted-name";
import { isCommonJsExport } from "../../evaluator/reach/names";
import { visitBlock, visitBranches, visitForOf, visitScoped } from "./branching";
import { visitCall, visitNew, visitTagged } from "./calls";
import { loadMember, noteGiven } from "./components";
import { visitClass, visitFunction } from "./functions";
import { anyMember, none } from "./facts";
import { visitExportAssignment, visitExportDeclaration, visitImport, visitImportEquals } from "./modules";
import { memberName } from "./names";
import { visitArray, visitJsx, visitObject } from "./literals";
import { assign, bind, noteDeclared, noteJump, notePoint } from "./patterns";
import { noteSeed } from "./seeds";
import { declared, declareType, namedType } from "./types";
import { type At, mostNested, type Walk } from "./walk";

/**
 * Notes the facts of a node and of all within it.
 *
 * @returns the slot that holds the value of an expression; none for anything else, and for values of which nothing can flow.
 */
export function visit(walk: Walk, node: TS.Node, at: At): number {
  const { build } = walk;
  const code = build.functions[at.within];
  if (code) code.nodes += 1;
  if (walk.depth > mostNested) return none;
  walk.depth += 1;
  try {
    return dispatch(walk, node, at);
  } finally {
    walk.depth -= 1;
  }
}

function dispatch(walk: Walk, node: TS.Node, at: At): number {
  const { ts } = walk;
  if (ts.isIdentifier(node)) return nameSlot(walk, node, at);
  if (node.kind === ts.SyntaxKind.ThisKeyword) return at.self;
  if (node.kind === ts.SyntaxKind.SuperKeyword) return at.parent;
  if (ts.isPropertyAccessExpression(node)) return visitMember(walk, node, at);
  if (ts.isElementAccessExpression(node)) return visitElement(walk, node, at);
  if (ts.isCallExpression(node)) return visitCall(walk, node, at);
  if (ts.isNewExpression(node)) return visitNew(walk, node, at);
  if (ts.isBinaryExpression(node)) return visitBinary(walk, node, at);
  if (isTransparent(ts, node)) {
    const inner = visit(walk, node.expression, at);
    if (ts.isAwaitExpression(node) && !ts.isCallExpression(node.expression))
      notePoint(walk, node, at, { awaited: inner });
    return ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) ? declared(walk, inner, node.type) : inner;
  }
  return ts.isTypeNode(node) ? none : visitMade(walk, node, at);
}

/** What makes a value: literals, functions and classes. */
function visitMade(walk: Walk, node: TS.Node, at: At): number {
  const { ts, build } = walk;
  if (ts.isFunctionLike(node)) return visitFunction(walk, node, at);
  if (ts.isClassLike(node)) return visitClass(walk, node, at);
  if (ts.isObjectLiteralExpression(node)) return visitObject(walk, node, at);
  if (ts.isArrayLiteralExpression(node)) return visitArray(walk, node, at);
  if (ts.isConditionalExpression(node)) {
    const condition = visit(walk, node.condition, at);
    return build.computed([condition], build.merge(visit(walk, node.whenTrue, at), visit(walk, node.whenFalse, at)));
  }
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) return visitJsx(walk, node, at);
  if (ts.isTaggedTemplateExpression(node)) return visitTagged(walk, node, at);
  if (ts.isExpression(node) && !ts.isYieldExpression(node)) return visitComputed(walk, node, at);
  visitStatement(walk, node, at);
  return none;
}

function isTransparent(
  ts: typeof TS,
  node: TS.Node,
): node is TS.ParenthesizedExpression | TS.NonNullExpression | TS.AwaitExpression | TS.AsExpression | TS.TypeAssertion {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isSatisfiesExpression(node)
  );
}

function visitStatement(walk: Walk, node: TS.Node, at: At): void {
  const { ts } = walk;
  if (ts.isVariableDeclaration(node)) visitVariable(walk, node, at);
  else if (ts.isReturnStatement(node) || ts.isYieldExpression(node)) visitResult(walk, node, at);
  else if (ts.isForOfStatement(node) || ts.isForInStatement(node)) visitForOf(walk, node, at);
  else if (ts.isBlock(node) || ts.isModuleBlock(node)) visitBlock(walk, node, node.statements, at);
  else if (ts.isForStatement(node) || ts.isCaseBlock(node)) visitScoped(walk, node, at);
  else if (ts.isSwitchStatement(node)) visitBranches(walk, node.expression, [node.caseBlock], at);
  else if (ts.isVariableStatement(node)) visitVariables(walk, node, at);
  else if (ts.isIfStatement(node)) visitBranches(walk, node.expression, [node.thenStatement, node.elseStatement], at);
  else visitDeclaration(walk, node, at);
}

/** What stands at the top level of files alone, but for types. */
function visitDeclaration(walk: Walk, node: TS.Node, at: At): void {
  const { ts } = walk;
  if (ts.isImportDeclaration(node)) visitImport(walk, node, at);
  else if (ts.isImportEqualsDeclaration(node)) visitImportEquals(walk, node, at);
  else if (ts.isExportDeclaration(node)) visitExportDeclaration(walk, node, at);
  else if (ts.isExportAssignment(node)) visitExportAssignment(walk, node, at);
  else if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) declareType(walk, node);
  else if (ts.isWhileStatement(node) || ts.isDoStatement(node))
    visitBranches(walk, node.expression, [node.statement], at);
  else {
    visitChildren(walk, node, at);
    if (ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node)) noteJump(walk, node, at);
  }
}

function visitResult(walk: Walk, node: TS.ReturnStatement | TS.YieldExpression, at: At): void {
  const { build } = walk;
  const value = node.expression ? visit(walk, node.expression, at) : none;
  build.copy(build.functions[at.within]?.result ?? none, value);
  noteJump(walk, node, at);
}

function visitChildren(walk: Walk, node: TS.Node, at: At): void {
  walk.ts.forEachChild(node, (child) => {
    visit(walk, child, at);
  });
}

function visitVariables(walk: Walk, node: TS.VariableStatement, at: At): void {
  const { ts, build } = walk;
  visit(walk, node.declarationList, at);
  const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  if (!isExported) return;
  const exported = (name: TS.BindingName): void => {
    if (ts.isIdentifier(name)) build.copy(build.member(0, name.text), at.scope.find(name.text));
    else for (const each of name.elements) if (!ts.isOmittedExpression(each)) exported(each.name);
  };
  for (const { name } of node.declarationList.declarations) exported(name);
}

function visitVariable(walk: Walk, node: TS.VariableDeclaration, at: At): void {
  const { ts, build } = walk;
  const value = node.initializer ? visit(walk, node.initializer, at) : none;
  bind(walk, node.name, declared(walk, value, node.type), at, undefined);
  // A class that a client makes, `Octokit.plugin(more)`, names the type of its instances.
  if (ts.isIdentifier(node.name) && node.initializer && ts.isCallExpression(node.initializer))
    build.copy(namedType(walk, node.name.text), build.instancesOf(value));
  if (node.initializer) noteDeclared(walk, node.name, at);
}

const globalObjects = new Set(["globalThis", "window", "self", "global"]);

function nameSlot(walk: Walk, node: TS.Identifier, at: At): number {
  const known = at.scope.find(node.text);
  if (known === none && node.text === "arguments") return argumentsSlot(walk, at);
  if (known === none) return globalSlot(walk, node.text, at);
  if (!walk.library.named(node.text)) return known;
  // A name that only clients have tells one, whatever gives the value.
  const slot = walk.build.slot();
  walk.build.copy(slot, known);
  walk.build.client(slot, node.text);
  return slot;
}

function argumentsSlot({ build }: Walk, { within }: At): number {
  const list = build.object("array");
  for (const each of build.functions[within]?.params ?? []) build.copy(build.member(list), each);
  return build.holding(list);
}

/** @returns a slot for a name that the file does not declare: it may be a client's. */
function globalSlot(walk: Walk, name: string, at: At): number {
  const { build, library } = walk;
  if (!library.global(name) && !library.named(name)) return none;
  const slot = build.slot();
  build.client(slot, name);
  noteSeed(walk, at);
  return slot;
}

function visitMember(walk: Walk, node: TS.PropertyAccessExpression, at: At): number {
  const { ts, build, library } = walk;
  const { expression, name } = node;
  const isGlobal = ts.isIdentifier(expression) && globalObjects.has(expression.text);
  if (isGlobal && at.scope.find(expression.text) === none) return globalSlot(walk, name.text, at);
  const slot = loadMember(walk, visit(walk, expression, at), name.text);
  const dotted = dottedName(ts, node);
  if (dotted === undefined || !library.named(dotted)) return slot;
  const named = build.slot();
  build.copy(named, slot);
  build.client(named, dotted);
  noteSeed(walk, at);
  return named;
}

function visitElement(walk: Walk, node: TS.ElementAccessExpression, at: At): number {
  const { ts, build } = walk;
  const owner = visit(walk, node.expression, at);
  const key = node.argumentExpression;
  const computedKey = visit(walk, key, at);
  return build.computed([computedKey], build.load(owner, ts.isStringLiteralLike(key) ? key.text : anyMember));
}

function visitBinary(walk: Walk, node: TS.BinaryExpression, at: At): number {
  const { ts, build } = walk;
  const kind = node.operatorToken.kind;
  const { SyntaxKind } = ts;
  if (isAssignment(ts, node)) {
    const value = visit(walk, node.right, at);
    if (isCommonJsExport(ts, node)) exportAll(walk, node.left, value);
    assign(walk, node.left, value, at);
    noteGiven(walk, node, value);
    return value;
  }
  const left = visit(walk, node.left, at);
  const right = visit(walk, node.right, at);
  if (kind === SyntaxKind.BarBarToken || kind === SyntaxKind.QuestionQuestionToken) return build.merge(left, right);
  if (kind === SyntaxKind.CommaToken) return right;
  return kind === SyntaxKind.AmpersandAmpersandToken ? build.computed([left], right) : build.computed([left, right]);
}

/** `module.exports = value`, `exports.name = value`. */
function exportAll({ ts, build }: Walk, left: TS.Expression, value: number): void {
  const [module] = build.objects;
  if (!module || value === none || !ts.isPropertyAccessExpression(left)) return;
  const isWhole = ts.isIdentifier(left.expression) && left.expression.text === "module";
  if (isWhole) {
    module.whole = build.merge(module.whole ?? none, value);
    module.others.push(value);
  } else build.copy(build.member(0, memberName(ts, left.name) ?? anyMember), value);
}

/** What is computed from other values: a text with holes, a comparison. */
function visitComputed(walk: Walk, node: TS.Expression, at: At): number {
  const { ts, build } = walk;
  const from: number[] = [];
  ts.forEachChild(node, (child) => {
    from.push(walk.visit(ts.isTemplateSpan(child) ? child.expression : child, at));
  });
  if (ts.isDeleteExpression(node)) assign(walk, node.expression, none, at);
  if (isStep(ts, node)) assign(walk, node.operand, none, at);
  return build.computed(from);
}
