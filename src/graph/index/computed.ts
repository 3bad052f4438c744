import type TS from "typescript";
import { isStep } from "../../evaluator/syntax/bindings/assignments";
import { none } from "./facts";
import { assign } from "./patterns";
import type { At, Walk } from "./walk";

/** What is computed from other values: a text with holes, a comparison. */
export function visitComputed(walk: Walk, node: TS.Expression, at: At): number {
  const { ts, build } = walk;
  const from: number[] = [];
  ts.forEachChild(node, (child) => {
    from.push(walk.visit(ts.isTemplateSpan(child) ? child.expression : child, at));
  });
  if (ts.isDeleteExpression(node)) assign(walk, node.expression, none, at);
  if (isStep(ts, node)) assign(walk, node.operand, none, at);
  return build.computed(from);
}
