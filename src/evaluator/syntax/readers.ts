import type TS from "typescript";
import { skipWrappers } from "./wrappers";

/** Functions of libraries that only read what they are given, and whose results hold nothing of it. */

const lodash = /^(?:is[A-Z]\w*|has|hasIn|keys|size|join|sum|toString|camelCase|snakeCase|kebabCase|startCase)$/u;
const toText = /^(?:stringify|stringifyUrl|encode)$/u;
const all = /^/u;

/** The functions of each package, by their names. */
const readers: ReadonlyMap<string, RegExp> = new Map([
  ...["lodash", "lodash-es", "underscore", "es-toolkit", "es-toolkit/compat"].map((each) => [each, lodash] as const),
  ...["qs", "query-string", "querystring", "fast-querystring"].map((each) => [each, toText] as const),
  ...["invariant", "tiny-invariant", "ts-invariant", "assert", "assert/strict"].map((each) => [each, all] as const),
  ...["deep-equal", "fast-deep-equal", "react-fast-compare", "dequal"].map((each) => [each, all] as const),
  ...["fast-json-stable-stringify", "json-stable-stringify", "safe-stable-stringify", "object-hash"].map(
    (each) => [each, all] as const,
  ),
]);

/** What a name of a file stands for: a function of a package, or a package as a whole. */
interface Imported {
  readonly module: string;
  /** `default` and `*` stand for the package, or for its only function. */
  readonly name: string;
}

const importsOf = new WeakMap<TS.SourceFile, ReadonlyMap<string, Imported>>();

/**
 * @returns the name of the file's top level by which a call reaches a function that changes none of its arguments: `qs` of `qs.stringify(body)`,
 *   `isEmpty` of `isEmpty(body)`.
 */
export function readerName(ts: typeof TS, node: TS.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const callee = skipWrappers(ts, node.expression);
  const member = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  const root = ts.isPropertyAccessExpression(callee) ? skipWrappers(ts, callee.expression) : callee;
  if (!ts.isIdentifier(root)) return undefined;
  const imported = importedIn(ts, node.getSourceFile()).get(root.text);
  return imported && isReader(imported, member) ? root.text : undefined;
}

function isReader({ module, name }: Imported, member: string | undefined): boolean {
  const isWhole = name === "default" || name === "*";
  const [, owner = "", only] = /^(lodash(?:-es)?)\/(\w+)$/u.exec(module) ?? [];
  if (only !== undefined) return isWhole && member === undefined && readers.get(owner)?.test(only) === true;
  const names = readers.get(module.replace(/^node:/u, ""));
  const called = isWhole ? (member ?? "") : member === undefined ? name : undefined;
  return called !== undefined && names?.test(called) === true;
}

function importedIn(ts: typeof TS, file: TS.SourceFile): ReadonlyMap<string, Imported> {
  let found = importsOf.get(file);
  if (!found) importsOf.set(file, (found = new Map(file.statements.flatMap((each) => namesOf(ts, each)))));
  return found;
}

function namesOf(ts: typeof TS, statement: TS.Statement): readonly (readonly [string, Imported])[] {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteralLike(statement.moduleSpecifier)) return [];
  const module = statement.moduleSpecifier.text;
  const { name, namedBindings } = statement.importClause ?? {};
  const own = name ? [[name.text, { module, name: "default" }] as const] : [];
  if (namedBindings && ts.isNamespaceImport(namedBindings))
    return [...own, [namedBindings.name.text, { module, name: "*" }]];
  const named = namedBindings?.elements ?? [];
  return [
    ...own,
    ...named.map((each) => [each.name.text, { module, name: (each.propertyName ?? each.name).text }] as const),
  ];
}
