import { realpathSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { readPackageFile } from "../sources/package-file";
import { declaredNamesIn, isSearched } from "../sources/declared-members";
import { type AskedFiles, digestOf, isWalked } from "../sources/asked";
import { mostBytes, readRegularText, tryReadText } from "../../../files/read";
import { importsIn, specifiersIn, wordsOf } from "../../../project/words";
import { stripByteOrderMark } from "../../../text/lines";
import { type Parts, partsOf } from "./parts";
import { isSettled, type Walk } from "./walk";

/** Limit in bytes; longer files are not searched for words. */
const longestFile = 512 * 1024;

/** The recorded state of one file. */
export interface KnownFile {
  /** Empty if the stamp cannot tell whether the file has changed. */
  readonly stamp: string;
  readonly digest: string;
  /** Digest of its import specifiers; empty if the file is not searched for words. */
  readonly imports: string;
  /** Digest of its import and re-export clauses; empty if it takes no part in a request. */
  readonly clauses: string;
}

/**
 * Questions about a project's files, with the answers, as plain data. File names are relative to the project's folder.
 */
export interface RecordData {
  readonly files: Readonly<Record<string, KnownFile>>;
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly members: Readonly<Record<string, readonly string[]>>;
  readonly texts: readonly string[];
  /** The configurations under which the questions were asked. */
  readonly setups: readonly string[];
  /** Absent if a change of a participating file may affect any file. */
  readonly parts?: Parts | undefined;
  readonly disk: Readonly<Record<string, string>>;
}

/** @returns the analysed text of a file: without byte-order mark. */
export function textOf(root: string, path: string): string | undefined {
  const text = tryReadText(join(root, path), mostBytes.data);
  return text === undefined ? undefined : stripByteOrderMark(text).text;
}

/** The result of repeating earlier questions. */
export interface AnsweredAgain {
  /** The current state of the files. */
  readonly files: RecordData["files"];
  /** Participating files that have changed, and new files. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Repeats earlier questions.
 *
 * @returns `undefined` if any answer would differ.
 */
export function askAgain(root: string, record: RecordData, walked: Walk): AnsweredAgain | undefined {
  const names = Object.keys(record.files);
  const files: Record<string, KnownFile> = {};
  const changed = new Set<string>();
  const again: Again = { root, record, texts: new Set(record.texts), named: new Set(record.parts?.named[""]), changed };
  for (const name of names) {
    const [known, { stamp } = { stamp: "" }] = [record.files[name], walked.files.get(name)];
    if (!known || stamp === "") return undefined;
    const now = known.stamp === stamp ? known : lookAgain(again, name, stamp);
    if (!now) return undefined;
    files[name] = now;
  }
  for (const [name, { stamp }] of walked.files) {
    if (Object.hasOwn(record.files, name)) continue;
    const now = lookAtNew(again, name, stamp);
    if (!now) return undefined;
    files[name] = now;
    changed.add(name);
  }
  return Object.entries(record.disk).every(([question, answer]) => answerNow(root, question) === answer)
    ? { files, changed }
    : undefined;
}

interface Again {
  readonly root: string;
  readonly record: RecordData;
  readonly texts: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  readonly changed: Set<string>;
}

/** @returns the current state of a file with a new stamp, or `undefined` if other files may depend on the change. */
function lookAgain(again: Again, name: string, stamp: string): KnownFile | undefined {
  const { root, record, texts, changed } = again;
  const known = record.files[name];
  if (!known || stamp.startsWith("link ") || known.stamp.startsWith("link ")) return undefined;
  const text = textOf(root, name);
  const digest = digestOf(text);
  if (digest === known.digest) return { ...known, stamp };
  if (text === undefined || /\.(?:json|map|yaml)$/u.test(name)) return undefined;
  if (texts.has(name)) {
    if (!reachesFewer(again, name, text)) return undefined;
    changed.add(name);
  }
  // A test is read only if a question names it.
  if (!isSearched(name)) return { ...known, stamp, digest };
  if (
    known.imports === "" ||
    Buffer.byteLength(text) > longestFile ||
    importsDigest(specifiersIn(text)) !== known.imports
  )
    return undefined;
  return hasSame(record.words, name, new Set(wordsOf(text))) && hasSame(record.members, name, declaredNamesIn(text))
    ? { ...known, stamp, digest }
    : undefined;
}

/** @returns the state of a new file, or `undefined` if other files may depend on it without importing it. */
function lookAtNew({ root, record }: Again, name: string, stamp: string): KnownFile | undefined {
  if (record.parts === undefined || stamp.startsWith("link ") || !/\.(?:[cm]?[jt]sx?|vue|svelte)$/u.test(name))
    return undefined;
  const text = textOf(root, name);
  if (text === undefined) return undefined;
  const known = { stamp, digest: digestOf(text), imports: "", clauses: "" };
  if (!isSearched(name)) return known;
  const isSilent =
    Buffer.byteLength(text) <= longestFile &&
    specifiersIn(text).length === 0 &&
    hasSame(record.words, name, new Set(wordsOf(text))) &&
    hasSame(record.members, name, declaredNamesIn(text));
  return isSilent ? { ...known, imports: importsDigest([]) } : undefined;
}

/** Whether the change of a participating file can affect only files that lead to it by imports or by the flow. */
function reachesFewer({ record, named }: Again, name: string, text: string): boolean {
  const isAlone = record.parts !== undefined && record.setups.length <= 1 && !named.has(name);
  return isAlone && record.files[name]?.clauses === clausesDigest(text);
}

/**
 * @returns whether two texts of a file are the same for other files: they contain the same of the searched words, the
 * same imports and the same import clauses.
 */
export function saysTheSame(asked: AskedFiles, path: string, before: string, now: string): boolean {
  return (
    importsDigest(specifiersIn(before)) === importsDigest(specifiersIn(now)) &&
    clausesDigest(before) === clausesDigest(now) &&
    hasSame(Object.fromEntries(asked.words), path, new Set(wordsOf(now))) &&
    hasSame(Object.fromEntries(asked.members), path, declaredNamesIn(now))
  );
}

/** @returns whether the recorded questions to the disk still get the same answers. A walk answers the other questions. */
export function stillHolds(root: string, { disk }: AskedFiles): boolean {
  return [...disk].every(([question, answer]) => answerNow(root, question) === answer);
}

/** Whether a file contains the same of the searched words as at the time of the search. */
function hasSame(asked: RecordData["words"], name: string, has: ReadonlySet<string>): boolean {
  return Object.entries(asked).every(([word, files]) => files.includes(name) === has.has(word));
}

function answerNow(root: string, question: string): string {
  const at = question.indexOf(" ");
  const [kind, path] = [question.slice(0, at), question.slice(at + 1)];
  if (kind === "package") {
    const [folder = "", file = ""] = path.split("\0");
    return digestOf(readPackageFile(root, join(folder, "file"), file));
  }
  try {
    if (kind === "real") return realpathSync.native(path);
    if (kind === "read") return digestOf(readRegularText(path, mostBytes.data));
    const stats = statSync(path, { throwIfNoEntry: false });
    return String((kind === "folder" ? stats?.isDirectory() : stats?.isFile()) === true);
  } catch {
    return kind === "real" ? path : kind === "read" ? "" : "false";
  }
}

/**
 * Converts the questions of a run to plain data.
 *
 * @param before the questions of other runs that are still valid.
 * @returns `undefined` if some question cannot be repeated.
 */
export function recordOf(
  root: string,
  asked: AskedFiles,
  walked: Walk,
  before: readonly RecordData[],
): RecordData | undefined {
  const texts = [...asked.texts];
  if (asked.isMixed || texts.some((each) => !isWalked(root, each))) return undefined;
  const below = (path: string): string => relative(root, path);
  const files: Record<string, KnownFile> = {};
  const allTexts = [...new Set([...before.flatMap((each) => each.texts), ...texts.map(below)])];
  const writing: Writing = { root, asked, before, texts: new Set(allTexts) };
  for (const [name, each] of walked.files) {
    const known = knownFile(writing, name, each.stamp);
    files[name] = isSettled(each, walked.time) ? known : { ...known, stamp: "" };
  }
  const joined = (
    of: ReadonlyMap<string, readonly string[]>,
    earlier: (record: RecordData) => RecordData["words"],
  ): RecordData["words"] =>
    Object.fromEntries([
      ...before.flatMap((each) => Object.entries(earlier(each))),
      ...[...of].map(([each, found]) => [each, found.map(below)] as const),
    ]);
  return {
    files,
    words: joined(asked.words, ({ words }) => words),
    members: joined(asked.members, ({ members }) => members),
    texts: allTexts,
    setups: [...new Set([...before.flatMap((each) => each.setups), ...asked.setups])],
    parts: partsOf(
      root,
      asked,
      before.map(({ parts }) => parts),
    ),
    disk: Object.fromEntries([...before.flatMap(({ disk }) => Object.entries(disk)), ...asked.disk]),
  };
}

interface Writing {
  readonly root: string;
  readonly asked: AskedFiles;
  readonly before: readonly RecordData[];
  readonly texts: ReadonlySet<string>;
}

function knownFile({ root, asked, before, texts }: Writing, name: string, stamp: string): KnownFile {
  const known = before.flatMap(({ files }) => files[name] ?? []);
  const earlier = known.find(({ imports }) => imports !== "") ?? known[0];
  const specifiers = asked.specifiersOf?.get(join(root, name));
  const imports = specifiers ? importsDigest(specifiers) : (earlier?.imports ?? "");
  const isKnown = earlier?.stamp === stamp;
  const takesPart = texts.has(name);
  if (isKnown && (earlier.clauses !== "" || !takesPart)) return { ...earlier, imports };
  const text = stamp.startsWith("link ") ? stamp : textOf(root, name);
  return { stamp, digest: digestOf(text), imports, clauses: takesPart ? clausesDigest(text ?? "") : "" };
}

function clausesDigest(text: string): string {
  const { takenWhole, byName, renames, exportedFrom } = importsIn(text);
  const names = [...byName].map(([specifier, words]) => [specifier, [...words].toSorted()]);
  return digestOf(JSON.stringify([takenWhole, names, renames, exportedFrom]));
}

function importsDigest(specifiers: readonly string[]): string {
  return digestOf(JSON.stringify(specifiers));
}
