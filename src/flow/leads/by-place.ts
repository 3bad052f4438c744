import type { FileFlow } from "../track/file-flow";

/** A map keyed by a file and the number of a function, class or call in it. */
export class ByPlace<T> {
  readonly #files = new Map<FileFlow, Map<number, T>>();

  get(flow: FileFlow, id: number): T | undefined {
    return this.#files.get(flow)?.get(id);
  }

  set(flow: FileFlow, id: number, entry: T): void {
    const ofFile = this.#files.get(flow);
    if (ofFile) ofFile.set(id, entry);
    else this.#files.set(flow, new Map([[id, entry]]));
  }

  /** @returns the entry, which is created if it is missing. */
  take(flow: FileFlow, id: number, make: () => T): T {
    let entry = this.get(flow, id);
    if (entry === undefined) this.set(flow, id, (entry = make()));
    return entry;
  }

  /** @returns the entries of a file. */
  ofFile(flow: FileFlow): Iterable<T> {
    return this.#files.get(flow)?.values() ?? [];
  }
}
