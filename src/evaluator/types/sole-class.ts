import { bounds } from "../domain/limits";
import type TS from "typescript";
import type { Closure } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { readBinding } from "../expressions/names";
import type { Machine } from "../machine";
import { elsewhere, runModule } from "../modules/modules";

/** Names that objects of the language and the platform have: such a call says nothing of whose method it is. */
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
 * Finds the class of which a method must be that is called on something unknown: the only one of the project that has a method of the name.
 *
 * @returns `undefined` where several have, where none leads to code at hand, and for names that anything may have.
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

/** @returns the classes of the project's files that have a name, at the top level; none where they are more than a few. */
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
