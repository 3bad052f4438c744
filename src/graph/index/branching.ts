import type TS from "typescript";
import { none } from "./facts";
import { declareBlock, Scope } from "./names";
import { assign, bind } from "./patterns";
import type { At, Walk } from "./walk";

/** Blocks, branches and loops. */

export function visitBlock(walk: Walk, owner: TS.Node, statements: readonly TS.Statement[], at: At): void {
  const scope = new Scope(at.scope);
  declareBlock(walk.ts, scope, owner, statements, walk.build.slot);
  for (const each of statements) walk.visit(each, { ...at, scope });
}

/** `for` and `switch` have a scope of their own for what they declare. */
export function visitScoped(walk: Walk, node: TS.Node, at: At): void {
  const { ts, build } = walk;
  const scope = new Scope(at.scope);
  const declare = (name: TS.BindingName): void => {
    if (ts.isIdentifier(name)) scope.declare(name.text, build.slot());
    else for (const each of name.elements) if (!ts.isOmittedExpression(each)) declare(each.name);
  };
  if (ts.isForStatement(node) && node.initializer && ts.isVariableDeclarationList(node.initializer))
    for (const each of node.initializer.declarations) declare(each.name);
  if (ts.isCaseBlock(node))
    declareBlock(
      ts,
      scope,
      node,
      node.clauses.flatMap((each) => [...each.statements]),
      build.slot,
    );
  const inner = { ...at, scope };
  if (!ts.isForStatement(node)) {
    ts.forEachChild(node, (child) => {
      walk.visit(child, inner);
    });
    return;
  }
  if (node.initializer) walk.visit(node.initializer, inner);
  visitBranches(walk, node.condition, [node.statement, node.incrementor], inner);
}

/** What runs or does not, by a condition. */
export function visitBranches(
  walk: Walk,
  condition: TS.Expression | undefined,
  parts: readonly (TS.Node | undefined)[],
  at: At,
): void {
  const inner = branch(walk, condition ? walk.visit(condition, at) : none, at);
  for (const each of parts) if (each) walk.visit(each, inner);
}

/** @returns the place of code in a branch. */
function branch({ build }: Walk, condition: number, at: At): At {
  return { ...at, branch: build.branches.push({ parent: at.branch, condition }) - 1 };
}

export function visitForOf(walk: Walk, node: TS.ForOfStatement | TS.ForInStatement, at: At): void {
  const { ts, build } = walk;
  const scope = new Scope(at.scope);
  const list = walk.visit(node.expression, at);
  const inner = branch(walk, list, { ...at, scope });
  const elements = build.load(list);
  const given = ts.isForOfStatement(node) ? elements : none;
  if (ts.isVariableDeclarationList(node.initializer)) {
    for (const each of node.initializer.declarations) bind(walk, each.name, given, inner, scope);
  } else assign(walk, node.initializer, given, at);
  walk.visit(node.statement, inner);
}
