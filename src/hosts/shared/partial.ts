import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Project } from "../../contract/load";
import { getPatches, kustomizationNames } from "../../manifest/kustomization";
import { stripByteOrderMark } from "../../text/lines";
import { readPiece, splitDocuments } from "../../value/yaml-stream";
import { fitsPatterns } from "./ignored";
import { mostBytes, readRegularText } from "../../files/read";

/**
 * Finds out whether a file holds parts of objects only: the configuration says so, or a kustomization in its folder, or in one above up to
 * the root of the repository, names it as a patch.
 *
 * @param file absolute path.
 */
export function isPartialFile(project: Project, file: string): boolean {
  return fitsPatterns(project.partial, project.root, file) || isNamedAsPatch(resolve(file));
}

function isNamedAsPatch(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    // Of several kustomizations in one folder kustomize takes none.
    if (kustomizationNames.some((name) => readPatchFiles(join(folder, name)).has(file))) return true;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return false;
  }
}

interface Remembered {
  readonly stamp: string;
  readonly files: ReadonlySet<string>;
}

/** By path; read again when the file has changed. */
const remembered = new Map<string, Remembered>();
const none: ReadonlySet<string> = new Set();

/** @returns the files that a kustomization names as patches; none where it is not there, or cannot be read. */
function readPatchFiles(path: string): ReadonlySet<string> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return none;
  const stamp = `${stats.mtimeMs}:${stats.size}:${stats.ino}`;
  const known = remembered.get(path);
  if (known?.stamp === stamp) return known.files;
  const files = new Set(readPaths(path).map((name) => resolve(dirname(path), name)));
  remembered.set(path, { stamp, files });
  return files;
}

function readPaths(path: string): readonly string[] {
  try {
    const { text } = stripByteOrderMark(readRegularText(path, mostBytes.settings));
    const documents = [...splitDocuments(text)].flatMap((piece) => readPiece(text, piece, []));
    return documents.flatMap(({ value }) => (value === undefined ? [] : (getPatches(value, text)?.paths ?? [])));
  } catch {
    // Whoever runs kustomize is told.
    return [];
  }
}
