import { addTo } from "../text/groups";

/** The words of dotted names: a text that uses a name contains all its words. */
export class NameWords {
  /** By the last word of a name: the other words of each name that ends in it. */
  readonly #others = new Map<string, (readonly string[])[]>();

  /** @param names lists of words: `["api", "update"]`. */
  constructor(names: Iterable<readonly string[]>) {
    for (const name of names) {
      const last = name.at(-1);
      if (last !== undefined) addTo(this.#others, last, name.slice(0, -1));
    }
  }

  /** @returns whether some name ends with a word. */
  isLast(word: string): boolean {
    return this.#others.has(word);
  }

  /** @returns whether a set contains all words of some name. */
  standIn(words: ReadonlySet<string>): boolean {
    for (const [last, lists] of this.#others)
      if (words.has(last) && lists.some((others) => others.every((each) => words.has(each)))) return true;
    return false;
  }

  /** @returns the files that contain all words of some name. */
  filesWith(filesOf: (word: string) => readonly string[]): ReadonlySet<string> {
    const found = new Set<string>();
    for (const [last, lists] of this.#others)
      for (const others of lists) {
        const sets = others.map((each) => new Set(filesOf(each)));
        for (const file of filesOf(last)) if (sets.every((each) => each.has(file))) found.add(file);
      }
    return found;
  }
}
