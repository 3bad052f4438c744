import type TS from "typescript";
import { bounds } from "../domain/limits";
import type { Sources } from "../modules/sources";
import { classesUnder, classesWith, tellsClass } from "../syntax/classes-by-name";
import type { Definition, FileIndex } from "./file-index";

/** Code that reaches classes to which no import of its file leads: their instances are handed in. */
export interface HandedIn {
  readonly seeds: readonly Definition[];
  /** Names of members that lead to requests. */
  readonly members: ReadonlySet<string>;
}

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

/** Finds calls of methods that only one class has, and values of interfaces and abstract classes with few implementations. */
export function findHandedIn(ts: typeof TS, index: FileIndex, others: OtherFiles): HandedIn {
  const seeds = new Set<Definition>();
  const members = new Set<string>();
  const called = [...index.called].filter(tellsClass);
  const parents = [...index.types].map((name) => `parent ${name}`);
  for (const [key, files] of others.declared(index.fileName, [...called, ...parents])) {
    const elsewhere = files.filter((file) => file !== index.fileName);
    if (files.length > bounds.declaringFiles || elsewhere.length === 0) continue;
    if (!key.startsWith("parent ")) {
      if (isSent(ts, key, files, elsewhere, others)) members.add(key);
      continue;
    }
    const name = key.slice("parent ".length);
    const used = elsewhere
      .flatMap((file) => sentUnder(ts, name, file, others))
      .filter((each) => index.called.has(each));
    for (const each of used) members.add(each);
    if (used.length > 0) for (const { within } of index.variables.get(name) ?? []) seeds.add(within);
  }
  return { seeds: [...seeds], members };
}

/** Whether a method leads to a request that only one class has. */
function isSent(
  ts: typeof TS,
  method: string,
  files: readonly string[],
  elsewhere: readonly string[],
  others: OtherFiles,
): boolean {
  if (!elsewhere.some((file) => others.sending(file)?.members.has(method) === true)) return false;
  return files.flatMap((file) => classesWith(ts, others.file(file), method)).length === 1;
}

/** @returns the methods that lead to requests of what extends or implements something in a file. */
function sentUnder(ts: typeof TS, parent: string, file: string, others: OtherFiles): readonly string[] {
  const sending = others.sending(file);
  if (!sending) return [];
  return classesUnder(ts, others.file(file), parent)
    .flatMap((each) => [...each.members])
    .flatMap(({ name }) => (name && ts.isIdentifier(name) && sending.members.has(name.text) ? [name.text] : []));
}
