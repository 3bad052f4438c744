import { readdirSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import type TS from "typescript";
import { isDeclarationFile } from "../shared/files/file-type";
import { readSources } from "../shared/sources/source-map";
import { normalisePath, parseConfiguration } from "./tsconfig";

/**
 * Finds files that are compiled from other files of the run. They are not checked, because the problems are in their
 * sources.
 *
 * Three things connect an output with its source. A `tsconfig.json`, or a `tsconfig.build.json` beside it, states where
 * the output of a source goes. A source map lists the sources of a bundle. An output folder that a configuration
 * excludes holds a bundle of the files that it includes: GitHub actions commit theirs.
 *
 * @param files all files of the run, absolute.
 * @returns the built files, each with one of its sources.
 */
export function findBuiltFiles(ts: typeof TS, files: readonly string[]): ReadonlyMap<string, string> {
  const run = new Set(files.map(normalisePath));
  const outputs = new OutputFinder(ts);
  const built = new Map<string, string>();
  for (const file of files) {
    if (!/\.[cm]?jsx?$/u.test(file)) continue;
    const path = normalisePath(file);
    const source = outputs.sourceOf(path) ?? sourceOfBundle(path, run) ?? outputs.sourceOfExcluded(path, run);
    if (source !== undefined && source !== path && run.has(source)) built.set(file, source);
  }
  return built;
}

/** @returns the first source of a file if its source map names only files of the run. */
function sourceOfBundle(file: string, run: ReadonlySet<string>): string | undefined {
  const sources = readSources(`${file}.map`).map((source) => normalisePath(resolve(dirname(file), source)));
  return sources.every((source) => run.has(source)) ? sources[0] : undefined;
}

/** Finds the compiler's output paths from the configurations around a file. */
class OutputFinder {
  readonly #ts: typeof TS;
  /** By folder: the outputs of the configurations in it, or else in the nearest folder above with any. */
  readonly #byFolder = new Map<string, ReadonlyMap<string, string>>();
  /** By folder: the nearest `tsconfig.json` in it or above, with the files that it excludes. */
  readonly #excluding = new Map<string, Excluding | undefined>();

  constructor(ts: typeof TS) {
    this.#ts = ts;
  }

  sourceOf(file: string): string | undefined {
    return this.#outputsFor(dirname(file)).get(file);
  }

  /** @returns a source for a file in an output folder that the nearest configuration excludes. */
  sourceOfExcluded(file: string, run: ReadonlySet<string>): string | undefined {
    const found = this.#excludingOf(dirname(file));
    const isExcluded = found?.folders.some((folder) => file.startsWith(`${folder}/`));
    return isExcluded === true ? found?.sources.find((source) => run.has(source) && source !== file) : undefined;
  }

  #excludingOf(folder: string): Excluding | undefined {
    if (this.#excluding.has(folder)) return this.#excluding.get(folder);
    const configuration = configurationsIn(folder).find((path) => path.endsWith("tsconfig.json"));
    const parent = dirname(folder);
    const found = configuration
      ? excludingOf(this.#ts, configuration)
      : parent === folder
        ? undefined
        : this.#excludingOf(parent);
    this.#excluding.set(folder, found);
    return found;
  }

  #outputsFor(folder: string): ReadonlyMap<string, string> {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const configurations = configurationsIn(folder);
    const parent = dirname(folder);
    const outputs =
      configurations.length > 0 || parent === folder
        ? new Map(configurations.flatMap((path) => outputsOf(this.#ts, path, new Set())))
        : this.#outputsFor(parent);
    this.#byFolder.set(folder, outputs);
    return outputs;
  }
}

/** Usual names of output folders. */
const outputFolder: ReadonlySet<string> = new Set(["dist", "build", "out", "output", "bundle"]);

/** Output folders that a configuration excludes, and the sources that it includes. */
interface Excluding {
  readonly folders: readonly string[];
  readonly sources: readonly string[];
}

function excludingOf(ts: typeof TS, configuration: string): Excluding {
  const parsed = parseConfiguration(ts, configuration);
  const raw = parsed.raw as { readonly exclude?: unknown } | undefined;
  const excluded: readonly unknown[] = Array.isArray(raw?.exclude) ? raw.exclude : [];
  const folders = excluded.flatMap((each) => (typeof each === "string" ? each.replace(/(?:\/\*{1,2})*\/?$/u, "") : []));
  return {
    folders: folders
      .filter((name) => outputFolder.has(basename(name)))
      .map((name) => normalisePath(resolve(dirname(configuration), name))),
    sources: parsed.fileNames.filter((name) => !isDeclarationFile(name)).map(normalisePath),
  };
}

function configurationsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^tsconfig(?:\..+)?\.json$/u.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** @returns pairs of output and source for the sources of a configuration and of the projects that it references. */
function outputsOf(ts: typeof TS, configuration: string, seen: Set<string>): (readonly [string, string])[] {
  if (seen.has(configuration)) return [];
  seen.add(configuration);
  const { options, fileNames, projectReferences = [] } = parseConfiguration(ts, configuration);
  const references = projectReferences.flatMap((reference) =>
    outputsOf(ts, ts.resolveProjectReferencePath(reference), seen),
  );
  if (options.noEmit === true || options.emitDeclarationOnly === true) return references;
  const sources = fileNames.filter((name) => !isDeclarationFile(name) && extname(name) !== ".json").map(normalisePath);
  // The default of `rootDir` is the sources' common folder up to TypeScript 5.9, and the configuration's folder from
  // 6.0 on.
  const roots = options.rootDir === undefined ? [commonFolder(sources), dirname(configuration)] : [options.rootDir];
  const own = sources.flatMap((source) =>
    roots.flatMap((root) => {
      const place = options.outDir === undefined ? source : resolve(options.outDir, relative(root, source));
      return javaScriptNames(normalisePath(place)).map((output) => [output, source] as const);
    }),
  );
  return [...own, ...references];
}

function javaScriptNames(path: string): readonly string[] {
  const stem = path.slice(0, -extname(path).length);
  const module = /^\.([cm])[jt]s$/u.exec(extname(path))?.[1];
  if (module !== undefined) return [`${stem}.${module}js`];
  return extname(path).endsWith("x") ? [`${stem}.js`, `${stem}.jsx`] : [`${stem}.js`];
}

function commonFolder(files: readonly string[]): string {
  let common = dirname(files[0] ?? "/");
  for (const file of files) while (!file.startsWith(common === "/" ? "/" : `${common}/`)) common = dirname(common);
  return common;
}
