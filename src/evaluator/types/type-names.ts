import type TS from "typescript";
import type { Abstract, Closure } from "../domain/domain";
import { bounds } from "../domain/limits";
import { findBinding } from "../domain/scope";
import { getMember } from "../expressions/access";
import { readBinding } from "../expressions/names";
import type { Program } from "../program";
import { inModule } from "../modules/modules";
import { isLocal } from "../../syntax/bindings/scopes";
import { type Resolve, typesNamed } from "../../syntax/declared-types";
import { askChecker, typedNode } from "./checker";

/** Type annotations, and the classes, values and types of the project that they name. */

export type Declared =
  | { readonly kind: "instance"; readonly class: Closure }
  | { readonly kind: "value"; readonly value: Abstract }
  | { readonly kind: "result"; readonly function: Closure }
  | { readonly kind: "members"; readonly members: readonly TS.TypeElement[]; readonly name?: string }
  | { readonly kind: "extended"; readonly name: string };

/** @returns the type of a member of an object type. */
export function memberType(
  program: Program,
  owner: Pick<Extract<Declared, { kind: "members" }>, "members">,
  key: string,
): TS.TypeNode | undefined {
  const { ts } = program;
  const found = owner.members.find(
    (each) =>
      ts.isPropertySignature(each) &&
      (ts.isIdentifier(each.name) || ts.isStringLiteral(each.name)) &&
      each.name.text === key,
  );
  return found && ts.isPropertySignature(found) ? found.type : undefined;
}

/** @returns the class, value or object type of the project that a type names; `undefined` for others. */
export function resolveType(program: Program, type: TS.TypeNode, depth = 0): Declared | undefined {
  const { ts } = program;
  if (depth > bounds.typeAliases) return undefined;
  const next = (inner: TS.TypeNode): Declared | undefined => resolveType(program, inner, depth + 1);
  if (ts.isParenthesizedTypeNode(type)) return next(type.type);
  if (ts.isTypeLiteralNode(type)) return { kind: "members", members: type.members };
  if (ts.isTypeQueryNode(type)) return queried(program, type);
  if (ts.isUnionTypeNode(type)) {
    const only = onlyPresent(ts, type);
    return only && next(only);
  }
  if (ts.isIntersectionTypeNode(type)) {
    const members = type.types.map(next).flatMap((each) => (each?.kind === "members" ? each.members : []));
    return members.length > 0 ? { kind: "members", members } : undefined;
  }
  return ts.isTypeReferenceNode(type) ? referred(program, type, depth) : undefined;
}

/** @returns the only type of a union besides `null` and `undefined`. */
export function onlyPresent(ts: typeof TS, { types }: TS.UnionTypeNode): TS.TypeNode | undefined {
  const present = types.filter((each) => !isNullish(ts, each));
  return present.length === 1 ? present[0] : undefined;
}

function isNullish(ts: typeof TS, type: TS.TypeNode): boolean {
  return (
    type.kind === ts.SyntaxKind.UndefinedKeyword ||
    (ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword)
  );
}

function referred(program: Program, type: TS.TypeReferenceNode, depth: number): Declared | undefined {
  const { ts } = program;
  const [argument] = type.typeArguments ?? [];
  if (argument && ts.isIdentifier(type.typeName)) {
    const inner = throughUtility(program, type.typeName.text, argument, depth);
    if (inner) return inner === "unknown" ? undefined : inner;
  }
  const value = valueOf(program, type.typeName);
  const closure = value && closureOf(value);
  if (closure && ts.isClassLike(closure.node)) return ofClass(program, closure, type.typeName);
  const declarations = typeDeclarations(program, type.typeName);
  const alias = declarations.find((each) => ts.isTypeAliasDeclaration(each));
  if (alias) return resolveType(program, alias.type, depth + 1);
  const members = declarations.flatMap((each) => (ts.isInterfaceDeclaration(each) ? [...each.members] : []));
  // The declaration of an interface may not be at hand, but its name is.
  if (ts.isIdentifier(type.typeName) && (!value || value.kind === "unknown"))
    return { kind: "members", members, name: type.typeName.text };
  return members.length > 0 ? { kind: "members", members } : undefined;
}

function ofClass(program: Program, closure: Closure, name: TS.EntityName): Declared | undefined {
  if (!isOfModule(program, closure)) return undefined;
  return isAbstract(program.ts, closure.node) && program.ts.isIdentifier(name)
    ? { kind: "extended", name: name.text }
    : { kind: "instance", class: closure };
}

function isAbstract(ts: typeof TS, node: TS.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword)
  );
}

function throughUtility(
  program: Program,
  name: string,
  argument: TS.TypeNode,
  depth: number,
): Declared | "unknown" | undefined {
  if (/^(?:Readonly|Required|NonNullable|Awaited|Promise)$/u.test(name))
    return resolveType(program, argument, depth + 1) ?? "unknown";
  if (name !== "ReturnType" && name !== "InstanceType") return undefined;
  const inner = resolveType(program, argument, depth + 1);
  const closure = inner?.kind === "value" ? closureOf(inner.value) : undefined;
  if (!closure) return "unknown";
  const isClass = program.ts.isClassLike(closure.node);
  if (name === "InstanceType")
    return isClass && isOfModule(program, closure) ? { kind: "instance", class: closure } : "unknown";
  return isClass ? "unknown" : { kind: "result", function: closure };
}

function closureOf(value: Abstract): Closure | undefined {
  return value.kind === "callable" && value.target.type === "closure" ? value.target : undefined;
}

/** A function makes a new class each time it runs. */
function isOfModule(program: Program, closure: Closure): boolean {
  return closure.root === program.pass.moduleRoot(closure.file);
}

function queried(program: Program, type: TS.TypeQueryNode): Declared | undefined {
  const value = valueOf(program, type.exprName);
  return value && { kind: "value", value };
}

/** @returns the value that a name in a type stands for at the top level of its file. */
function valueOf(program: Program, name: TS.EntityName): Abstract | undefined {
  const { ts } = program;
  const file = name.getSourceFile();
  if (ts.isQualifiedName(name)) {
    const owner = valueOf(program, name.left);
    const frame = program.pass.modules.get(file)?.frame;
    return owner && frame && owner.kind !== "unknown"
      ? getMember(program, frame, owner, name.right.text, name)
      : undefined;
  }
  if (isShadowed(ts, name)) return undefined;
  return inModule(program, file, ({ frame }) => {
    const binding = findBinding(frame.scope, name.text);
    return binding && readBinding(program, frame, binding, name);
  });
}

/** @returns whether a scope between a name and the top level of its file declares the name too, as a value or as a type. */
function isShadowed(ts: typeof TS, name: TS.Identifier): boolean {
  const { text } = name;
  if (isLocal(ts, text, name)) return true;
  for (let current: TS.Node = name.parent; !ts.isSourceFile(current); current = current.parent)
    if (typesIn(ts, current).some((each) => each.text === text)) return true;
  return false;
}

/** @returns the types that a scope within a file declares, and its type parameters. */
function typesIn(ts: typeof TS, owner: TS.Node): readonly TS.Identifier[] {
  if ("typeParameters" in owner)
    return ((owner.typeParameters ?? []) as readonly TS.TypeParameterDeclaration[]).map(({ name }) => name);
  if (!ts.isBlock(owner) && !ts.isModuleBlock(owner)) return [];
  return owner.statements.flatMap((each) =>
    ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) ? each.name : [],
  );
}

/** @returns the interfaces and aliases of a name: of its file, imported, or else found by the checker. */
export function typeDeclarations(program: Program, name: TS.EntityName): readonly TS.Node[] {
  const { ts } = program;
  if (ts.isIdentifier(name)) {
    if (isShadowed(ts, name)) return [];
    const resolve: Resolve = (from, specifier) => program.pass.resolveModule(from, specifier);
    const found = typesNamed(ts, name.getSourceFile(), name.text, resolve).filter(
      (each) => !ts.isClassDeclaration(each),
    );
    if (found.length > 0) return found;
  }
  const declared = askChecker(program, (checker) => {
    const symbol = checker.getSymbolAtLocation(name);
    const target = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    return target?.declarations;
  });
  return (declared ?? []).filter((each) => !each.getSourceFile().isDeclarationFile);
}

/** @returns the class of the project that the checker gives an expression for its type. */
export function inferredClass(program: Program, typed: TS.Node | undefined): Closure | undefined {
  const { ts } = program;
  if (!typed) return undefined;
  const declaration = askChecker(program, (checker) =>
    checker
      .getNonNullableType(checker.getTypeAtLocation(typedNode(ts, typed)))
      .getSymbol()
      ?.declarations?.find((each) => ts.isClassDeclaration(each)),
  );
  if (!declaration?.name || !ts.isSourceFile(declaration.parent) || declaration.parent.isDeclarationFile)
    return undefined;
  const value = valueOf(program, declaration.name);
  const closure = value && closureOf(value);
  return closure?.node === declaration ? closure : undefined;
}
