import type TS from "typescript";
import { mayBeNull, typesTellNull } from "./declared-null";
import type { ArrayShape, DeclaredPlace, FieldShape, MapShape, ObjectShape, ScalarShape, Shape } from "./shape";

const any: Shape = { type: "any" };

/**
 * Derives the shapes of JSON values from declared types.
 *
 * A type is converted when the fields of its shape are first read, and only once. Large or recursive types thus cost only what is read. Uncertain types (`any`,
 * type parameters, functions) become `any`, which every value fits.
 */
export class TypeShapes {
  /** Number of type look-ups, as a measure of work. */
  lookups = 0;
  private readonly known = new Map<TS.Type, Shape>();
  private readonly nullable = new Map<TS.Type, Shape>();
  private readonly tellsNull: boolean;

  constructor(
    readonly ts: typeof TS,
    readonly checker: TS.TypeChecker,
  ) {
    this.tellsNull = typesTellNull(ts, checker);
  }

  /** @returns the shape of a type's values, cached by type. */
  of(type: TS.Type): Shape {
    let shape = this.known.get(type);
    if (!shape) this.known.set(type, (shape = this.convert(type, false)));
    return shape;
  }

  /** @returns the shape of a property's type. Fields call this when they are read. */
  typeOf(property: TS.Symbol): Shape {
    this.lookups += 1;
    const type = this.checker.getTypeOfSymbol(property);
    if (this.tellsNull || !mayBeNull(this.ts, this.checker, property)) return this.of(type);
    let shape = this.nullable.get(type);
    if (!shape) this.nullable.set(type, (shape = this.convert(type, true)));
    return shape;
  }

  private convert(type: TS.Type, nullable: boolean): Shape {
    const { ts, checker } = this;
    const { flags } = type;
    if (type.isUnion()) return this.convertUnion(type, nullable);
    const scalar = scalarOf(ts, type);
    if (scalar) return nullable ? { ...scalar, nullable } : scalar;
    if (type.isIntersection() && type.types.some((part) => scalarOf(ts, part))) {
      // A branded primitive: `string & { __brand: "id" }`.
      const [primitive] = type.types.flatMap((part) => scalarOf(ts, part) ?? []);
      return primitive ? { type: primitive.type, ...(nullable && { nullable }) } : any;
    }
    if (!(flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return any;
    if (checker.isArrayType(type) || checker.isTupleType(type))
      return new TypedArray(this, checker.getTypeArguments(type as TS.TypeReference), nullable);
    return this.convertObject(type, nullable);
  }

  /** Converts a union: drops `undefined`, turns `null` into nullability, and turns literals of one type into allowed values. */
  private convertUnion(type: TS.UnionType, mayBeNull: boolean): Shape {
    const { ts } = this;
    const isNull = (each: TS.Type): boolean => (each.flags & ts.TypeFlags.Null) !== 0;
    const isUndefined = (each: TS.Type): boolean => (each.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;
    const kept = inOrder(type.types.filter((each) => !isNull(each) && !isUndefined(each)));
    const nullable = mayBeNull || type.types.some(isNull);
    const scalars = kept.map((each) => scalarOf(ts, each));
    const [first] = scalars;
    if (first && scalars.every((scalar) => scalar?.type === first.type)) {
      const literal = first.type !== "boolean" && scalars.every((scalar) => scalar?.values);
      const values = literal ? scalars.flatMap((scalar) => scalar?.values ?? []) : undefined;
      return { type: first.type, ...(values && { values }), ...(nullable && { nullable }) };
    }
    const options = kept.map((each) => (nullable ? this.convert(each, true) : this.of(each)));
    const [only] = options;
    if (!only || options.some((option) => option.type === "any")) return any;
    return options.length === 1 ? only : { type: "union", options };
  }

  private convertObject(type: TS.Type, nullable: boolean): Shape {
    const { ts, checker } = this;
    if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return any;
    const name = (type.aliasSymbol ?? symbolOf(type))?.name;
    if (name !== undefined && builtin.has(name))
      return name === "Date" ? { type: "string", ...(nullable && { nullable }) } : any;
    this.lookups += 1;
    const properties = checker.getPropertiesOfType(type);
    // `toJSON` (moments, decimals) may return any JSON value.
    if (properties.some((property) => property.name === "toJSON")) return any;
    const indexes = checker
      .getIndexInfosOfType(type)
      .filter(({ keyType }) => !(keyType.flags & ts.TypeFlags.ESSymbolLike));
    const [index] = indexes;
    if (properties.length === 0) return index ? new TypedMap(this, index.type, nullable) : any;
    const shown = name !== undefined && !name.startsWith("__") ? name : undefined;
    const complete = isGenerated(symbolOf(type));
    return new TypedObject(this, properties, { nullable, open: index !== undefined, complete, name: shown });
  }
}

/** Caches live as long as the checker. */
const shapesOf = new WeakMap<TS.TypeChecker, TypeShapes>();

/** @returns the shapes of a checker's types. */
export function typeShapes(ts: typeof TS, checker: TS.TypeChecker): TypeShapes {
  let shapes = shapesOf.get(checker);
  if (!shapes) shapesOf.set(checker, (shapes = new TypeShapes(ts, checker)));
  return shapes;
}

class TypedObject implements ObjectShape {
  readonly type = "object";
  readonly open: boolean;
  declare readonly nullable?: true;
  declare readonly complete?: true;
  declare readonly name?: string;
  private readFields: ReadonlyMap<string, FieldShape> | undefined;

  constructor(
    private readonly shapes: TypeShapes,
    private readonly properties: readonly TS.Symbol[],
    more: {
      readonly nullable: boolean;
      readonly open: boolean;
      readonly complete: boolean;
      readonly name: string | undefined;
    },
  ) {
    this.open = more.open;
    if (more.complete) this.complete = true;
    if (more.nullable) this.nullable = true;
    if (more.name !== undefined) this.name = more.name;
  }

  get fields(): ReadonlyMap<string, FieldShape> {
    if (!this.readFields) {
      const { ts } = this.shapes;
      const readOnly = readOnlyAmong(ts, this.properties);
      const own = this.properties.filter((property) => isWritten(ts, property));
      this.readFields = new Map(
        own.map((property) => [property.name, new TypedField(this.shapes, property, readOnly.has(property))]),
      );
    }
    return this.readFields;
  }
}

class TypedField implements FieldShape {
  readonly name: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  private converted: Shape | undefined;

  constructor(
    private readonly shapes: TypeShapes,
    private readonly property: TS.Symbol,
    readOnly: boolean,
  ) {
    this.name = property.name;
    this.required = (property.flags & shapes.ts.SymbolFlags.Optional) === 0;
    this.readOnly = readOnly;
  }

  get shape(): Shape {
    return (this.converted ??= this.shapes.typeOf(this.property));
  }

  get description(): string {
    return this.property
      .getDocumentationComment(this.shapes.checker)
      .map((part) => part.text)
      .join("");
  }

  get declared(): readonly DeclaredPlace[] {
    const { ts } = this.shapes;
    return (this.property.declarations ?? []).map((declaration) => {
      const name = ts.getNameOfDeclaration(declaration) ?? declaration;
      const file = declaration.getSourceFile();
      return { fileName: file.fileName, range: { start: name.getStart(file), end: name.end } };
    });
  }
}

class TypedArray implements ArrayShape {
  readonly type = "array";
  declare readonly nullable?: true;
  private converted: Shape | undefined;

  /** @param types one type for an array, or one per position of a tuple. */
  constructor(
    private readonly shapes: TypeShapes,
    private readonly types: readonly TS.Type[],
    nullable: boolean,
  ) {
    if (nullable) this.nullable = true;
  }

  get elements(): Shape {
    this.converted ??= this.convert();
    return this.converted;
  }

  private convert(): Shape {
    const options = [...new Set(this.types.map((type) => this.shapes.of(type)))];
    const [only] = options;
    if (!only || options.some((option) => option.type === "any")) return any;
    return options.length === 1 ? only : { type: "union", options };
  }
}

class TypedMap implements MapShape {
  readonly type = "map";
  declare readonly nullable?: true;
  private converted: Shape | undefined;

  constructor(
    private readonly shapes: TypeShapes,
    private readonly valueType: TS.Type,
    nullable: boolean,
  ) {
    if (nullable) this.nullable = true;
  }

  get values(): Shape {
    return (this.converted ??= this.shapes.of(this.valueType));
  }
}

/** Sorts the members of a union by value or by declaration. The checker's own order depends on the other files of the program. */
function inOrder(types: readonly TS.Type[]): readonly TS.Type[] {
  return [...types].sort((one, other) => {
    if (one.isNumberLiteral() && other.isNumberLiteral()) return one.value - other.value;
    const [first, second] = [orderOf(one), orderOf(other)];
    return first === second ? 0 : first < second ? -1 : 1;
  });
}

function orderOf(type: TS.Type): string {
  if (type.isStringLiteral()) return type.value;
  const declaration = symbolOf(type)?.declarations?.[0];
  return declaration ? `${declaration.getSourceFile().fileName}:${String(declaration.pos).padStart(9, "0")}` : "";
}

function scalarOf(ts: typeof TS, type: TS.Type): ScalarShape | undefined {
  if (type.isStringLiteral()) return { type: "string", values: [type.value] };
  if (type.isNumberLiteral()) return { type: "number", values: [type.value] };
  if (type.flags & ts.TypeFlags.StringLike) return { type: "string" };
  if (type.flags & ts.TypeFlags.NumberLike) return { type: "number" };
  if (type.flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
  return undefined;
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

/** Whether a property is serialized to JSON: not a method, a symbol, or a `#private` member. */
function isWritten(ts: typeof TS, property: TS.Symbol): boolean {
  return (property.flags & ts.SymbolFlags.Method) === 0 && !/^__[@#]/u.test(property.escapedName.toString());
}

/** Generated types mark fields set by the server as `readonly`. If all properties are `readonly`, that is only a style. */
function readOnlyAmong(ts: typeof TS, properties: readonly TS.Symbol[]): ReadonlySet<TS.Symbol> {
  const isReadOnly = ({ declarations = [] }: TS.Symbol): boolean =>
    declarations.some((declaration) => (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0);
  const found = properties.filter(isReadOnly);
  return new Set(found.length < properties.length ? found : []);
}

const generatedPackages = /\/node_modules\/(?:googleapis|@googleapis\/[^/]+)\//u;

/** Whether a schema is declared in one of Google's packages, which are generated from service descriptions. */
function isGenerated(symbol: TS.Symbol | undefined): boolean {
  if (symbol?.name.startsWith("Schema$") !== true) return false;
  const { declarations = [] } = symbol;
  return declarations.some(isOfGeneratedPackage);
}

/** Whether a declaration is in a package generated from a service description. */
export function isOfGeneratedPackage(declaration: TS.Declaration): boolean {
  return generatedPackages.test(declaration.getSourceFile().fileName);
}

/** The compiler's typings claim that every type has a symbol, but anonymous ones have none. */
function symbolOf(type: TS.Type): TS.Symbol | undefined {
  return type.symbol;
}
