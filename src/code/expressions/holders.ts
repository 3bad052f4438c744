import type TS from "typescript";
import { isWrapper } from "../../syntax/wrappers";
import { item } from "../item";
import type { ValueId } from "../graph";
import { noteContent } from "../versions/contents";
import { versionOf } from "../versions/environment";
import type { Build } from "../versions/state";
import type { Place } from "../versions/writes";

/** Objects that hold what somebody else has, too. */

/** Notes that an object holds what a variable holds, too. */
export function holdBy(
  build: Build,
  { holder, key, keyStart, keyEnd }: Place & { readonly holder: ValueId },
  value: ValueId,
  from: TS.Expression | undefined,
): void {
  const root = item(build.roots, value);
  // A part that a pattern takes is what a variable holds if it is a version of that.
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
