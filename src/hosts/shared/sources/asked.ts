import { createHash } from "node:crypto";
import { sep } from "node:path";
import type { AskedTexts } from "../../../project/sources";

/** Is told what was asked of the disk. */
export interface AskedOfDisk {
  exists(path: string, answer: boolean): void;
  read(path: string, text: string | undefined): void;
}

/** Folders that are not walked: what is asked of their files is kept one by one. */
export const unwalkedFolder = /^(?:node_modules|dist|coverage|\..+)$/u;

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
  /** The configurations under which all texts were searched for what leads to requests, and that of the file that is looked at. */
  readonly setups = new Set<string>();
  configured = "";
  /** The file that is looked at, where nothing that it holds reaches others. */
  own: string | undefined;

  /** @param root the project's folder. */
  constructor(root: string) {
    this.#root = root;
  }

  word(word: string, files: readonly string[]): void {
    this.words.set(word, files);
  }

  member(member: string, files: readonly string[]): void {
    this.members.set(member, files);
  }

  text(name: string): void {
    if (name !== this.own) this.texts.add(name);
  }

  specifiers(of: ReadonlyMap<string, readonly string[]>): void {
    this.specifiersOf = of;
    this.setups.add(this.configured);
  }

  exists(path: string, answer: boolean): void {
    this.#note("exists", path, String(answer));
  }

  folder(path: string, answer: boolean): void {
    // What a folder is, and not what is in it.
    if (!isWalked(this.#root, `${path}${sep}`)) this.disk.set(`folder ${path}`, String(answer));
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

  #note(kind: string, path: string, answer: string): void {
    if (!isWalked(this.#root, path)) this.disk.set(`${kind} ${path}`, answer);
  }
}

/** @returns whether a walk through a project's folder sees a file. */
export function isWalked(root: string, path: string): boolean {
  return path.startsWith(root + sep) && !unwalkedPath.test(path.slice(root.length));
}

/** @returns what stands for a text; for none, an empty one. */
export function digestOf(text: string | undefined): string {
  return text === undefined ? "" : createHash("sha1").update(text).digest("base64url");
}
