import type TS from "typescript";
import type { Program } from "../program";
import { askingCall } from "../../syntax/injection";
import { skipWrappers } from "../../syntax/wrappers";
import { isTypedDeclaration } from "./checker";

/** The type that is written where a value is made, handed in or put away. */

/** The annotation of a node stays the same, and many values are made at one node. */
const known = new WeakMap<TS.Node, TS.TypeNode | null>();

/** @returns the annotation that gives a value its type, where there is one. */
export function annotationOf({ ts }: Program, typed: TS.Node | undefined): TS.TypeNode | undefined {
  // A file stands for the value that it exports as a whole. It has no annotation, and no parent.
  if (!typed || ts.isSourceFile(typed)) return undefined;
  let found = known.get(typed);
  if (found === undefined) known.set(typed, (found = findAnnotation(ts, typed) ?? null));
  return found ?? undefined;
}

function findAnnotation(ts: typeof TS, typed: TS.Node): TS.TypeNode | undefined {
  const [argument, ...others] = askingCall(ts, typed)?.typeArguments ?? [];
  if (argument && others.length === 0) return argument;
  if (isTypedDeclaration(ts, typed)) {
    if (!ts.isParameter(typed)) return typed.type;
    return typed.dotDotDotToken ? undefined : (typed.type ?? typeOfKeeper(ts, typed));
  }
  let current: TS.Node = typed;
  while (
    ts.isAwaitExpression(current.parent) ||
    ts.isParenthesizedExpression(current.parent) ||
    ts.isNonNullExpression(current.parent)
  )
    current = current.parent;
  return typeOfPlace(ts, current.parent, current);
}

/** @returns the type that a place gives to what is put there. */
function typeOfPlace(ts: typeof TS, place: TS.Node, value: TS.Node): TS.TypeNode | undefined {
  if ((ts.isAsExpression(place) || ts.isSatisfiesExpression(place)) && place.expression === value) return place.type;
  if ((ts.isVariableDeclaration(place) || ts.isPropertyDeclaration(place)) && place.initializer === value)
    return place.type;
  if (ts.isBinaryExpression(place) && place.right === value) return typeOfTarget(ts, place);
  if (ts.isReturnStatement(place))
    return resultType(
      ts,
      ts.findAncestor(place, (each) => ts.isFunctionLike(each)),
    );
  return ts.isArrowFunction(place) && place.body === value ? resultType(ts, place) : undefined;
}

/** What a function says that it returns; an async one says of what it gives a promise. */
function resultType(ts: typeof TS, code: TS.Node | undefined): TS.TypeNode | undefined {
  if (!code || !ts.isFunctionLike(code) || !code.type) return undefined;
  const { type } = code;
  const isPromise = ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === "Promise";
  return isPromise ? type.typeArguments?.[0] : type;
}

/** `this.field = value` and `variable = value`: the annotation of the field, or of the variable. */
function typeOfTarget(ts: typeof TS, { left, operatorToken }: TS.BinaryExpression): TS.TypeNode | undefined {
  const isAssignment =
    operatorToken.kind === ts.SyntaxKind.EqualsToken ||
    operatorToken.kind === ts.SyntaxKind.QuestionQuestionEqualsToken;
  const target = skipWrappers(ts, left);
  if (isAssignment && ts.isIdentifier(target)) return typeOfVariable(ts, target);
  if (!isAssignment || !ts.isPropertyAccessExpression(target) || target.expression.kind !== ts.SyntaxKind.ThisKeyword)
    return undefined;
  const owner = ts.findAncestor(target, (each) => ts.isClassLike(each));
  return owner && typesOfFields(ts, owner).get(target.name.text);
}

type TypesByName = ReadonlyMap<string, TS.TypeNode | undefined>;

/** Many assignments lead to one class or block. */
const namedTypes = new WeakMap<TS.Node, TypesByName>();

function typesIn(node: TS.Node, declared: () => Iterable<readonly [string, TS.TypeNode | undefined]>): TypesByName {
  let types = namedTypes.get(node);
  if (!types) namedTypes.set(node, (types = firstOfEach(declared())));
  return types;
}

function firstOfEach<T>(entries: Iterable<readonly [string, T]>): ReadonlyMap<string, T> {
  const first = new Map<string, T>();
  for (const [name, value] of entries) if (!first.has(name)) first.set(name, value);
  return first;
}

/** @returns the annotations of a class's fields, by name. */
function typesOfFields(ts: typeof TS, owner: TS.ClassLikeDeclaration): TypesByName {
  return typesIn(owner, function* () {
    for (const each of owner.members)
      if (ts.isPropertyDeclaration(each) && !ts.isComputedPropertyName(each.name))
        yield [each.name.getText(), each.type];
  });
}

/** @returns the annotations of the variables that a block declares, by name. */
function typesOfVariables(ts: typeof TS, block: TS.Block | TS.SourceFile): TypesByName {
  return typesIn(block, function* () {
    for (const statement of block.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, type } of statement.declarationList.declarations)
        if (ts.isIdentifier(name)) yield [name.text, type];
    }
  });
}

/** The annotation of the nearest variable of a name around a node: parameters and imports of that name are none. */
function typeOfVariable(ts: typeof TS, name: TS.Identifier): TS.TypeNode | undefined {
  for (let around: TS.Node = name.parent; !ts.isSourceFile(around); around = around.parent) {
    const block = around.parent;
    if (ts.isFunctionLike(around) && around.parameters.some((each) => each.name.getText() === name.text))
      return undefined;
    if (!ts.isBlock(block) && !ts.isSourceFile(block)) continue;
    const types = typesOfVariables(ts, block);
    if (types.has(name.text)) return types.get(name.text);
  }
  return undefined;
}

/** A constructor's parameter without a type has that of the field in which it is kept. */
function typeOfKeeper(ts: typeof TS, parameter: TS.ParameterDeclaration): TS.TypeNode | undefined {
  const { parent: code, name } = parameter;
  if (!ts.isConstructorDeclaration(code) || !ts.isIdentifier(name)) return undefined;
  for (const statement of code.body?.statements ?? []) {
    const keeping = ts.isExpressionStatement(statement) ? statement.expression : undefined;
    if (
      keeping &&
      ts.isBinaryExpression(keeping) &&
      ts.isIdentifier(keeping.right) &&
      keeping.right.text === name.text
    ) {
      const found = typeOfTarget(ts, keeping);
      if (found) return found;
    }
  }
  return undefined;
}
