import type TS from "typescript";
import { parametersOf } from "../../syntax/parameters";
import { isTyped, returnedCast } from "./returned-cast";

/** Methods of schemas that return their argument with a type. */
const parsers = new Set(["cast", "parse", "parseAsync", "parseSync"]);
/** Those that return it in some libraries, and in others an outcome that holds it, or whether it fits. */
const checkers = new Set(["assert", "check", "decode", "validate", "validateAsync", "validateSync"]);
const safeParsers = new Set(["safeParse", "safeParseAsync"]);
/** Members that only outcomes of a check have, and members that hold the checked value: Joi, io-ts, runtypes, valibot, zod. */
const ofOutcomes = ["_tag", "error", "errors", "issues", "success", "valid"];
const held = ["data", "output", "right", "value"];

/**
 * Climbs from an expression to the type that the source gives the answer's body: `as T` and `satisfies T`, the annotation of the variable or of
 * the parameter of a `then` callback, the declared result of the function that returns it, the result of a schema's `parse`, and the type of a
 * type guard or an assertion function. Of a variable without a type, also that of the cast with which it is returned.
 *
 * @param property the member of the expression's value that holds the body.
 */
export function declaredAround(
  ts: typeof TS,
  checker: TS.TypeChecker,
  node: TS.Node,
  property: string | undefined,
): TS.Type | undefined {
  let left = property;
  let child = node;
  const bodyOf = (type: TS.Type | undefined, at: TS.Node): TS.Type | undefined => {
    const whole = type && awaited(checker, type);
    const body = whole && left !== undefined ? typeOfProperty(checker, whole, left, at) : whole;
    const known = certain(ts, body);
    return known && checker.getNonNullableType(known);
  };
  const ofVariable = (variable: TS.VariableDeclaration): TS.Type | undefined => {
    if (variable.initializer !== child) return undefined;
    const declared = variable.type && checker.getTypeFromTypeNode(variable.type);
    if (declared && !isVague(ts, declared)) return bodyOf(declared, variable);
    const guarded = left === undefined && ts.isIdentifier(variable.name) && guardedType(ts, checker, variable);
    return guarded || castOf(ts, checker, variable, left);
  };
  const ofThen = (access: TS.PropertyAccessExpression): TS.Type | undefined => {
    const parameter = access.name.text === "then" ? callbackParameter(ts, access) : undefined;
    if (parameter?.type) return bodyOf(checker.getTypeFromTypeNode(parameter.type), parameter);
    return parameter && castOf(ts, checker, parameter, left);
  };
  for (let parent: TS.Node | undefined = node.parent; parent; child = parent, parent = next(ts, parent)) {
    if (isTyped(ts, parent)) {
      const type = checker.getTypeFromTypeNode(parent.type);
      // `as unknown as Widget`
      if (!isVague(ts, type)) return bodyOf(type, parent);
    } else if (ts.isVariableDeclaration(parent)) return ofVariable(parent);
    else if (ts.isPropertyAccessExpression(parent)) {
      if (left === undefined || parent.name.text !== left) return ofThen(parent);
      left = undefined;
    } else if (ts.isCallExpression(parent))
      return left === undefined ? parsedType(ts, checker, parent, child) : undefined;
    else if (!isWrapper(ts, parent)) {
      const code = returningFunction(ts, parent, child);
      if (code?.type) return bodyOf(checker.getTypeFromTypeNode(code.type), code);
      parent = code && thenCallOf(ts, code);
      if (!parent) return undefined;
    }
  }
  return undefined;
}

function isWrapper(ts: typeof TS, node: TS.Node): boolean {
  return ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node);
}

/** @returns the function whose result is a child of a node. */
function returningFunction(ts: typeof TS, node: TS.Node, child: TS.Node): TS.FunctionLikeDeclaration | undefined {
  if (ts.isReturnStatement(node)) return enclosingFunction(ts, node);
  return ts.isArrowFunction(node) && node.body === child ? node : undefined;
}

/** The declared type says that every node has a parent; a file has none. */
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

/** @returns the call of `then` whose argument a function is. */
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
function parsedType(
  ts: typeof TS,
  checker: TS.TypeChecker,
  call: TS.CallExpression,
  argument: TS.Node,
): TS.Type | undefined {
  const callee = call.expression;
  if (!call.arguments.some((each) => each === argument) || !ts.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  if (!parsers.has(name) && !checkers.has(name) && !safeParsers.has(name)) return undefined;
  const result = checker.getNonNullableType(awaited(checker, checker.getTypeAtLocation(call)));
  const options = result.isUnion() ? result.types : [result];
  // `Date.parse`, and a check that only tells whether a value fits.
  if (!options.every(({ flags }) => (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0))
    return undefined;
  const isOutcome = (type: TS.Type): boolean => ofOutcomes.some((each) => checker.getPropertyOfType(type, each));
  if (parsers.has(name) || (checkers.has(name) && !options.some(isOutcome))) return certain(ts, result);
  return heldType(ts, checker, options, call);
}

/** The type of what the outcome of a check holds, where it went well. */
function heldType(
  ts: typeof TS,
  checker: TS.TypeChecker,
  outcomes: readonly TS.Type[],
  call: TS.CallExpression,
): TS.Type | undefined {
  for (const outcome of outcomes) {
    for (const name of held) {
      const type = typeOfProperty(checker, outcome, name, call);
      const found = type && certain(ts, checker.getNonNullableType(type));
      if (found) return found;
    }
  }
  return undefined;
}

/** A file may hold many variables and calls, but guards stand near the guarded variable. */
const manyNodes = 2000;

/** Names of types that guards tell apart from what was asked for. */
const failures = /error|exception|failure|problem/i;

/**
 * The type that `isWidget(body)` or `assertWidget(body)` gives a variable without a declared type.
 *
 * @returns `undefined` where guards of several types ask what it is, or only whether it tells a failure.
 */
function guardedType(ts: typeof TS, checker: TS.TypeChecker, declaration: TS.VariableDeclaration): TS.Type | undefined {
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
  return types.length === 1 ? certain(ts, types[0]) : undefined;
}

/** The type to which a variable or a parameter without a declared type is cast where it is returned. */
function castOf(
  ts: typeof TS,
  checker: TS.TypeChecker,
  { name, parent }: TS.VariableDeclaration | TS.ParameterDeclaration,
  property: string | undefined,
): TS.Type | undefined {
  const scope = ts.isVariableDeclarationList(parent) ? parent.parent.parent : parent;
  const held = property === undefined ? name : memberOf(ts, name, property);
  if (!held || !ts.isIdentifier(held)) return undefined;
  const type = returnedCast(ts, checker, scope, held.text);
  const body = type && certain(ts, awaited(checker, type));
  return body && !failures.test(nameOf(body)) ? checker.getNonNullableType(body) : undefined;
}

/** @returns what a pattern binds a member to: `{ data }`, `{ data: body }`. */
function memberOf(ts: typeof TS, name: TS.BindingName, property: string): TS.BindingName | undefined {
  if (!ts.isObjectBindingPattern(name)) return undefined;
  return name.elements.find((element) => (element.propertyName ?? element.name).getText() === property)?.name;
}

function nameOf(type: TS.Type): string {
  return (type.aliasSymbol ?? type.getSymbol())?.name ?? "";
}

/** @returns the type, unless it allows any value. */
export function certain(ts: typeof TS, type: TS.Type | undefined): TS.Type | undefined {
  return type && isVague(ts, type) ? undefined : type;
}

/** Whether a type allows any value. */
export function isVague({ TypeFlags }: typeof TS, { flags }: TS.Type): boolean {
  return (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never | TypeFlags.InstantiableNonPrimitive)) !== 0;
}

/** @returns the type of a member at a place; `undefined` where there is none. */
export function typeOfProperty(
  checker: TS.TypeChecker,
  type: TS.Type,
  name: string,
  node: TS.Node,
): TS.Type | undefined {
  const symbol = checker.getPropertyOfType(type, name);
  return symbol && checker.getTypeOfSymbolAtLocation(symbol, node);
}
