import { dirname, join, resolve, sep } from "node:path";
import type TS from "typescript";
import { normalisePath } from "./tsconfig";
import { readSources } from "../shared/sources/source-map";

/** Resolves an import to a file. */
export type ModuleResolver = (
  name: string,
  containing: string,
  mode: TS.ResolutionMode,
  project: TS.ResolvedProjectReference | undefined,
) => TS.ResolvedModuleWithFailedLookupLocations;

/** An import that a program has resolved. */
export interface ResolvedImport {
  readonly containing: string;
  readonly name: string;
  readonly mode: TS.ResolutionMode;
  /** The referenced project to which the importing file belongs. */
  readonly project: TS.ResolvedProjectReference | undefined;
  readonly target: string | undefined;
}

/** Sets `moduleResolver` as a host's module resolution. */
export function resolveToSources(
  ts: typeof TS,
  host: TS.CompilerHost,
  options: TS.CompilerOptions,
  onResolved?: (found: ResolvedImport) => void,
): void {
  const resolve = moduleResolver(ts, host, options);
  host.resolveModuleNameLiterals = (literals, containing, project, given, containingFile) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(containingFile, literal, given);
      const found = resolve(literal.text, containing, mode, project);
      const target = found.resolvedModule?.resolvedFileName;
      onResolved?.({ containing, name: literal.text, mode, project, target });
      return found;
    });
}

/**
 * Resolves imports as the compiler does, but to the source of a declaration file if its declaration map names one.
 *
 * Packages of one repository import each other's published files, mostly `dist/*.d.ts`, which do not show what a
 * function does. A source map may contain anything, so it is followed only if it names exactly one source, inside the
 * declaration's own package.
 */
export function moduleResolver(ts: typeof TS, host: TS.CompilerHost, options: TS.CompilerOptions): ModuleResolver {
  const sources = new Map<string, string | undefined>();
  const cache = ts.createModuleResolutionCache(
    host.getCurrentDirectory(),
    (name) => host.getCanonicalFileName(name),
    options,
  );
  const sourceOf = (declaration: string): string | undefined => {
    if (!sources.has(declaration)) sources.set(declaration, findSource(ts, declaration));
    return sources.get(declaration);
  };
  return (name, containing, mode, project) => {
    const found = ts.resolveModuleName(name, containing, options, host, cache, project, mode);
    const source = found.resolvedModule && sourceOf(found.resolvedModule.resolvedFileName);
    if (source === undefined) return found;
    const extension = /\.[^.]+$/u.exec(source)?.[0] ?? "";
    return { ...found, resolvedModule: { resolvedFileName: source, extension, isExternalLibraryImport: false } };
  };
}

function findSource(ts: typeof TS, declaration: string): string | undefined {
  if (!/\.d\.[cm]?ts$/u.test(declaration) || declaration.includes("/node_modules/")) return undefined;
  const [source, ...more] = readSources(`${declaration}.map`);
  if (source === undefined || more.length > 0 || !/(?<!\.d)\.[cm]?tsx?$/u.test(source)) return undefined;
  const path = resolve(dirname(declaration), source);
  return isInside(path, packageOf(ts, declaration)) && ts.sys.fileExists(path) ? normalisePath(path) : undefined;
}

/** @returns the folder of the nearest package.json upwards, or the file's own folder. */
function packageOf(ts: typeof TS, file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (ts.sys.fileExists(join(folder, "package.json"))) return folder;
    if (dirname(folder) === folder) return dirname(file);
  }
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
