/** What a native has learned of its client so far. The value is replaced, never mutated. */
export class Learned<T> {
  constructor(public value: T) {}
}
