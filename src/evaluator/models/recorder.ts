import type { Attempt } from "../domain/budgets";
import type TS from "typescript";
import type { Value } from "../../value/value";
import type { Sent } from "../../clients/native";

/** The requests and objects that a run has found so far. */
export class Recorder {
  readonly sent: Sent[] = [];
  readonly objects = new Map<TS.ObjectLiteralExpression, Value>();
  private specimen: Sent["specimen"];
  /** How many requests go through each path. */
  private readonly counts = new Map<string, number>();
  private readonly ids = new Map<string, number>();
  private readonly nodes = new Map<TS.Node, number>();
  /** The requests that are found at present, by the call that sends them, and the other way round. */
  private readonly idsOf = new Map<TS.Node, Set<number>>();
  private readonly nodeOf = new Map<number, TS.Node>();

  /** @param before the numbers of requests follow this one. */
  constructor(private readonly before: number) {}

  /** Marks the requests of a run. */
  asSpecimen(specimen: Sent["specimen"], run: () => void): void {
    this.specimen = specimen;
    try {
      run();
    } finally {
      this.specimen = undefined;
    }
  }

  begin(): Attempt {
    return { sent: this.sent.length };
  }

  abandon(attempt: Attempt): void {
    this.drop(this.take(attempt));
  }

  /** Takes out the requests found since a point, until `put` brings them back. Their numbers stay taken. */
  take({ sent }: Attempt): readonly Sent[] {
    const taken = this.sent.splice(sent);
    for (const { id, node } of taken) {
      this.idsOf.get(node)?.delete(id);
      this.nodeOf.delete(id);
    }
    return taken;
  }

  /** @returns the requests found since a point. */
  since({ sent }: Attempt): readonly Sent[] {
    return this.sent.slice(sent);
  }

  put(taken: readonly Sent[]): void {
    for (const each of taken) this.found(each);
  }

  /** Frees the numbers of requests that were taken out. */
  drop(taken: readonly Sent[]): void {
    for (const { path } of taken) {
      const key = this.keyOf(path);
      this.counts.set(key, (this.counts.get(key) ?? 1) - 1);
    }
  }

  hasSent(attempt: Attempt): boolean {
    return this.sent.length > attempt.sent;
  }

  /** @returns the requests that the same calls send, through whatever calls of the program. */
  sentAlike(ids: readonly number[]): readonly number[] {
    const nodes = new Set(ids.flatMap((id) => this.nodeOf.get(id) ?? []));
    return [...nodes].flatMap((node) => [...(this.idsOf.get(node) ?? [])]);
  }

  private found(sent: Sent): void {
    this.sent.push(sent);
    this.nodeOf.set(sent.id, sent.node);
    const ids = this.idsOf.get(sent.node);
    if (ids) ids.add(sent.id);
    else this.idsOf.set(sent.node, new Set([sent.id]));
  }

  /** @returns the number of a request that goes through the given calls. It is the same in every attempt. */
  add(path: readonly TS.Node[], make: (id: number) => Omit<Sent, "path">): number {
    const key = this.keyOf(path);
    const count = this.counts.get(key) ?? 0;
    this.counts.set(key, count + 1);
    const numbered = `${key}#${count}`;
    let id = this.ids.get(numbered);
    if (id === undefined) this.ids.set(numbered, (id = this.before + this.ids.size + 1));
    this.found({ ...make(id), path, ...(this.specimen && { specimen: this.specimen }) });
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
}
