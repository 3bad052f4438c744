import type { Words } from "./words";
import { addTo, groupBy } from "../text/groups";

/** Finds the files that import a file, by their texts: only specifiers that may name it are resolved. */
export class Importers {
  readonly #words: Words;
  readonly #importedName: (from: { readonly name: string }, specifier: string) => string | undefined;
  readonly #found = new Map<string, readonly string[]>();
  #byEnd: ReadonlyMap<string, readonly string[]> | undefined;
  /** By target file: its specifiers without a path, which are those of packages and aliases. */
  #bare: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(words: Words, importedName: (from: { readonly name: string }, specifier: string) => string | undefined) {
    this.#words = words;
    this.#importedName = importedName;
  }

  /** @returns the names of the files that import a file, or re-export from it. */
  of(name: string): readonly string[] {
    let found = this.#found.get(name);
    if (!found) this.#found.set(name, (found = this.#find(name)));
    return found;
  }

  /** @returns the names of the files that import a file, directly or through re-exports. */
  through(name: string): readonly string[] {
    const found = new Set<string>();
    const waiting = [name];
    for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
      for (const importer of this.of(current)) {
        if (found.has(importer)) continue;
        found.add(importer);
        if (this.#reExports(importer, current)) waiting.push(importer);
      }
    }
    return [...found];
  }

  /** @returns the names of the files that import an export of a file by name, or its exports as a whole. */
  takingExport(from: string, name: string): readonly string[] {
    const isFrom = (target: string): boolean => target === from;
    return this.of(from).filter((importer) => {
      if (this.#takes(importer, this.#words.takenWhole(importer), isFrom)) return true;
      const named = [...this.#words.takenByName(importer)].filter(([, names]) => name === "*" || names.has(name));
      return this.#takes(
        importer,
        named.map(([specifier]) => specifier),
        isFrom,
      );
    });
  }

  /**
   * @returns the names of the files that may take an export, directly or through re-exports: its name stands in their text, they take a module as a whole, or
   *   they import from a file that renames it.
   */
  taking(from: string, name: string | undefined): readonly string[] {
    const importers = this.through(from);
    const withName = name === undefined ? undefined : new Set(this.#words.filesWith(name));
    const files = new Set([from, ...importers]);
    const renaming = new Set(importers.filter((each) => this.#words.renames(each)));
    return importers.filter(
      (each) =>
        withName?.has(each) === true ||
        this.#takes(each, this.#words.takenWhole(each), (target) => files.has(target)) ||
        (renaming.size > 0 && this.#takes(each, this.#words.specifiersOf(each), (target) => renaming.has(target))),
    );
  }

  #takes(importer: string, specifiers: readonly string[], isOne: (target: string) => boolean): boolean {
    return specifiers.some((each) => {
      const target = this.#importedName({ name: importer }, each);
      return target !== undefined && isOne(target);
    });
  }

  /** @returns the names of imported files that the project does not list: build output, or code of others. */
  outside(): readonly string[] {
    const { files, importing } = this.#words;
    const inside = new Set(files);
    const ends = new Set(files.map((each) => endOf(each)));
    const found = new Set([...this.#bareSpecifiers().keys()]);
    for (const [specifier, [from]] of importing) {
      if (from === undefined || !isPath(specifier)) continue;
      const isInside = ends.has(endOf(specifier)) && !leavesProject.test(specifier);
      const target = isInside ? undefined : this.#importedName({ name: from }, specifier);
      if (target !== undefined) found.add(target);
    }
    return [...found].filter((each) => !inside.has(each));
  }

  #reExports(importer: string, name: string): boolean {
    return this.#words.exportedFrom(importer).some((each) => this.#importedName({ name: importer }, each) === name);
  }

  #find(name: string): readonly string[] {
    const { importing } = this.#words;
    const specifiers = [...this.#endingLike(name), ...(this.#bareSpecifiers().get(name) ?? [])];
    const found = new Set<string>();
    for (const specifier of specifiers)
      for (const from of importing.get(specifier) ?? [])
        if (this.#importedName({ name: from }, specifier) === name) found.add(from);
    return [...found];
  }

  /** @returns the specifiers that end like a relative or aliased path to a file. */
  #endingLike(name: string): readonly string[] {
    this.#byEnd ??= groupBy([...this.#words.importing.keys()].filter(isPath), endOf);
    const parts = name.split(/[\\/]/u);
    const own = endOf(parts.at(-1) ?? "");
    const folder = own === "index" ? [parts.at(-2) ?? "", ".", "..", ""] : [];
    return [...new Set([own, ...folder])].flatMap((end) => this.#byEnd?.get(end) ?? []);
  }

  #bareSpecifiers(): ReadonlyMap<string, readonly string[]> {
    if (this.#bare) return this.#bare;
    const found = new Map<string, string[]>();
    for (const [specifier, files] of this.#words.importing) {
      const [from] = files;
      const target =
        isPath(specifier) || from === undefined ? undefined : this.#importedName({ name: from }, specifier);
      if (target === undefined) continue;
      addTo(found, target, specifier);
    }
    return (this.#bare = found);
  }
}

/** Matches a path through a folder that rarely contains sources: its file may have the same name as one of the project. */
const leavesProject = /(?:^|\/)(?:dist|build|out|lib|vendor|generated|public|static|tests?)\//u;

/** Whether a specifier has a path, which ends in the name of the file or its folder. An alias without a path may mean any file. */
function isPath(specifier: string): boolean {
  return /^\.|^[~#].*\/|^@\/|^(?!@[^/]*\/[^/]*$)[^.].*\//u.test(specifier);
}

/** @returns the last part of a path, without the endings of code. */
function endOf(path: string): string {
  const last = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return last === ".." || last === "." ? last : last.replace(/(?:\.d)?\.[cm]?[jt]sx?$|\.(?:vue|svelte)$/u, "");
}
