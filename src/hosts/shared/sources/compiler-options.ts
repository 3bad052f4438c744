import { dirname, join, resolve, sep } from "node:path";
import type TS from "typescript";
import { readerOf } from "../typescript/reader";
import type { AskedOfDisk } from "./asked";

/** The options by which imports in a folder resolve, and the file that sets them. */
export interface ResolutionOptions {
  readonly configuration: string | undefined;
  readonly options: TS.CompilerOptions;
}

const names = ["tsconfig.json", "jsconfig.json"];

/** `pathsBasePath` is set by TypeScript: the folder to which `paths` without `baseUrl` are relative. */
const resolving = ["baseUrl", "paths", "pathsBasePath", "customConditions", "rootDirs"];

/**
 * Limit of the references of a configuration: builds of many small projects list them all in one file, but no person
 * maintains a longer list.
 */
const mostReferences = 200;

/**
 * Finds the nearest tsconfig.json or jsconfig.json upwards, and reads the options that decide how imports resolve:
 * `paths`, `baseUrl`, conditions. If it only refers to other configurations, the one that includes the folder applies.
 * Otherwise resolution is as lenient as in bundlers, because nothing is compiled.
 */
export class OptionsReader {
  readonly #ts: typeof TS;
  readonly #root: string;
  readonly #byFolder = new Map<string, ResolutionOptions>();
  readonly #byFile = new Map<string, Configuration>();
  readonly #parsed = new Map<string, TS.ParsedCommandLine>();
  readonly #asked: AskedOfDisk | undefined;

  /**
   * @param root the folder above which nothing is read.
   * @param asked records questions to the disk.
   */
  constructor(ts: typeof TS, root: string, asked?: AskedOfDisk) {
    this.#ts = ts;
    this.#root = root;
    this.#asked = asked;
  }

  /** @returns the options for a folder's files; default ones without a configuration. Never throws. */
  of(folder: string): ResolutionOptions {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const found = this.#find(folder);
    this.#byFolder.set(folder, found);
    return found;
  }

  #find(folder: string): ResolutionOptions {
    const nearest = this.#nearest(folder);
    if (nearest === undefined) return { configuration: undefined, options: this.#lenient({}) };
    const path = this.#covering(nearest, folder);
    return { configuration: path, options: this.#read(path).options };
  }

  #nearest(folder: string): string | undefined {
    for (let current = folder; ; current = dirname(current)) {
      const found = names.map((name) => join(current, name)).find((path) => this.#exists(path));
      if (found !== undefined || current === this.#root || dirname(current) === current) return found;
    }
  }

  /** @returns the configuration closest around the folder: this one, or one that it references. */
  #covering(path: string, folder: string): string {
    const { references, includesNothing } = this.#read(path);
    if (!includesNothing) return path;
    const depths = references
      .filter((each) => each.startsWith(this.#root + sep) && this.#exists(each))
      .map((each) => ({ each, depth: this.#depthOf(each, folder) }));
    const best = depths.reduce((found, next) => (next.depth > found.depth ? next : found), { each: path, depth: -1 });
    return best.each;
  }

  /**
   * @returns the length of the path of the deepest folder that a configuration includes and that contains `folder`, or
   * -1 if there is none.
   */
  #depthOf(path: string, folder: string): number {
    const around = this.#read(path).folders.filter((each) => `${folder}${sep}`.startsWith(`${each}${sep}`));
    return Math.max(-1, ...around.map(({ length }) => length));
  }

  #read(path: string): Configuration {
    const known = this.#byFile.get(path);
    if (known) return known;
    const parsed = this.parse(path);
    const { options, projectReferences = [] } = parsed;
    const { include, files } = (parsed.raw ?? {}) as { include?: unknown; files?: unknown };
    const configuration: Configuration = {
      options: this.#lenient(options),
      references: projectReferences
        .slice(0, mostReferences)
        .map((each) => resolve(this.#ts.resolveProjectReferencePath(each))),
      includesNothing: include === undefined && Array.isArray(files) && files.length === 0,
      folders: foldersOf(dirname(path), include, files),
    };
    this.#byFile.set(path, configuration);
    return configuration;
  }

  /** @returns the options of a configuration and of those that it extends. The list of its files is not computed. Each is parsed once. */
  parse(path: string): TS.ParsedCommandLine {
    const known = this.#parsed.get(path);
    if (known) return known;
    const parsed = this.#parse(path);
    this.#parsed.set(path, parsed);
    return parsed;
  }

  #parse(path: string): TS.ParsedCommandLine {
    const { sys } = this.#ts;
    const { config } = this.#ts.readConfigFile(path, (file) => this.#text(file)) as { config?: unknown };
    const host: TS.ParseConfigHost = {
      useCaseSensitiveFileNames: sys.useCaseSensitiveFileNames,
      fileExists: (file) => this.#exists(file),
      readFile: (file) => this.#text(file),
      readDirectory: () => [],
    };
    return this.#ts.parseJsonConfigFileContent(config ?? {}, host, dirname(path), undefined, path);
  }

  #exists(path: string): boolean {
    const exists = this.#ts.sys.fileExists(path);
    this.#asked?.exists(path, exists);
    return exists;
  }

  #text(path: string): string | undefined {
    const text = readerOf(this.#ts)(path);
    this.#asked?.read(path, text);
    return text;
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

/** The options of a configuration, and the folders of its files. */
interface Configuration {
  readonly options: TS.CompilerOptions;
  readonly references: readonly string[];
  readonly includesNothing: boolean;
  readonly folders: readonly string[];
}

/** @returns the folders of a configuration's files: the parts of its patterns before the first wildcard. */
function foldersOf(home: string, include: unknown, files: unknown): readonly string[] {
  const patterns: readonly unknown[] = [include, files].flatMap((each): readonly unknown[] =>
    Array.isArray(each) ? each : [],
  );
  if (!Array.isArray(include) && !Array.isArray(files)) return [home];
  return patterns
    .filter((each): each is string => typeof each === "string")
    .map((pattern) =>
      resolve(home, pattern.replace(/(?:^|\/)[^/]*[*?].*$/u, "").replace(/\/?[^/]+\.[cm]?[jt]sx?$/u, "")),
    );
}
