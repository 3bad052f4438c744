import type TS from "typescript";
import { shapeOfType } from "../shape/from-typescript-type";
import type { Shape } from "../shape/shape";
import type { TypedPlace } from "./draft";

/**
 * The shape of an answer's body from what the source declares: the type of the call that reads it (`axios.get<Widget>(…)`), `as Widget`
 * around it, or the annotation of the variable that takes it.
 *
 * @param count is told the number of type look-ups.
 * @returns `undefined` where nothing certain is declared.
 */
export function declaredShape(ts: typeof TS, checker: TS.TypeChecker, place: TypedPlace, count: (lookups: number) => void): Shape | undefined {
  const type = typeOfBody(ts, checker, place);
  count(1);
  if (!type) return undefined;
  const { shape, lookups } = shapeOfType(ts, checker, type, place.node);
  count(lookups);
  return shape.type === "any" ? undefined : shape;
}

function typeOfBody(ts: typeof TS, checker: TS.TypeChecker, { node, property }: TypedPlace): TS.Type | undefined {
  if (!ts.isExpression(node)) return undefined;
  const own = checker.getTypeAtLocation(node);
  const awaited = checker.getAwaitedType(own) ?? own;
  const body = property === undefined ? awaited : typeOfProperty(checker, awaited, property, node);
  if (body && !isVague(ts, body)) return checker.getNonNullableType(body);
  return property === undefined ? declaredAround(ts, checker, node) : undefined;
}

function typeOfProperty(checker: TS.TypeChecker, type: TS.Type, name: string, node: TS.Node): TS.Type | undefined {
  const symbol = checker.getPropertyOfType(type, name);
  return symbol && checker.getTypeOfSymbolAtLocation(symbol, node);
}

function isVague(ts: typeof TS, type: TS.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter | ts.TypeFlags.Never)) !== 0;
}

/** Climbs from the call through `await`, parentheses and assertions to the type that the source gives the value. */
function declaredAround(ts: typeof TS, checker: TS.TypeChecker, node: TS.Node): TS.Type | undefined {
  let child = node;
  for (let parent = node.parent; ; child = parent, parent = parent.parent) {
    if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return certain(ts, checker.getTypeFromTypeNode(parent.type));
    if (ts.isVariableDeclaration(parent)) return parent.type && parent.initializer === child ? certain(ts, checker.getTypeFromTypeNode(parent.type)) : undefined;
    if (!ts.isAwaitExpression(parent) && !ts.isParenthesizedExpression(parent)) return undefined;
  }
}

function certain(ts: typeof TS, type: TS.Type): TS.Type | undefined {
  return isVague(ts, type) ? undefined : type;
}
