import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { FileReport } from "./report";

interface Entry {
  readonly key: string;
  readonly report: FileReport;
}

const format = 2;

/**
 * Reports of earlier runs, by path. An entry holds as long as the file's text, its configuration, its contract and this program are the same.
 *
 * Only files that are checked by their own text alone are kept: with types, a finding depends on other files as well.
 */
export class Cache {
  readonly #path: string;
  readonly #old: Readonly<Record<string, Entry>>;
  readonly #new: Record<string, Entry> = {};

  /** Opens a cache; one that is not there, or is broken, is an empty one. */
  constructor(path: string) {
    this.#path = path;
    this.#old = readEntries(path);
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

  /** Writes the entries of this run. @throws Error of the file system. */
  save(): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify({ format, entries: this.#new }));
  }
}

function readEntries(path: string): Readonly<Record<string, Entry>> {
  try {
    const content = JSON.parse(readFileSync(path, "utf8")) as {
      readonly format?: unknown;
      readonly entries?: Record<string, Entry>;
    };
    return content.format === format ? (content.entries ?? {}) : {};
  } catch {
    return {};
  }
}
