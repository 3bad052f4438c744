import type TS from "typescript";
import { parametersOf } from "../../../syntax/parameters";
import { boundMembers, memberReads, type Declared } from "./members";
import { isTyped, returnedCast } from "./returned-cast";
import { argumentFor, type Types } from "./type-arguments";

/** Methods of schemas that return their argument with a type. */
const parsers = new Set(["cast", "parse", "parseAsync", "parseSync"]);
/** Validators: return the value, a result that holds it, or a boolean. */
const checkers = new Set(["assert", "check", "decode", "validate", "validateAsync", "validateSync"]);
const safeParsers = new Set(["safeParse", "safeParseAsync"]);
/**
 * Members that only the result of a validation has, and members that hold the validated value: Joi, io-ts, runtypes,
 * valibot, zod.
 */
const ofOutcomes = ["_tag", "error", "errors", "issues", "success", "valid"];
const held = ["data", "output", "right", "value"];

/** Bound on the variables through which members of a body are followed. */
const mostVariables = 3;

/**
 * Finds the declared types of the answer's body, or of its members, around an expression: `as T` and `satisfies T`; the
 * annotation of a variable or of a `then` callback's parameter; the declared result of the function that returns the
 * expression; the result of a schema's `parse`; the type of a type guard or an assertion function. For a variable
 * without a type: the type of the cast in its `return`, and the types of its members.
 *
 * @param property the member of the expression's value that holds the body.
 */
export function declaredAround(
  types: Types,
  node: TS.Node,
  property: string | undefined,
  variables = 0,
): readonly Declared[] {
  const { ts, checker } = types;
  let left = property;
  let child = node;
  const path: string[] = [];
  const bodyOf = (type: TS.Type | undefined, at: TS.Node): readonly Declared[] => {
    const whole = type && awaited(checker, type);
    const body = whole && left !== undefined ? typeOfProperty(checker, whole, left, at) : whole;
    const known = certain(types, body);
    return known ? [{ type: checker.getNonNullableType(known), path }] : [];
  };
  const ofBinding = (binding: TS.VariableDeclaration | TS.ParameterDeclaration): readonly Declared[] => {
    if (path.length > 0) return [];
    const cast = castOf(types, binding, left);
    if (cast) return [{ type: cast, path }];
    return variables < mostVariables ? ofMembers(types, binding, left, variables + 1) : [];
  };
  const ofVariable = (variable: TS.VariableDeclaration): readonly Declared[] => {
    if (variable.initializer !== child) return [];
    const declared = variable.type && checker.getTypeFromTypeNode(variable.type);
    if (declared && certain(types, declared)) return bodyOf(declared, variable);
    const guarded = left === undefined && ts.isIdentifier(variable.name) && guardedType(types, variable);
    return guarded ? [{ type: guarded, path }] : ofBinding(variable);
  };
  const ofThen = (access: TS.PropertyAccessExpression): readonly Declared[] => {
    const parameter = access.name.text === "then" ? callbackParameter(ts, access) : undefined;
    if (parameter?.type) return bodyOf(checker.getTypeFromTypeNode(parameter.type), parameter);
    return parameter ? ofBinding(parameter) : [];
  };
  /** @returns whether a member is one of the body's, or leads to it. */
  const takesMember = (access: TS.PropertyAccessExpression): boolean => {
    const { text } = access.name;
    if (left === undefined && isCalled(ts, access)) return false;
    if (left !== undefined && left !== text) return false;
    if (left === undefined) path.push(text);
    left = undefined;
    return true;
  };
  const ofParsed = (call: TS.CallExpression): readonly Declared[] => {
    const parsed = left === undefined ? parsedType(types, call, child) : undefined;
    return parsed ? [{ type: parsed, path }] : [];
  };
  for (let parent: TS.Node | undefined = node.parent; parent; child = parent, parent = next(ts, parent)) {
    if (isTyped(ts, parent)) {
      const type = checker.getTypeFromTypeNode(parent.type);
      // `as unknown as Widget`
      if (certain(types, type)) return bodyOf(type, parent);
    } else if (ts.isVariableDeclaration(parent)) return ofVariable(parent);
    else if (ts.isPropertyAccessExpression(parent)) {
      if (!takesMember(parent)) return ofThen(parent);
    } else if (ts.isCallExpression(parent)) return ofParsed(parent);
    else if (!isWrapper(ts, parent)) {
      const code = returningFunction(ts, parent, child);
      if (code?.type) return bodyOf(checker.getTypeFromTypeNode(code.type), code);
      parent = code && thenCallOf(ts, code);
      if (!parent) return [];
    }
  }
  return [];
}

/** @returns the types that the surrounding code declares for members of a variable that it reads or destructures. */
function ofMembers(
  types: Types,
  binding: TS.VariableDeclaration | TS.ParameterDeclaration,
  property: string | undefined,
  variables: number,
): readonly Declared[] {
  const { ts } = types;
  const { name, parent } = binding;
  const scope = ts.isVariableDeclarationList(parent) ? parent.parent.parent : parent;
  if (ts.isIdentifier(name))
    return [...memberReads(ts, scope, name.text)].flatMap((each) => declaredAround(types, each, property, variables));
  const members = boundMembers(ts, name);
  const below = (identifier: TS.Identifier, path: readonly string[]): readonly Declared[] => {
    const cast = returnedCast(ts, types.checker, scope, identifier.text);
    const whole = cast && certain(types, awaited(types.checker, cast));
    if (whole && !failures.test(nameOf(whole))) return [{ type: whole, path }];
    return [...memberReads(ts, scope, identifier.text)].flatMap((each) =>
      declaredAround(types, each, undefined, variables).map((found) => ({ ...found, path: [...path, ...found.path] })),
    );
  };
  if (property !== undefined) {
    const body = members.get(property);
    return body ? below(body, []).filter(({ path }) => path.length > 0) : [];
  }
  return [...members].flatMap(([member, identifier]) => below(identifier, [member]));
}

/** Whether a member is called: it is then a method of the answer or its promise, and not a member of the body. */
function isCalled(ts: typeof TS, access: TS.PropertyAccessExpression): boolean {
  return ts.isCallExpression(access.parent) && access.parent.expression === access;
}

function isWrapper(ts: typeof TS, node: TS.Node): boolean {
  return ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node);
}

/** @returns the function that returns a child of a node. */
function returningFunction(ts: typeof TS, node: TS.Node, child: TS.Node): TS.FunctionLikeDeclaration | undefined {
  if (ts.isReturnStatement(node)) return enclosingFunction(ts, node);
  return ts.isArrowFunction(node) && node.body === child ? node : undefined;
}

/** Typed as always present, but a file has no parent. */
function next(ts: typeof TS, node: TS.Node): TS.Node | undefined {
  return ts.isSourceFile(node) ? undefined : node.parent;
}

function awaited(checker: TS.TypeChecker, type: TS.Type): TS.Type {
  return checker.getAwaitedType(type) ?? type;
}

function enclosingFunction(ts: typeof TS, node: TS.Node): TS.FunctionLikeDeclaration | undefined {
  for (let current = next(ts, node); current; current = next(ts, current)) {
    if (ts.isFunctionLike(current) && "body" in current) return current;
  }
  return undefined;
}

/** @returns the `then` call with a function as its first argument. */
function thenCallOf(ts: typeof TS, code: TS.Node): TS.CallExpression | undefined {
  const call = code.parent;
  return ts.isCallExpression(call) &&
    call.arguments[0] === code &&
    ts.isPropertyAccessExpression(call.expression) &&
    call.expression.name.text === "then"
    ? call
    : undefined;
}

function callbackParameter(ts: typeof TS, callee: TS.Node): TS.ParameterDeclaration | undefined {
  const call = callee.parent;
  const [callback] = ts.isCallExpression(call) && call.expression === callee ? call.arguments : [];
  return callback && (ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))
    ? parametersOf(ts, callback)[0]
    : undefined;
}

/** The type of a schema's result: `schema.parse(body)`, `v.parse(schema, body)`, `schema.safeParse(body).data`. */
function parsedType(types: Types, call: TS.CallExpression, argument: TS.Node): TS.Type | undefined {
  const { ts, checker } = types;
  const callee = call.expression;
  if (!call.arguments.some((each) => each === argument) || !ts.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  if (!parsers.has(name) && !checkers.has(name) && !safeParsers.has(name)) return undefined;
  const result = checker.getNonNullableType(awaited(checker, checker.getTypeAtLocation(call)));
  const options = result.isUnion() ? result.types : [result];
  // Excludes `Date.parse`, and validations that return a boolean.
  if (!options.every(({ flags }) => (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0))
    return undefined;
  const isOutcome = (type: TS.Type): boolean => ofOutcomes.some((each) => checker.getPropertyOfType(type, each));
  if (parsers.has(name) || (checkers.has(name) && !options.some(isOutcome))) return certain(types, result);
  return heldType(types, options, call);
}

/** The type of the value in a successful validation result. */
function heldType(types: Types, outcomes: readonly TS.Type[], call: TS.CallExpression): TS.Type | undefined {
  const { checker } = types;
  for (const outcome of outcomes) {
    for (const name of held) {
      const type = typeOfProperty(checker, outcome, name, call);
      const found = type && certain(types, checker.getNonNullableType(type));
      if (found) return found;
    }
  }
  return undefined;
}

/** Bound on the nodes that are searched for type guards; they stand near the guarded variable. */
const manyNodes = 2000;

/** Names of types for failures; guards test for these, too. */
const failures = /error|exception|failure|problem/i;

/**
 * @returns the type that `isWidget(body)` or `assertWidget(body)` gives a variable without a declared type; undefined
 * if guards test for several types, or only for failures.
 */
function guardedType(known: Types, declaration: TS.VariableDeclaration): TS.Type | undefined {
  const { ts, checker } = known;
  const list = declaration.parent.parent;
  const name = declaration.name.getText();
  let seen = 0;
  const found = new Set<TS.Type>();
  const visit = (node: TS.Node): void => {
    seen += 1;
    if (seen > manyNodes) return;
    if (ts.isCallExpression(node)) {
      const index = node.arguments.findIndex((argument) => ts.isIdentifier(argument) && argument.text === name);
      const signature = index < 0 ? undefined : checker.getResolvedSignature(node);
      const predicate = signature && checker.getTypePredicateOfSignature(signature);
      if (predicate?.type && predicate.parameterIndex === index) found.add(predicate.type);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(list.parent, visit);
  const types = [...found].filter((type) => !failures.test(nameOf(type)));
  return types.length === 1 ? certain(known, types[0]) : undefined;
}

/** The type of the cast in the `return` of an untyped variable or parameter. */
function castOf(
  types: Types,
  { name, parent }: TS.VariableDeclaration | TS.ParameterDeclaration,
  property: string | undefined,
): TS.Type | undefined {
  const { ts, checker } = types;
  const scope = ts.isVariableDeclarationList(parent) ? parent.parent.parent : parent;
  const held = property === undefined ? name : memberOf(ts, name, property);
  if (!held || !ts.isIdentifier(held)) return undefined;
  const type = returnedCast(ts, checker, scope, held.text);
  const body = type && certain(types, awaited(checker, type));
  return body && !failures.test(nameOf(body)) ? checker.getNonNullableType(body) : undefined;
}

/** @returns the binding of a member in a pattern: `{ data }`, `{ data: body }`. */
function memberOf(ts: typeof TS, name: TS.BindingName, property: string): TS.BindingName | undefined {
  if (!ts.isObjectBindingPattern(name)) return undefined;
  return name.elements.find((element) => (element.propertyName ?? element.name).getText() === property)?.name;
}

function nameOf(type: TS.Type): string {
  return (type.aliasSymbol ?? type.getSymbol())?.name ?? "";
}

/** @returns the type, or the type argument of a type parameter; undefined if it allows any value. */
function certain(types: Types, type: TS.Type | undefined): TS.Type | undefined {
  const known = type && (argumentFor(types, type) ?? type);
  return known && isVague(types.ts, known) ? undefined : known;
}

/** Whether a type allows any value. */
export function isVague({ TypeFlags }: typeof TS, { flags }: TS.Type): boolean {
  return (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never | TypeFlags.InstantiableNonPrimitive)) !== 0;
}

/** @returns the type of a member at a node; undefined if there is no such member. */
export function typeOfProperty(
  checker: TS.TypeChecker,
  type: TS.Type,
  name: string,
  node: TS.Node,
): TS.Type | undefined {
  const symbol = checker.getPropertyOfType(type, name);
  return symbol && checker.getTypeOfSymbolAtLocation(symbol, node);
}
