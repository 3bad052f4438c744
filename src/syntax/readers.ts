import type TS from "typescript";
import { importsOf, requiredModule } from "./bindings/imports";
import { skipWrappers } from "./wrappers";

/** Library functions that only read their arguments and return no alias of them. */

const lodash = /^(?:is[A-Z]\w*|has|hasIn|keys|size|join|sum|toString|camelCase|snakeCase|kebabCase|startCase)$/u;
const toText = /^(?:stringify|stringifyUrl|encode)$/u;
const inspects = /^(?:inspect|format|formatWithOptions|isDeepStrictEqual|styleText|debuglog)$/u;
const reports = /^(?:capture|set|add|log)[A-Z]\w*$/u;
const all = /^/u;

/** Logging packages: their loggers only read their arguments, too. */
const loggers: ReadonlySet<string> = new Set(
  "bunyan consola debug electron-log log4js loglevel npmlog pino roarr signale tslog winston".split(" "),
);

/** The reading functions of each package, by name. */
const readers: ReadonlyMap<string, RegExp> = new Map([
  ...["lodash", "lodash-es", "underscore", "es-toolkit", "es-toolkit/compat"].map((each) => [each, lodash] as const),
  ...["qs", "query-string", "querystring", "fast-querystring"].map((each) => [each, toText] as const),
  ...["invariant", "tiny-invariant", "ts-invariant", "assert", "assert/strict"].map((each) => [each, all] as const),
  ...["deep-equal", "fast-deep-equal", "react-fast-compare", "dequal"].map((each) => [each, all] as const),
  ...[...loggers, "@actions/core"].map((each) => [each, all] as const),
  ...["chalk", "kleur", "picocolors", "pretty-format", "prettyjson", "serialize-error"].map(
    (each) => [each, all] as const,
  ),
  ...["browser", "nextjs", "node", "react", "vue"].map((each) => [`@sentry/${each}`, reports] as const),
  ...["@sindresorhus/is", "is-what", "kind-of"].map((each) => [each, all] as const),
  ["util", inspects],
  ...["fast-json-stable-stringify", "json-stable-stringify", "safe-stable-stringify", "object-hash"].map(
    (each) => [each, all] as const,
  ),
]);

/** The target of a name in a file: an export of a package, or the package as a whole. */
interface Imported {
  readonly module: string;
  /**
   * `default` and `*` stand for the package, or for its only function; `made` for a logger that the package creates.
   */
  readonly name: string;
}

const modules = new WeakMap<TS.SourceFile, ReadonlyMap<string, Imported>>();

/**
 * @returns the top-level name through which a call reaches a function that only reads its arguments: `qs` of `qs.stringify(body)`, `isEmpty` of
 *   `isEmpty(body)`.
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
  if (name === "made" || loggers.has(module)) return true;
  const isWhole = name === "default" || name === "*";
  const [, owner = "", only] = /^(lodash(?:-es)?)\/(\w+)$/u.exec(module) ?? [];
  if (only !== undefined) return isWhole && member === undefined && readers.get(owner)?.test(only) === true;
  const names = readers.get(module.replace(/^node:/u, ""));
  const called = isWhole ? (member ?? "") : member === undefined ? name : undefined;
  return called !== undefined && names?.test(called) === true;
}

function importedIn(ts: typeof TS, file: TS.SourceFile): ReadonlyMap<string, Imported> {
  const known = modules.get(file);
  if (known) return known;
  const found = new Map<string, Imported>(
    importsOf(ts, file).map(({ local, specifier, name }) => [local.text, { module: specifier.text, name }]),
  );
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const imported = initializer && ts.isIdentifier(name) ? madeOf(ts, initializer, found) : undefined;
      if (imported && ts.isIdentifier(name)) found.set(name.text, imported);
    }
  }
  modules.set(file, found);
  return found;
}

/** `require("debug")`, `debug("app:http")`, `winston.createLogger(…)`, `logger.child(…)`. */
function madeOf(ts: typeof TS, node: TS.Expression, found: ReadonlyMap<string, Imported>): Imported | undefined {
  let root = skipWrappers(ts, node);
  if (ts.isIdentifier(root)) return undefined;
  const whole = requiredModule(ts, root)?.text;
  if (whole !== undefined) return { module: whole, name: "*" };
  let module: string | undefined;
  while (ts.isCallExpression(root) || ts.isNewExpression(root) || ts.isPropertyAccessExpression(root)) {
    module = requiredModule(ts, root)?.text;
    if (module !== undefined) break;
    root = skipWrappers(ts, root.expression);
  }
  if (ts.isIdentifier(root)) module = found.get(root.text)?.module;
  return module !== undefined && loggers.has(module) ? { module, name: "made" } : undefined;
}
