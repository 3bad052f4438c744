import { type Dirent, readdirSync, realpathSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { systemMessage } from "../check/read";
import { mayImport } from "./may-import";
import { compareNames } from "../../../text/words";

/** The files in a folder that an import looks into. */
export interface FilesBelow {
  /** Paths below the folder, in order of their names. A file that several links lead to is there once. */
  readonly files: readonly string[];
  /** Links that are not followed and folders that cannot be read, each with the reason, which completes a sentence that begins with its name. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Finds the YAML and JSON files in a folder and the folders in it. Links are followed as far as `mayImport` says: whoever imports from a foreign
 * repository must not have files of their own read by it.
 *
 * @param folder absolute.
 * @param isForeign tells folders of other people's files by their names.
 */
export function filesBelow(folder: string, isForeign: (name: string) => boolean): FilesBelow {
  const search = new Search(folder, isForeign);
  search.walk(folder);
  return search;
}

class Search implements FilesBelow {
  readonly files: string[] = [];
  readonly unread: { path: string; reason: string }[] = [];
  /** Files and folders by where they are after all links. */
  readonly #seen = new Set<string>();

  constructor(
    readonly folder: string,
    readonly isForeign: (name: string) => boolean,
  ) {}

  walk(folder: string): void {
    if (!this.#isNew(folder)) return;
    const entries = this.#entriesOf(folder);
    // A file counts where it stands rather than where a link to it does.
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

/** @returns what a link leads to; nothing also where links lead to one another. */
function targetOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
