import type TS from "typescript";
import { bounds } from "../domain/limits";
import type { Sources } from "../../project/sources";
import { frameworkMember } from "../../syntax/framework-members";
import { classesUnder, classesWith, tellsClass } from "../../syntax/classes-by-name";
import type { Definition, FileIndex } from "./file-index";

/** What is known of another file by its imports alone: the names of its members that lead to requests. */
export interface Sending {
  readonly members: ReadonlySet<string>;
}

/** What is asked for about the other files of a project. */
export interface OtherFiles {
  readonly declared: NonNullable<Sources["declared"]>;
  readonly file: Sources["file"];
  /** Tells which members of a file lead to requests. */
  readonly sending: (file: string) => Sending | undefined;
}

/**
 * Finds code that uses classes to which no import of its file leads, since their instances are handed in: it calls a method that only one class
 * has, names an interface or an abstract class with few implementations, or uses what all components of a framework are given.
 *
 * @returns that code alone, not the names of the methods: other files that use such a name are told by their own calls.
 */
export function findHandedIn(ts: typeof TS, index: FileIndex, others: OtherFiles): readonly Definition[] {
  const seeds = new Set<Definition>();
  const called = [...index.called].filter(tellsClass);
  const parents = [...index.types].flatMap((name) => [`parent ${name}`, `literal ${name}`]);
  const components = [...index.members.keys()].filter(frameworkMember).map((name) => `component ${name}`);
  for (const [key, files] of others.declared(index.fileName, [...called, ...parents, ...components])) {
    const elsewhere = files.filter((file) => file !== index.fileName);
    if (files.length > bounds.declaringFiles || elsewhere.length === 0) continue;
    const [, kind, name = key] = /^(component|literal|parent) (.+)$/u.exec(key) ?? [];
    const isUsed =
      kind === "literal" || kind === "parent"
        ? elsewhere.some((file) => sentUnder(ts, kind, name, file, others).some((each) => index.called.has(each)))
        : elsewhere.some((file) => others.sending(file)?.members.has(name) === true) &&
          (kind === "component" || isOfOneClass(ts, name, files, others));
    const mentions = kind === "literal" || kind === "parent" ? index.variables : index.members;
    if (isUsed) for (const { within } of mentions.get(name) ?? []) seeds.add(within);
  }
  return [...seeds];
}

/** Whether only one class has a method. */
function isOfOneClass(ts: typeof TS, method: string, files: readonly string[], others: OtherFiles): boolean {
  return files.flatMap((file) => classesWith(ts, others.file(file), method)).length === 1;
}

/** @returns the methods that lead to requests of what extends or implements something in a file; of its object literals, all of their names. */
function sentUnder(
  ts: typeof TS,
  kind: "literal" | "parent",
  parent: string,
  file: string,
  others: OtherFiles,
): readonly string[] {
  const sending = others.sending(file);
  if (!sending) return [];
  if (kind === "literal") return [...sending.members];
  return classesUnder(ts, others.file(file), parent)
    .flatMap((each) => [...each.members])
    .flatMap(({ name }) => (name && ts.isIdentifier(name) && sending.members.has(name.text) ? [name.text] : []));
}
