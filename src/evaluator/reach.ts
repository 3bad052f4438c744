import type TS from "typescript";
import type { Library } from "./models/native";
import { collectNames } from "./domain/scope";

/**
 * Which functions of a file may lead to a request, by the names that they mention: those of clients, and those of functions that may lead
 * to one. Members are told apart by name alone, so that it says yes too often rather than too seldom; only how far calls are followed
 * depends on it.
 */
export interface Reach {
  /** @param code a function or class of the file. */
  leadsToRequest(code: TS.Node): boolean;
}

/** Something with names, and the code that may run where one of them is used. */
interface Definition {
  readonly names: Names;
  readonly parent: Definition | undefined;
  /** The function, or file, in which its variables are known. */
  readonly scope: TS.Node;
  leads: boolean;
}

interface Names {
  readonly variables: readonly string[];
  readonly members: readonly string[];
}

interface Mention {
  readonly at: number;
  readonly within: Definition;
}

type Mentions = Map<string, Mention[]>;

/** @param isFollowed whether imports lead to other files of the project. */
export function findReach(
  ts: typeof TS,
  file: TS.SourceFile,
  library: Library,
  isFollowed: (specifier: TS.StringLiteralLike) => boolean,
): Reach {
  const definitions = new Map<TS.Node, Definition>();
  const variables: Mentions = new Map();
  const members: Mentions = new Map();
  const imported = new Set<string>();
  const pending: Definition[] = [];
  const lead = (definition: Definition): void => {
    if (definition.leads) return;
    definition.leads = true;
    pending.push(definition);
  };
  const visit = (node: TS.Node, outer: Definition, scope: TS.Node): void => {
    const names = namesOf(ts, node);
    // An assignment may go to a variable of any function around it.
    const within = names
      ? { names, parent: outer, scope: ts.isBinaryExpression(node) ? file : scope, leads: false }
      : outer;
    if (names) definitions.set(node, within);
    if (ts.isIdentifier(node)) append(isVariable(ts, node) ? variables : members, node, within);
    else if (
      ts.isPrivateIdentifier(node) ||
      (ts.isStringLiteralLike(node) && ts.isElementAccessExpression(node.parent))
    )
      append(members, node, within);
    else if (ts.isStringLiteralLike(node) && isSpecifier(ts, node) && (library.module(node.text) || isFollowed(node))) {
      lead(within);
      for (const name of importedNames(ts, node.parent)) imported.add(name);
    }
    const dotted = ts.isPropertyAccessExpression(node) ? dottedName(ts, node) : undefined;
    if (dotted !== undefined && library.named(dotted)) lead(within);
    const inside = ts.isFunctionLike(node) ? node : scope;
    ts.forEachChild(node, (child) => {
      visit(child, within, inside);
    });
  };
  visit(file, { names: { variables: [], members: [] }, parent: undefined, scope: file, leads: false }, file);
  for (const [name, list] of variables)
    if (imported.has(name) || library.global(name) || library.named(name)) for (const { within } of list) lead(within);
  const used = new Set<string>();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { names, parent, scope } = next;
    if (parent) lead(parent);
    for (const name of names.variables) {
      const key = `${scope.pos} ${name}`;
      if (used.has(key)) continue;
      used.add(key);
      for (const { at, within } of variables.get(name) ?? []) if (scope.pos <= at && at <= scope.end) lead(within);
    }
    for (const name of names.members) {
      if (used.has(name)) continue;
      used.add(name);
      for (const { within } of members.get(name) ?? []) lead(within);
    }
  }
  return { leadsToRequest: (code) => definitions.get(code)?.leads ?? true };
}

function append(
  table: Mentions,
  node: TS.Identifier | TS.PrivateIdentifier | TS.StringLiteralLike,
  within: Definition,
): void {
  const known = table.get(node.text);
  if (known) known.push({ at: node.pos, within });
  else table.set(node.text, [{ at: node.pos, within }]);
}

const globalObject = /^(?:globalThis|window|self|global)$/u;

/** @returns whether an identifier stands for a variable, not for a member of something. */
function isVariable(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent))
    return (
      parent.expression === node || (ts.isIdentifier(parent.expression) && globalObject.test(parent.expression.text))
    );
  if (ts.isBindingElement(parent))
    return (
      parent.propertyName !== node && !(parent.propertyName === undefined && ts.isObjectBindingPattern(parent.parent))
    );
  const isNamed =
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isAccessor(parent);
  return !(isNamed && parent.name === node);
}

const nameless: Names = { variables: [], members: [] };

/** @returns the names by which other code may get hold of what stands here; `undefined` where it is part of what is around it. */
function namesOf(ts: typeof TS, node: TS.Node): Names | undefined {
  if (ts.isVariableDeclaration(node)) {
    const names: TS.Identifier[] = [];
    collectNames(ts, node.name, names);
    return { variables: names.map(({ text }) => text), members: [] };
  }
  if (ts.isFunctionDeclaration(node) || ts.isClassLike(node))
    return node.name ? { variables: [node.name.text], members: [] } : nameless;
  if (
    ts.isFunctionLike(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isShorthandPropertyAssignment(node)
  ) {
    return node.name && "text" in node.name ? { variables: [], members: [node.name.text] } : nameless;
  }
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ? assignedNames(ts, node.left)
    : undefined;
}

/** `a.b.c = …`: it can be got by each of the three names. */
function assignedNames(ts: typeof TS, left: TS.Expression): Names {
  const members: string[] = [];
  let target: TS.Expression = left;
  while (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) {
    if (ts.isPropertyAccessExpression(target)) members.push(target.name.text);
    target = target.expression;
  }
  return { variables: ts.isIdentifier(target) ? [target.text] : [], members };
}

function isSpecifier(ts: typeof TS, node: TS.StringLiteralLike): boolean {
  const { parent } = node;
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExternalModuleReference(parent) ||
    (ts.isCallExpression(parent) && parent.arguments[0] === node)
  );
}

function importedNames(ts: typeof TS, node: TS.Node): readonly string[] {
  if (ts.isExternalModuleReference(node)) return [node.parent.name.text];
  const clause = ts.isImportDeclaration(node) ? node.importClause : undefined;
  const names = clause?.name ? [clause.name.text] : [];
  const named = clause?.namedBindings;
  if (named && ts.isNamespaceImport(named)) names.push(named.name.text);
  else for (const element of named?.elements ?? []) names.push(element.name.text);
  return names;
}

function dottedName(ts: typeof TS, node: TS.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return "this";
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const owner = dottedName(ts, node.expression);
  return owner === undefined ? undefined : `${owner}.${node.name.text}`;
}
