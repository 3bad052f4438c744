import type TS from "typescript";
import { walk } from "../../evaluator/syntax/walk";

/** Where a name is declared, by the syntax of one file. */
export interface Found {
  readonly declaration: TS.ParameterDeclaration | TS.VariableDeclaration | TS.ImportSpecifier | TS.ImportClause;
  /** The members that lead to the name in a pattern. */
  readonly path: readonly string[];
  /** What stands for it where it is left out. */
  readonly initializer: TS.Expression | undefined;
}

type Names = ReadonlyMap<string, Found>;

const declared = new WeakMap<TS.Node, Names>();

/** @returns the declaration of a variable's name in the code around it. */
export function findDeclaration(ts: typeof TS, node: TS.Identifier): Found | undefined {
  for (let owner: TS.Node | undefined = node.parent; owner; owner = owner.parent as TS.Node | undefined) {
    const found = namesOf(ts, owner).get(node.text);
    if (found) return found;
  }
  return undefined;
}

const noNames: Names = new Map();

function namesOf(ts: typeof TS, owner: TS.Node): Names {
  if (!(ts.isFunctionLike(owner) || ts.isBlock(owner) || ts.isSourceFile(owner) || ts.isForOfStatement(owner)))
    return noNames;
  let known = declared.get(owner);
  if (!known) {
    const names = new Map<string, Found>();
    gather(ts, owner, names);
    declared.set(owner, (known = names));
  }
  return known;
}

function gather(ts: typeof TS, owner: TS.Node, names: Map<string, Found>): void {
  if (ts.isFunctionLike(owner)) {
    for (const each of owner.parameters)
      addPattern(ts, each.name, { declaration: each, path: [], initializer: undefined }, names);
    return;
  }
  const statements = ts.isBlock(owner) || ts.isSourceFile(owner) ? owner.statements : [];
  for (const each of statements) {
    if (ts.isVariableStatement(each))
      for (const declaration of each.declarationList.declarations)
        addPattern(ts, declaration.name, { declaration, path: [], initializer: undefined }, names);
    else if (ts.isImportDeclaration(each)) addImport(ts, each, names);
  }
}

function addImport(ts: typeof TS, { importClause }: TS.ImportDeclaration, names: Map<string, Found>): void {
  const bare = { path: [], initializer: undefined };
  if (!importClause) return;
  if (importClause.name) names.set(importClause.name.text, { declaration: importClause, ...bare });
  const bindings = importClause.namedBindings;
  if (bindings && ts.isNamedImports(bindings))
    for (const each of bindings.elements) names.set(each.name.text, { declaration: each, ...bare });
}

function addPattern(ts: typeof TS, name: TS.BindingName, found: Found, names: Map<string, Found>): void {
  if (ts.isIdentifier(name)) {
    names.set(name.text, found);
    return;
  }
  if (!ts.isObjectBindingPattern(name)) return;
  for (const each of name.elements) {
    const key = each.propertyName ?? each.name;
    // The rest has the members that are not named.
    if (each.dotDotDotToken) addPattern(ts, each.name, found, names);
    if (each.dotDotDotToken || !("text" in key)) continue;
    addPattern(ts, each.name, { ...found, path: [...found.path, key.text], initializer: each.initializer }, names);
  }
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
  const { FirstAssignment, LastAssignment, EqualsToken } = ts.SyntaxKind;
  const found = new Map<string, Assigned[]>();
  walk(ts, owner, {}, (node, outer) => {
    if (!ts.isBinaryExpression(node) || !ts.isIdentifier(node.left)) return outer;
    const { kind } = node.operatorToken;
    if (kind < FirstAssignment || kind > LastAssignment) return outer;
    const assigned = { value: node.right, isAddition: kind !== EqualsToken };
    const list = found.get(node.left.text);
    if (list) list.push(assigned);
    else found.set(node.left.text, [assigned]);
    return outer;
  });
  return found;
}
