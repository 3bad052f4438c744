import type { Abstract, Content } from "../domain/domain";
import type { Slot } from "../domain/slots";
import { optionsOf } from "../domain/values";
import type { Machine } from "../machine";
import { contentLattice } from "../store/content-lattice";
import { isService } from "../interference/lasting";
import { Outliving } from "./outliving";
import { surroundingsOf } from "./record";
import { isSameState } from "./same-state";
import type { SummarisedCall } from "./summaries";
import type { Summary } from "./summary";

/**
 * Summaries that hold for all passes: of functions of shared modules, whose calls depend on shared modules and their arguments alone.
 *
 * A pass that uses one pays for it once as if it had run the call, so that it reaches its bounds where it would without.
 */
export class LastingSummaries {
  constructor(private readonly machine: Machine) {}

  /** Keeps a summary for other passes, if it depends on nothing of this one. */
  add({ closure }: SummarisedCall, summary: Summary): void {
    const { machine } = this;
    if (summary.pass !== machine.pass || !this.isForeign(closure.root.pass) || !this.isLasting(summary)) return;
    machine.lastingSummaries.add(closure.node, summary.key, summary);
  }

  /** @returns a summary of another pass that holds here. */
  find({ closure }: SummarisedCall, key: string): Summary | undefined {
    const { machine } = this;
    if (!this.isForeign(closure.root.pass)) return undefined;
    const found = machine.lastingSummaries
      .of(closure.node, key)
      .find((each) => each.pass !== machine.pass && this.holds(each));
    if (!found) return undefined;
    const { context, lateWrites, sources } = machine;
    context.budget.spent += found.cost;
    machine.pass.entered += found.cost;
    for (const note of found.recording.late) note.again(lateWrites);
    for (const member of found.pass.questions) sources.declaring?.(member);
    return { ...found, version: lateWrites.version };
  }

  private isForeign(pass: object): boolean {
    return pass !== this.machine.pass;
  }

  private isShared({ root }: Slot<unknown>): boolean {
    return root === undefined || this.isForeign(root.pass);
  }

  /** Whether another pass can note the same: what does not last counts as any value. */
  private isPlain(value: Abstract | undefined): boolean {
    return (
      !value ||
      optionsOf(value).every((each) => each.kind !== "reference" || !isService(each) || this.isShared(each.cell.slot))
    );
  }

  private isLasting({ recording, read, written, shape, refused, sent, result, made }: Summary): boolean {
    const { machine } = this;
    if (recording.changesClients || !recording.late.every(({ value }) => this.isPlain(value))) return false;
    if (![...recording.instances].every((each) => this.isForeign(each.root.pass))) return false;
    if (![...recording.modules].every((file) => this.isForeign(machine.moduleRoot(file).pass))) return false;
    if (!read.every(([slot]) => this.isShared(slot))) return false;
    const given = new Set<Slot<unknown>>(shape.cells.map(({ slot }) => slot));
    const others = [...written].filter(([slot]) => !given.has(slot));
    if (!others.every(([slot]) => this.isShared(slot))) return false;
    if (!refused.every((id) => shape.requests.includes(id) || sent.some((each) => each.id === id))) return false;
    const outliving = new Outliving(machine, recording, Infinity);
    outliving.value(result);
    for (const [slot, value] of written) {
      if (slot.lattice === contentLattice) outliving.content(value as Content);
      else if (value) outliving.value(value as Abstract);
    }
    return outliving.isCopyable && !outliving.holdsOfPass && made.size === outliving.made.size;
  }

  /** Whether a summary of another pass can be used now. Modules that the call needs are run first. */
  private holds({ recording, read, root, cost, pass, version }: Summary): boolean {
    const { machine } = this;
    const { lateWrites, visibility, context, state, limits } = machine;
    const { budget } = context;
    if (budget.spent + cost > budget.allowance || machine.pass.entered + cost > limits.entered) return false;
    const around = surroundingsOf(machine);
    for (const name of recording.surroundings) if (recording.around[name] !== around[name]) return false;
    for (const about of recording.asked)
      if (lateWrites.answerAt(about) !== pass.lateWrites.answerAt(about, version)) return false;
    for (const file of recording.modules) {
      machine.steps.runModule(machine, file);
      if (!this.isForeign(machine.moduleRoot(file).pass)) return false;
    }
    for (const each of recording.instances) machine.steps.anyInstance(machine, each);
    return read.every(([slot, value]) => {
      state.loadAgain(slot);
      return isSameState(slot, value, visibility.present(slot), [root, context.root]);
    });
  }
}
