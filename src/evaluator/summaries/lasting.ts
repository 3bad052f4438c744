import type TS from "typescript";
import type { Abstract } from "../domain/domain";
import { bounds } from "../domain/limits";
import type { Slot } from "../domain/slots";
import { optionsOf } from "../domain/values";
import type { Machine } from "../machine";
import { isService } from "../interference/lasting";
import type { Recorded } from "./record";
import { areSameSurroundings, isSameState } from "./same-state";
import type { SummarisedCall } from "./summaries";
import type { LastingSummary, Summary } from "./summary";

/**
 * Summaries that hold for all passes: of functions of shared modules, whose calls depend on shared modules and their arguments alone.
 *
 * If a call has a summary for all passes, it costs next to nothing, whether it has run here or elsewhere, and it is used only where the bounds would
 * not have cut the call short: so a file's result does not depend on the files that were looked at before.
 */
export class LastingSummaries {
  constructor(private readonly machine: Machine) {}

  /** Whether a call may have a summary for other passes. */
  mayLast({ closure }: SummarisedCall): boolean {
    return this.isForeign(closure.root.pass);
  }

  /** Runs a call that may have a summary for other passes, and keeps the summary if it depends on nothing of this pass. */
  run(call: SummarisedCall, run: () => Recorded): Recorded {
    const { machine } = this;
    const { pass } = machine;
    const { budget } = pass.context;
    const before = { entered: pass.entered, spent: budget.spent };
    const recorded = run();
    const { summary } = recorded;
    if (!summary || !this.isLasting(summary)) return recorded;
    budget.spent = before.spent + 1;
    pass.entered = before.entered + 1;
    machine.lastingSummaries.add(call.closure.node, summary.key, this.lastingOf(summary));
    return recorded;
  }

  /** @returns a summary of another pass that holds here. */
  find({ closure }: SummarisedCall, key: string): Summary | undefined {
    const { machine } = this;
    const found = machine.lastingSummaries
      .of(closure.node, key)
      .find((each) => each.pass !== machine.pass.id && this.isWithinBounds(each) && this.holds(each));
    if (!found) return undefined;
    const { lateWrites } = machine;
    for (const note of found.recording.late) note.again(lateWrites);
    for (const member of found.questions) machine.declaring(member);
    return { ...found, version: lateWrites.answers.version };
  }

  /** Whether the call, if it ran here, would enter all functions that it entered there. */
  private isWithinBounds({ needs }: LastingSummary): boolean {
    const { pass, limits } = this.machine;
    const { allowance, spent } = pass.context.budget;
    return (
      spent + needs.any <= allowance &&
      spent + needs.quiet <= bounds.nodesOfQuietCalls &&
      pass.entered + needs.any <= limits.entered
    );
  }

  private isForeign(pass: object): boolean {
    return pass !== this.machine.pass.id;
  }

  private isShared({ root }: Slot<unknown>): boolean {
    return root === undefined || this.isForeign(root.pass);
  }

  private lastingOf(summary: Summary): LastingSummary {
    const { lateWrites, pass } = this.machine;
    const answers = new Map<TS.Node | string, string>();
    for (const about of summary.recording.asked.abouts()) {
      const answer = lateWrites.answers.answerAt(about, summary.recording.asked, summary.version);
      if (answer !== "") answers.set(about, answer);
    }
    return { ...summary, answers, questions: [...pass.questions] };
  }

  /** Whether another pass can note the same: what does not last counts as any value. */
  private isPlain(value: Abstract | undefined): boolean {
    return (
      !value ||
      optionsOf(value).every((each) => each.kind !== "reference" || !isService(each) || this.isShared(each.cell.slot))
    );
  }

  private isLasting({ recording, read, written, shape, refused, sent, holdsOfPass }: Summary): boolean {
    const { machine } = this;
    if (holdsOfPass || recording.changesClients || !recording.late.every(({ value }) => this.isPlain(value)))
      return false;
    if (![...recording.instances].every((each) => this.isForeign(each.root.pass))) return false;
    if (![...recording.modules].every((file) => this.isForeign(machine.moduleRoot(file).pass))) return false;
    if (!read.every(([slot]) => this.isShared(slot))) return false;
    const given = new Set<Slot<unknown>>(shape.cells.map(({ slot }) => slot));
    const others = [...written].filter(([slot]) => !given.has(slot));
    if (!others.every(([slot]) => this.isShared(slot))) return false;
    return refused.every((id) => shape.requests.includes(id) || sent.some((each) => each.id === id));
  }

  /** Whether a summary of another pass can be used now. Modules that the call needs are run first. */
  private holds({ recording, read, root, answers }: LastingSummary): boolean {
    const { machine } = this;
    const { lateWrites, visibility, context, state } = machine;
    if (!areSameSurroundings(machine, recording)) return false;
    for (const about of recording.asked.abouts())
      if (lateWrites.answers.answerAt(about, recording.asked) !== (answers.get(about) ?? "")) return false;
    for (const file of recording.modules) {
      machine.steps.runModule(machine, file);
      if (!this.isForeign(machine.moduleRoot(file).pass)) return false;
    }
    for (const each of recording.instances) {
      const instance = machine.steps.anyInstance(machine, each);
      if (instance?.kind === "reference" && !this.isShared(instance.cell.slot)) return false;
    }
    return read.every(([slot, value]) => {
      state.loadAgain(slot);
      return isSameState(slot, value, visibility.present(slot), [root, context.root], lateWrites);
    });
  }
}
