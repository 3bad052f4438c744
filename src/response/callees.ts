import type TS from "typescript";
import { bindingOf } from "../syntax/bindings/bindings";
import { parametersOf } from "../syntax/parameters";
import { skipWrappers } from "../syntax/wrappers";
import type { Chain } from "./read-tree";

/** A function with a body that can be followed. */
export type Code = TS.FunctionDeclaration | TS.FunctionExpression | TS.ArrowFunction | TS.MethodDeclaration;

/** Limit of indirections through names: constants of constants, imports of imports. */
const maximumDetours = 8;

/** Resolves names and callees, by scope in a file and by the type checker across files. */
export class Callees {
  constructor(
    readonly ts: typeof TS,
    private readonly checker: TS.TypeChecker | undefined,
    private readonly count: (lookups: number) => void,
  ) {}

  /** @returns the only function that an expression can be. */
  codeOf(expression: TS.Expression, chain: Chain | undefined, detours = 0): Code | undefined {
    const { ts } = this;
    if (detours > maximumDetours) return undefined;
    const node = skipWrappers(ts, expression);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return followable(ts, node);
    if (ts.isIdentifier(node)) return this.codeOfName(node, chain, detours + 1);
    if (ts.isPropertyAccessExpression(node)) return this.codeOfMember(node, detours + 1);
    if (ts.isCallExpression(node) && isNamed(ts, node.expression, "useCallback"))
      return node.arguments[0] && this.codeOf(node.arguments[0], chain, detours + 1);
    return undefined;
  }

  /** Whether an expression is a global of a name, not declared in the file. */
  isGlobal(expression: TS.Expression, name: string): boolean {
    const { ts } = this;
    return ts.isIdentifier(expression) && expression.text === name && bindingOf(ts, expression) === undefined;
  }

  private codeOfName(name: TS.Identifier, chain: Chain | undefined, detours: number): Code | undefined {
    const { ts } = this;
    const binding = bindingOf(ts, name);
    if (!binding || binding.assigned > 0) return undefined;
    for (const identifier of binding.declarations) {
      const declaration = identifier.parent;
      if (ts.isImportSpecifier(declaration) || ts.isImportClause(declaration)) return this.imported(name, detours);
      if (ts.isParameter(declaration)) return this.codeOfParameter(declaration, chain, detours);
      const code = codeOfDeclaration(ts, declaration);
      if (code) return this.codeOf(code, chain, detours);
      if (ts.isFunctionDeclaration(declaration) && declaration.body) return followable(ts, declaration);
    }
    return undefined;
  }

  /** Resolves a called parameter to the argument of the call that entered its function. */
  private codeOfParameter(
    parameter: TS.ParameterDeclaration,
    chain: Chain | undefined,
    detours: number,
  ): Code | undefined {
    const { ts } = this;
    const around = parameter.parent;
    for (let current = chain; current; current = current.outer) {
      if (current.code !== around) continue;
      const given = ts.isCallExpression(current.call)
        ? current.call.arguments[parametersOf(ts, around).indexOf(parameter)]
        : undefined;
      return given && !ts.isSpreadElement(given) ? this.codeOf(given, current.outer, detours) : undefined;
    }
    return undefined;
  }

  private codeOfMember(access: TS.PropertyAccessExpression, detours: number): Code | undefined {
    const { ts } = this;
    const { expression: object, name } = access;
    if (object.kind === ts.SyntaxKind.ThisKeyword) return privateMethod(ts, access);
    const binding = ts.isIdentifier(object) ? bindingOf(ts, object) : undefined;
    const declaration = binding?.declarations[0]?.parent;
    if (!binding || !declaration || binding.assigned > 0) return undefined;
    if (ts.isNamespaceImport(declaration)) return this.imported(name, detours);
    if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
    const literal = skipWrappers(ts, declaration.initializer);
    if (!ts.isObjectLiteralExpression(literal)) return undefined;
    const member = literal.properties.find(
      (each) => each.name && ts.isIdentifier(each.name) && each.name.text === name.text,
    );
    if (!member) return undefined;
    if (ts.isMethodDeclaration(member)) return followable(ts, member);
    return ts.isPropertyAssignment(member) ? this.codeOf(member.initializer, undefined, detours) : undefined;
  }

  private imported(name: TS.MemberName, detours: number): Code | undefined {
    const { ts, checker } = this;
    if (!checker) return undefined;
    this.count(1);
    const found = checker.getSymbolAtLocation(name);
    const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    for (const declaration of symbol?.declarations ?? []) {
      const file = declaration.getSourceFile();
      if (file.isDeclarationFile || file.fileName.includes("/node_modules/")) return undefined;
      if (ts.isFunctionDeclaration(declaration) && declaration.body) return followable(ts, declaration);
      const code = codeOfDeclaration(ts, declaration);
      if (code) return this.codeOf(code, undefined, detours);
    }
    return undefined;
  }
}

/** @returns a constant's initialiser. */
function codeOfDeclaration(ts: typeof TS, declaration: TS.Node): TS.Expression | undefined {
  const isConstant =
    ts.isVariableDeclaration(declaration) &&
    ts.isVariableDeclarationList(declaration.parent) &&
    (declaration.parent.flags & ts.NodeFlags.Const) !== 0;
  return isConstant && ts.isIdentifier(declaration.name) ? declaration.initializer : undefined;
}

/** @returns a method that no subclass can override. */
function privateMethod(ts: typeof TS, { name }: TS.PropertyAccessExpression): Code | undefined {
  let around: TS.Node = name;
  while (!ts.isClassLike(around) && !ts.isSourceFile(around)) around = around.parent;
  if (!ts.isClassLike(around)) return undefined;
  const method = around.members.find(
    (member): member is TS.MethodDeclaration =>
      ts.isMethodDeclaration(member) &&
      (ts.isIdentifier(member.name) || ts.isPrivateIdentifier(member.name)) &&
      member.name.text === name.text &&
      member.body !== undefined,
  );
  const isPrivate =
    method &&
    (ts.isPrivateIdentifier(method.name) || (ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Private) !== 0);
  return isPrivate ? followable(ts, method) : undefined;
}

/**
 * Excludes generators, which return results in pieces, and functions that use `arguments`, which reads parameters
 * implicitly.
 */
function followable(ts: typeof TS, code: Code): Code | undefined {
  if (code.asteriskToken || !code.body) return undefined;
  return !ts.isArrowFunction(code) && /\barguments\b/u.test(code.body.getText()) ? undefined : code;
}

/** Whether an expression is an identifier, or a property access, with this name. */
export function isNamed(ts: typeof TS, expression: TS.Expression, name: string): boolean {
  return (
    (ts.isIdentifier(expression) && expression.text === name) ||
    (ts.isPropertyAccessExpression(expression) && expression.name.text === name)
  );
}
