import type TS from "typescript";
import { walk } from "../../../syntax/walk";
import { skipWrappers } from "../../../syntax/wrappers";
import type { Analysis } from "../../../analysis/analysis";
import { readCall, readCutCall, type UnseenCall } from "./forms";
import { isNoRequest } from "./no-requests";

export type { UnseenCall } from "./forms";

/**
 * Finds calls that look like requests (a verb and a path, a method's name and a path, an object with a method and a
 * URL) but for which the analysis found no request, and calls that were not followed to their requests. They are
 * reported, because without findings they would pass for correct.
 */
export function findUnseenCalls(
  ts: typeof TS,
  sourceFile: TS.SourceFile,
  { requests, cutCalls }: Pick<Analysis, "requests" | "cutCalls">,
): readonly UnseenCall[] {
  const seen = new Set(requests.flatMap(({ range, anchor }) => [range.end, anchor.end]));
  const found: UnseenCall[] = [];
  walk(ts, sourceFile, {}, (node, outer) => {
    if (!ts.isCallExpression(node) || seen.has(node.end)) return outer;
    const call = readCall(ts, node) ?? (cutCalls.has(node.end) ? readCutCall(ts, node) : undefined);
    const name = nameNode(ts, node);
    if (call && name && !seen.has(name.end) && !isNoRequest(ts, sourceFile, call)) found.push(call);
    return outer;
  });
  return found;
}

function nameNode(ts: typeof TS, node: TS.CallExpression): TS.Node | undefined {
  const whole = skipWrappers(ts, node.expression);
  const callee = ts.isCallExpression(whole) ? skipWrappers(ts, whole.expression) : whole;
  if (ts.isPropertyAccessExpression(callee)) return callee.name;
  return ts.isIdentifier(callee) ? callee : undefined;
}
