import { dirname, sep } from "node:path";
import { afterLinks, isWithin } from "../../files/paths";
import { projectRoot } from "../../files/project-root";

/**
 * @param folder absolute.
 * @returns the root of the repository that holds a folder; without one, the outermost folder above that holds a package, or the folder itself.
 */
export function repositoryRoot(folder: string): string {
  return projectRoot(folder, ["package.json"]);
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
