import type TS from "typescript";

/** Names of methods of the language and the platform. A call of one does not tell the class. */
const commonNames = new Set([
  ...[Array, String, Map, Set, Promise, Object, Function, Date, RegExp, Number, URL, URLSearchParams, Headers, Response]
    .map(({ prototype }) => prototype as object)
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype)),
  ...[Object, Array, Promise, Number, JSON, Math, Reflect].flatMap((owner) => Object.getOwnPropertyNames(owner)),
  ...[
    "on",
    "once",
    "off",
    "emit",
    "open",
    "close",
    "start",
    "stop",
    "run",
    "send",
    "write",
    "read",
    "end",
    "log",
    "error",
  ],
  ...[
    "get",
    "post",
    "put",
    "patch",
    "del",
    "head",
    "options",
    "request",
    "fetch",
    "call",
    "execute",
    "invoke",
    "dispatch",
  ],
  ...["init", "render", "update", "create", "remove", "load", "save", "list", "find", "add", "use", "query", "next"],
]);

/** Whether the name of a method may tell its class. */
export function tellsClass(key: string): boolean {
  return key.length >= 4 && !commonNames.has(key);
}

/** @returns the classes of a file's top level that have a method with a body. */
export function classesWith(
  ts: typeof TS,
  file: TS.SourceFile | undefined,
  key: string,
): readonly TS.ClassLikeDeclaration[] {
  const found = file?.statements.filter(
    (statement): statement is TS.ClassDeclaration =>
      ts.isClassDeclaration(statement) &&
      statement.members.some((member) => {
        if (!member.name || !ts.isIdentifier(member.name) || member.name.text !== key) return false;
        if (ts.isMethodDeclaration(member)) return member.body !== undefined;
        const value = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
        return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
      }),
  );
  return found ?? [];
}

/** @returns the classes of a file's top level that extend or implement something of a name. */
export function classesUnder(
  ts: typeof TS,
  file: TS.SourceFile | undefined,
  name: string,
): readonly TS.ClassDeclaration[] {
  const classes = file?.statements.filter((each) => ts.isClassDeclaration(each)) ?? [];
  return classes.filter(({ heritageClauses }) =>
    heritageClauses?.some(({ types }) =>
      types.some(({ expression }) => ts.isIdentifier(expression) && expression.text === name),
    ),
  );
}
