import { mostBytes } from "../../../files/read";
import { packageVersion } from "../../shared/package/root";
import { isObject } from "../../../value/plain-object";
import { isList, isNumber, isText } from "../../shared/memory/plain-data";
import { readSealed, writeSealed } from "../../shared/memory/sealed";
import type { StoredGroup } from "./code-cache";
import { packGroups, unpackGroups } from "./stored-groups";
import type { FileReport } from "../check/report";

interface Entry {
  readonly key: string;
  readonly report: FileReport;
}

type Entries = Readonly<Record<string, Entry>>;

/** The content of the cache, or what a run adds to it. Plain data, because it crosses threads. */
export interface CacheChanges {
  readonly entries: Entries;
  readonly groups: ReadonlyMap<string, StoredGroup>;
}

const nothing: CacheChanges = { entries: {}, groups: new Map() };

/** Changes with the format of the cache and with the program. */
const version = `5 ${packageVersion()}`;

/**
 * Reports of earlier runs, by path. Each has a key that covers all its inputs: the file's text, its configuration, its
 * contract, this program, and for code also its imports. For code, the data from which keys are computed is kept too,
 * by group of files.
 *
 * The cache is never required: a damaged one counts as empty, and one that cannot be written is left alone. A note
 * reports either.
 */
export class Cache {
  readonly path: string;
  readonly #old: Entries;
  #new: Record<string, Entry> = {};
  readonly #oldGroups: ReadonlyMap<string, StoredGroup>;
  #newGroups = new Map<string, StoredGroup>();
  readonly #notes: string[] = [];

  /** Opens a cache, empty if its file is missing. */
  constructor(path: string) {
    this.path = path;
    const { entries, groups } = this.#read();
    this.#old = entries;
    this.#oldGroups = groups;
  }

  /** Notes for the user; complete after {@link save}. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** @returns the key of the file at its last check. */
  keyOf(path: string): string | undefined {
    return Object.hasOwn(this.#old, path) ? this.#old[path]?.key : undefined;
  }

  /** @returns the report of the last run for an unchanged file, under the name that this run uses. */
  take(path: string, file: string): FileReport | undefined {
    const entry = Object.hasOwn(this.#old, path) ? this.#old[path] : undefined;
    if (!entry) return undefined;
    this.#new[path] = entry;
    return { ...entry.report, file, fixed: 0, remembered: true };
  }

  put(path: string, key: string, report: FileReport): void {
    // Files with problems are checked again in the next run.
    if (report.problems.length === 0) this.#new[path] = { key, report };
  }

  /** Replaces the key of a file's entry, if it has one. */
  renew(path: string, key: string): void {
    const entry = this.#new[path];
    if (entry) this.#new[path] = { ...entry, key };
  }

  /** @returns the stored data of a group of code files from the last run. */
  group(name: string): StoredGroup | undefined {
    return this.#oldGroups.get(name);
  }

  putGroup(name: string, group: StoredGroup): void {
    this.#newGroups.set(name, group);
  }

  /** Hands over the entries that this run has added: another thread's cache writes them. */
  takeChanges(): CacheChanges {
    const changes = { entries: this.#new, groups: this.#newGroups };
    this.#new = {};
    this.#newGroups = new Map();
    return changes;
  }

  /** Adds the changes of another thread. */
  add({ entries, groups }: CacheChanges): void {
    Object.assign(this.#new, entries);
    for (const [name, group] of groups) this.#newGroups.set(name, group);
  }

  /** Writes the entries of this run to the file. */
  save(): void {
    try {
      writeSealed(this.path, version, JSON.stringify({ entries: this.#new, code: packGroups(this.#newGroups) }));
    } catch (error) {
      this.#notes.push(
        `The cache ${this.path} is not written: ${reasonOf(error)}. The next run looks at all files again.`,
      );
    }
  }

  #read(): CacheChanges {
    try {
      const body = readSealed(this.path, version, mostBytes.manifest);
      if (body === undefined) return nothing;
      const content = JSON.parse(body) as unknown;
      if (!isObject(content)) throw new Error("it is damaged");
      const groups = unpackGroups(content.code);
      if (!groups || !isObject(content.entries) || !Object.values(content.entries).every(isEntry))
        throw new Error("it is damaged");
      return { entries: content.entries as Entries, groups };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT"))
        this.#notes.push(`The cache ${this.path} is not used: ${reasonOf(error)}. This run looks at all files.`);
      return nothing;
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return "it is damaged";
  return error instanceof Error ? error.message : String(error);
}

/** Whether a value is an entry of this format. Checks only the parts that printing a report needs. */
function isEntry(value: unknown): boolean {
  if (!isObject(value) || !isText(value.key) || !isObject(value.report)) return false;
  const { findings, skipped, problems, documents, suppressed } = value.report;
  return (
    isList(findings, isFinding) &&
    isList(skipped, (each) => isObject(each) && isText(each.reason) && isText(each.detail)) &&
    isList(problems, (each) => isObject(each) && isText(each.message)) &&
    isNumber(documents) &&
    isNumber(suppressed)
  );
}

function isFinding(value: unknown): boolean {
  return (
    isObject(value) &&
    [value.rule, value.severity, value.message].every(isText) &&
    [value.start, value.end, value.line, value.column, value.endLine, value.endColumn].every(isNumber) &&
    isList(value.suggestions, isText) &&
    isList(value.related, (each) => isObject(each) && isText(each.message)) &&
    isObject(value.frame) &&
    isList(value.frame.lines, (each) => isObject(each) && isText(each.text) && isNumber(each.number))
  );
}
