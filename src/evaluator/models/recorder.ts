import type TS from "typescript";
import type { Value } from "../../value/value";
import type { Closure, Reference } from "../domain/domain";
import type { Sent } from "./native";

/** The point to return to when a part of a run is abandoned. */
export interface Attempt {
  readonly sent: number;
}

/** A function of another file through which requests go, and the object that the other file makes on which it is called. */
export interface Wrapper {
  readonly closure: Closure;
  readonly self: Reference | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The requests of one part of a run, taken out of the whole. */
export interface Taken {
  readonly sent: readonly Mutable<Sent>[];
  readonly paths: readonly string[];
}

/** The requests and objects that a run has found so far. */
export class Recorder {
  readonly sent: Mutable<Sent>[] = [];
  readonly objects = new Map<TS.ObjectLiteralExpression, Value>();
  /** Functions of other files through which requests go, to be run by themselves too. */
  readonly wrappers: Wrapper[] = [];
  /** What stands for the code that runs by itself: the object of a wrapper, or a specimen. */
  private alone: Pick<Sent, "alone" | "specimen"> = {};
  private readonly paths: string[] = [];
  /** How many requests go through each path. */
  private readonly counts = new Map<string, number>();
  private readonly ids = new Map<string, number>();
  private readonly nodes = new Map<TS.Node, number>();

  addWrapper(closure: Closure, self: Reference | undefined): void {
    if (!this.wrappers.some((each) => each.closure === closure && each.self?.cell.made === self?.cell.made))
      this.wrappers.push({ closure, self });
  }

  /** Marks the requests of a run. */
  as<T>(alone: Pick<Sent, "alone" | "specimen">, run: () => T): T {
    const before = this.alone;
    this.alone = alone;
    try {
      return run();
    } finally {
      this.alone = before;
    }
  }

  begin(): Attempt {
    return { sent: this.sent.length };
  }

  abandon(attempt: Attempt): void {
    this.sent.length = attempt.sent;
    this.uncount(this.paths.splice(attempt.sent));
  }

  /** Takes out the requests found since a point, until `put` brings them back. Their numbers stay taken. */
  take(attempt: Attempt): Taken {
    return { sent: this.sent.splice(attempt.sent), paths: this.paths.splice(attempt.sent) };
  }

  /** @returns the requests found since a point. */
  since({ sent }: Attempt): Taken {
    return { sent: this.sent.slice(sent), paths: this.paths.slice(sent) };
  }

  put({ sent, paths }: Taken): void {
    for (const each of sent) this.sent.push(each);
    for (const each of paths) this.paths.push(each);
  }

  /** Frees the numbers of requests that were taken out. */
  drop({ paths }: Taken): void {
    this.uncount(paths);
  }

  private uncount(paths: readonly string[]): void {
    for (const path of paths) this.counts.set(path, (this.counts.get(path) ?? 1) - 1);
  }

  hasSent(attempt: Attempt): boolean {
    return this.sent.length > attempt.sent;
  }

  /** @returns the requests that the same calls send, through whatever calls of the program. */
  sentAlike(ids: readonly number[]): readonly number[] {
    const nodes = new Set(this.sent.filter(({ id }) => ids.includes(id)).map(({ node }) => node));
    return this.sent.filter(({ node }) => nodes.has(node)).map(({ id }) => id);
  }

  /** @returns the number of a request that goes through the given calls. It is the same in every attempt. */
  add(path: readonly TS.Node[], make: (id: number) => Sent): number {
    return this.addAt(this.keyOf(path), make);
  }

  /** @param key that of the calls through which the request goes. */
  addAt(key: string, make: (id: number) => Sent): number {
    const before = this.counts.get(key) ?? 0;
    this.counts.set(key, before + 1);
    const numbered = `${key}#${before}`;
    let id = this.ids.get(numbered);
    if (id === undefined) this.ids.set(numbered, (id = this.ids.size + 1));
    this.sent.push({ ...make(id), ...this.alone });
    this.paths.push(key);
    return id;
  }

  /** @returns a key for the calls that lead to a request, which begins with the key of the first of them. */
  keyOf(path: readonly TS.Node[]): string {
    return path.map((node) => this.numberOf(node)).join(" ");
  }

  private numberOf(node: TS.Node): number {
    let number = this.nodes.get(node);
    if (number === undefined) this.nodes.set(node, (number = this.nodes.size));
    return number;
  }

  /** Ties each request that goes through a wrapper to the wrapper's own. */
  tie(): void {
    const own = new Map<string, Map<object | undefined, number>>();
    for (const [index, path] of this.paths.entries()) {
      const sent = this.sent[index];
      if (!sent || sent.specimen) continue;
      const ids = own.get(path) ?? new Map<object | undefined, number>();
      if (!ids.has(sent.alone)) ids.set(sent.alone, sent.id);
      own.set(path, ids);
    }
    const ownOf = (path: string, receiver: object | undefined): number | undefined => {
      const ids = own.get(path);
      return ids?.get(receiver) ?? ids?.get(undefined);
    };
    for (const [index, path] of this.paths.entries()) {
      const space = path.indexOf(" ");
      const sent = this.sent[index];
      const inside = space < 0 ? undefined : ownOf(path.slice(space + 1), sent?.receiver);
      if (sent && inside !== undefined && inside !== sent.id) sent.inside = inside;
    }
  }
}
