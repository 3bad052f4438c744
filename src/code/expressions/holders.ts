import type TS from "typescript";
import { isWrapper } from "../../syntax/wrappers";
import { item } from "../item";
import type { ValueId } from "../graph";
import { noteContent } from "../versions/contents";
import { versionOf } from "../versions/environment";
import type { Build } from "../versions/state";
import type { Place } from "../versions/writes";

/** Objects that hold other objects by reference. */

/** Records that an object holds a value that a variable refers to, too. */
export function holdBy(
  build: Build,
  { holder, key, keyStart, keyEnd }: Place & { readonly holder: ValueId },
  value: ValueId,
  from: TS.Expression | undefined,
): void {
  const root = item(build.roots, value);
  // Without an expression (a part of a pattern), the value belongs to a variable if it is a later version of an object.
  if (from ? !isChain(build, from) : root === value) return;
  const since = versionOf(build, holder);
  noteContent(build, holder, {
    key,
    keyStart,
    keyEnd,
    root,
    version: value,
    since,
    node: from ?? build.nodes[value] ?? build.fn.node,
  });
}

/** Whether an expression is a variable, `this`, or a chain of members of one. */
export function isChain(build: Build, node: TS.Node): boolean {
  const { ts } = build;
  let inner = node;
  for (;;) {
    if (ts.isIdentifier(inner) || inner.kind === ts.SyntaxKind.ThisKeyword || inner.kind === ts.SyntaxKind.SuperKeyword)
      return true;
    if (
      !isWrapper(ts, inner) &&
      !ts.isPropertyAccessExpression(inner) &&
      !ts.isElementAccessExpression(inner) &&
      !ts.isAwaitExpression(inner) &&
      !ts.isSpreadElement(inner)
    )
      return false;
    inner = inner.expression;
  }
}
