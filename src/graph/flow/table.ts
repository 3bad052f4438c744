/** Lists by number, of which most are empty. */
export class Table<T> {
  readonly #lists: (T[] | undefined)[] = [];
  readonly #none: readonly T[] = [];

  of(key: number): readonly T[] {
    return this.#lists[key] ?? this.#none;
  }

  add(key: number, entry: T): void {
    const known = this.#lists[key];
    if (known) {
      known.push(entry);
      return;
    }
    // An array with holes is a hash table to the engine.
    while (this.#lists.length <= key) this.#lists.push(undefined);
    this.#lists[key] = [entry];
  }
}
