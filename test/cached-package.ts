import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isItsTurn } from "./harness/runs";

const root = join(__dirname, "..");

/** The weeks in which one such package after the other is installed, on a machine that has none of them. */
const weeks = 4;

/**
 * Installs a package that only one test needs into the cache, once, without its install scripts.
 *
 * @param file the one to run, inside the package.
 * @returns that file's path, or `undefined` where npm cannot fetch the package, or has not installed it and it is not its week.
 */
export function installCached(name: string, range: string, file: string): string | undefined {
  const folder = join(root, ".cache", name);
  const program = join(folder, "node_modules", name, file);
  if (!existsSync(program) && isItsTurn(weeks, name)) {
    spawnSync(
      "npm",
      // What it needs beside it (ESLint, TypeScript) is found in this package's own folder, above the cache.
      [
        "install",
        "--prefix",
        folder,
        "--ignore-scripts",
        "--legacy-peer-deps",
        "--no-audit",
        "--no-fund",
        `${name}@${range}`,
      ],
      { stdio: "ignore" },
    );
  }
  return existsSync(program) ? program : undefined;
}
