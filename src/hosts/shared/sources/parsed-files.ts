import { realpathSync, statSync } from "node:fs";
import { sep } from "node:path";
import type TS from "typescript";
import { stripByteOrderMark } from "../../../text/lines";
import { readRegularText } from "../../../files/read";
import { parseCode } from "../typescript/parse-code";

interface Parsed {
  readonly stamp: string;
  readonly sourceFile: TS.SourceFile | undefined;
}

/** Limit in bytes; larger files are not written by hand. */
const largestFile = 2 * 1024 * 1024;

/** Total length of the texts that are kept parsed. A tree takes some thirty times the memory of its text. */
const largestCache = 24 * 1024 * 1024;

/** Parsed files by path, read again when they change. The least recently used ones are dropped. */
export class ParsedFiles {
  readonly #ts: typeof TS;
  readonly #root: string;
  readonly #parsed = new Map<string, Parsed>();
  #kept = 0;

  /** @param root the folder outside of which nothing is read. */
  constructor(ts: typeof TS, root: string) {
    this.#ts = ts;
    this.#root = root;
  }

  /** @returns the tree of a regular file below the root, or `undefined` if it cannot be read. Never throws. */
  get(path: string): TS.SourceFile | undefined {
    const stamp = this.#stampOf(path);
    if (stamp === undefined) return undefined;
    const known = this.#parsed.get(path);
    // Moves the entry to the end: the map is ordered by last use.
    this.#parsed.delete(path);
    if (known?.stamp === stamp) {
      this.#parsed.set(path, known);
      return known.sourceFile;
    }
    this.#kept -= known?.sourceFile?.text.length ?? 0;
    const sourceFile = this.#parse(path);
    this.#keep(path, { stamp, sourceFile });
    return sourceFile;
  }

  /**
   * Takes over a tree from another parser, unless the file has one already.
   *
   * @returns the tree to use for the text. Results are stored by tree, so the same text has to have the same tree.
   */
  adopt(path: string, tree: TS.SourceFile): TS.SourceFile {
    const stamp = this.#stampOf(path);
    if (stamp === undefined || tree.fileName !== path) return tree;
    const known = this.#parsed.get(path);
    if (known?.stamp === stamp) return known.sourceFile?.text === tree.text ? known.sourceFile : tree;
    // An editor's text may not be saved.
    if (this.textOf(path) !== tree.text) return tree;
    this.#parsed.delete(path);
    this.#kept -= known?.sourceFile?.text.length ?? 0;
    this.#keep(path, { stamp, sourceFile: tree });
    return tree;
  }

  /** @returns the text of such a file, without parsing it. Never throws. */
  textOf(path: string): string | undefined {
    const stamp = this.#stampOf(path);
    if (stamp === undefined) return undefined;
    const known = this.#parsed.get(path);
    if (known?.stamp === stamp) return known.sourceFile?.text;
    try {
      return this.#read(path);
    } catch {
      return undefined;
    }
  }

  #stampOf(path: string): string | undefined {
    try {
      const stats = statSync(path);
      return stats.isFile() && stats.size <= largestFile ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : undefined;
    } catch {
      return undefined;
    }
  }

  #parse(path: string): TS.SourceFile | undefined {
    try {
      const text = this.#read(path);
      return text === undefined ? undefined : parseCode(this.#ts, path, text);
    } catch {
      return undefined;
    }
  }

  /** Reads a file, unless a link leads out of the repository. */
  #read(path: string): string | undefined {
    if (!realpathSync(path).startsWith(this.#root + sep)) return undefined;
    return stripByteOrderMark(readRegularText(path, largestFile)).text;
  }

  #keep(path: string, parsed: Parsed): void {
    this.#parsed.set(path, parsed);
    this.#kept += parsed.sourceFile?.text.length ?? 0;
    this.#drop();
  }

  #drop(): void {
    for (const [path, { sourceFile }] of this.#parsed) {
      if (this.#kept <= largestCache) return;
      this.#parsed.delete(path);
      this.#kept -= sourceFile?.text.length ?? 0;
    }
  }
}
