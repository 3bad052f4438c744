import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Project } from "../../../contract/configuration/load";
import { chainsawNames, getExpectations, getMentionedFiles } from "../../../manifest/chainsaw";
import { getPatches, kustomizationNames } from "../../../manifest/kustomization";
import { stripByteOrderMark } from "../../../text/lines";
import { readPiece, splitDocuments } from "../../../value/yaml-stream";
import type { Value } from "../../../value/value";
import { fitsPatterns } from "./ignored";
import { mostBytes, readRegularText } from "../../../files/read";

/** File names with which kuttl, a test tool for operators, marks expectations: `00-assert.yaml`. */
const kuttlExpectation = /^\d+-(?:assert|errors)\.ya?ml$/u;

/**
 * Whether a file contains only parts of objects. This follows from the configuration, from the file's name (a test of
 * kuttl), or from a document in its folder or in one above, up to the repository's root: a kustomization that names the
 * file as a patch, or a test of Chainsaw that names it as an expectation. A file beside a test of Chainsaw also counts as
 * a part if the test does not mention it.
 *
 * @param file absolute path.
 */
export function isPartialFile(project: Project, file: string): boolean {
  const isPart = kuttlExpectation.test(basename(file)) || fitsPatterns(project.partial, project.root, file);
  return isPart || isNamedAsPart(resolve(file)) || isLeftBehind(resolve(file));
}

function isNamedAsPart(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const entries = readEntries(folder);
    // Kustomize rejects a folder with several kustomizations, so their order does not matter.
    for (const [name, read] of namingFiles)
      if (entries.has(name) && readNamedFiles(join(folder, name), read).parts.has(file)) return true;
    if (entries.has(".git") || dirname(folder) === folder) return false;
  }
}

function isLeftBehind(file: string): boolean {
  const [name, folder] = [basename(file), dirname(file)];
  const entries = readEntries(folder);
  return chainsawNames.some(
    (test) =>
      test !== name && entries.has(test) && readNamedFiles(join(folder, test), readTest).mentioned?.has(name) === false,
  );
}

interface Entries {
  readonly stamp: string;
  /** The names among those that are searched. */
  readonly names: ReadonlySet<string>;
}

/**
 * By folder. A folder is read again after an entry was added or removed. To stat the folder once is cheaper than to stat
 * each name for each of a thousand files.
 */
const knownEntries = new Map<string, Entries>();
const noEntries: ReadonlySet<string> = new Set();

/** @returns which of the files that name others, and `.git`, exist in a folder; none if it cannot be read. */
function readEntries(folder: string): ReadonlySet<string> {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return noEntries;
  const stamp = `${stats.mtimeMs}:${stats.ino}`;
  const known = knownEntries.get(folder);
  if (known?.stamp === stamp) return known.names;
  const names = new Set([...namingFiles.keys(), ".git"].filter((name) => existsSync(join(folder, name))));
  knownEntries.set(folder, { stamp, names });
  return names;
}

/** The files that a document names, relative to it. */
interface Names {
  readonly parts: readonly string[];
  /** All files that it mentions; absent if it may mention further files. */
  readonly mentioned?: ReadonlySet<string> | undefined;
}

type ReadNames = (value: Value, text: string) => Names;

const readTest: ReadNames = (value, text) => ({
  parts: getExpectations(value),
  mentioned: getMentionedFiles(value, text),
});

/** File names of documents that name others, with the function that reads them. */
const namingFiles: ReadonlyMap<string, ReadNames> = new Map<string, ReadNames>([
  ...kustomizationNames.map((name): [string, ReadNames] => [
    name,
    (value, text) => ({ parts: getPatches(value, text)?.paths ?? [] }),
  ]),
  ...chainsawNames.map((name): [string, ReadNames] => [name, readTest]),
]);

interface NamedFiles {
  /** Absolute paths. */
  readonly parts: ReadonlySet<string>;
  readonly mentioned?: ReadonlySet<string> | undefined;
}

interface Remembered {
  readonly stamp: string;
  readonly files: NamedFiles;
}

/** By path; read again when the file has changed. */
const remembered = new Map<string, Remembered>();
const none: NamedFiles = { parts: new Set() };

/** @returns the files that the documents of a file name; none if it does not exist or cannot be read. */
function readNamedFiles(path: string, read: ReadNames): NamedFiles {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return none;
  const stamp = `${stats.mtimeMs}:${stats.size}:${stats.ino}`;
  const known = remembered.get(path);
  if (known?.stamp === stamp) return known.files;
  const names = readNames(path, read);
  const files = {
    parts: new Set(names.flatMap(({ parts }) => parts).map((name) => resolve(dirname(path), name))),
    mentioned: names.find(({ mentioned }) => mentioned !== undefined)?.mentioned,
  };
  remembered.set(path, { stamp, files });
  return files;
}

function readNames(path: string, read: ReadNames): readonly Names[] {
  try {
    const { text } = stripByteOrderMark(readRegularText(path, mostBytes.settings));
    const documents = [...splitDocuments(text)].flatMap((piece) => readPiece(text, piece, []));
    return documents.flatMap(({ value }) => (value === undefined ? [] : read(value, text)));
  } catch {
    // The program that owns the file reports its errors.
    return [];
  }
}
