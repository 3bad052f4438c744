import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "vitest/config";

/** The built files that replace sources. Each worker loads them itself, as people's programs do. */
export const builtFiles = /\/dist\/(?:src|rules)\//u;

/**
 * Resolves imports of sources in tests to the build. Users run the build, and Vite's own transformation of the sources
 * takes longer per run than most tests.
 *
 * @param root the package's folder.
 */
export function builtSources(root: string): Plugin {
  return {
    name: "built-sources",
    enforce: "pre",
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith(".")) return undefined;
      const path = relative(root, resolve(dirname(importer), source)).replaceAll("\\", "/");
      const built = join(root, "dist", `${path}.js`);
      return /^(?:src|rules)\//u.test(path) && existsSync(built) ? built : undefined;
    },
  };
}
