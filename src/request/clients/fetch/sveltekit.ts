import type TS from "typescript";
import type { Native } from "../../../clients/native";
import { withWrappers } from "../../../syntax/wrappers";
import { namespace } from "../../drafts/natives";

/** Files with functions that SvelteKit calls: `+page.ts`, `+layout.server.js`, `+server.ts`. */
const routeFile = /(?:^|[\\/])\+(?:page|layout|server)(?:\.server)?\.[cm]?[jt]s$/u;

/** The SvelteKit functions that are called there. */
const called = /^(?:load|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|fallback)$/u;

/**
 * Finds what SvelteKit hands to a function of a route: an event, of which `fetch` is the platform's with the visitor's cookies.
 *
 * @param fetch what `fetch` is.
 * @returns the first parameter of the function; `undefined` for functions that it does not call.
 */
export function routeEvent(ts: typeof TS, node: TS.FunctionLikeDeclaration, fetch: () => Native): Native | undefined {
  if (!routeFile.test(node.getSourceFile().fileName)) return undefined;
  const name = exportedName(ts, node);
  return name !== undefined && called.test(name) ? namespace("event", { fetch }) : undefined;
}

/** @returns the name under which a file's top level exports a function: `export function load`, `export const load = (…) satisfies PageLoad`. */
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
