import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { mayRead, repositoryRoot } from "../../../contract/configuration/repository";
import { afterLinks, isWithin } from "../../../files/paths";
import { holdsAll } from "../../../files/project-root";

/**
 * Whether an import may read a file that a link or reference in another file leads to. The file must lie in the same
 * repository. Files outside of any repository, such as those of an unpacked archive, may refer to files below the
 * working folder.
 *
 * @param path the target.
 * @param from the file that refers to it.
 */
export function mayImport(path: string, from: string): boolean {
  if (mayRead(path, from)) return true;
  const here = afterLinks(process.cwd());
  const isInRepository = existsSync(join(repositoryRoot(dirname(from)), ".git"));
  return !isInRepository && !holdsAll(here) && [from, path].every((each) => isWithin(afterLinks(each), here));
}
