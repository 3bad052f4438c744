import type TS from "typescript";
import { type FunctionFact, keyOf, none, typeExport } from "./facts";
import { declareBlock, declareVariables, memberName, Scope } from "./names";
import { bind } from "./patterns";
import { namedType, typeSlot } from "./types";
import { declared } from "./types";
import type { At, Walk } from "./walk";

/** Functions and classes: each has a body of its own. */

export function visitFunction(walk: Walk, node: TS.SignatureDeclaration, at: At): number {
  const { ts, build } = walk;
  if (!isCode(ts, node)) return none;
  const self = ts.isArrowFunction(node) ? at.self : ts.isFunctionDeclaration(node) ? none : at.self;
  const slot = holdingCode(walk, visitMethod(walk, node, { ...at, self }));
  if (ts.isFunctionDeclaration(node)) {
    if (node.name) build.copy(at.scope.find(node.name.text), slot);
    exportDeclaration(walk, node, slot);
  }
  return slot;
}

type Code = TS.FunctionLikeDeclaration & { readonly body: TS.ConciseBody };

function isCode(ts: typeof TS, node: TS.Node): node is Code {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

/**
 * Notes a function and the facts of its body.
 *
 * @param at the code around, with the `this` that the function runs on.
 * @returns its number, {@link none} for a signature without a body.
 */
export function visitMethod(walk: Walk, node: TS.SignatureDeclaration, at: At): number {
  const { ts, build } = walk;
  if (!isCode(ts, node)) return none;
  const scope = new Scope(at.scope, build.functions.length);
  const parameters = node.parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === "this"));
  const self = ts.isArrowFunction(node) ? at.self : build.slot();
  if (self !== at.self) build.copy(self, at.self);
  const code =
    build.functions.push({
      name: (node.name && memberName(ts, node.name)) ?? nameAround(ts, node) ?? "",
      parent: at.within,
      start: node.pos,
      end: node.end,
      params: parameters.map(() => build.slot()),
      hasRest: parameters.at(-1)?.dotDotDotToken !== undefined,
      result: build.slot(),
      self,
      nodes: 0,
      isSeed: false,
      lastCall: lastCall(ts, node.body),
    }) - 1;
  build.functionAt.set(keyOf(node), code);
  const inner = { ...at, scope, within: code, self, branch: none };
  if (ts.isFunctionExpression(node) && node.name) scope.declare(node.name.text, holdingCode(walk, code));
  visitParameters(walk, parameters, code, inner);
  noteHanded(walk, node, code);
  const declaredResult = node.type ? typeSlot(walk, node.type) : none;
  build.copy(build.functions[code]?.result ?? none, declaredResult);
  const outer = build.within;
  build.within = code;
  visitBody(walk, node.body, inner);
  build.within = outer;
  return code;
}

/** @returns where the call ends with which a body ends, `none` if it ends with `throw`; a function that never returns ends so. */
function lastCall(ts: typeof TS, body: TS.ConciseBody): number | undefined {
  const last = ts.isBlock(body) ? body.statements.at(-1) : undefined;
  if (!last) return undefined;
  if (ts.isThrowStatement(last)) return none;
  return ts.isExpressionStatement(last) && ts.isCallExpression(last.expression) ? last.expression.end : undefined;
}

/** The name of the variable or member that a function initialises. */
function nameAround(ts: typeof TS, { parent }: TS.Node): string | undefined {
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text;
  return ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) ? memberName(ts, parent.name) : undefined;
}

function visitParameters(walk: Walk, parameters: readonly TS.ParameterDeclaration[], code: number, at: At): void {
  const { ts, build } = walk;
  const slots = build.functions[code]?.params ?? [];
  for (const [index, parameter] of parameters.entries()) {
    const given = slots[index] ?? none;
    const otherwise = parameter.initializer ? walk.visit(parameter.initializer, at) : none;
    build.copy(given, otherwise);
    const value = declared(walk, given, parameter.type);
    bind(walk, parameter.name, value, at, at.scope);
    if (ts.isParameterPropertyDeclaration(parameter, parameter.parent) && ts.isIdentifier(parameter.name))
      build.store(at.self, parameter.name.text, value);
    for (const each of parameter.modifiers ?? []) if (ts.isDecorator(each)) walk.visit(each.expression, at);
  }
}

/** The first parameter that a framework passes to a function which it finds by name and file may be a client. */
function noteHanded({ ts, library, build }: Walk, node: TS.SignatureDeclaration, code: number): void {
  if (!isCode(ts, node) || !library.handed?.(node)) return;
  const fact = build.functions[code];
  const [first] = fact?.params ?? [];
  if (!fact || first === undefined) return;
  fact.isSeed = true;
  build.client(first, "handed");
}

function visitBody(walk: Walk, body: TS.ConciseBody, at: At): void {
  const { ts, build } = walk;
  if (!ts.isBlock(body)) {
    build.copy(build.functions[at.within]?.result ?? none, walk.visit(body, at));
    return;
  }
  declareVariables(ts, at.scope, body, build.slot);
  declareBlock(ts, at.scope, body, body.statements, build.slot);
  for (const each of body.statements) walk.visit(each, at);
}

/** @returns a slot that holds a function. */
export function holdingCode({ build }: Walk, code: number): number {
  return build.holding(build.object("function", { code, instance: build.object("instance") }));
}

/** A class: its statics are an object, and its instances are one other. */
export function visitClass(walk: Walk, node: TS.ClassLikeDeclaration, at: At): number {
  const { ts, build } = walk;
  const instance = build.object("instance");
  const object = build.object("class", { instance });
  const slot = build.holding(object);
  const self = build.holding(instance);
  const parent = visitHeritage(walk, node, { instance, object, self }, at);
  for (const each of node.modifiers ?? []) if (ts.isDecorator(each)) walk.visit(each.expression, at);
  const code = build.functions.push(classFact(node, at, self)) - 1;
  build.functionAt.set(keyOf(node), code);
  if (node.name) {
    build.copy(at.scope.find(node.name.text), slot);
    build.copy(namedType(walk, node.name.text), self);
  }
  exportDeclaration(walk, node, slot);
  const inner = { ...at, within: code, self, parent, branch: none };
  for (const member of node.members) visitClassMember(walk, member, { instance, object }, inner);
  return slot;
}

/** The initialisers of a class's fields, which run for each instance. */
function classFact(node: TS.ClassLikeDeclaration, at: At, self: number): FunctionFact {
  return {
    name: node.name?.text ?? "",
    parent: at.within,
    start: node.pos,
    end: node.end,
    params: [],
    hasRest: false,
    result: none,
    self,
    nodes: 0,
    isSeed: false,
    lastCall: undefined,
  };
}

/** Notes what a class extends and implements. @returns the slot of its superclass's instances. */
function visitHeritage(
  walk: Walk,
  node: TS.ClassLikeDeclaration,
  { instance, object, self }: { readonly instance: number; readonly object: number; readonly self: number },
  at: At,
): number {
  const { ts, build } = walk;
  let parent = none;
  for (const { token, types } of node.heritageClauses ?? []) {
    if (token === ts.SyntaxKind.ImplementsKeyword) for (const type of types) build.typed(self, typeSlot(walk, type));
    const [superclass] = types;
    if (token !== ts.SyntaxKind.ExtendsKeyword || !superclass) continue;
    const extended = walk.visit(superclass.expression, at);
    parent = build.instancesOf(extended);
    if (parent === none) continue;
    build.objects[instance]?.others.push(parent);
    build.objects[object]?.others.push(extended);
    build.subclass(parent, instance);
  }
  return parent;
}

function visitClassMember(
  walk: Walk,
  member: TS.ClassElement,
  { instance, object }: { readonly instance: number; readonly object: number },
  at: At,
): void {
  const { ts, build } = walk;
  const isStatic = ts.canHaveModifiers(member) && hasKind(ts.getModifiers(member), ts.SyntaxKind.StaticKeyword);
  const isOfClass = isStatic || ts.isClassStaticBlockDeclaration(member);
  const owner = isOfClass ? object : instance;
  const inner = isOfClass ? { ...at, self: build.holding(object) } : at;
  if (ts.canHaveDecorators(member)) for (const each of ts.getDecorators(member) ?? []) walk.visit(each.expression, at);
  if (ts.isClassStaticBlockDeclaration(member)) walk.visit(member.body, inner);
  else if (ts.isPropertyDeclaration(member)) visitField(walk, member, owner, inner);
  else if (ts.isFunctionLike(member)) visitOwnMethod(walk, member, owner, inner);
}

function visitOwnMethod(walk: Walk, member: TS.SignatureDeclaration, owner: number, at: At): void {
  const { ts, build } = walk;
  const code = visitMethod(walk, member, at);
  if (code === none) return;
  const name = ts.isConstructorDeclaration(member) ? "constructor" : memberName(ts, member.name);
  const isGetter = ts.isGetAccessorDeclaration(member);
  const value = isGetter ? (build.functions[code]?.result ?? none) : holdingCode(walk, code);
  build.copy(build.member(owner, name), value);
}

function visitField(walk: Walk, member: TS.PropertyDeclaration, owner: number, at: At): void {
  const { ts, build } = walk;
  const value = member.initializer ? walk.visit(member.initializer, at) : none;
  const slot = declared(walk, value, member.type);
  if (slot !== none) build.copy(build.member(owner, memberName(ts, member.name)), slot);
}

function hasKind(modifiers: readonly TS.Modifier[] | undefined, kind: TS.SyntaxKind): boolean {
  return modifiers?.some((each) => each.kind === kind) === true;
}

/** Notes that a function or class is exported where it is declared. */
function exportDeclaration(walk: Walk, node: TS.FunctionDeclaration | TS.ClassLikeDeclaration, slot: number): void {
  const { ts, build } = walk;
  if (!ts.canHaveModifiers(node)) return;
  const modifiers = ts.getModifiers(node);
  if (!hasKind(modifiers, ts.SyntaxKind.ExportKeyword)) return;
  const isDefault = hasKind(modifiers, ts.SyntaxKind.DefaultKeyword);
  if (isDefault) build.copy(build.member(0, "default"), slot);
  else if (node.name) build.copy(build.member(0, node.name.text), slot);
  if (ts.isClassLike(node) && node.name)
    build.copy(build.member(0, typeExport + (isDefault ? "default" : node.name.text)), namedType(walk, node.name.text));
}
