import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { afterLinks, isWithin } from "../files/paths";

/**
 * @param folder absolute.
 * @returns the root of the repository that holds a folder; without one, the outermost folder above that holds a package, or the folder itself.
 */
export function repositoryRoot(folder: string): string {
  let outermost = folder;
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (existsSync(join(at, "package.json"))) outermost = at;
    if (dirname(at) === at) return outermost;
  }
}

/**
 * Whether a configuration that was found, and not named by the user, may have a file read: one of its own repository, or of an installed package.
 * Whoever looks at a foreign repository must not have files of their own read by it. What counts is where links lead.
 *
 * @param configuration the configuration file. Build systems link it and its contracts into a folder of theirs: where it is linked from is its
 *   repository too.
 */
export function mayRead(path: string, configuration: string): boolean {
  const target = afterLinks(path);
  if (target.split(sep).includes("node_modules")) return true;
  return [configuration, afterLinks(configuration)].some((each) =>
    isWithin(target, afterLinks(repositoryRoot(dirname(each)))),
  );
}
