import type TS from "typescript";
import type { Abstract, Activation, Arguments, Closure, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { identitiesSoFar } from "../domain/values";
import type { Machine } from "../machine";
import { rangesOf } from "../models/sending";
import { type CallShape, shapeOf } from "./call-shape";
import { record, surroundingsOf } from "./record";
import { repeat } from "./repeat";
import { isSameState } from "./same-state";
import type { Summary } from "./summary";

/** A call of a function whose body is at hand. */
export interface SummarisedCall {
  readonly frame: Frame;
  readonly closure: Closure;
  readonly self: Abstract | undefined;
  readonly args: Arguments;
  readonly node: TS.Node;
  readonly awaited: boolean;
}

/** What is known of the calls of one function. */
interface Known {
  /** By shape; several where what the calls read was different. */
  readonly summaries: Map<string, Summary[]>;
  /** Calls in a row that gave no summary. */
  failures: number;
}

/**
 * Summaries of calls: a function is run once for all calls of one shape, and what that did is done again for the others.
 *
 * They hold for one pass over a file. What a call reads and does is noted while it runs (`Recording`); a summary is used where everything that
 * the call read is as it was.
 */
export class Summaries {
  private readonly known = new WeakMap<TS.Node, Known>();
  /** The latest unknown value from before the running entry point: up to it, unknown values are the same for all calls. */
  private oldest = 0;

  /** @param isOn whether there are summaries at all: with and without them, the same is found. */
  constructor(
    private readonly machine: Machine,
    private readonly isOn: boolean,
  ) {}

  /** Notes that an entry point begins. */
  begin(): void {
    this.oldest = identitiesSoFar();
  }

  /**
   * Runs a call, or does again what one of the same shape has done.
   *
   * @param start begins the call's activation.
   */
  call(call: SummarisedCall, start: () => Activation, run: (activation: Activation) => Abstract): Abstract {
    const { machine, oldest } = this;
    const known = this.knownOf(call);
    const shape = known && this.shapeOf(call);
    if (!known || !shape) return run(start());
    const summary = known.summaries.get(shape.key)?.find((each) => this.holds(each));
    if (summary) {
      const ranges = rangesOf(machine, call.frame, call.node);
      return repeat(machine, summary, { call, shape, activation: start(), ranges });
    }
    const recorded = record(machine, call, shape, oldest, () => run(start()));
    const { summary: made } = recorded;
    known.failures = made ? 0 : known.failures + 1;
    if (made) add(known.summaries, shape.key, made);
    return recorded.result;
  }

  private knownOf({ closure }: SummarisedCall): Known | undefined {
    const { lateWrites, classes } = this.machine;
    if (!this.isOn || lateWrites.everything || lateWrites.isShared || classes.forming.size > 0) return undefined;
    let known = this.known.get(closure.node);
    if (!known) this.known.set(closure.node, (known = { summaries: new Map(), failures: 0 }));
    return known.failures < bounds.failedSummaries ? known : undefined;
  }

  private shapeOf({ closure, self, args, awaited }: SummarisedCall): CallShape | undefined {
    const { machine } = this;
    const shape = shapeOf(machine, closure, self, args, this.oldest);
    if (!shape) return undefined;
    const isAnalysed = machine.context.root.file === machine.sourceFile;
    return { ...shape, key: `${awaited}${isAnalysed}\0${shape.key}` };
  }

  /** Whether a summary can be used now: what it read is as it was. */
  private holds({ recording, read, version, root }: Summary): boolean {
    const { lateWrites, visibility, context } = this.machine;
    const around = surroundingsOf(this.machine);
    for (const name of recording.surroundings) if (recording.around[name] !== around[name]) return false;
    if (!lateWrites.isUnchanged(recording.asked, version)) return false;
    return read.every(([slot, value]) => isSameState(slot, value, visibility.present(slot), [root, context.root]));
  }
}

/** Adds a summary, and drops the oldest if there are too many. */
function add(summaries: Map<string, Summary[]>, key: string, summary: Summary): void {
  const alike = summaries.get(key) ?? [];
  summaries.delete(key);
  const [oldest] = summaries.keys();
  if (summaries.size >= bounds.summaries && oldest !== undefined) summaries.delete(oldest);
  summaries.set(key, [...alike.slice(1 - bounds.summariesAlike), summary]);
}
