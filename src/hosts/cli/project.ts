import { dirname, join } from "node:path";
import type TS from "typescript";
import { type ResolvedImport, resolveToSources } from "./declared-sources";
import { configurationNames, normalisePath, parseConfiguration } from "./tsconfig";
import { readerOf } from "../shared/typescript/reader";

/** Code files that are checked with the same program. */
export interface CodeGroup {
  /** The tsconfig.json of the program; if absent, the files are checked without types. */
  readonly configuration: string | undefined;
  /** Absolute. */
  readonly files: readonly string[];
}

/** The needed parts of a tsconfig.json. */
interface Configuration {
  readonly options: TS.CompilerOptions;
  readonly files: ReadonlySet<string>;
  readonly references: readonly string[];
}

/**
 * Groups code files by the tsconfig.json that provides their types.
 *
 * A file belongs to the nearest tsconfig.json upwards that includes it, directly or through a project reference. A file
 * that none includes (a script beside the sources, JavaScript without `allowJs`) belongs to the nearest one: its
 * imports and declared types resolve there as well.
 */
export function groupByConfiguration(ts: typeof TS, files: readonly string[]): readonly CodeGroup[] {
  const reader = new ConfigurationReader(ts);
  const groups = new Map<string | undefined, string[]>();
  for (const file of files) {
    const owner = reader.ownerOf(file);
    const group = groups.get(owner) ?? [];
    group.push(file);
    groups.set(owner, group);
  }
  return [...groups].map(([configuration, group]) => ({ configuration, files: group }));
}

class ConfigurationReader {
  readonly #ts: typeof TS;
  readonly #configurations = new Map<string, Configuration>();
  readonly #nearest = new Map<string, string | undefined>();

  constructor(ts: typeof TS) {
    this.#ts = ts;
  }

  ownerOf(file: string): string | undefined {
    const nearest = this.#findUpwards(dirname(file));
    for (let at = nearest; at !== undefined; at = this.#findUpwards(dirname(dirname(at)))) {
      const owner = this.#including(at, normalisePath(file), new Set());
      if (owner !== undefined) return owner;
    }
    return nearest;
  }

  /** @returns the path of the configuration that includes the file: this one or a referenced one. */
  #including(path: string, file: string, seen: Set<string>): string | undefined {
    if (seen.has(path)) return undefined;
    seen.add(path);
    const configuration = this.#read(path);
    if (configuration.files.has(file)) return path;
    for (const reference of configuration.references) {
      const owner = this.#including(reference, file, seen);
      if (owner !== undefined) return owner;
    }
    return undefined;
  }

  #findUpwards(folder: string): string | undefined {
    if (this.#nearest.has(folder)) return this.#nearest.get(folder);
    const own = configurationNames.map((name) => join(folder, name)).find((path) => this.#ts.sys.fileExists(path));
    const parent = dirname(folder);
    const found = own ?? (parent === folder ? undefined : this.#findUpwards(parent));
    this.#nearest.set(folder, found);
    return found;
  }

  #read(path: string): Configuration {
    const known = this.#configurations.get(path);
    if (known) return known;
    const parsed = parseConfiguration(this.#ts, path);
    const references = (parsed.projectReferences ?? []).map((reference) =>
      this.#ts.resolveProjectReferencePath(reference),
    );
    const configuration: Configuration = {
      options: parsed.options,
      files: new Set(parsed.fileNames.map(normalisePath)),
      references,
    };
    this.#configurations.set(path, configuration);
    return configuration;
  }
}

interface ProgramExtras {
  /** An earlier program of the same tsconfig.json. Its unchanged files are reused. */
  readonly previous?: TS.Program | undefined;
  /** Called for each import of the files that are not reused. */
  readonly onResolved?: ((found: ResolvedImport) => void) | undefined;
}

/** @returns the compiler options of a tsconfig.json. */
export function programOptions({ options }: TS.ParsedCommandLine): TS.CompilerOptions {
  return {
    ...options,
    // The analysis only reads values and types: nothing is emitted, and JavaScript is included without checking it.
    noEmit: true,
    allowJs: true,
    checkJs: false,
    skipLibCheck: true,
    composite: false,
    incremental: false,
  };
}

/**
 * Creates the program of a tsconfig.json.
 *
 * @param texts of the checked files, by normalised path. They replace the texts on disk, and belong to the program even
 * if the tsconfig.json does not include them.
 */
export function createProgram(
  ts: typeof TS,
  configuration: string,
  texts: ReadonlyMap<string, string>,
  { previous, onResolved }: ProgramExtras = {},
): TS.Program {
  const parsed = parseConfiguration(ts, configuration);
  const options = programOptions(parsed);
  const host = ts.createCompilerHost(options, true);
  // The analysis does not use documentation comments of TypeScript, which take a quarter of the parse time. In
  // JavaScript they declare types.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const readFile = readerOf(ts);
  const getSourceFile = host.getSourceFile.bind(host);
  host.readFile = (name) => texts.get(normalisePath(name)) ?? readFile(name);
  host.getSourceFile = (name, languageVersion, onError) => {
    const before = previous?.getSourceFile(name);
    const text = texts.get(normalisePath(name));
    if (before && (text === undefined || before.text === text)) return before;
    return getSourceFile(name, languageVersion, onError);
  };
  // As in editors, an import of a referenced project's output resolves to its sources.
  (host as { useSourceOfProjectReferenceRedirect?: () => boolean }).useSourceOfProjectReferenceRedirect = () => true;
  resolveToSources(ts, host, options, onResolved);
  const rootNames = [...new Set([...parsed.fileNames.map(normalisePath), ...texts.keys()])];
  const { projectReferences = [] } = parsed;
  return ts.createProgram({ rootNames, options, projectReferences, host, ...(previous && { oldProgram: previous }) });
}
