import { createHash } from "node:crypto";
import { sep } from "node:path";
import type { AskedTexts, Told } from "../../../project/sources";
import { addToSet } from "../../../text/groups";

/** Records questions to the disk. */
export interface AskedOfDisk {
  exists(path: string, answer: boolean): void;
  read(path: string, text: string | undefined): void;
}

/** Folders that are not walked; questions about their files are recorded one by one. */
export const unwalkedFolder = /^(?:node_modules|dist|coverage|\..+)$/u;

/**
 * Code, and files that decide how imports resolve. Excludes configurations of the compiler, which may have any name:
 * questions about them are recorded one by one.
 */
export const walkedFile =
  /\.(?:[cm]?[jt]sx?|vue|svelte|map)$|(?:^|[\\/])(?:package\.json|lerna\.json|pnpm-workspace\.yaml)$/u;

const unwalkedPath = /[\\/](?:node_modules|dist|coverage|\.[^\\/]+)[\\/]/u;

/**
 * Questions about the files of a project, with the answers. If another run asks the same questions and gets the same
 * answers, it has the same findings. A walk through the project's folder shows which files exist, so about these files
 * only questions for their texts are recorded.
 */
export class AskedFiles implements AskedTexts, AskedOfDisk {
  readonly #root: string;
  /** File names by word, and by declared member. */
  readonly words = new Map<string, readonly string[]>();
  readonly members = new Map<string, readonly string[]>();
  readonly texts = new Set<string>();
  /** Answer by question. */
  readonly disk = new Map<string, string>();
  specifiersOf: ReadonlyMap<string, readonly string[]> | undefined;
  /** Set if files may have changed during the run, so that the answers do not belong together. */
  isMixed = false;
  /**
   * Configurations under which all texts were searched for words that lead to requests. `configured` is that of the
   * current file.
   */
  readonly setups = new Set<string>();
  configured = "";
  /** The current file, and whether its content affects no other file. */
  own = { name: "", isApart: false };
  /**
   * By the file or package that caused a search by name: the files in which the search found something; see {@link
   * AskedTexts.byName}.
   */
  readonly named = new Map<string, Set<string>>();
  /** Searches by name without a result, by the searched file. */
  readonly nothing = new Map<string, Set<string>>();
  /** Files whose findings depend on their callers. */
  readonly called = new Set<string>();
  /** The results of the flow; absent before the first question. */
  told: Told | undefined;
  /** Set if the findings of each file may depend on every other file. */
  isSpent = false;
  /** Set if a latecomer would have contributed to other files, had it taken part from the beginning. */
  isHeldBack = false;

  /** @param root the project's folder. */
  constructor(root: string) {
    this.#root = root;
  }

  word(word: string, files: readonly string[]): void {
    this.words.set(word, files);
  }

  member(member: string, files: readonly string[]): void {
    this.members.set(member, files);
    for (const each of files) addToSet(this.named, "", each);
  }

  text(name: string): void {
    if (!this.#isApart(name)) this.texts.add(name);
  }

  byName(name: string, of: string): void {
    if (!this.#isApart(name)) addToSet(this.named, of, name);
  }

  foundNothing(name: string, question: string): void {
    if (this.#isApart(name)) return;
    addToSet(this.nothing, name, question);
  }

  byCallers(): void {
    this.called.add(this.own.name);
  }

  followed(told: Told): void {
    this.isSpent ||= this.told !== undefined && !saysTheSame(this.told, told);
    this.told = told;
  }

  heldBack(): void {
    this.isHeldBack = true;
  }

  spent(): void {
    this.isSpent = true;
  }

  specifiers(of: ReadonlyMap<string, readonly string[]>): void {
    this.specifiersOf = of;
    this.setups.add(this.configured);
  }

  exists(path: string, answer: boolean): void {
    this.#note("exists", path, String(answer));
  }

  folder(path: string, answer: boolean): void {
    // Records whether the path is a folder, not its content.
    if (!isBelow(this.#root, `${path}${sep}`)) this.disk.set(`folder ${path}`, String(answer));
  }

  read(path: string, text: string | undefined): void {
    this.#note("read", path, digestOf(text));
  }

  real(path: string, answer: string): void {
    this.#note("real", path, answer);
  }

  package(folder: string, path: string, text: string | undefined): void {
    this.disk.set(`package ${folder}\0${path}`, digestOf(text));
  }

  /** Must be called when files are read anew. */
  forget(): void {
    this.isMixed = true;
  }

  #isApart(name: string): boolean {
    return this.own.isApart && name === this.own.name;
  }

  #note(kind: string, path: string, answer: string): void {
    if (!isWalked(this.#root, path)) this.disk.set(`${kind} ${path}`, answer);
  }
}

/**
 * Whether two flows through one project have the same results: one with types, and one with syntax trees alone.
 */
function saysTheSame(one: Told, other: Told): boolean {
  return (
    one.names === other.names &&
    one.files.size === other.files.size &&
    [...one.files].every(([name, { text }]) => other.files.get(name)?.text === text)
  );
}

/** @returns whether a walk through a project's folder sees a file. */
export function isWalked(root: string, path: string): boolean {
  return walkedFile.test(path) && isBelow(root, path);
}

function isBelow(root: string, path: string): boolean {
  return path.startsWith(root + sep) && !unwalkedPath.test(path.slice(root.length));
}

/** @returns a digest of a text, or an empty text for `undefined`. */
export function digestOf(text: string | undefined): string {
  return text === undefined ? "" : createHash("sha1").update(text).digest("base64url");
}
