import type TS from "typescript";
import type { Value } from "../../value/value";
import type { Closure } from "../domain/domain";
import type { Sent } from "./native";

/** Where to go back to when a part of a run is thrown away. */
export interface Attempt {
  readonly sent: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What a run has found so far. */
export class Recorder {
  readonly sent: Mutable<Sent>[] = [];
  readonly objects = new Map<TS.ObjectLiteralExpression, Value>();
  /** Functions of other files through which requests go, to be run by themselves too. */
  readonly wrappers = new Set<Closure>();
  private readonly paths: string[] = [];
  private readonly lengths: number[] = [];
  private readonly ids = new Map<string, number>();
  private readonly nodes = new Map<TS.Node, number>();

  begin(): Attempt {
    return { sent: this.sent.length };
  }

  abandon(attempt: Attempt): void {
    this.sent.length = attempt.sent;
    this.paths.length = attempt.sent;
    this.lengths.length = attempt.sent;
  }

  hasSent(attempt: Attempt): boolean {
    return this.sent.length > attempt.sent;
  }

  /** @returns the number of a request that goes through the given calls: the same in every attempt. */
  add(path: readonly TS.Node[], make: (id: number) => Sent): number {
    const key = this.keyOf(path);
    const before = this.paths.filter((each) => each === key).length;
    const numbered = `${key}#${before}`;
    let id = this.ids.get(numbered);
    if (id === undefined) this.ids.set(numbered, (id = this.ids.size + 1));
    this.sent.push({ ...make(id) });
    this.paths.push(key);
    this.lengths.push(path.length);
    return id;
  }

  private keyOf(path: readonly TS.Node[]): string {
    return path.map((node) => this.numberOf(node)).join(" ");
  }

  private numberOf(node: TS.Node): number {
    let number = this.nodes.get(node);
    if (number === undefined) this.nodes.set(node, (number = this.nodes.size));
    return number;
  }

  /** Ties each request that goes through a wrapper to the wrapper's own. */
  tie(): void {
    const own = new Map<string, number>();
    for (const [index, path] of this.paths.entries()) {
      const id = this.sent[index]?.id;
      if (id !== undefined && !own.has(path)) own.set(path, id);
    }
    for (const [index, path] of this.paths.entries()) {
      const space = path.indexOf(" ");
      const sent = this.sent[index];
      const inside = space < 0 ? undefined : own.get(path.slice(space + 1));
      if (sent && inside !== undefined && inside !== sent.id) sent.inside = inside;
    }
  }
}
