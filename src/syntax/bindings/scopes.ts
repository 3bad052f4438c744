import type TS from "typescript";
import { collectNames, hoistedBlock, hoistedVariables } from "./hoisting";
import { importedNames } from "./imports";
import { addTo } from "../../text/groups";

/** The names that a scope declares, each with its declarations in the order of the text. */
export type Declared = ReadonlyMap<string, readonly TS.Identifier[]>;

const scopes = new WeakMap<TS.Node, Declared>();

/** Whether a node opens a scope: a file, a function, a block, a loop with a declaration, the body of a `switch` or of a namespace. */
export function opensScope(ts: typeof TS, node: TS.Node): boolean {
  return (
    ts.isFunctionLike(node) ||
    (ts.isBlock(node) && !isBody(ts, node)) ||
    ts.isForStatement(node) ||
    ts.isForInStatement(node) ||
    ts.isForOfStatement(node) ||
    ts.isCaseBlock(node) ||
    ts.isCatchClause(node) ||
    ts.isModuleBlock(node) ||
    ts.isClassStaticBlockDeclaration(node) ||
    ts.isClassExpression(node) ||
    ts.isSourceFile(node)
  );
}

/** Whether a block is the body of a function: it shares the scope of the parameters. */
function isBody(ts: typeof TS, { parent }: TS.Block): boolean {
  return ts.isFunctionLike(parent) || ts.isClassStaticBlockDeclaration(parent);
}

/** @returns the names that a node's scope declares, without types and type parameters. */
export function declaredIn(ts: typeof TS, owner: TS.Node): Declared {
  let known = scopes.get(owner);
  if (!known) scopes.set(owner, (known = byName(declarations(ts, owner))));
  return known;
}

function declarations(ts: typeof TS, owner: TS.Node): readonly TS.Identifier[] {
  if (ts.isFunctionLike(owner)) return ofFunction(ts, owner);
  if (ts.isBlock(owner)) return ofStatements(ts, owner, owner.statements);
  if (ts.isCaseBlock(owner))
    return ofStatements(
      ts,
      owner,
      owner.clauses.flatMap(({ statements }) => [...statements]),
    );
  if (ts.isClassStaticBlockDeclaration(owner)) return ofBody(ts, owner.body);
  if (ts.isSourceFile(owner) || ts.isModuleBlock(owner))
    return [
      ...owner.statements.flatMap((each) => importedNames(ts, each).map(({ local }) => local)),
      ...hoistedVariables(ts, owner),
      ...ofStatements(ts, owner, owner.statements),
    ];
  if (ts.isCatchClause(owner)) return owner.variableDeclaration ? ofPattern(ts, owner.variableDeclaration.name) : [];
  if (ts.isClassExpression(owner)) return owner.name ? [owner.name] : [];
  return "initializer" in owner ? ofLoop(ts, owner as TS.ForStatement) : [];
}

/** The name of a function expression is declared in the function itself. */
function ofFunction(ts: typeof TS, owner: TS.SignatureDeclaration): readonly TS.Identifier[] {
  const own = ts.isFunctionExpression(owner) && owner.name ? [owner.name] : [];
  const parameters = owner.parameters.flatMap(({ name }) => ofPattern(ts, name));
  const body = "body" in owner && owner.body && ts.isBlock(owner.body) ? ofBody(ts, owner.body) : [];
  return [...own, ...parameters, ...body];
}

function ofBody(ts: typeof TS, body: TS.Block): readonly TS.Identifier[] {
  return [...hoistedVariables(ts, body), ...ofStatements(ts, body, body.statements)];
}

function ofStatements(ts: typeof TS, owner: TS.Node, statements: readonly TS.Statement[]): readonly TS.Identifier[] {
  const { lexical, functions } = hoistedBlock(ts, owner, statements);
  return [...lexical, ...functions.flatMap(({ name }) => name ?? [])];
}

function ofLoop(ts: typeof TS, { initializer }: TS.ForStatement): readonly TS.Identifier[] {
  if (!initializer || !ts.isVariableDeclarationList(initializer)) return [];
  const isLexical = (initializer.flags & ts.NodeFlags.BlockScoped) !== 0;
  return isLexical ? initializer.declarations.flatMap(({ name }) => ofPattern(ts, name)) : [];
}

function ofPattern(ts: typeof TS, name: TS.BindingName): readonly TS.Identifier[] {
  const names: TS.Identifier[] = [];
  collectNames(ts, name, names);
  return names;
}

function byName(identifiers: readonly TS.Identifier[]): Declared {
  const names = new Map<string, TS.Identifier[]>();
  for (const each of identifiers) {
    addTo(names, each.text, each);
  }
  return names;
}
