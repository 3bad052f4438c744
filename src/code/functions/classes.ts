import type TS from "typescript";
import type { ClassCode, ClassMember, FunctionCode } from "../declarations";
import type { ClassId, TypeId, ValueId } from "../graph";
import { placeOfName } from "../expressions/patterns";
import { typeOf } from "../types/type-nodes";
import { add, evaluate, startOf, type Build, type Mutable } from "../versions/state";
import { item } from "../item";
import { queueFunction } from "./make";

/** Classes: each member's code is a function. */

/** @param declare called with the class before its members: their decorators and keys may use its name. */
export function classValue(build: Build, node: TS.ClassLikeDeclaration, declare?: (value: ValueId) => void): ValueId {
  const { ts } = build;
  const heritage = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const extended = heritage && evaluate(build, heritage.expression);
  const decorators = decoratorsOf(build, node);
  const id = build.classes.length;
  const start = startOf(build, node);
  const value = add(build, { kind: "class", in: build.fn.id, start, end: node.end, depends: 0, class: id }, node);
  const code: Mutable<ClassCode> = {
    name: node.name?.text ?? nameOfVariable(ts, node),
    start,
    end: node.end,
    in: build.fn.id,
    value,
    ...(extended !== undefined && { heritage: extended }),
    implements: implementedBy(build, node),
    abstract: hasModifier(ts, node, ts.SyntaxKind.AbstractKeyword),
    members: [],
    fieldWrites: [],
    decorators,
  };
  build.classes.push(code);
  declare?.(value);
  const members: ClassMember[] = [];
  for (const member of node.members) addMember(build, member, id, members);
  if (node.members.some((each) => runsAtCreation(ts, each))) build.fn.epoch += 1;
  code.members = members;
  return value;
}

/** Whether a member's code runs when the class is created. */
function runsAtCreation(ts: typeof TS, node: TS.ClassElement): boolean {
  if (ts.isClassStaticBlockDeclaration(node)) return true;
  return (
    ts.isPropertyDeclaration(node) &&
    node.initializer !== undefined &&
    hasModifier(ts, node, ts.SyntaxKind.StaticKeyword)
  );
}

function nameOfVariable(ts: typeof TS, { parent }: TS.Node): string | undefined {
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}

function implementedBy(build: Build, { heritageClauses }: TS.ClassLikeDeclaration): readonly TypeId[] {
  const { ts } = build;
  const clause = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ImplementsKeyword);
  return clause?.types.map((each) => typeOf(build, each)) ?? [];
}

export function hasModifier(ts: typeof TS, node: TS.Node, modifier: TS.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === modifier) === true;
}

export function decoratorsOf(build: Build, node: TS.Node): readonly ValueId[] {
  const { ts } = build;
  if (!ts.canHaveDecorators(node)) return [];
  return ts.getDecorators(node)?.map(({ expression }) => evaluate(build, expression)) ?? [];
}

function addMember(build: Build, node: TS.ClassElement, owner: ClassId, members: ClassMember[]): void {
  const { ts } = build;
  if (ts.isClassStaticBlockDeclaration(node)) queueMember(build, node, owner);
  else if (ts.isConstructorDeclaration(node)) addConstructor(build, node, owner);
  else if (
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessor(node) ||
    ts.isSetAccessor(node) ||
    ts.isPropertyDeclaration(node)
  )
    members.push(memberOf(build, node, owner));
}

function addConstructor(build: Build, node: TS.ConstructorDeclaration, owner: ClassId): void {
  noteParameterDecorators(build, node);
  const id = build.names.functions.get(node);
  if (id === undefined) return;
  (build.functions[id] as Mutable<FunctionCode>).class = owner;
  item(build.classes, owner).constructorFunction = id;
  queueFunction(build, node, id);
}

/**
 * Queues the code of a member.
 *
 * @returns its function, if the member has code.
 */
function queueMember(build: Build, node: TS.Node, owner: ClassId, isStatic = true): number | undefined {
  const id = build.names.functions.get(node);
  if (id === undefined) return undefined;
  (build.functions[id] as Mutable<FunctionCode>).class = owner;
  queueFunction(build, node, id, isStatic ? undefined : owner);
  return id;
}

type Member = TS.MethodDeclaration | TS.AccessorDeclaration | TS.PropertyDeclaration;

function memberOf(build: Build, node: Member, owner: ClassId): ClassMember {
  const { ts } = build;
  const decorators = decoratorsOf(build, node);
  const place = placeOfName(build, node.name);
  const isStatic = hasModifier(ts, node, ts.SyntaxKind.StaticKeyword);
  if (!ts.isPropertyDeclaration(node)) noteParameterDecorators(build, node);
  const id = queueMember(build, node, owner, isStatic || ts.isPropertyDeclaration(node));
  if (id !== undefined) (build.functions[id] as Mutable<FunctionCode>).decorators = decorators;
  const isPrivate = ts.isPrivateIdentifier(node.name) || hasModifier(ts, node, ts.SyntaxKind.PrivateKeyword);
  return {
    kind: kindOf(build, node),
    ...place,
    static: isStatic,
    abstract: hasModifier(ts, node, ts.SyntaxKind.AbstractKeyword),
    private: isPrivate,
    hidden: isPrivate || hasModifier(ts, node, ts.SyntaxKind.ProtectedKeyword),
    readonly: hasModifier(ts, node, ts.SyntaxKind.ReadonlyKeyword),
    ...(id !== undefined && { function: id }),
    ...(node.type && { type: typeOf(build, node.type) }),
    optional: "questionToken" in node && node.questionToken !== undefined,
    decorators,
  };
}

function kindOf({ ts }: Build, node: Member): ClassMember["kind"] {
  if (ts.isPropertyDeclaration(node)) return "field";
  if (ts.isGetAccessor(node)) return "getter";
  return ts.isSetAccessor(node) ? "setter" : "method";
}

/** Evaluates decorators of parameters where the class is created. */
function noteParameterDecorators(build: Build, { parameters }: TS.FunctionLikeDeclaration): void {
  for (const each of parameters) {
    const decorators = decoratorsOf(build, each);
    if (decorators.length > 0) build.parameterDecorators.set(each, decorators);
  }
}
