import type TS from "typescript";
import type { Native } from "../../../clients/native";
import { withWrappers } from "../../../syntax/wrappers";
import { namespace } from "../../drafts/natives";

/** Files that contain functions called by SvelteKit: `+page.ts`, `+layout.server.js`, `+server.ts`. */
const routeFile = /(?:^|[\\/])\+(?:page|layout|server)(?:\.server)?\.[cm]?[jt]s$/u;

/** Names of the exports that SvelteKit calls. */
const called = /^(?:load|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|fallback)$/u;

/**
 * SvelteKit passes an event to the functions of a route. The event's `fetch` is the platform's, and sends the visitor's cookies.
 *
 * @param fetch creates the native of `fetch`.
 * @returns the function's first parameter; `undefined` for functions that SvelteKit does not call.
 */
export function routeEvent(ts: typeof TS, node: TS.FunctionLikeDeclaration, fetch: () => Native): Native | undefined {
  if (!routeFile.test(node.getSourceFile().fileName)) return undefined;
  const name = exportedName(ts, node);
  return name !== undefined && called.test(name) ? namespace("event", { fetch }) : undefined;
}

/** @returns the name under which the file exports a function: `export function load`, `export const load = (…) satisfies PageLoad`. */
function exportedName(ts: typeof TS, node: TS.FunctionLikeDeclaration): string | undefined {
  if (ts.isFunctionDeclaration(node)) return isExported(ts, node) ? node.name?.text : undefined;
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined;
  const current = withWrappers(ts, node);
  const { parent } = current;
  if (!ts.isVariableDeclaration(parent) || parent.initializer !== current || !ts.isIdentifier(parent.name))
    return undefined;
  const statement = parent.parent.parent;
  return ts.isVariableStatement(statement) && isExported(ts, statement) ? parent.name.text : undefined;
}

function isExported(ts: typeof TS, node: TS.FunctionDeclaration | TS.VariableStatement): boolean {
  return (
    ts.isSourceFile(node.parent) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}
