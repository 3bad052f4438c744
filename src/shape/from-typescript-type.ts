import type TS from "typescript";
import type { FieldShape, ScalarShape, Shape } from "./shape";

const any: Shape = { type: "any" };

/** Bounds of the work on one type: what lies deeper or beyond is not judged. */
const maximumDepth = 6;
const maximumFields = 400;

/** What the conversion of one type needs. */
interface Conversion {
  readonly ts: typeof TS;
  readonly checker: TS.TypeChecker;
  readonly place: TS.Node;
  readonly inProgress: Set<TS.Type>;
  fields: number;
  /** Type look-ups made, for the count of work. */
  lookups: number;
}

/**
 * Turns a declared type into the shape of the JSON value that it describes.
 *
 * What is not certain (`any`, type parameters, cycles, functions) becomes `any`, which judges nothing.
 *
 * @param place the node at which properties' types are read.
 * @returns the shape and the number of type look-ups that it took.
 */
export function shapeOfType(
  ts: typeof TS,
  checker: TS.TypeChecker,
  type: TS.Type,
  place: TS.Node,
): { shape: Shape; lookups: number } {
  const conversion: Conversion = { ts, checker, place, inProgress: new Set(), fields: 0, lookups: 1 };
  return { shape: convert(conversion, type, 0), lookups: conversion.lookups };
}

function convert(conversion: Conversion, type: TS.Type, depth: number): Shape {
  const { ts } = conversion;
  const { flags } = type;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter | ts.TypeFlags.Never)) return any;
  if (type.isUnion()) return convertUnion(conversion, type, depth);
  const scalar = scalarOf(ts, type);
  if (scalar) return scalar;
  if (
    !(flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) ||
    depth >= maximumDepth ||
    conversion.inProgress.has(type)
  )
    return any;
  conversion.inProgress.add(type);
  const shape = convertObject(conversion, type, depth);
  conversion.inProgress.delete(type);
  return shape;
}

function scalarOf(ts: typeof TS, type: TS.Type): ScalarShape | undefined {
  if (type.isStringLiteral()) return { type: "string", values: [type.value] };
  if (type.isNumberLiteral()) return { type: "number", values: [type.value] };
  if (type.flags & ts.TypeFlags.StringLike) return { type: "string" };
  if (type.flags & ts.TypeFlags.NumberLike) return { type: "number" };
  if (type.flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
  return undefined;
}

/** Without `undefined`, and with `null` as what it makes of the rest; literals of one type become its allowed values. */
function convertUnion(conversion: Conversion, type: TS.UnionType, depth: number): Shape {
  const { ts } = conversion;
  const isNull = (each: TS.Type): boolean => (each.flags & ts.TypeFlags.Null) !== 0;
  const isUndefined = (each: TS.Type): boolean => (each.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;
  const kept = type.types.filter((each) => !isNull(each) && !isUndefined(each));
  const nullable = type.types.some(isNull);
  const scalars = kept.map((each) => scalarOf(ts, each));
  const [first] = scalars;
  if (first && scalars.every((scalar) => scalar?.type === first.type)) {
    const literal = first.type !== "boolean" && scalars.every((scalar) => scalar?.values);
    const values = literal ? scalars.flatMap((scalar) => scalar?.values ?? []) : undefined;
    return { type: first.type, ...(values && { values }), ...(nullable && { nullable }) };
  }
  const options = kept.map((each) => convert(conversion, each, depth));
  const [only] = options;
  if (!only || nullable || options.some((option) => option.type === "any")) return any;
  return options.length === 1 ? only : { type: "union", options };
}

function convertObject(conversion: Conversion, type: TS.Type, depth: number): Shape {
  const { ts, checker } = conversion;
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const elements = checker.getTypeArguments(type as TS.TypeReference);
    const [element] = elements;
    return {
      type: "array",
      elements: element && elements.length === 1 ? convert(conversion, element, depth + 1) : any,
    };
  }
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return any;
  const name = (type.aliasSymbol ?? symbolOf(type))?.name;
  if (name !== undefined && builtin.has(name)) return name === "Date" ? { type: "string" } : any;
  const properties = checker.getPropertiesOfType(type);
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  conversion.lookups += 1;
  if (properties.length === 0) return index ? { type: "map", values: convert(conversion, index.type, depth + 1) } : any;
  const fields = new Map<string, FieldShape>();
  for (const property of properties) {
    if (++conversion.fields > maximumFields) return any;
    const field = fieldOf(conversion, property, depth);
    if (field) fields.set(field.name, field);
  }
  for (const name of readOnlyAmong(ts, properties)) {
    const field = fields.get(name);
    if (field) fields.set(name, { ...field, readOnly: true });
  }
  return {
    type: "object",
    ...(name !== undefined && !name.startsWith("__") && { name }),
    fields,
    open: index !== undefined,
  };
}

const builtin = new Set([
  "Date",
  "Map",
  "Set",
  "WeakMap",
  "WeakSet",
  "Promise",
  "Buffer",
  "Uint8Array",
  "ArrayBuffer",
  "ReadableStream",
  "Blob",
  "FormData",
  "URLSearchParams",
  "URL",
  "Object",
  "Function",
  "RegExp",
  "Error",
]);

/**
 * Names of the `readonly` properties, as generated types write what the server sets. Where all are `readonly`, that is a style and says
 * nothing of the service.
 */
function readOnlyAmong(ts: typeof TS, properties: readonly TS.Symbol[]): readonly string[] {
  const isReadOnly = ({ declarations = [] }: TS.Symbol): boolean =>
    declarations.some((declaration) => (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0);
  const found = properties.filter(isReadOnly);
  return found.length < properties.length ? found.map((property) => property.name) : [];
}

/** The declared type says that every type has a symbol; anonymous ones have none. */
function symbolOf(type: TS.Type): TS.Symbol | undefined {
  return type.symbol;
}

function fieldOf(conversion: Conversion, property: TS.Symbol, depth: number): FieldShape | undefined {
  const { ts, checker, place } = conversion;
  if (property.name.startsWith("__@")) return undefined;
  conversion.lookups += 1;
  const type = checker.getTypeOfSymbolAtLocation(property, place);
  const required = (property.flags & ts.SymbolFlags.Optional) === 0;
  const description = property
    .getDocumentationComment(checker)
    .map((part) => part.text)
    .join("");
  return {
    name: property.name,
    shape: convert(conversion, type, depth + 1),
    required,
    ...(description !== "" && { description }),
  };
}
