import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * @param folder absolute.
 * @param marks names of files that stand at the root of a project.
 * @returns the root of the repository that holds a folder; without one, the outermost folder above that has one of the marks, or the folder
 * itself. A folder that holds whatever a person has is the root of what lies directly in it alone, or of folders that belong to no other project:
 * a stray `package.json` or a repository of settings there makes no project of all that lies below.
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

/** Whether a folder holds whatever a person has, and not one project: the home folder, the one for temporary files, the root of all. */
export function holdsAll(folder: string): boolean {
  return folder === dirname(folder) || folder === homedir() || folder === tmpdir();
}
