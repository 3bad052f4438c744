import type TS from "typescript";
import { looksLikeRequest } from "../../evaluator/reach/request-forms";
import { skipWrappers } from "../../syntax/wrappers";
import { loadMember, noteGiven } from "./components";
import { anyMember, contextValue, none } from "./facts";
import { moduleOf } from "./modules";
import { memberName } from "./names";
import type { At, Walk } from "./walk";

interface Called {
  readonly callee: number;
  readonly self: number;
  readonly args: readonly number[];
  readonly member?: string | undefined;
  readonly isIndirect?: boolean;
}

export function visitNew(walk: Walk, node: TS.NewExpression, at: At): number {
  const callee = walk.visit(node.expression, at);
  const args = argumentsOf(walk, node.arguments ?? [], at);
  return call(walk, node, { callee, self: none, args }, at);
}

/** A tag is called with the texts and the values of a template. */
export function visitTagged(walk: Walk, node: TS.TaggedTemplateExpression, at: At): number {
  const { ts, build } = walk;
  const callee = walk.visit(node.tag, at);
  const spans = ts.isTemplateExpression(node.template) ? node.template.templateSpans : [];
  const args = [none, ...spans.map(({ expression }) => walk.visit(expression, at))];
  const { within, branch } = at;
  return build.call({ within, branch, start: node.pos, end: node.end, callee, self: none, args, isTag: true });
}

export function visitCall(walk: Walk, node: TS.CallExpression, at: At): number {
  const { ts, build } = walk;
  const specifier = importedModule(ts, node);
  if (specifier !== undefined) return moduleOf(walk, specifier);
  const callee = skipParentheses(ts, node.expression);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) {
    const args = argumentsOf(walk, node.arguments, at);
    return call(walk, node, { callee: build.load(at.parent, "constructor"), self: at.self, args }, at);
  }
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) {
    const called = walk.visit(callee, at);
    const args = argumentsOf(walk, node.arguments, at);
    noteGiven(walk, node, args[1] ?? none);
    const isIndirect = ts.isIdentifier(callee) && at.scope.isParameter(callee.text);
    const result = call(walk, node, { callee: called, self: none, args, isIndirect }, at);
    return ts.isIdentifier(callee) ? build.merge(result, ofContext(walk, callee.text, args)) : result;
  }
  // The owner of a member is visited once, and the member is loaded from it.
  const self = walk.visit(callee.expression, at);
  const member = ts.isPropertyAccessExpression(callee)
    ? callee.name.text
    : memberName(ts, computedName(ts, callee.argumentExpression));
  const called = visitCallee(walk, callee, self, member, at);
  const args = argumentsOf(walk, node.arguments, at);
  noteGiven(walk, node, args[1] ?? none);
  // `super.method()` runs on this instance.
  const receiver = callee.expression.kind === ts.SyntaxKind.SuperKeyword ? at.self : self;
  const builtin = self === none ? ofBuiltin(walk, callee, { node, args }, at) : none;
  if (builtin !== none) return builtin;
  const given = { node, self, member, args };
  const outer = build.merge(
    ofFunction(walk, given, at),
    call(walk, node, { callee: called, self: receiver, args, member }, at),
  );
  return build.merge(outer, ofCollection(walk, given, at));
}

const copiesObjects = /^(?:assign|freeze|seal|preventExtensions)$/u;

/** `Object.freeze(object)` returns its argument, `Object.assign(object, other)` all of them; `Reflect.apply(f, self, list)` calls. */
function ofBuiltin(
  walk: Walk,
  { expression }: TS.PropertyAccessExpression | TS.ElementAccessExpression,
  { node, args }: Pick<MemberCall, "node" | "args">,
  at: At,
): number {
  const { ts, build } = walk;
  const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : "";
  if (!ts.isIdentifier(expression)) return none;
  if (expression.text === "Object" && copiesObjects.test(name)) {
    const result = call(walk, node, { callee: none, self: none, args, member: name }, at);
    return build.merge(result, ...args);
  }
  const [callee = none, self = none, list = none] = args;
  if (expression.text !== "Reflect" || name !== "apply") return none;
  return call(walk, node, { callee, self, args: [build.load(list)] }, at);
}

function computedName(ts: typeof TS, key: TS.Expression): TS.StringLiteral | undefined {
  return ts.isStringLiteral(key) ? key : undefined;
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
    return build.computed([walk.visit(callee.argumentExpression, at)], build.load(self, member ?? anyMember));
  }
  // A dotted name may stand for a client as a whole.
  const named = self === none || mayBeNamed(walk, callee) ? walk.visit(callee, at) : none;
  return build.merge(self === none ? none : loadMember(walk, self, callee.name.text), named);
}

function mayBeNamed({ ts, library }: Walk, callee: TS.PropertyAccessExpression): boolean {
  const owner = skipWrappers(ts, callee.expression);
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
    ts.isSpreadElement(each) ? build.load(walk.visit(each.expression, at)) : walk.visit(each, at),
  );
}

function call(
  { ts, build }: Walk,
  node: TS.CallExpression | TS.NewExpression,
  called: Called,
  { within, branch }: At,
): number {
  const literals = called.args.filter((_, index) => {
    const arg = node.arguments?.[index];
    return arg !== undefined && ts.isObjectLiteralExpression(arg);
  });
  const given = [...called.args, ...literals.flatMap((slot) => build.membersHeldBy(slot))];
  const isNew = ts.isNewExpression(node);
  const isRequestLike = ts.isCallExpression(node) && looksLikeRequest(ts, node);
  return build.call({ within, branch, start: node.pos, end: node.end, isNew, isRequestLike, given, ...called });
}

/** `createContext(value)` creates a context, which keeps its provider's value, and `useContext(context)` returns it. */
function ofContext({ build }: Walk, name: string, [first = none]: readonly number[]): number {
  if (name === "useContext" || name === "use" || name === "inject") return build.load(first, contextValue);
  if (name !== "createContext") return none;
  const context = build.object("object");
  build.copy(build.member(context, contextValue), first);
  return build.holding(context);
}

/** A call of a member: what it is called on, and with. */
interface MemberCall {
  readonly node: TS.CallExpression;
  readonly self: number;
  readonly member: string | undefined;
  readonly args: readonly number[];
}

/** `f.call(self, …)`, `f.apply(self, list)`, `f.bind(self)`. */
function ofFunction(walk: Walk, { node, self: callee, member, args: all }: MemberCall, at: At): number {
  const [self = none, ...args] = all;
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

/** Methods of lists, maps and promises: what is put in comes out, and goes to their callbacks. */
function ofCollection(walk: Walk, given: MemberCall, at: At): number {
  const { build } = walk;
  const { node, self, member, args } = given;
  if (member === undefined) return none;
  if (settles.test(member)) {
    const results = args.map((callee) => callback(walk, node, callee, member === "then" ? [self] : [], at));
    return build.merge(self, ...results);
  }
  if (takesElements.test(member)) {
    for (const each of args) build.store(self, undefined, each);
    return givesItself.test(member) ? self : none;
  }
  if (callsWithElements.test(member)) return ofElements(walk, given, member, at);
  if (givesElements.test(member)) return build.load(self);
  return givesItself.test(member) ? self : none;
}

/** A method that calls a function for each element. */
function ofElements(walk: Walk, { node, self, args }: MemberCall, member: string, at: At): number {
  const { build } = walk;
  const [first = none, second = none] = args;
  const element = build.load(self);
  const result = callback(walk, node, first, member.startsWith("reduce") ? [second, element] : [element], at);
  if (member !== "map" && member !== "flatMap") return givesItself.test(member) ? self : element;
  const list = build.object("array");
  build.copy(build.member(list), result);
  return build.holding(list);
}

function callback(walk: Walk, node: TS.CallExpression, callee: number, args: readonly number[], at: At): number {
  return callee === none ? none : call(walk, node, { callee, self: none, args, isIndirect: true }, at);
}
