/** What natives learn about the clients for which they stand. An engine that shares them otherwise keeps it by a `Keeper`. */

/** Where something that was learned is kept: a box, unless an engine has another. */
export interface Kept<T> {
  value: T;
}

/** What an engine does with what natives learn while it runs. */
export interface Keeper {
  /** @returns the place for something that a native is about to learn. */
  keep<T>(value: T): Kept<T>;
  /** Notes that a native depends on the index of the project's names. */
  noteQuestion(member: string): void;
}

const boxes: Keeper = {
  keep: (value) => ({ value }),
  noteQuestion: () => undefined,
};

let current = boxes;

/** Notes that a native depends on the index of the project's names, for the files that share its values. */
export function noteQuestion(member: string): void {
  current.noteQuestion(member);
}

/** What a native has learned so far. The value is replaced, never changed. */
export class Learned<T> {
  readonly #kept: Kept<T>;

  constructor(value: T) {
    this.#kept = current.keep(value);
  }

  get value(): T {
    return this.#kept.value;
  }

  set value(value: T) {
    this.#kept.value = value;
  }
}
