import { resolve } from "node:path";
import type TS from "typescript";
import { projectRoot } from "../../../files/project-root";
import { SourceFiles } from "../../shared/sources/source-files";
import { UsageError } from "../exit";
import { loadTypeScript } from "../typescript";
import { describeModule, type Declaration, type ModuleDescription } from "./module-declarations";

/** The code that entry files reach through imports. */
export interface Reachable {
  /** Absolute paths, including the entries. */
  readonly files: readonly string[];
  /** @returns whether the code at an offset of a file may run. */
  reaches(file: string, offset: number): boolean;
}

interface Reached {
  readonly module: ModuleDescription;
  /** Declarations that may run. Code outside of declarations runs when the file is loaded. */
  readonly declarations: Set<Declaration>;
}

/**
 * Follows the imports of entry files. In an imported file, the code that runs on load is reachable. A declaration is
 * reachable if its name is used, and so is everything that it mentions. An entry is reachable as a whole.
 *
 * @throws {UsageError} if an entry does not exist or is not code.
 */
export function findReachable(entries: readonly string[], cwd: string): Reachable {
  const ts = loadTypeScript();
  return new Walk(ts, cwd).from(entries.map((entry) => resolve(cwd, entry)));
}

class Walk {
  readonly #ts: typeof TS;
  readonly #files: SourceFiles;
  readonly #reached = new Map<string, Reached>();

  constructor(ts: typeof TS, cwd: string) {
    this.#ts = ts;
    this.#files = new SourceFiles(ts, projectRoot(cwd, []));
  }

  from(entries: readonly string[]): Reachable {
    for (const entry of entries) {
      const reached = this.#load(entry);
      if (!reached)
        throw new UsageError(`${entry} cannot be followed: it is not there, or is no code of this project.`);
      for (const declaration of reached.module.declarations) this.#reach(entry, declaration);
    }
    return {
      files: [...this.#reached.keys()].sort(),
      reaches: (file, offset) => {
        const reached = this.#reached.get(file);
        const around = reached?.module.declarations.find(({ start, end }) => start <= offset && offset < end);
        return reached !== undefined && (around === undefined || reached.declarations.has(around));
      },
    };
  }

  /** Loads a file: its top level runs, and the files that it imports are loaded. */
  #load(file: string): Reached | undefined {
    const known = this.#reached.get(file);
    if (known) return known;
    const sourceFile = this.#files.file(file);
    if (!sourceFile) return undefined;
    const reached: Reached = { module: describeModule(this.#ts, sourceFile), declarations: new Set() };
    this.#reached.set(file, reached);
    for (const specifier of reached.module.imported) {
      const found = this.#files.find(file, specifier);
      if (found !== undefined) this.#load(found);
    }
    for (const name of reached.module.mentions) this.#mention(file, reached, name);
    return reached;
  }

  #reach(file: string, declaration: Declaration): void {
    const reached = this.#load(file);
    if (!reached || reached.declarations.has(declaration)) return;
    reached.declarations.add(declaration);
    for (const name of declaration.mentions) this.#mention(file, reached, name);
  }

  /** Follows a mentioned name to declarations of the file and to imports. */
  #mention(file: string, { module }: Reached, name: string): void {
    for (const declaration of module.declarations) if (declaration.names.includes(name)) this.#reach(file, declaration);
    for (const { specifier, exported } of module.imports.get(name) ?? []) {
      const found = this.#files.find(file, specifier);
      if (found !== undefined) this.#export(found, exported, new Set());
    }
  }

  /** @param exported the exported name; `undefined`: all exports of the file. */
  #export(file: string, exported: string | undefined, seen: Set<string>): void {
    const key = `${file}\n${exported ?? ""}`;
    const reached = this.#load(file);
    if (!reached || seen.has(key)) return;
    seen.add(key);
    const { module } = reached;
    for (const [name, local] of module.exports)
      if (exported === undefined || exported === name) this.#mention(file, reached, local);
    // The exports of a CommonJS module may have any name, so all declarations count as reached.
    if (module.isCommonJs) for (const declaration of module.declarations) this.#reach(file, declaration);
    for (const { specifier, from, to } of module.reexports) {
      if (exported !== undefined && from !== undefined && from !== exported) continue;
      const found = this.#files.find(file, specifier);
      if (found !== undefined) this.#export(found, from === undefined ? exported : to, seen);
    }
  }
}
