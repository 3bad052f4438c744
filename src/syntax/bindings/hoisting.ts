import { walk } from "../walk";
import type TS from "typescript";

/** The names that a block or function body declares before its first statement runs. */
export interface Hoisted {
  readonly lexical: readonly TS.Identifier[];
  readonly functions: readonly TS.FunctionDeclaration[];
}

const blocks = new WeakMap<TS.Node, Hoisted>();

const variables = new WeakMap<TS.Node, readonly TS.Identifier[]>();

/** @returns the names that `let`, `const`, `class`, `enum`, `namespace` and functions declare in a list of statements. */
export function hoistedBlock(ts: typeof TS, owner: TS.Node, statements: readonly TS.Statement[]): Hoisted {
  const known = blocks.get(owner);
  if (known) return known;
  const lexical: TS.Identifier[] = [];
  const functions: TS.FunctionDeclaration[] = [];
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) {
      if (isLexical(ts, statement.declarationList))
        for (const each of statement.declarationList.declarations) collectNames(ts, each.name, lexical);
    } else if (ts.isFunctionDeclaration(statement)) {
      if (statement.body) functions.push(statement);
    } else if ((ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) && statement.name) {
      lexical.push(statement.name);
    } else if (ts.isModuleDeclaration(statement) && ts.isIdentifier(statement.name)) {
      lexical.push(statement.name);
    }
  }
  const hoisted = { lexical, functions };
  blocks.set(owner, hoisted);
  return hoisted;
}

function isLexical(ts: typeof TS, list: TS.VariableDeclarationList): boolean {
  return (list.flags & ts.NodeFlags.BlockScoped) !== 0;
}

/** @returns the names that `var` declares anywhere in a function's body. */
export function hoistedVariables(ts: typeof TS, body: TS.Node): readonly TS.Identifier[] {
  const known = variables.get(body);
  if (known) return known;
  const names: TS.Identifier[] = [];
  walk(ts, body, {}, (node, outer) => {
    if (node === body) return outer;
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return undefined;
    if (ts.isVariableDeclarationList(node) && !isLexical(ts, node)) {
      for (const each of node.declarations) collectNames(ts, each.name, names);
    }
    // These statements contain only expressions, which declare no variable.
    return ts.isExpressionStatement(node) || ts.isReturnStatement(node) ? undefined : outer;
  });
  variables.set(body, names);
  return names;
}

export function collectNames(ts: typeof TS, name: TS.BindingName, into: TS.Identifier[]): void {
  if (ts.isIdentifier(name)) {
    into.push(name);
    return;
  }
  for (const element of name.elements) if (!ts.isOmittedExpression(element)) collectNames(ts, element.name, into);
}
