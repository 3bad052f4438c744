import { createHash } from "node:crypto";
import { sep } from "node:path";
import type { AskedTexts, Told } from "../../../project/sources";
import { addToSet } from "../../../text/groups";

/** Is told what was asked of the disk. */
export interface AskedOfDisk {
  exists(path: string, answer: boolean): void;
  read(path: string, text: string | undefined): void;
}

/** Folders that are not walked: questions about their files are kept one by one. */
export const unwalkedFolder = /^(?:node_modules|dist|coverage|\..+)$/u;

/** Code, and what decides where imports lead but for the options of compilers: files with those may have any name, and are asked for one by one. */
export const walkedFile =
  /\.(?:[cm]?[jt]sx?|vue|svelte|map)$|(?:^|[\\/])(?:package\.json|lerna\.json|pnpm-workspace\.yaml)$/u;

const unwalkedPath = /[\\/](?:node_modules|dist|coverage|\.[^\\/]+)[\\/]/u;

/**
 * What was asked of the files of a project, with the answers: whoever asks the same and gets the same finds the same out. Of files that a walk through the project's
 * folder sees, only what was asked of their texts is kept.
 */
export class AskedFiles implements AskedTexts, AskedOfDisk {
  readonly #root: string;
  /** By word, and by what may be declared: the names of files. */
  readonly words = new Map<string, readonly string[]>();
  readonly members = new Map<string, readonly string[]>();
  readonly texts = new Set<string>();
  /** By question: the answer. */
  readonly disk = new Map<string, string>();
  specifiersOf: ReadonlyMap<string, readonly string[]> | undefined;
  /** What was found before may have changed since, and the answers are of different times. */
  isMixed = false;
  /** Configurations under which all texts were searched for words that lead to requests, and the configuration of the current file. */
  readonly setups = new Set<string>();
  configured = "";
  /** The file that is looked at, and whether nothing that it holds reaches others. */
  own = { name: "", isApart: false };
  /** The files that were found by names alone, by what they were looked for, see {@link AskedTexts.byName}. */
  readonly named = new Map<string, Set<string>>();
  /** Searches by name without a result, by the searched file. */
  readonly nothing = new Map<string, Set<string>>();
  /** Files with findings that depend on their callers. */
  readonly called = new Set<string>();
  /** What the flow says; absent before the first question. */
  told: Told | undefined;
  /** The findings of each file depend on all others. */
  isSpent = false;
  /** A file that was asked about would have given something to others. */
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
    // Whether it is a folder; not its contents.
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

  /** To be called when files are looked at anew. */
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

/** Compares two flows through one project: of a program, and of trees without types. */
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

/** @returns what stands for a text; for none, an empty one. */
export function digestOf(text: string | undefined): string {
  return text === undefined ? "" : createHash("sha1").update(text).digest("base64url");
}
