import { bounds } from "../domain/limits";
import type TS from "typescript";
import type { Closure } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { readBinding } from "../expressions/names";
import type { Machine } from "../machine";
import { elsewhere, runModule } from "../modules/modules";

/** Names of methods of the language and the platform. A call of one does not tell the class. */
const commonNames = new Set([
  ...[Array, String, Map, Set, Promise, Object, Function, Date, RegExp, Number, URL, URLSearchParams, Headers, Response]
    .map(({ prototype }) => prototype as object)
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype)),
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

/**
 * Finds the class to which a method must belong that is called on an unknown value: the only class of the project with a method of that name.
 *
 * @returns `undefined` if there are several such classes, if the source of none is known, and for common names.
 */
export function soleClassWith(machine: Machine, key: string): Closure | undefined {
  if (key.length < 4 || commonNames.has(key)) return undefined;
  const files = machine.sources.declaring?.(key) ?? [];
  if (files.length === 0 || files.length > bounds.declaringFiles) return undefined;
  const found: TS.ClassLikeDeclaration[] = [];
  for (const name of files) {
    const file = machine.sources.file(name);
    if (file) found.push(...classesWith(machine.ts, file, key));
  }
  const [only] = found;
  return only && found.length === 1 ? closureOf(machine, only) : undefined;
}

/** @returns the classes of a name at the top level of the project's files; none if there are more than a few. */
export function classesNamed(machine: Machine, name: string): readonly Closure[] {
  const files = machine.sources.declaring?.(`class ${name}`) ?? [];
  if (files.length > bounds.implementations) return [];
  return files.flatMap((path) => {
    const statements = machine.sources.file(path)?.statements ?? [];
    const found = statements.find((each) => machine.ts.isClassDeclaration(each) && each.name?.text === name);
    return (found && machine.ts.isClassDeclaration(found) && closureOf(machine, found)) || [];
  });
}

/** @returns the classes of a file's top level that have a method with a body. */
function classesWith(ts: typeof TS, file: TS.SourceFile, key: string): readonly TS.ClassLikeDeclaration[] {
  return file.statements.filter(
    (statement): statement is TS.ClassDeclaration =>
      ts.isClassDeclaration(statement) &&
      statement.members.some((member) => {
        if (!member.name || !ts.isIdentifier(member.name) || member.name.text !== key) return false;
        if (ts.isMethodDeclaration(member)) return member.body !== undefined;
        const value = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
        return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
      }),
  );
}

function closureOf(machine: Machine, node: TS.ClassLikeDeclaration): Closure | undefined {
  const file = node.getSourceFile();
  return elsewhere(machine, file, () => {
    const module = runModule(machine, file);
    const binding = node.name && findBinding(module.frame.scope, node.name.text);
    const value = binding ? readBinding(machine, module.frame, binding, node) : module.exported.get("default");
    return value?.kind === "callable" && value.target.type === "closure" && value.target.node === node
      ? value.target
      : undefined;
  });
}
