import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** @returns the folder of this package: the nearest one upwards with a package.json. */
export function packageRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** @returns the version of this package. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string };
  return version;
}
