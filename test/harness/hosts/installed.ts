import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../fixtures";

/** Files by path below a folder. */
export type Files = Readonly<Record<string, string>>;

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/**
 * Creates an empty project with this package, as built by `npm run build`, in its node_modules.
 *
 * @param replaced package files with other content, to test how hosts handle a crash in them.
 * @returns the project's folder.
 */
export function projectWithPackage(files: Files, replaced: Files = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "restraint-project-"));
  const place = join(folder, "node_modules/eslint-plugin-restraint");
  mkdirSync(dirname(place));
  if (Object.keys(replaced).length === 0) {
    symlinkSync(root, place, "dir");
  } else {
    const isRead = (path: string): boolean => !path.endsWith(".d.ts");
    for (const part of ["dist", "tsserver", "package.json"])
      cpSync(join(root, part), join(place, part), { recursive: true, filter: isRead });
    symlinkSync(join(root, "node_modules"), join(place, "node_modules"), "dir");
    writeFiles(place, replaced);
  }
  writeFiles(folder, files);
  return folder;
}
