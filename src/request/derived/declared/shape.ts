import type TS from "typescript";
import { typeShapes } from "../../../shape/from-typescript-type";
import type { Range } from "../../../text/range";
import type { Shape } from "../../../shape/shape";
import { Failures } from "../../../response/failures";
import { functionAround } from "../../../response/functions";
import { declaredAround, isVague, typeOfProperty } from "./around";
import { shapeOfDeclared, type Declared } from "./members";
import { isTyped } from "./returned-cast";
import { manyReads, type TypedPlace } from "../../drafts/draft";
import { typeArgumentsOf, type Types } from "./type-arguments";

/** Bound on the nodes of a function that are searched for tests of a response. */
const manyNodes = 5000;

/**
 * Finds the shape of an answer's body by declared types: of the call that reads it (`axios.get<Widget>(…)`), of the
 * code around it (see `declaredAround`), or, if a generic wrapper returns the body, of the wrapper's call. If several
 * calls read the body, the result is the union of their types. Reads of a failed response are excluded: its body has
 * another type.
 *
 * @param count called with the number of type look-ups.
 * @returns undefined if no type is certain.
 */
export function declaredShape(
  ts: typeof TS,
  checker: TS.TypeChecker,
  place: TypedPlace,
  count: (lookups: number) => void,
): Shape | undefined {
  const { node, others = [] } = place;
  const nodes = [node, ...others].filter((each) => !readsFailure(ts, each));
  count(1 + others.length);
  if (others.length >= manyReads) return undefined;
  const shapes = new Set<Shape>();
  const types: Types = { ts, checker, bound: typeArgumentsOf(ts, checker, place.calls ?? []) };
  for (const each of nodes) {
    const own = { ...place, node: each };
    const declared = declaredTypes(types, own);
    const shape = shapeOfDeclared(types, declared.length > 0 ? declared : typesThroughWrapper(types, own));
    if (!shape || shape.type === "any") return undefined;
    shapes.add(shape);
  }
  const [only] = shapes;
  return shapes.size > 1 ? { type: "union", options: [...shapes] } : only;
}

/** Whether `response.json()` is called where `response.ok` or `response.status` shows that the request has failed. */
function readsFailure(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const response = node.expression.expression;
  if (!ts.isIdentifier(response)) return false;
  const failures = new Failures(ts);
  let seen = 0;
  const visit = (each: TS.Node): void => {
    seen += 1;
    if (seen > manyNodes) return;
    if (ts.isPropertyAccessExpression(each) && ts.isIdentifier(each.expression))
      if (each.expression.text === response.text && /^(?:ok|status)$/.test(each.name.text)) failures.add(each);
    ts.forEachChild(each, visit);
  };
  visit(functionAround(ts, node) ?? node.getSourceFile());
  return failures.at(node) === "failure";
}

function declaredTypes(types: Types, { node, property }: TypedPlace): readonly Declared[] {
  const { ts, checker } = types;
  if (!ts.isExpression(node)) return [];
  const own = checker.getTypeAtLocation(node);
  const awaited = checker.getAwaitedType(own) ?? own;
  const body = property === undefined ? awaited : typeOfProperty(checker, awaited, property, node);
  if (body && !isVague(ts, body)) return [{ type: checker.getNonNullableType(body), path: [] }];
  return declaredAround(types, node, property);
}

/**
 * Finds the type of a call of `wrapper<T>(…): Promise<T>`, if `T` is the body's type: the wrapper reads the body as a
 * type parameter, or returns it unchanged.
 */
function typesThroughWrapper(types: Types, { node, property, site }: TypedPlace): readonly Declared[] {
  const { ts, checker } = types;
  if (!site || site === node || !ts.isCallExpression(site) || !ts.isExpression(node)) return [];
  const own = checker.getTypeAtLocation(site);
  const type = checker.getAwaitedType(own) ?? own;
  const declared = checker.getResolvedSignature(site)?.getDeclaration();
  const isGeneric = declared?.type && isTypeParameter(ts, checker, checker.getTypeFromTypeNode(declared.type));
  // A wrapper without a declared result may return another value through another function.
  if (!isGeneric && !(isVague(ts, type) && functionAround(ts, node) === declared)) return [];
  if (!handsOn(ts, checker, node, property)) return [];
  if (isVague(ts, type)) return declaredAround(types, site, undefined);
  return [{ type: checker.getNonNullableType(type), path: [] }];
}

/** Whether a wrapper returns the body itself: it reads the body as a type parameter, or returns it directly. */
function handsOn(ts: typeof TS, checker: TS.TypeChecker, node: TS.Expression, property: string | undefined): boolean {
  const awaited = checker.getAwaitedType(checker.getTypeAtLocation(node));
  const body = property === undefined || !awaited ? awaited : typeOfProperty(checker, awaited, property, node);
  if (body && isTypeParameter(ts, checker, body)) return true;
  if (property !== undefined) return false;
  let child: TS.Node = node;
  for (let { parent } = child; ; child = parent, { parent } = parent) {
    if (isTyped(ts, parent) || ts.isVariableDeclaration(parent))
      return parent.type !== undefined && isTypeParameter(ts, checker, checker.getTypeFromTypeNode(parent.type));
    if (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === child)) return true;
    if (!ts.isAwaitExpression(parent) && !ts.isParenthesizedExpression(parent)) return false;
  }
}

function isTypeParameter(ts: typeof TS, checker: TS.TypeChecker, type: TS.Type): boolean {
  const [argument] = type.getSymbol()?.name === "Promise" ? checker.getTypeArguments(type as TS.TypeReference) : [];
  return ((argument ?? type).flags & ts.TypeFlags.TypeParameter) !== 0;
}

export interface SentBody {
  /** The call. Its argument in the range `body` is the body. */
  readonly site: TS.Node;
  readonly body: Range;
  /** Returns the shape of the answer's declared type. */
  readonly answered: () => Shape | undefined;
  /** Called with the number of type look-ups. */
  readonly count: (lookups: number) => void;
}

/**
 * @returns the shape of the resource, if the code declares one type for both body (or `Partial<Resource>`) and answer.
 */
export function declaredResource(
  ts: typeof TS,
  checker: TS.TypeChecker,
  { site, body, answered, count }: SentBody,
): Shape | undefined {
  if (!ts.isCallExpression(site)) return undefined;
  const signature = checker.getResolvedSignature(site);
  const index = argumentAt(site, body, signature?.declaration);
  const parameter = index < 0 ? undefined : signature?.parameters[index];
  count(1);
  if (!parameter) return undefined;
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, site));
  const [part] = type.aliasSymbol?.name === "Partial" ? (type.aliasTypeArguments ?? []) : [];
  const resource = part ?? type;
  if (isVague(ts, resource)) return undefined;
  const shape = typeShapes(ts, checker).of(resource);
  if (shape.type === "any" || (!part && shape !== answered())) return undefined;
  return shape;
}

/**
 * @param declaration the declaration of the callee.
 * @returns the index of the body argument: the argument that contains the body; the only argument, if the body is
 * written neither in the call nor in the callee; negative if no argument can be the body.
 */
function argumentAt(site: TS.CallExpression, body: Range, declaration: TS.Node | undefined): number {
  const index = site.arguments.findIndex((argument) => argument.getStart() <= body.start && body.end <= argument.end);
  if (index >= 0 || site.arguments.length !== 1 || !declaration) return index;
  const isWithin = (node: TS.Node): boolean => node.pos <= body.start && body.end <= node.end;
  return isWithin(site) || (declaration.getSourceFile() === site.getSourceFile() && isWithin(declaration)) ? -1 : 0;
}
