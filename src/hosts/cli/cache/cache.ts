import { mostBytes } from "../../../files/read";
import { packageVersion } from "../../shared/package/root";
import { readSealed, writeSealed } from "../../shared/memory/sealed";
import type { StoredGroup } from "./code-cache";
import { packGroups, unpackGroups } from "./stored-groups";
import type { FileReport } from "../check/report";

interface Entry {
  readonly key: string;
  readonly report: FileReport;
}

type Entries = Readonly<Record<string, Entry>>;

/** What a run adds to a cache. Plain data: it crosses threads. */
export interface CacheChanges {
  readonly entries: Entries;
  readonly groups: ReadonlyMap<string, StoredGroup>;
}

interface Kept {
  readonly entries: Entries;
  readonly groups: ReadonlyMap<string, StoredGroup>;
}

const nothing: Kept = { entries: {}, groups: new Map() };

/** What may be kept changes with it. */
const version = `5 ${packageVersion()}`;

/**
 * Reports of earlier runs, by path, each with a key that changes with all on which it depends: the file's text, its configuration, its contract,
 * this program, and of code also what it imports. What tells those keys for code is kept as well, by groups of files.
 *
 * It only spares work: a damaged cache counts as empty, a cache that cannot be written is left alone, and a note tells of either.
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

  /** What a person should know of the cache, once it is saved. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** @returns what the file's text and setup looked like when it was checked last. */
  keyOf(path: string): string | undefined {
    return Object.hasOwn(this.#old, path) ? this.#old[path]?.key : undefined;
  }

  /** @returns the report of the last run, for a file that is still the same, under the name that this run gives it. */
  take(path: string, file: string): FileReport | undefined {
    const entry = Object.hasOwn(this.#old, path) ? this.#old[path] : undefined;
    if (!entry) return undefined;
    this.#new[path] = entry;
    return { ...entry.report, file, fixed: 0, remembered: true };
  }

  put(path: string, key: string, report: FileReport): void {
    // What could not be checked is tried again.
    if (report.problems.length === 0) this.#new[path] = { key, report };
  }

  /** Gives the entry of a file a new key, where it has one. */
  renew(path: string, key: string): void {
    const entry = this.#new[path];
    if (entry) this.#new[path] = { ...entry, key };
  }

  /** @returns what the last run has kept of a group of code files. */
  group(name: string): StoredGroup | undefined {
    return this.#oldGroups.get(name);
  }

  putGroup(name: string, group: StoredGroup): void {
    this.#newGroups.set(name, group);
  }

  /** @returns what this run has added so far, and forgets it: another cache is to write it. */
  takeChanges(): CacheChanges {
    const changes = { entries: this.#new, groups: this.#newGroups };
    this.#new = {};
    this.#newGroups = new Map();
    return changes;
  }

  /** Adds what another thread has found. */
  add({ entries, groups }: CacheChanges): void {
    Object.assign(this.#new, entries);
    for (const [name, group] of groups) this.#newGroups.set(name, group);
  }

  /** Writes the entries of this run. */
  save(): void {
    try {
      writeSealed(this.path, version, JSON.stringify({ entries: this.#new, code: packGroups(this.#newGroups) }));
    } catch (error) {
      this.#notes.push(
        `The cache ${this.path} is not written: ${reasonOf(error)}. The next run looks at all files again.`,
      );
    }
  }

  #read(): Kept {
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Whether something is what this program keeps of a file, as far as printing it needs that. */
function isEntry(value: unknown): boolean {
  if (!isObject(value) || typeof value.key !== "string" || !isObject(value.report)) return false;
  const { findings, skipped, problems, documents, suppressed } = value.report;
  return (
    isList(findings, isFinding) &&
    isList(skipped, (each) => typeof each.reason === "string" && typeof each.detail === "string") &&
    isList(problems, (each) => typeof each.message === "string") &&
    typeof documents === "number" &&
    typeof suppressed === "number"
  );
}

function isFinding({
  rule,
  severity,
  message,
  suggestions,
  related,
  frame,
  ...rest
}: Readonly<Record<string, unknown>>): boolean {
  return (
    [rule, severity, message].every((each) => typeof each === "string") &&
    [rest.start, rest.end, rest.line, rest.column, rest.endLine, rest.endColumn].every(
      (each) => typeof each === "number",
    ) &&
    Array.isArray(suggestions) &&
    suggestions.every((each) => typeof each === "string") &&
    isList(related, (each) => typeof each.message === "string") &&
    isObject(frame) &&
    isList(frame.lines, (each) => typeof each.text === "string" && typeof each.number === "number")
  );
}

function isList(value: unknown, isSuch: (each: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(value) && value.every((each) => isObject(each) && isSuch(each));
}
