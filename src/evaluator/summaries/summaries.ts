import type TS from "typescript";
import { noteRepeated } from "../domain/budgets";
import { identitiesSoFar } from "../domain/constructors";
import type { Abstract, Activation, Arguments, Closure, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { numberOf } from "../domain/numbers";
import type { Machine } from "../machine";
import { rangesOf } from "../models/sending";
import { type CallShape, shapeOf } from "./call-shape";
import { LastingSummaries } from "./lasting";
import { record, type Recorded } from "./record";
import { repeat } from "./repeat";
import { areSameSurroundings, isSameState } from "./same-state";
import type { Summary } from "./summary";
import { SummaryTable } from "./summary-table";

/** A call of a function whose body is at hand. */
export interface SummarisedCall {
  readonly frame: Frame;
  readonly closure: Closure;
  readonly self: Abstract | undefined;
  readonly args: Arguments;
  readonly node: TS.Node;
  readonly awaited: boolean;
  /** The call has made an object, which is told by where that was: only calls from there are alike. */
  readonly site?: TS.Node;
}

/**
 * Summaries of calls: a function is run once for all calls of one shape, and what that did is done again for the others.
 *
 * They hold for one pass over a file, and for others if they depend on nothing of it (`lasting.ts`). What a call reads and does is noted while it
 * runs (`Recording`); a summary is used where everything that the call read is as it was.
 */
export class Summaries {
  private readonly table = new SummaryTable();
  private readonly lasting: LastingSummaries;
  /** Calls in a row that gave no summary, by function. */
  private readonly failures = new WeakMap<TS.Node, number>();
  /** The latest unknown value from before the running entry point: up to it, unknown values are the same for all calls. */
  private oldest = 0;

  /** @param isOn whether there are summaries at all: with and without them, the same is found. */
  constructor(
    private readonly machine: Machine,
    private readonly isOn: boolean,
  ) {
    this.lasting = new LastingSummaries(machine);
  }

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
    const { node: code } = call.closure;
    machine.state.recording?.noteModule(call.closure.file);
    const shape = this.isUsed(code) ? this.shapeOf(call) : undefined;
    if (!shape) return run(start());
    const summary = this.find(call, shape.key);
    if (summary) {
      noteRepeated(machine, summary.needs);
      const ranges = rangesOf(machine, call.frame, call.node);
      return repeat(machine, summary, { call, shape, activation: start(), ranges });
    }
    const recording = (): Recorded => record(machine, call, shape, oldest, () => run(start()));
    const recorded = this.lasting.mayLast(call) ? this.lasting.run(call, recording) : recording();
    const { summary: made } = recorded;
    this.failures.set(code, made ? 0 : (this.failures.get(code) ?? 0) + 1);
    if (made) this.table.add(code, shape.key, made);
    return recorded.result;
  }

  private find(call: SummarisedCall, key: string): Summary | undefined {
    const { node: code } = call.closure;
    const own = this.table.of(code, key).find((each) => this.holds(each));
    if (own) return own;
    const taken = this.lasting.mayLast(call) ? this.lasting.find(call, key) : undefined;
    if (taken) this.table.add(code, key, taken);
    return taken;
  }

  private isUsed(code: TS.Node): boolean {
    const { lateWrites, classes } = this.machine;
    if (!this.isOn || lateWrites.everything || lateWrites.isShared || classes.forming.size > 0) return false;
    return (this.failures.get(code) ?? 0) < bounds.failedSummaries;
  }

  private shapeOf({ closure, self, args, awaited, site }: SummarisedCall): CallShape | undefined {
    const { machine } = this;
    const shape = shapeOf(machine, closure, self, args, this.oldest);
    if (!shape) return undefined;
    const isAnalysed = machine.context.root.file === machine.sourceFile;
    return { ...shape, key: `${awaited}${isAnalysed}${site ? `new ${numberOf(site)}` : ""}\0${shape.key}` };
  }

  /** Whether a summary can be used now: what it read is as it was. */
  private holds({ recording, read, version, root }: Summary): boolean {
    const { lateWrites, visibility, context } = this.machine;
    if (!areSameSurroundings(this.machine, recording)) return false;
    if (!lateWrites.answers.isUnchanged(recording.asked, version)) return false;
    return read.every(([slot, value]) =>
      isSameState(slot, value, visibility.present(slot), [root, context.root], lateWrites),
    );
  }
}
