import type TS from "typescript";
import type { FunctionCode } from "../declarations";
import type { ClassId, FunctionId, ValueId } from "../graph";
import { add, opaque, startOf, type Build, type Mutable } from "../versions/state";
import { closureCreated } from "../versions/closures";
import { functionCreated, runsAtAnyTime } from "../versions/variables";
import { item } from "../item";

/** Function values. Bodies are walked after the enclosing code. */

/** @returns the value of a function. */
export function functionValue(build: Build, node: TS.FunctionLikeDeclaration): ValueId {
  const id = build.names.functions.get(node);
  if (id === undefined) return opaque(build, "a function without a body", [], node);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const value = add(build, { kind: "function", ...place, function: id }, node);
  (build.functions[id] as Mutable<FunctionCode>).value = value;
  queueFunction(build, node, id);
  return value;
}

/** Queues the body of a function. */
export function queueFunction(build: Build, node: TS.Node, id: FunctionId, fieldsOf?: ClassId): void {
  build.queue.push({ node, id, fieldsOf: fieldsOf ?? (isArrow(build, node) ? fieldsAround(build) : undefined) });
  functionCreated(build, id);
  closureCreated(build, node, id);
  if (runsByItself(build.ts, node, item(build.functions, id))) runsAtAnyTime(build, id);
}

/** Names of functions that the language calls implicitly. */
const implied = /^(?:toString|valueOf|toJSON|then|next|return|throw)$/u;

/** Whether a function is an accessor, conversion or generator, or has a computed name that may be one of these. */
function runsByItself(ts: typeof TS, node: TS.Node, { kind, name, generator }: FunctionCode): boolean {
  const { parent } = node;
  if (kind === "getter" || kind === "setter" || generator) return true;
  if (isHandler(ts, node)) return true;
  if (name !== undefined) return implied.test(name);
  const named = ts.isPropertyAssignment(parent) ? parent : (node as { name?: TS.Node });
  return named.name !== undefined && ts.isComputedPropertyName(named.name);
}

/** @returns the class whose fields `this` has in an arrow function. An arrow function of a constructor may run after it. */
function fieldsAround({ fn }: Build): ClassId | undefined {
  return fn.fieldsOf ?? (fn.code.kind === "constructor" ? fn.code.class : undefined);
}

function isArrow({ ts }: Build, node: TS.Node): boolean {
  return ts.isArrowFunction(node);
}

/** Calls that turn functions in a literal into accessors: `Object.defineProperty(o, "a", { get() {} })`, `new Proxy(o, { get() {} })`. */
const definers = /^(?:defineProperty|defineProperties|Proxy|revocable)$/u;

/** Whether a function is in a literal that defines accessors or proxy handlers. */
function isHandler(ts: typeof TS, node: TS.Node): boolean {
  let literal: TS.Node = ts.isPropertyAssignment(node.parent) ? node.parent.parent : node.parent;
  if (!ts.isObjectLiteralExpression(literal)) return false;
  // `defineProperties` takes a literal of literals.
  if (ts.isPropertyAssignment(literal.parent)) literal = literal.parent.parent;
  const { parent: call } = literal;
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return false;
  const { expression } = call;
  const callee = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return ts.isIdentifier(callee) && definers.test(callee.text);
}

/** @returns the facts about a function that are known before its body is walked. */
export function emptyFunction(ts: typeof TS, file: TS.SourceFile, node: TS.Node, outer: FunctionId): FunctionCode {
  const { parent } = node as { parent?: TS.Node };
  const isAsync =
    ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
  return {
    kind: kindOf(ts, node),
    name: nameOf(ts, node, parent),
    start: ts.isSourceFile(node) ? 0 : node.getStart(file),
    end: node.end,
    outer,
    parameters: [],
    async: isAsync,
    generator: "asteriskToken" in node && node.asteriskToken !== undefined,
    result: undefined,
    yields: [],
    leaves: [],
    assigns: [],
    throws: false,
    decorators: [],
    calls: [],
    demands: [],
    ...typeParametersOf(node),
  };
}

function typeParametersOf(node: TS.Node): Pick<FunctionCode, "typeParameters"> {
  const { typeParameters } = node as Partial<TS.FunctionLikeDeclaration>;
  return typeParameters ? { typeParameters: typeParameters.map(({ name }) => name.text) } : {};
}

function kindOf(ts: typeof TS, node: TS.Node): FunctionCode["kind"] {
  if (ts.isSourceFile(node)) return "module";
  if (ts.isArrowFunction(node)) return "arrow";
  if (ts.isMethodDeclaration(node)) return "method";
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isGetAccessor(node)) return "getter";
  if (ts.isSetAccessor(node)) return "setter";
  if (ts.isPropertyDeclaration(node)) return "field";
  return ts.isClassStaticBlockDeclaration(node) ? "static" : "function";
}

/** @returns a function's own name, or that of the variable or member that it initializes. */
function nameOf(ts: typeof TS, node: TS.Node, parent: TS.Node | undefined): string | undefined {
  if (ts.isSourceFile(node)) return undefined;
  const own = textOf(ts, (node as { name?: TS.Node }).name);
  if (own !== undefined || !parent) return own;
  const isNamed =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  return isNamed && parent.initializer === node ? textOf(ts, parent.name) : undefined;
}

function textOf(ts: typeof TS, name: TS.Node | undefined): string | undefined {
  if (!name) return undefined;
  const isNamed =
    ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name);
  return isNamed ? name.text : undefined;
}
