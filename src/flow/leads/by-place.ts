import type { FileFlow } from "../track/file-flow";

/** Something for places of files, by their numbers: functions, classes, calls. */
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

  /** @returns what is there, which is made if nothing is. */
  take(flow: FileFlow, id: number, make: () => T): T {
    let entry = this.get(flow, id);
    if (entry === undefined) this.set(flow, id, (entry = make()));
    return entry;
  }

  /** @returns what is there for the places of a file. */
  ofFile(flow: FileFlow): Iterable<T> {
    return this.#files.get(flow)?.values() ?? [];
  }
}
