import type TS from "typescript";
import { findImport, isPathSpecifier } from "../../syntax/bindings/imports";
import { nativeValue, scalar, text, unknown } from "../domain/constructors";
import type { Abstract, Frame, NativeValue, Place, Unknown } from "../domain/domain";
import { bounds } from "../domain/limits";
import { joinAll } from "../domain/values";
import type { Program } from "../program";
import { nameParts } from "../../syntax/bindings/dotted-name";
import { annotationOf } from "./annotations";
import { givenToComponents } from "./framework-members";
import { askChecker, isTypedDeclaration, typedNode } from "./checker";
import { memberType, resolveType, typeDeclarations } from "./type-names";

/** Declared types: from the annotation if that is enough, else from the checker. */

/** @returns the values that a literal type, a union of them or an enum allows. */
export function declaredValue(program: Program, frame: Frame, node: TS.Node, place: Place): Abstract | undefined {
  const { ts } = program;
  if (!isTypedDeclaration(ts, node) || !node.type) return undefined;
  const from: Place = { ...place, foreign: true };
  const values = literalsOf(program, frame.file, node.type, from, 0);
  if (!values) return primitiveType(program, node.type, place, node);
  if (ts.isParameter(node) && (node.questionToken || node.initializer)) values.push(scalar(undefined, from));
  return joinAll(values, place);
}

function primitiveType(
  program: Program,
  type: TS.TypeNode,
  place: Place,
  node: TS.ParameterDeclaration | TS.PropertyDeclaration | TS.VariableDeclaration,
): Abstract | undefined {
  const { ts } = program;
  const { SyntaxKind } = ts;
  if ((!ts.isVariableDeclaration(node) && node.questionToken) || !ts.isIdentifier(node.name)) return undefined;
  const kinds: Partial<Record<TS.SyntaxKind, Unknown["is"]>> = {
    [SyntaxKind.StringKeyword]: "string",
    [SyntaxKind.NumberKeyword]: "number",
    [SyntaxKind.BooleanKeyword]: "boolean",
    [SyntaxKind.ArrayType]: "array",
  };
  const is = kinds[type.kind];
  if (!is) return undefined;
  const name = node.name.text;
  const origin = { trail: [name], ...(ts.isParameter(node) ? { parameter: { name } } : {}) };
  return unknown(ts.isParameter(node) ? `parameter \`${name}\`` : `\`${name}\``, place, { is, origin, typed: node });
}

function literalsOf(
  program: Program,
  file: TS.SourceFile,
  type: TS.TypeNode,
  place: Place,
  depth: number,
): Abstract[] | undefined {
  const { ts } = program;
  if (depth > bounds.literalTypes) return undefined;
  if (ts.isParenthesizedTypeNode(type)) return literalsOf(program, file, type.type, place, depth + 1);
  if (ts.isLiteralTypeNode(type)) {
    const { literal } = type;
    if (ts.isStringLiteralLike(literal)) return [text(literal.text, place)];
    if (literal.kind === ts.SyntaxKind.TrueKeyword) return [scalar(true, place)];
    if (literal.kind === ts.SyntaxKind.FalseKeyword) return [scalar(false, place)];
    return undefined;
  }
  if (ts.isUnionTypeNode(type)) {
    const lists = type.types.map((each) => literalsOf(program, file, each, place, depth + 1));
    const values = lists.flatMap((list) => list ?? []);
    return lists.some((list) => !list) || values.length > bounds.alternatives ? undefined : values;
  }
  if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)) {
    const { text: name } = type.typeName;
    const alias = file.statements.find(
      (statement): statement is TS.TypeAliasDeclaration =>
        ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
    );
    if (alias && !alias.typeParameters) return literalsOf(program, file, alias.type, place, depth + 1);
  }
  return undefined;
}

/** @returns the client that an unknown value is by its name, or by its declared type. */
export function clientOf(program: Program, value: Unknown): NativeValue | undefined {
  const known = program.pass.standIns.clients.get(value.identity);
  if (known !== undefined) return known ?? undefined;
  const native =
    ofComponents(program, value) ?? byName(program, value) ?? byAnnotation(program, value) ?? byType(program, value);
  const found = native ? (nativeValue(native, value.place, value.origin) satisfies NativeValue) : null;
  program.pass.standIns.clients.set(value.identity, found);
  return found ?? undefined;
}

function ofComponents(program: Program, value: Unknown): NativeValue["native"] | undefined {
  const given = givenToComponents(program, value);
  return given?.kind === "native" ? given.native : undefined;
}

function byName(program: Program, value: Unknown): NativeValue["native"] | undefined {
  const trail = value.origin?.trail ?? [];
  for (const name of [...trail].reverse()) {
    const native = program.library.named(name);
    if (native) return native;
  }
  return undefined;
}

function byAnnotation(program: Program, value: Unknown): NativeValue["native"] | undefined {
  const { ts } = program;
  const type = value.origin?.response ? undefined : writtenType(program, value);
  const asked = type && nativeOfQuery(program, type, 0);
  if (asked) return asked;
  const name = type && typeName(ts, type);
  if (!name) return undefined;
  const [root, member] = name;
  const file = type.getSourceFile();
  const from = importedFrom(ts, file, root);
  const namespace = member === undefined ? undefined : (from?.name ?? root);
  return program.library.type(member ?? from?.name ?? root, { module: from?.module, namespace, file: file.fileName });
}

/** `typeof fetch`, where no other `fetch` is in sight: what is handed in is called as the global one is. A library knows it as a type of that name. */
function nativeOfQuery(program: Program, type: TS.TypeNode, depth: number): NativeValue["native"] | undefined {
  const { ts } = program;
  if (depth > bounds.typeAliases) return undefined;
  const next = (inner: TS.TypeNode): NativeValue["native"] | undefined => nativeOfQuery(program, inner, depth + 1);
  if (ts.isParenthesizedTypeNode(type)) return next(type.type);
  if (ts.isUnionTypeNode(type)) {
    const [found, ...others] = type.types.map(next).filter((each) => each !== undefined);
    return others.length === 0 ? found : undefined;
  }
  if (ts.isTypeReferenceNode(type)) {
    if (type.typeArguments) return instanceOfQuery(program, type);
    if (!ts.isIdentifier(type.typeName) || !queryAliases(ts, type.getSourceFile()).has(type.typeName.text))
      return undefined;
    const [alias] = typeDeclarations(program, type.typeName);
    return alias && ts.isTypeAliasDeclaration(alias) ? next(alias.type) : undefined;
  }
  return ts.isTypeQueryNode(type) ? queried(program, type) : undefined;
}

function queried(program: Program, type: TS.TypeQueryNode): NativeValue["native"] | undefined {
  const { ts } = program;
  const declared = resolveType(program, type);
  if (declared?.kind === "value") return declared.value.kind === "native" ? declared.value.native : undefined;
  const { exprName } = type;
  const isPlain = ts.isIdentifier(exprName);
  if (!isPlain && !/^(?:globalThis|window|self)$/u.test(exprName.left.getText())) return undefined;
  const { text: name } = isPlain ? exprName : exprName.right;
  return program.library.type(`typeof ${name}`, { file: type.getSourceFile().fileName });
}

/** `InstanceType<typeof MyOctokit>`: an instance of a library's class, whatever the variable is called that holds it. */
function instanceOfQuery(program: Program, type: TS.TypeReferenceNode): NativeValue["native"] | undefined {
  const { ts } = program;
  const [of] = type.typeArguments ?? [];
  if (!ts.isIdentifier(type.typeName) || type.typeName.text !== "InstanceType" || !of || !ts.isTypeQueryNode(of))
    return undefined;
  const declared = resolveType(program, of);
  const native = declared?.kind === "value" && declared.value.kind === "native" ? declared.value.native : undefined;
  if (!native?.construct || native.class === undefined) return undefined;
  return program.library.type(native.class, { file: type.getSourceFile().fileName });
}

const aliases = new WeakMap<TS.SourceFile, ReadonlySet<string>>();

/** @returns the names of a file's aliases that may lead to `typeof …`. Each type of a file asks. */
function queryAliases(ts: typeof TS, file: TS.SourceFile): ReadonlySet<string> {
  let names = aliases.get(file);
  if (!names) {
    const declared = file.statements.flatMap((each) => (ts.isTypeAliasDeclaration(each) ? [each] : []));
    names = new Set(file.text.includes("typeof") ? declared.map(({ name }) => name.text) : []);
    aliases.set(file, names);
  }
  return names;
}

/** @returns the type that is written for a value, or for the member of an object type that it is. */
function writtenType(program: Program, value: Unknown, depth = 0): TS.TypeNode | undefined {
  const own = annotationOf(program, value.typed);
  if (own || !value.member || depth > bounds.memberDepth) return own;
  const owner = writtenType(program, value.member.of, depth + 1);
  return owner && memberType(program, { members: elementsOf(program, owner, 0) }, value.member.key);
}

/** @returns the members that a type lists itself, where its declaration is in its file or the checker leads there. */
function elementsOf(program: Program, type: TS.TypeNode, depth: number): readonly TS.TypeElement[] {
  const { ts } = program;
  if (ts.isTypeLiteralNode(type)) return type.members;
  if (!ts.isTypeReferenceNode(type) || depth > bounds.typeAliases) return [];
  return typeDeclarations(program, type.typeName).flatMap((each) => {
    if (ts.isInterfaceDeclaration(each)) return [...each.members];
    return ts.isTypeAliasDeclaration(each) ? elementsOf(program, each.type, depth + 1) : [];
  });
}

function typeName(ts: typeof TS, type: TS.TypeNode): readonly [string, string?] | undefined {
  if (ts.isUnionTypeNode(type)) {
    const named = type.types.map((each) => typeName(ts, each)).filter((each) => each !== undefined);
    return named.length === 1 ? named[0] : undefined;
  }
  if (!ts.isTypeReferenceNode(type)) return undefined;
  if (ts.isIdentifier(type.typeName)) {
    const inner = type.typeArguments?.[0];
    if (inner && /^(?:InstanceType|ReturnType|Awaited|Readonly|NonNullable)$/u.test(type.typeName.text)) {
      if (ts.isTypeQueryNode(inner) && ts.isIdentifier(inner.exprName)) return [inner.exprName.text];
      return typeName(ts, inner);
    }
    return [type.typeName.text];
  }
  return ts.isIdentifier(type.typeName.left) ? [type.typeName.left.text, type.typeName.right.text] : undefined;
}

function importedFrom(
  ts: typeof TS,
  file: TS.SourceFile,
  name: string,
): { readonly name: string; readonly module: string } | undefined {
  const found = findImport(ts, file, name);
  if (!found) return undefined;
  const isWhole = found.name === "default" || found.name === "*";
  return { name: isWhole ? name : found.name, module: found.specifier.text };
}

/** Whether a value's class, or the type that is written for it, is another package's: then no class of the project stands behind the value. */
export function isOfPackage(program: Program, value: Unknown): boolean {
  const { ts, sources } = program;
  const { typed } = value;
  const type = writtenType(program, value);
  const names = typed && ts.isNewExpression(typed) ? nameParts(ts, typed.expression) : type && typeName(ts, type);
  const file = (type ?? typed)?.getSourceFile();
  const from = names?.[0] !== undefined && file ? importedFrom(ts, file, names[0]) : undefined;
  if (!file || !from) return false;
  return !isPathSpecifier(from.module) && sources.find(file.fileName, from.module) === undefined;
}

function byType(program: Program, value: Unknown): NativeValue["native"] | undefined {
  const { checker } = program;
  const { typed } = value;
  if (!checker || !typed || value.origin?.response) return undefined;
  for (const { name, module, namespace } of symbolsOf(program, checker, typed)) {
    const native = program.library.type(name, { module, namespace, file: typed.getSourceFile().fileName });
    if (native) return native;
  }
  return undefined;
}

/** The symbol of a type: its name, the package that declares it, and its namespace. */
interface TypeSymbol {
  readonly name: string;
  readonly module: string | undefined;
  readonly namespace: string | undefined;
}

/** The type at a node stays the same while the checker lives, and many values are read at one node. */
const symbolsByChecker = new WeakMap<TS.TypeChecker, WeakMap<TS.Node, readonly TypeSymbol[]>>();

function symbolsOf(program: Program, checker: TS.TypeChecker, typed: TS.Node): readonly TypeSymbol[] {
  let symbols = symbolsByChecker.get(checker);
  if (!symbols) symbolsByChecker.set(checker, (symbols = new WeakMap()));
  let found = symbols.get(typed);
  if (!found) symbols.set(typed, (found = lookUpSymbols(program, typed)));
  return found;
}

function lookUpSymbols(program: Program, typed: TS.Node): readonly TypeSymbol[] {
  const found = askChecker(program, (checker) => {
    const type = checker.getNonNullableType(checker.getTypeAtLocation(typedNode(program.ts, typed)));
    return [type.aliasSymbol, type.getSymbol()].flatMap((symbol) =>
      symbol && !symbol.name.startsWith("__")
        ? [{ name: symbol.name, module: packageOf(symbol), namespace: namespaceOf(checker, symbol) }]
        : [],
    );
  });
  return found ?? [];
}

/** @returns the package that declares a symbol. */
function packageOf(symbol: TS.Symbol): string | undefined {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
  const match = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/u.exec(file);
  return match?.[1]?.replace(/^@types\//u, "");
}

/** @returns the namespace in which a symbol is declared: `calendar_v3` of `"…/v3".calendar_v3.Calendar`. */
function namespaceOf(checker: TS.TypeChecker, symbol: TS.Symbol): string | undefined {
  return /(?:^|\.)(\w+)\.[\w$]+$/u.exec(checker.getFullyQualifiedName(symbol))?.[1];
}
