import type TS from "typescript";
import { bounds } from "../domain/limits";
import type { Summary } from "./summary";

/** Summaries by function and shape; the oldest are dropped. */
export class SummaryTable<T extends Summary = Summary> {
  private readonly known = new Map<TS.Node, Map<string, readonly T[]>>();
  private count = 0;

  /** @param most how many summaries there may be of all functions together. */
  constructor(private readonly most = Infinity) {}

  /** @returns the summaries of calls of one shape, several where what the calls read was different. */
  of(code: TS.Node, key: string): readonly T[] {
    return this.known.get(code)?.get(key) ?? [];
  }

  /** Adds a summary, and drops the oldest if there are too many. */
  add(code: TS.Node, key: string, summary: T): void {
    const summaries = this.known.get(code) ?? new Map<string, readonly T[]>();
    // What was added to last stands last.
    this.known.delete(code);
    this.known.set(code, summaries);
    const alike = summaries.get(key) ?? [];
    summaries.delete(key);
    const [oldest] = summaries.keys();
    if (summaries.size >= bounds.summaries && oldest !== undefined) this.drop(summaries, oldest);
    const kept = alike.slice(1 - bounds.summariesAlike);
    summaries.set(key, [...kept, summary]);
    this.count += 1 + kept.length - alike.length;
    for (const [node, each] of this.known) {
      if (this.count <= this.most || node === code) break;
      for (const name of [...each.keys()]) this.drop(each, name);
      this.known.delete(node);
    }
  }

  private drop(summaries: Map<string, readonly T[]>, key: string): void {
    this.count -= summaries.get(key)?.length ?? 0;
    summaries.delete(key);
  }
}
