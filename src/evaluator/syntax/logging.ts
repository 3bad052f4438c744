import type TS from "typescript";
import { skipWrappers } from "./wrappers";

const levels = /^(?:trace|debug|info|log|warn|warning|error|fatal|verbose|silly)$/u;
const logs = /(?:^log|[lL]og(?:ger)?)$/u;

/** Whether a call writes to a log, by its names: `this.logger.warn(…)`. It does not change its arguments. */
export function isLogging(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const callee = skipWrappers(ts, node.expression);
  if (!ts.isPropertyAccessExpression(callee) || !levels.test(callee.name.text)) return false;
  const owner = skipWrappers(ts, callee.expression);
  if (ts.isPropertyAccessExpression(owner)) return logs.test(owner.name.text);
  return ts.isIdentifier(owner) && logs.test(owner.text);
}
