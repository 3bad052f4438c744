/** What a native has learned so far about the client for which it stands. The value is replaced, never changed. */
export class Learned<T> {
  constructor(public value: T) {}
}
