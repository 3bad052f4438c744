import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { afterLinks } from "../../../files/paths";
import { mostBytes, readRegularText } from "../../../files/read";
import { replaceFile } from "../../../files/replace";
import type { FileReport } from "./report";

interface Entry {
  readonly key: string;
  readonly report: FileReport;
}

type Entries = Readonly<Record<string, Entry>>;

const format = 2;

/**
 * Reports of earlier runs, by path. An entry holds as long as the file's text, its configuration, its contract and this program are the same.
 *
 * It only spares work: a cache that is damaged counts as empty, one that cannot be written is left as it is, and either is said in a note.
 */
export class Cache {
  readonly #path: string;
  readonly #old: Entries;
  readonly #new: Record<string, Entry> = {};
  readonly #notes: string[] = [];

  /** Opens a cache; one that is not there is an empty one. */
  constructor(path: string) {
    this.#path = path;
    this.#old = this.#read();
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
    return { ...entry.report, file, fixed: 0 };
  }

  put(path: string, key: string, report: FileReport): void {
    // What could not be checked is tried again.
    if (report.problems.length === 0) this.#new[path] = { key, report };
  }

  /** Writes the entries of this run. */
  save(): void {
    const folder = dirname(this.#path);
    try {
      mkdirSync(folder, { recursive: true });
      const text = JSON.stringify({ format, entries: this.#new });
      // A link that leads elsewhere is not the cache of this program.
      replaceFile({ path: this.#path, text, within: [afterLinks(folder)] });
    } catch (error) {
      this.#notes.push(
        `The cache ${this.#path} is not written: ${reasonOf(error)}. The next run looks at all files again.`,
      );
    }
  }

  #read(): Entries {
    try {
      const content = JSON.parse(readRegularText(this.#path, mostBytes.manifest)) as unknown;
      if (!isObject(content) || Array.isArray(content)) throw new Error("it is no cache");
      // Another version has written it.
      if (content.format !== format) return {};
      if (!isObject(content.entries) || !Object.values(content.entries).every(isEntry))
        throw new Error("it is damaged");
      return content.entries as Entries;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT"))
        this.#notes.push(`The cache ${this.#path} is not used: ${reasonOf(error)}. This run looks at all files.`);
      return {};
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
