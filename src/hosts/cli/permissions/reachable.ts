import { resolve } from "node:path";
import type TS from "typescript";
import { projectRoot } from "../../../files/project-root";
import { SourceFiles } from "../../shared/sources/source-files";
import { UsageError } from "../exit";
import { loadTypeScript } from "../typescript";
import { describeModule, type Declaration, type ModuleDescription } from "./module-declarations";

/** What entry files reach through imports. */
export interface Reachable {
  /** Absolute paths, the entries among them. */
  readonly files: readonly string[];
  /** @returns whether what stands at an offset of a file may run. */
  reaches(file: string, offset: number): boolean;
}

interface Reached {
  readonly module: ModuleDescription;
  /** Declarations that may run; what stands outside of all runs when the file is loaded. */
  readonly declarations: Set<Declaration>;
}

/**
 * Follows the imports of entry files: of a file that is imported, what runs when it is loaded counts, and the declarations whose names are
 * asked for, with all that these mention in turn. An entry counts as a whole.
 *
 * @throws {UsageError} when an entry is not there, or is no code.
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

  /** Loading a file runs its top level, and loads the files that it imports. */
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

  /** A name that is mentioned may be a declaration of the file, or something that it imports. */
  #mention(file: string, { module }: Reached, name: string): void {
    for (const declaration of module.declarations) if (declaration.names.includes(name)) this.#reach(file, declaration);
    for (const { specifier, exported } of module.imports.get(name) ?? []) {
      const found = this.#files.find(file, specifier);
      if (found !== undefined) this.#export(found, exported, new Set());
    }
  }

  /** @param exported `undefined` for all that the file exports. */
  #export(file: string, exported: string | undefined, seen: Set<string>): void {
    const key = `${file}\n${exported ?? ""}`;
    const reached = this.#load(file);
    if (!reached || seen.has(key)) return;
    seen.add(key);
    const { module } = reached;
    for (const [name, local] of module.exports)
      if (exported === undefined || exported === name) this.#mention(file, reached, local);
    // Whatever a CommonJS module hands out may be asked for under any name.
    if (module.isCommonJs) for (const declaration of module.declarations) this.#reach(file, declaration);
    for (const { specifier, from, to } of module.reexports) {
      if (exported !== undefined && from !== undefined && from !== exported) continue;
      const found = this.#files.find(file, specifier);
      if (found !== undefined) this.#export(found, from === undefined ? exported : to, seen);
    }
  }
}
