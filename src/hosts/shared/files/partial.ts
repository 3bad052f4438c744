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

/** Expectations of kuttl, a test tool for operators, have fixed file names: `00-assert.yaml`. */
const kuttlExpectation = /^\d+-(?:assert|errors)\.ya?ml$/u;

/**
 * Finds out whether a file holds parts of objects only: the configuration says so, or a document in its folder, or in one above up to the root
 * of the repository, names it as a part: a kustomization as a patch, a test of Chainsaw as what it expects. A test of kuttl says so by the file's name. What lies beside
 * a test of Chainsaw that does not mention it is taken for a part too.
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
    // Of several kustomizations in one folder kustomize takes none.
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
  /** Those that are asked for. */
  readonly names: ReadonlySet<string>;
}

/** By folder; read again when something came or went. One look at a folder takes less than one at each name, for each of a thousand files in it. */
const knownEntries = new Map<string, Entries>();
const noEntries: ReadonlySet<string> = new Set();

/** @returns which of the files that name others, and `.git`, a folder has; none where it cannot be read. */
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
  /** All files that it mentions; absent if it may mention others. */
  readonly mentioned?: ReadonlySet<string> | undefined;
}

type ReadNames = (value: Value, text: string) => Names;

const readTest: ReadNames = (value, text) => ({
  parts: getExpectations(value),
  mentioned: getMentionedFiles(value, text),
});

/** Files whose documents name others, and how they are read. */
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

/** @returns the files that the documents of a file name; none where it is not there, or cannot be read. */
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
    // Tell the user of the program that owns the file.
    return [];
  }
}
