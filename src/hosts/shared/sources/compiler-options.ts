import { dirname, join } from "node:path";
import type TS from "typescript";
import { readerOf } from "../typescript-reader";

/** The options by which the imports below a folder are resolved, and the file that gives them. */
export interface ResolutionOptions {
  readonly configuration: string | undefined;
  readonly options: TS.CompilerOptions;
}

const names = ["tsconfig.json", "jsconfig.json"];

/** `pathsBasePath` is TypeScript's own note of the folder to which `paths` without `baseUrl` are relative. */
const resolving = ["baseUrl", "paths", "pathsBasePath", "customConditions", "rootDirs"];

/**
 * Finds the nearest tsconfig.json or jsconfig.json upwards and takes from it what decides how imports are resolved: `paths`, `baseUrl`,
 * conditions. All else is as lenient as bundlers are, because nothing is compiled.
 */
export class OptionsReader {
  readonly #ts: typeof TS;
  readonly #root: string;
  readonly #byFolder = new Map<string, ResolutionOptions>();

  /** @param root the folder above which nothing is read. */
  constructor(ts: typeof TS, root: string) {
    this.#ts = ts;
    this.#root = root;
  }

  /** @returns the options for the files of a folder; those of no configuration where there is none. Never throws. */
  of(folder: string): ResolutionOptions {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const found = this.#find(folder);
    this.#byFolder.set(folder, found);
    return found;
  }

  #find(folder: string): ResolutionOptions {
    for (const name of names) {
      const path = join(folder, name);
      if (this.#ts.sys.fileExists(path))
        return { configuration: path, options: this.#lenient(this.parse(path).options) };
    }
    const parent = dirname(folder);
    if (folder === this.#root || parent === folder) return { configuration: undefined, options: this.#lenient({}) };
    return this.of(parent);
  }

  /** Reads a configuration and what it extends, without looking for the files that it includes. */
  parse(path: string): TS.ParsedCommandLine {
    const { sys } = this.#ts;
    const { config } = this.#ts.readConfigFile(path, readerOf(this.#ts)) as { config?: unknown };
    const host: TS.ParseConfigHost = {
      useCaseSensitiveFileNames: sys.useCaseSensitiveFileNames,
      fileExists: (file) => sys.fileExists(file),
      readFile: readerOf(this.#ts),
      readDirectory: () => [],
    };
    return this.#ts.parseJsonConfigFileContent(config ?? {}, host, dirname(path), undefined, path);
  }

  #lenient(options: TS.CompilerOptions): TS.CompilerOptions {
    const { ModuleKind, ModuleResolutionKind } = this.#ts;
    return {
      ...Object.fromEntries(
        resolving.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
      ),
      module: ModuleKind.ESNext,
      moduleResolution: ModuleResolutionKind.Bundler,
      allowJs: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    };
  }
}
