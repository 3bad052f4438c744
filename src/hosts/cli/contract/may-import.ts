import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { mayRead, repositoryRoot } from "../../../contract/configuration/repository";
import { afterLinks, isWithin } from "../../../files/paths";
import { holdsAll } from "../../../files/project-root";

/**
 * Whether an import may read a file that another one leads to, by a link or a reference: one of its repository. Files that are in no repository,
 * such as those of an unpacked archive, may lead to what lies below the folder in which the user runs the import.
 *
 * @param path of the file that is led to. @param from the file that leads there.
 */
export function mayImport(path: string, from: string): boolean {
  if (mayRead(path, from)) return true;
  const here = afterLinks(process.cwd());
  const isInRepository = existsSync(join(repositoryRoot(dirname(from)), ".git"));
  return !isInRepository && !holdsAll(here) && [from, path].every((each) => isWithin(afterLinks(each), here));
}
