import { type Dirent, readdirSync, realpathSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { systemMessage } from "../check/read";
import { mayImport } from "./may-import";
import { compareNames } from "../../../text/words";

/** The files of a folder that an import reads. */
export interface FilesBelow {
  /** Paths in the order of names. A file that several links lead to is listed once. */
  readonly files: readonly string[];
  /**
   * Links that are not followed and folders that cannot be read. The reason completes a sentence that begins with the
   * path.
   */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Finds the YAML and JSON files in a folder, recursively. A link is followed only if `mayImport` allows it: an import
 * from a foreign repository must not read the user's own files.
 *
 * @param folder absolute.
 * @param isForeign whether to skip a folder, by its name.
 */
export function filesBelow(folder: string, isForeign: (name: string) => boolean): FilesBelow {
  const search = new Search(folder, isForeign);
  search.walk(folder);
  return search;
}

class Search implements FilesBelow {
  readonly files: string[] = [];
  readonly unread: { path: string; reason: string }[] = [];
  /** Real paths of the files and folders seen so far. */
  readonly #seen = new Set<string>();

  constructor(
    readonly folder: string,
    readonly isForeign: (name: string) => boolean,
  ) {}

  walk(folder: string): void {
    if (!this.#isNew(folder)) return;
    const entries = this.#entriesOf(folder);
    // Files before links, so that a file is listed under its own path and not that of a link.
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isFile() && isData(entry.name)) this.#add(path);
      else if (entry.isDirectory() && !this.isForeign(entry.name)) this.walk(path);
    }
    for (const entry of entries)
      if (entry.isSymbolicLink() && !this.isForeign(entry.name)) this.#follow(join(folder, entry.name));
  }

  #entriesOf(folder: string): readonly Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareNames(a.name, b.name));
    } catch (error) {
      this.unread.push({ path: folder, reason: systemMessage(error) });
      return [];
    }
  }

  #follow(path: string): void {
    const target = targetOf(path);
    const isFolder = target?.isDirectory() === true;
    if (!isFolder && !isData(path)) return;
    if (target === undefined) this.unread.push({ path, reason: "the link leads to nothing" });
    else if (!mayImport(path, join(this.folder, "x")))
      this.unread.push({
        path,
        reason: "the link leads out of the repository and is not followed; name what it leads to",
      });
    else if (isFolder) this.walk(path);
    else if (target.isFile()) this.#add(path);
  }

  #add(file: string): void {
    if (this.#isNew(file)) this.files.push(file);
  }

  #isNew(path: string): boolean {
    const real = realpathSync(path);
    if (this.#seen.has(real)) return false;
    this.#seen.add(real);
    return true;
  }
}

function isData(name: string): boolean {
  return /\.(?:json|ya?ml)$/iu.test(name);
}

/** @returns the target of a link, or `undefined` if it does not exist or the links form a cycle. */
function targetOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
