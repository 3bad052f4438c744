import type TS from "typescript";
import { relative } from "node:path";
import { innermostAt } from "../nodes";
import { someOf } from "../../../text/words";

/** The callers of a function, by TypeScript's call hierarchy. */

/**
 * @param service of the program that contains the file.
 * @param root the folder to which file names are relative.
 * @returns a line that names the callers of the named function around a position, or `undefined` if there are none.
 */
export function describeCallers(
  ts: typeof TS,
  service: TS.LanguageService,
  sourceFile: TS.SourceFile,
  position: number,
  root: string,
): string | undefined {
  const name = nameOfFunction(ts, innermostAt(ts, sourceFile, position));
  if (!name) return undefined;
  const calls = service.provideCallHierarchyIncomingCalls(sourceFile.fileName, name.getStart(sourceFile));
  const names = [...new Set(calls.map(({ from }) => describeCaller(ts, from, root)))];
  if (names.length === 0) return undefined;
  return `\`${name.text}\` is called by ${someOf(names)}`;
}

/** Describes a caller. For a call at the top level, this is the file. */
function describeCaller(ts: typeof TS, { kind, name, file }: TS.CallHierarchyItem, root: string): string {
  const place = relative(root, file);
  const isFile = kind === ts.ScriptElementKind.moduleElement || kind === ts.ScriptElementKind.scriptElement;
  return isFile ? `\`${place}\`` : `\`${name}\` (\`${place}\`)`;
}

/** @returns the name of the innermost named function around a node; callbacks belong to that function. */
function nameOfFunction(ts: typeof TS, node: TS.Node): TS.Identifier | undefined {
  const around = ts.findAncestor(node, (each) => ts.isFunctionLike(each) && ownName(ts, each) !== undefined);
  return around && ownName(ts, around);
}

function ownName(ts: typeof TS, node: TS.Node): TS.Identifier | undefined {
  const { parent } = node;
  const isValue = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  const isOfVariable = isValue && (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent));
  const name = isOfVariable ? parent.name : (node as TS.FunctionLikeDeclaration).name;
  return name && ts.isIdentifier(name) ? name : undefined;
}
