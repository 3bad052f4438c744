import type { Abstract } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { unknown } from "../make";
import { typedValue } from "../names/declared";
import { nodeAt } from "../places";

/** @returns an unknown value of the call's type argument at an index, if it has one. */
export function ofTypeArgument(
  evaluation: Evaluation,
  { place, site: { context, call } }: Given,
  index: number,
  reason: string,
): Abstract {
  const value = unknown(reason, place);
  const node = nodeAt(context.file, call);
  const type = node.kind === "call" ? node.typeArguments[index] : undefined;
  return type === undefined ? value : typedValue(evaluation, value, type, context, place);
}
