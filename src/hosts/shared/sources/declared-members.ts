import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectMarks } from "../../../contract/configuration/find-configuration";
import { holdsAll } from "../../../files/project-root";
import { mostBytes, readFolder, readRegularText } from "../../../files/read";
import { addTo } from "../../../text/groups";

/** Folders of generated or foreign files, and of tests, which show nothing about the code itself. */
const skippedFolders =
  /^(?:node_modules|\..+|dist|build|out|coverage|vendor|public|static|tests?|__tests__|__mocks__|e2e|cypress)$/u;
const codeFile = /\.(?:[cm]?[jt]sx?|vue|svelte)$/u;
const skippedFile = /\.(?:d\.[cm]?ts|test\.\w+|spec\.\w+|stories\.\w+|min\.js)$/u;

/** Limit of searched files: a match by name alone among more files would prove nothing. */
const mostFiles = 20_000;

/** Limit of entries of any kind: listing more takes seconds. */
const mostEntries = 400_000;

/** Limit in bytes; longer files are bundles. */
const longestFile = 512 * 1024;

/** Matches a line that begins with a method declaration: `async name(`, `public name = async (`, `name: function (`. */
const declaration =
  /^[ \t]*(?:(?:public|private|protected|static|readonly|override|async)[ \t]+)*([A-Za-z_$][\w$]*)[ \t]*(?:<[^\n>]{0,200}>)?[ \t]*(?:\(|[=:][ \t]*(?:async\b|\(|function\b|<))/gmu;

/** Members that change an existing client. */
const clientChange = /\.\s*(?:defaults|interceptors)\b/u;

/** Matches code that sets a hook for all requests of a client. */
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
 * Finds files that may declare a method of a given name, change clients, or set hooks of requests, by searching their
 * text. Over-approximates: a match must be verified, but a file without a match contains no such declaration.
 */
export class DeclaredMembers {
  readonly #root: string;
  readonly #entries: number;
  readonly #texts = new Map<string, { readonly stamp: string; readonly names: ReadonlySet<string> }>();
  #byName: Map<string, string[]> | undefined;
  #files: readonly string[] | undefined;

  /**
   * @param root the searched folder.
   * @param entries limit of visited entries in folders.
   */
  constructor(root: string, entries = mostEntries) {
    this.#root = root;
    this.#entries = entries;
  }

  /** Must be called when files may have changed: the next question searches them again. */
  refresh(): void {
    this.#byName = undefined;
    this.#files = undefined;
  }

  /** @returns the files for a name, sorted. Never throws. */
  of(name: string): readonly string[] {
    this.#byName ??= this.#search();
    return this.#byName.get(name) ?? [];
  }

  /** @returns all code files of the project, sorted. */
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

/** @returns the names for which {@link DeclaredMembers.of} returns a file with this text. */
export function declaredNamesIn(text: string): ReadonlySet<string> {
  const names = new Set([...text.matchAll(declaration)].map(([, name = ""]) => name));
  for (const keyword of keywords) names.delete(keyword);
  if (clientChange.test(text)) names.add("changes of clients");
  if (requestHook.test(text)) names.add("hooks of requests");
  return names;
}

/**
 * @returns whether a file is searched.
 *
 * @param path relative to the project's folder.
 */
export function isSearched(path: string): boolean {
  const parts = path.split(/[\\/]/u);
  const name = parts.pop() ?? "";
  return codeFile.test(name) && !skippedFile.test(name) && !parts.some((each) => skippedFolders.test(each));
}

/**
 * @returns the code files of a project, without links, build outputs and tests; none if there are too many. Of a folder
 * with several projects, only the files directly in it.
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
