import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectMarks } from "../../../contract/configuration/find-configuration";
import { holdsAll } from "../../../files/project-root";
import { mostBytes, readFolder, readRegularText } from "../../../files/read";
import { addTo } from "../../../text/groups";

/** Folders whose files are made by others or by a build, and tests, which say nothing of the code itself. */
const skippedFolders =
  /^(?:node_modules|\..+|dist|build|out|coverage|vendor|public|static|tests?|__tests__|__mocks__|e2e|cypress)$/u;
const codeFile = /\.(?:[cm]?[jt]sx?|vue|svelte)$/u;
const skippedFile = /\.(?:d\.[cm]?ts|test\.\w+|spec\.\w+|stories\.\w+|min\.js)$/u;

/** More files than this are not searched: what is found in so many by a name alone is no knowledge. */
const mostFiles = 20_000;

/** Nor is a folder with more entries of any kind: to list so many takes seconds. */
const mostEntries = 400_000;

/** Longer files are bundles. */
const longestFile = 512 * 1024;

/** A line that begins with the declaration of a method: `async name(`, `public name = async (`, `name: function (`. */
const declaration =
  /^[ \t]*(?:(?:public|private|protected|static|readonly|override|async)[ \t]+)*([A-Za-z_$][\w$]*)[ \t]*(?:<[^\n>]{0,200}>)?[ \t]*(?:\(|[=:][ \t]*(?:async\b|\(|function\b|<))/gmu;

/** Members that change an existing client. */
const clientChange = /\.\s*(?:defaults|interceptors)\b/u;

/** What sets a hook that all requests of a client go through. */
const requestHook =
  /\.\s*interceptors\s*[?!]?\.\s*request\b|\$axios\s*\.\s*onRequest\b|\bHttpInterceptor(?:Fn)?\b|\.\s*ajax(?:Prefilter|Send|Setup)\b|\bsetGlobalDispatcher\b/u;

const keywords = new Set([
  "if",
  "for",
  "while",
  "switch",
  "return",
  "catch",
  "function",
  "await",
  "super",
  "new",
  "throw",
]);

/**
 * Finds the files that may declare a method of a name, change clients, or set hooks of requests, by a look at their text: what it finds has to be looked at,
 * and what it does not find is not there.
 */
export class DeclaredMembers {
  readonly #root: string;
  readonly #entries: number;
  readonly #texts = new Map<string, { readonly stamp: string; readonly names: ReadonlySet<string> }>();
  #byName: Map<string, string[]> | undefined;
  #files: readonly string[] | undefined;

  /**
   * @param root the folder that is searched.
   * @param entries how many entries of folders are gone through at most.
   */
  constructor(root: string, entries = mostEntries) {
    this.#root = root;
    this.#entries = entries;
  }

  /** The files may have changed: they are looked at again when next asked. */
  refresh(): void {
    this.#byName = undefined;
    this.#files = undefined;
  }

  /** @returns the files, in the order of their names. Never throws. */
  of(name: string): readonly string[] {
    this.#byName ??= this.#search();
    return this.#byName.get(name) ?? [];
  }

  /** @returns all code files of the project, in the order of their names. */
  get files(): readonly string[] {
    return (this.#files ??= codeFiles(this.#root, this.#entries));
  }

  #search(): Map<string, string[]> {
    const byName = new Map<string, string[]>();
    for (const path of this.files) {
      for (const name of this.#namesIn(path)) {
        addTo(byName, name, path);
      }
    }
    return byName;
  }

  #namesIn(path: string): ReadonlySet<string> {
    try {
      const stats = statSync(path);
      if (!stats.isFile() || stats.size > longestFile) return new Set();
      const stamp = `${stats.mtimeMs}:${stats.size}`;
      const known = this.#texts.get(path);
      if (known?.stamp === stamp) return known.names;
      const names = declaredNamesIn(readRegularText(path, mostBytes.data));
      this.#texts.set(path, { stamp, names });
      return names;
    } catch {
      return new Set();
    }
  }
}

/** @returns what a text answers to {@link DeclaredMembers.of}. */
export function declaredNamesIn(text: string): ReadonlySet<string> {
  const names = new Set([...text.matchAll(declaration)].map(([, name = ""]) => name));
  for (const keyword of keywords) names.delete(keyword);
  if (clientChange.test(text)) names.add("changes of clients");
  if (requestHook.test(text)) names.add("hooks of requests");
  return names;
}

/** @returns whether a file, named by its path below the project's folder, is one of those that are searched. */
export function isSearched(path: string): boolean {
  const parts = path.split(/[\\/]/u);
  const name = parts.pop() ?? "";
  return codeFile.test(name) && !skippedFile.test(name) && !parts.some((each) => skippedFolders.test(each));
}

/**
 * @returns the code files of a project, without links, builds and tests: of a folder with more than one project, those that lie in it
 * itself. None of a project with too many.
 */
function codeFiles(root: string, entriesLeft: number): readonly string[] {
  const files: string[] = [];
  const folders = [root];
  const descends = !holdsAll(root) || [".git", ...projectMarks].some((mark) => existsSync(join(root, mark)));
  let left = entriesLeft;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readFolder(folder)) {
      left -= 1;
      if (entry.isDirectory() && descends && !skippedFolders.test(entry.name)) folders.push(join(folder, entry.name));
      else if (entry.isFile() && codeFile.test(entry.name) && !skippedFile.test(entry.name))
        files.push(join(folder, entry.name));
    }
    if (left < 0 || files.length > mostFiles) return [];
  }
  return files.sort();
}
