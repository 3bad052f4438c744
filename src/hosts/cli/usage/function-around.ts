import type TS from "typescript";
import { innermostAt } from "../../editor/nodes";

/**
 * @returns the name of the innermost named function around an offset, with its class or object: `Orders.load`;
 * `undefined` at the top level.
 */
export function functionAround(ts: typeof TS, sourceFile: TS.SourceFile, offset: number): string | undefined {
  const names: string[] = [];
  for (let node: TS.Node = innermostAt(ts, sourceFile, offset); !ts.isSourceFile(node); node = node.parent) {
    const name = names.length === 0 ? functionName(ts, node) : ownerName(ts, node);
    if (name === undefined) continue;
    names.unshift(name);
    if (names.length === 2 || !isMember(ts, node)) break;
  }
  return names.length === 0 ? undefined : names.join(".");
}

/** @returns the name of a function. Callbacks have none: they belong to the function around them. */
function functionName(ts: typeof TS, node: TS.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (!ts.isFunctionLike(node)) return undefined;
  const own = "name" in node ? node.name : undefined;
  const { parent } = node;
  const isValue =
    (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent)) &&
    parent.initializer === node;
  return textOf(ts, own ?? (isValue ? parent.name : undefined));
}

/** @returns the name of a member's class, or of the variable with its object. */
function ownerName(ts: typeof TS, node: TS.Node): string | undefined {
  if (ts.isClassLike(node)) return textOf(ts, node.name);
  const isHolder = ts.isVariableDeclaration(node) && node.initializer !== undefined;
  return isHolder ? textOf(ts, node.name) : undefined;
}

function isMember(ts: typeof TS, node: TS.Node): boolean {
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node) || ts.isConstructorDeclaration(node)) return true;
  return ts.isPropertyDeclaration(node.parent) || ts.isPropertyAssignment(node.parent);
}

function textOf(ts: typeof TS, name: TS.Node | undefined): string | undefined {
  const isPlain = name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name));
  return isPlain ? name.text : undefined;
}
