import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { OptionsReader } from "./compiler-options";
import { readSources } from "./source-map";

/** Endings of declaration files and compiled files, each with the possible endings of its source. */
const sourceEndings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.d\.mts$|\.mjs$/u, [".mts", ".mjs"]],
  [/\.d\.cts$|\.cjs$/u, [".cts", ".cjs"]],
  [/\.d\.ts$|\.js$/u, [".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs"]],
];

/**
 * Finds the source of a compiled file or declaration file. It is found as a `.js` beside its `.d.ts`, through the
 * declaration map, or by `outDir` and `rootDir` of the tsconfig.json.
 *
 * @param path a declaration file or script; it need not exist, because outputs are often not built.
 * @returns an existing file, or `undefined`.
 */
export function sourceOfOutput(
  path: string,
  reader: OptionsReader,
  exists: (path: string) => boolean,
): string | undefined {
  return (
    (/\.d\.[cm]?ts$/u.test(path) ? (withEndings(path, exists, path) ?? throughMap(path, exists)) : undefined) ??
    throughConfiguration(path, reader, exists)
  );
}

function withEndings(path: string, exists: (path: string) => boolean, except?: string): string | undefined {
  for (const [ending, sources] of sourceEndings) {
    if (!ending.test(path)) continue;
    const stem = path.replace(ending, "");
    return sources.map((source) => stem + source).find((each) => each !== except && exists(each));
  }
  return undefined;
}

function throughMap(path: string, exists: (path: string) => boolean): string | undefined {
  const map = `${path}.map`;
  // A declaration file has one source; a map with several belongs to another file.
  const [only, ...others] = exists(map) ? readSources(map) : [];
  if (only === undefined || others.length > 0) return undefined;
  const source = resolve(dirname(map), only);
  const home = packageFolder(dirname(path), exists);
  return exists(source) && (home === undefined || source.startsWith(home + sep)) ? source : undefined;
}

/** @returns the folder of the package that contains a folder. A map must not lead out of it. */
function packageFolder(folder: string, exists: (path: string) => boolean): string | undefined {
  for (let current = folder; dirname(current) !== current; current = dirname(current))
    if (exists(join(current, "package.json"))) return current;
  return undefined;
}

function throughConfiguration(
  path: string,
  reader: OptionsReader,
  exists: (path: string) => boolean,
): string | undefined {
  const { configuration } = reader.of(dirname(path));
  if (configuration === undefined) return undefined;
  const { options } = reader.parse(configuration);
  const root = options.rootDir ?? dirname(configuration);
  for (const folder of [options.declarationDir, options.outDir]) {
    if (folder === undefined) continue;
    const inside = relative(folder, path);
    if (inside === "" || inside.startsWith(`..${sep}`)) continue;
    // The default of `rootDir` is the common folder of all sources, often `src`.
    const candidates = [join(root, inside), join(root, "src", inside)];
    const found = candidates.map((each) => withEndings(each, exists, path)).find((each) => each !== undefined);
    if (found !== undefined && basename(found) !== "") return found;
  }
  return undefined;
}
