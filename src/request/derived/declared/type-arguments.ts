import type TS from "typescript";
import { typeShapes } from "../../../shape/from-typescript-type";
import type { FieldShape, Shape } from "../../../shape/shape";

/** The type arguments of the wrappers on a request's path, by type parameter. */
export type TypeArguments = ReadonlyMap<TS.Type, TS.Type>;

export interface Types {
  readonly ts: typeof TS;
  readonly checker: TS.TypeChecker;
  readonly bound: TypeArguments;
}

/** Bound on the envelopes around a body. */
const mostEnvelopes = 4;

/**
 * Binds type parameters: by the type arguments of calls, or by matching declared and inferred result types.
 *
 * @param calls outermost first, because a wrapper may pass on its own type argument.
 */
export function typeArgumentsOf(ts: typeof TS, checker: TS.TypeChecker, calls: readonly TS.Node[]): TypeArguments {
  const bound = new Map<TS.Type, TS.Type>();
  const bind = (parameter: TS.Type, given: TS.Type): void => {
    const type = bound.get(given) ?? given;
    const isKnown = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) === 0;
    if (isKnown && !bound.has(parameter)) bound.set(parameter, type);
  };
  const match = (declared: TS.Type, actual: TS.Type, depth = 0): void => {
    if ((declared.flags & ts.TypeFlags.TypeParameter) !== 0) bind(declared, actual);
    else if (depth < mostEnvelopes) {
      const given = argumentsOf(ts, checker, actual);
      for (const [index, argument] of argumentsOf(ts, checker, declared).entries()) {
        const other = given[index];
        if (other) match(argument, other, depth + 1);
      }
    }
  };
  for (const call of calls) {
    if (!ts.isCallExpression(call)) continue;
    const signature = checker.getResolvedSignature(call);
    const declaration = signature?.getDeclaration();
    for (const [index, parameter] of (declaration?.typeParameters ?? []).entries()) {
      const given = call.typeArguments?.[index];
      if (given) bind(checker.getTypeAtLocation(parameter), checker.getTypeFromTypeNode(given));
    }
    if (signature && declaration?.typeParameters && declaration.type)
      match(checker.getTypeFromTypeNode(declaration.type), checker.getReturnTypeOfSignature(signature));
  }
  return bound;
}

function argumentsOf(ts: typeof TS, checker: TS.TypeChecker, type: TS.Type): readonly TS.Type[] {
  if (type.aliasTypeArguments) return type.aliasTypeArguments;
  const isReference = ((type as TS.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
  return (type.flags & ts.TypeFlags.Object) !== 0 && isReference
    ? checker.getTypeArguments(type as TS.TypeReference)
    : [];
}

/** @returns the shape of a type, with its type parameters bound. */
export function shapeWithArguments(types: Types, type: TS.Type): Shape {
  return withArguments(types, type, 0) ?? typeShapes(types.ts, types.checker).of(type);
}

/** @returns undefined if the type contains no bound parameter. */
function withArguments(types: Types, type: TS.Type, depth: number): Shape | undefined {
  const { ts, checker, bound } = types;
  const known = argumentFor(types, type);
  if (known) return typeShapes(ts, checker).of(known);
  if (bound.size === 0 || depth > mostEnvelopes) return undefined;
  const present = type.isUnion() ? checker.getNonNullableType(type) : type;
  if (present !== type) return present.isUnion() ? undefined : withArguments(types, present, depth + 1);
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as TS.TypeReference);
    const elements = element && withArguments(types, element, depth + 1);
    return elements && { type: "array", elements };
  }
  return mayMention(ts, checker, type) ? objectWithArguments(types, type, depth) : undefined;
}

function objectWithArguments(types: Types, type: TS.Type, depth: number): Shape | undefined {
  const { ts, checker } = types;
  const shape = typeShapes(ts, checker).of(type);
  if (shape.type !== "object") return undefined;
  const given = [...shape.fields.values()].flatMap((field): [string, FieldShape][] => {
    const symbol = checker.getPropertyOfType(type, field.name);
    const inner = symbol && withArguments(types, checker.getTypeOfSymbol(symbol), depth + 1);
    return inner ? [[field.name, { ...field, shape: inner }]] : [];
  });
  if (given.length === 0) return undefined;
  const { name, open, nullable } = shape;
  const fields = new Map([...shape.fields, ...given]);
  return { type: "object", fields, open, ...(name !== undefined && { name }), ...(nullable && { nullable }) };
}

/** @returns the argument of a type parameter, which may be optional (`T | undefined`), not null (`T & {}`) or awaited. */
export function argumentFor(types: Types, type: TS.Type): TS.Type | undefined {
  const { ts, bound } = types;
  if (bound.size === 0) return undefined;
  const [awaited] = type.aliasSymbol?.name === "Awaited" ? (type.aliasTypeArguments ?? []) : [];
  if (awaited) return argumentFor(types, awaited);
  const parts = type.isUnionOrIntersection() ? type.types : [type];
  const parameters = parts.filter((each) => (each.flags & ts.TypeFlags.TypeParameter) !== 0);
  const [only] = parameters;
  const others = parts.filter((each) => each !== only);
  const isAlone = others.every(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0);
  return only && (type.isIntersection() || isAlone) ? bound.get(only) : undefined;
}

/** Whether a type may contain type parameters: in its type arguments, or as a type literal. */
function mayMention(ts: typeof TS, checker: TS.TypeChecker, type: TS.Type): boolean {
  return argumentsOf(ts, checker, type).length > 0 || type.getSymbol()?.name === "__type";
}
