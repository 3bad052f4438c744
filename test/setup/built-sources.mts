import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "vitest/config";

/** The files that stand for sources: each worker loads them by itself, as people's programs do. */
export const builtFiles = /\/dist\/(?:src|rules)\//u;

/**
 * Gives tests what was built of the sources that they import. It is what people run, and Vite's own form of the sources has to be made and loaded
 * for each run, which takes longer than most tests.
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
