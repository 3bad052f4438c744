import { dirname, sep } from "node:path";
import { afterLinks, isWithin } from "../../files/paths";
import { projectRoot } from "../../files/project-root";

/**
 * @param folder absolute.
 * @returns the root of the repository that contains a folder. Without one: the outermost folder above with a package, or the folder itself.
 */
export function repositoryRoot(folder: string): string {
  return projectRoot(folder, ["package.json"]);
}

/**
 * Whether a configuration that was found, and not named by the user, may make the program read a file: one in its repository or an installed package. Otherwise
 * a foreign repository could read files of whoever inspects it. Links are resolved.
 *
 * @param configuration the configuration file. Build systems link it and its contracts into another folder. The repository from which it is linked counts too.
 */
export function mayRead(path: string, configuration: string): boolean {
  const target = afterLinks(path);
  if (target.split(sep).includes("node_modules")) return true;
  return [configuration, afterLinks(configuration)].some((each) =>
    isWithin(target, afterLinks(repositoryRoot(dirname(each)))),
  );
}
