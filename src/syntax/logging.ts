import type TS from "typescript";
import { skipWrappers } from "./wrappers";

const levels = /^(?:trace|debug|info|log|warn|warning|error|fatal|verbose|silly|notice|success)$/u;
const functions = /^(?:log|debug|trace|warn|verbose|logger|log(?:Debug|Info|Warn|Warning|Error|Message)|debugLog)$/u;
const logs = /(?:^log|[lL]og(?:ger)?)$/u;

/** Whether a call writes to a log, by its names: `this.logger.warn(…)`, `logger.verbose.info(…)`. It does not change its arguments. */
export function isLogging(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const callee = skipWrappers(ts, node.expression);
  if (!ts.isPropertyAccessExpression(callee) || !levels.test(callee.name.text)) return false;
  const owner = skipWrappers(ts, callee.expression);
  if (ts.isIdentifier(owner)) return logs.test(owner.text);
  if (!ts.isPropertyAccessExpression(owner)) return false;
  const outer = skipWrappers(ts, owner.expression);
  const outerName = ts.isPropertyAccessExpression(outer) ? outer.name : outer;
  return logs.test(owner.name.text) || (ts.isIdentifier(outerName) && logs.test(outerName.text));
}

/** Whether an unknown function writes to a log, by its name: `debug("%O", body)`, `this.log(body)`. */
export function isLogFunction(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const callee = skipWrappers(ts, node.expression);
  if (ts.isIdentifier(callee)) return functions.test(callee.text);
  return (
    ts.isPropertyAccessExpression(callee) &&
    callee.expression.kind === ts.SyntaxKind.ThisKeyword &&
    functions.test(callee.name.text)
  );
}
