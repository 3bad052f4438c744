import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Finds the root of the repository that contains a folder; otherwise the outermost folder above with any of the marks,
 * or the folder itself.
 *
 * A folder such as the home folder is a root only for files directly in it, and for folders in no other project: a
 * stray `package.json` or a repository of settings there must not turn everything below into one project.
 *
 * @param folder absolute.
 * @param marks names of files at the root of a project.
 */
export function projectRoot(folder: string, marks: readonly string[]): string {
  let outermost: string | undefined;
  for (let at = folder; ; at = dirname(at)) {
    const isRepository = existsSync(join(at, ".git"));
    const isMarked = isRepository || marks.some((name) => existsSync(join(at, name)));
    if (isMarked && (outermost === undefined || !holdsAll(at))) outermost = at;
    if (isRepository || dirname(at) === at) return outermost ?? folder;
  }
}

/** Whether a folder holds many projects: the home folder, the temporary folder, or the root of the file system. */
export function holdsAll(folder: string): boolean {
  return folder === dirname(folder) || folder === homedir() || folder === tmpdir();
}
