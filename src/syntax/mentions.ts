import { someNode } from "./walk";
import type TS from "typescript";

const mentions = new WeakMap<TS.Node, boolean>();

/** @returns whether a function uses the `this` of the code around it. */
export function mentionsThis(ts: typeof TS, node: TS.Node): boolean {
  const known = mentions.get(node);
  if (known !== undefined) return known;
  const found = someNode(
    ts,
    node,
    ({ kind }) => kind === ts.SyntaxKind.ThisKeyword || kind === ts.SyntaxKind.SuperKeyword,
    (child) => child === node || !(ts.isFunctionDeclaration(child) || ts.isFunctionExpression(child)),
  );
  mentions.set(node, found);
  return found;
}

const mentionsOfArguments = new WeakMap<TS.Node, boolean>();

/** @returns whether a function uses its own `arguments`, or an arrow function within it does. */
export function mentionsArguments(ts: typeof TS, node: TS.Node): boolean {
  const known = mentionsOfArguments.get(node);
  if (known !== undefined) return known;
  const found = someNode(
    ts,
    node,
    (child) => ts.isIdentifier(child) && child.text === "arguments",
    (child) => child === node || ts.isArrowFunction(child) || !ts.isFunctionLike(child),
  );
  mentionsOfArguments.set(node, found);
  return found;
}

/** @returns whether a function expression uses the name that only its own body knows, so that it may be called from elsewhere. */
export function mentionsItself(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isFunctionExpression(node) || !node.name) return false;
  const { name } = node;
  return someNode(ts, node.body, (child) => ts.isIdentifier(child) && child.text === name.text);
}
