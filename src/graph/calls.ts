import type TS from "typescript";
import { anyMember, none } from "./facts";
import { contextValue } from "./literals";
import { memberName } from "./names";
import { visit } from "./visit";
import type { At, Walk } from "./walk";

interface Called {
  readonly callee: number;
  readonly self: number;
  readonly args: readonly number[];
  readonly member?: string | undefined;
  readonly isIndirect?: boolean;
}

export function visitNew(walk: Walk, node: TS.NewExpression, at: At): number {
  const callee = visit(walk, node.expression, at);
  const args = argumentsOf(walk, node.arguments ?? [], at);
  return call(walk, node, { callee, self: none, args }, at, true);
}

export function visitCall(walk: Walk, node: TS.CallExpression, at: At): number {
  const { ts, build } = walk;
  const specifier = importedModule(ts, node);
  if (specifier !== undefined) return build.module(specifier);
  const callee = skipParentheses(ts, node.expression);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) {
    const args = argumentsOf(walk, node.arguments, at);
    return call(walk, node, { callee: build.load(at.parent, "constructor"), self: at.self, args }, at);
  }
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) {
    const called = visit(walk, callee, at);
    const args = argumentsOf(walk, node.arguments, at);
    const isIndirect = ts.isIdentifier(callee) && at.scope.isParameter(callee.text);
    const result = call(walk, node, { callee: called, self: none, args, isIndirect }, at);
    return ts.isIdentifier(callee) && /^use(?:Context)?$|^inject$/u.test(callee.text)
      ? build.merge(result, build.load(args[0] ?? none, contextValue))
      : result;
  }
  const self = visitOwner(walk, callee, at);
  const member = ts.isPropertyAccessExpression(callee)
    ? callee.name.text
    : memberName(ts, computedName(ts, callee.argumentExpression));
  const called = visitCallee(walk, callee, self, member, at);
  const args = argumentsOf(walk, node.arguments, at);
  // `super.method()` runs on this instance.
  const receiver = callee.expression.kind === ts.SyntaxKind.SuperKeyword ? at.self : self;
  const outer = build.merge(
    ofFunction(walk, node, self, member, args, at),
    call(walk, node, { callee: called, self: receiver, args, member }, at),
  );
  return build.merge(outer, ofCollection(walk, node, self, member, args, at));
}

function computedName(ts: typeof TS, key: TS.Expression): TS.StringLiteral | undefined {
  return ts.isStringLiteral(key) ? key : undefined;
}

/** The owner of a member is visited once, and the member is loaded from it. */
function visitOwner(walk: Walk, callee: TS.PropertyAccessExpression | TS.ElementAccessExpression, at: At): number {
  return visit(walk, callee.expression, at);
}

function visitCallee(
  walk: Walk,
  callee: TS.PropertyAccessExpression | TS.ElementAccessExpression,
  self: number,
  member: string | undefined,
  at: At,
): number {
  const { ts, build } = walk;
  if (ts.isElementAccessExpression(callee)) {
    visit(walk, callee.argumentExpression, at);
    return build.load(self, member ?? anyMember);
  }
  // A dotted name may stand for a client as a whole.
  const named = self === none || mayBeNamed(walk, callee) ? visit(walk, callee, at) : none;
  return build.merge(self === none ? none : build.load(self, callee.name.text), named);
}

function mayBeNamed({ ts, library }: Walk, callee: TS.PropertyAccessExpression): boolean {
  const owner = callee.expression;
  const last = ts.isPropertyAccessExpression(owner) ? owner.name.text : ts.isIdentifier(owner) ? owner.text : "this";
  return library.named(`${last}.${callee.name.text}`) !== undefined;
}

function skipParentheses(ts: typeof TS, node: TS.Expression): TS.Expression {
  let inner = node;
  while (ts.isParenthesizedExpression(inner) || ts.isNonNullExpression(inner)) inner = inner.expression;
  return inner;
}

/** @returns what `import("…")` and `require("…")` name. */
function importedModule(ts: typeof TS, { expression, arguments: [first] }: TS.CallExpression): string | undefined {
  const isImport =
    expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === "require");
  return isImport && first && ts.isStringLiteralLike(first) ? first.text : undefined;
}

/** A spread list gives its elements to all further parameters. */
function argumentsOf(walk: Walk, nodes: readonly TS.Expression[], at: At): readonly number[] {
  const { ts, build } = walk;
  return nodes.map((each) =>
    ts.isSpreadElement(each) ? build.load(visit(walk, each.expression, at)) : visit(walk, each, at),
  );
}

function call(
  { ts, build }: Walk,
  node: TS.CallExpression | TS.NewExpression,
  called: Called,
  { within }: At,
  isNew = false,
): number {
  const literals = called.args.filter((_, index) => {
    const arg = node.arguments?.[index];
    return arg !== undefined && ts.isObjectLiteralExpression(arg);
  });
  const given = [...called.args, ...literals.flatMap((slot) => build.membersHeldBy(slot))];
  return build.call({ within, start: node.pos, end: node.end, isNew, given, ...called });
}

/** `f.call(self, …)`, `f.apply(self, list)`, `f.bind(self)`. */
function ofFunction(
  walk: Walk,
  node: TS.CallExpression,
  callee: number,
  member: string | undefined,
  [self = none, ...args]: readonly number[],
  at: At,
): number {
  if (callee === none) return none;
  if (member === "bind") return callee;
  if (member === "call") return call(walk, node, { callee, self, args }, at);
  return member === "apply"
    ? call(walk, node, { callee, self, args: args.map((each) => walk.build.load(each)) }, at)
    : none;
}

const givesElements = /^(?:find|findLast|at|pop|shift|get|next|values|reduce)$/u;
const givesItself = /^(?:concat|slice|filter|sort|reverse|flat|set|add)$/u;
const takesElements = /^(?:push|unshift|add|set|append|register|splice)$/u;
const callsWithElements =
  /^(?:map|forEach|filter|find|findLast|some|every|flatMap|reduce|reduceRight|sort|findIndex|each)$/u;
const settles = /^(?:then|catch|finally)$/u;

/** Methods of lists, maps and promises: what is put in comes out, and goes to the functions that they are given. */
function ofCollection(
  walk: Walk,
  node: TS.CallExpression,
  self: number,
  member: string | undefined,
  args: readonly number[],
  at: At,
): number {
  const { build } = walk;
  if (self === none || member === undefined) return none;
  if (settles.test(member)) {
    const results = args.map((callee) => callback(walk, node, callee, member === "then" ? [self] : [], at));
    return build.merge(self, ...results);
  }
  if (takesElements.test(member)) {
    for (const each of args) build.store(self, undefined, each);
    return givesItself.test(member) ? self : none;
  }
  if (callsWithElements.test(member)) {
    const element = build.load(self);
    const given = member.startsWith("reduce") ? [args[1] ?? none, element] : [element];
    const result = callback(walk, node, args[0] ?? none, given, at);
    if (member !== "map" && member !== "flatMap") return givesItself.test(member) ? self : element;
    const list = build.object("array");
    build.copy(build.member(list), result);
    return build.holding(list);
  }
  if (givesElements.test(member)) return build.load(self);
  return givesItself.test(member) ? self : none;
}

function callback(walk: Walk, node: TS.CallExpression, callee: number, args: readonly number[], at: At): number {
  return callee === none ? none : call(walk, node, { callee, self: none, args, isIndirect: true }, at);
}
