import type TS from "typescript";
import { isAssignment } from "../../syntax/bindings/assignments";
import { findScope } from "../../syntax/bindings/scopes";
import { walk } from "../../syntax/walk";

/** Where a name is declared, by the syntax of one file. */
export interface Found {
  readonly declaration: TS.ParameterDeclaration | TS.VariableDeclaration | TS.ImportSpecifier | TS.ImportClause;
  /** The members that lead to the name in a pattern. */
  readonly path: readonly string[];
  /** What stands for it where it is left out. */
  readonly initializer: TS.Expression | undefined;
}

/** @returns the declaration of a variable's name in the code around it; the last one, where a scope declares it again. */
export function findDeclaration(ts: typeof TS, node: TS.Identifier): Found | undefined {
  const identifier = findScope(ts, node.text, node)?.declarations.at(-1);
  return identifier && describe(ts, identifier);
}

/** @returns what a name in a declaration stands for; `undefined` where it is no part of what is declared that has a name. */
function describe(ts: typeof TS, { parent }: TS.Node): Found | undefined {
  if (
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent)
  )
    return { declaration: parent, path: [], initializer: undefined };
  if (!ts.isBindingElement(parent) || !ts.isObjectBindingPattern(parent.parent)) return undefined;
  const outer = describe(ts, parent.parent);
  // The rest has the members that are not named.
  if (!outer || parent.dotDotDotToken) return outer;
  const key = parent.propertyName ?? parent.name;
  return "text" in key ? { ...outer, path: [...outer.path, key.text], initializer: parent.initializer } : undefined;
}

/** A value that is given to a variable after its declaration, or added to what it holds. */
export interface Assigned {
  readonly value: TS.Expression;
  readonly isAddition: boolean;
}

const assignments = new WeakMap<TS.Node, ReadonlyMap<string, readonly Assigned[]>>();

/** @returns what is assigned to a variable of a name anywhere in the function, or file, that declares it. */
export function assignedValues(ts: typeof TS, declaration: TS.VariableDeclaration, name: string): readonly Assigned[] {
  if ((declaration.parent.flags & ts.NodeFlags.Const) !== 0) return [];
  let owner: TS.Node = declaration;
  while (!ts.isFunctionLike(owner) && !ts.isSourceFile(owner)) owner = owner.parent;
  let known = assignments.get(owner);
  if (!known) assignments.set(owner, (known = assignmentsIn(ts, owner)));
  return known.get(name) ?? [];
}

function assignmentsIn(ts: typeof TS, owner: TS.Node): ReadonlyMap<string, readonly Assigned[]> {
  const found = new Map<string, Assigned[]>();
  walk(ts, owner, {}, (node, outer) => {
    if (!ts.isBinaryExpression(node) || !ts.isIdentifier(node.left)) return outer;
    if (!isAssignment(ts, node)) return outer;
    const assigned = { value: node.right, isAddition: node.operatorToken.kind !== ts.SyntaxKind.EqualsToken };
    const list = found.get(node.left.text);
    if (list) list.push(assigned);
    else found.set(node.left.text, [assigned]);
    return outer;
  });
  return found;
}
