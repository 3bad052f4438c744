import type { Abstract, Activation, Content } from "../domain/domain";
import type { Slot } from "../domain/slots";
import type { Machine } from "../machine";
import { answeredBefore, callersOf, noteAnswered, pathOf, type Ranges, sendAgain } from "../models/sending";
import { contentLattice } from "../store/content-lattice";
import type { CallShape } from "./call-shape";
import { Relocation } from "./relocation";
import type { SummarisedCall } from "./summaries";
import type { Summary, Written } from "./summary";

/** A call that is answered by a summary. */
export interface RepeatedCall {
  readonly call: SummarisedCall;
  readonly shape: CallShape;
  /** The call's activation, as if it ran. */
  readonly activation: Activation;
  /** What its requests show as their places. */
  readonly ranges: Ranges;
}

/**
 * Does again what a call of the same shape has done.
 *
 * @returns the result.
 */
export function repeat(machine: Machine, summary: Summary, repeated: RepeatedCall): Abstract {
  const { shape, activation } = repeated;
  const { identities, facts, context } = machine;
  const { recording } = summary;
  const relocation = new Relocation(machine, summary, repeated);
  machine.spend();
  readAgain(machine, summary, shape, relocation);
  if (summary.sent.length > 0) sendAllAgain(machine, summary, repeated, relocation);
  for (const [slot, written] of summary.written) writeAgain(machine, slot, written, relocation);
  for (const key of recording.assigned) identities.assigned(key);
  for (const identity of recording.given) identities.forget(relocation.identity(identity));
  for (const [index, fact] of summary.shown) {
    const identity = shape.identities[index];
    if (identity !== undefined) facts.learn(identity, fact);
  }
  if (summary.escapes) context.root.escapes = true;
  activation.active = false;
  return relocation.value(summary.result);
}

/** Notes for late writes, and for the calls around, what the call reads. */
function readAgain(machine: Machine, { recording, read }: Summary, shape: CallShape, relocation: Relocation): void {
  const { lateWrites, visibility, context, state } = machine;
  recording.asked.each((about, member) => {
    lateWrites.ask(about, member);
  });
  state.recording?.noteRepeated(recording);
  for (const note of recording.late) state.recording?.noteLate(note);
  for (const { made, constructedBy, slot } of shape.cells) {
    lateWrites.ask(made);
    if (constructedBy) lateWrites.ask(constructedBy.node);
    visibility.read(slot);
  }
  recording.own.each((about, member) => {
    lateWrites.noteOwn(context.root.node, about, member);
    if (visibility.escapes) lateWrites.ask(about, member);
  });
  for (const [slot, { members }] of read) {
    if (!members) visibility.read(slot);
    for (const member of members ?? []) visibility.read(slot, member);
  }
  if (recording.isEscaping) lateWrites.noteEscaping(context.root.node);
  for (const identity of recording.facts) machine.facts.of(relocation.identity(identity));
}

function writeAgain(
  { state, visibility }: Machine,
  slot: Slot<unknown>,
  { value, members }: Written,
  relocation: Relocation,
): void {
  if (slot.lattice !== contentLattice) {
    state.write(slot, value && relocation.value(value as Abstract));
    return;
  }
  const target = relocation.slot(slot as Slot<Content>);
  const content = value as Content;
  const written = members ? relocation.changed(visibility.present(target), content, members) : undefined;
  state.write(target, written ?? relocation.content(content));
}

function sendAllAgain(
  machine: Machine,
  summary: Summary,
  { call, activation, ranges }: RepeatedCall,
  relocation: Relocation,
): void {
  const { state } = machine;
  const { outside, sent } = summary;
  const around = pathOf(call.frame.activation, call.node);
  const callers = callersOf(activation);
  const earlier = answeredBefore(machine);
  for (const each of sent) {
    machine.visit();
    const inner = each.earlier.flatMap((id) => relocation.sent.get(id) ?? []);
    const path = each.path.slice(outside.path);
    // What is sent when the call's result is awaited is sent by the call itself.
    const isOwn = each.node === summary.node;
    const id = sendAgain(machine, activation, [...around, ...(isOwn ? [...path.slice(0, -1), call.node] : path)], {
      ...ranges,
      draft: relocation.frozen(each.draft),
      node: isOwn ? call.node : each.node,
      callers: [...each.callers.slice(0, each.callers.length - outside.callers - 1), ...callers],
      earlier: [...earlier, ...inner],
    });
    relocation.sent.set(each.id, id);
  }
  const again = (ids: readonly number[]): number[] => ids.map((id) => relocation.request(id));
  if (summary.answered.length > 0) noteAnswered(machine, again(summary.answered));
  if (summary.refused.length > 0) state.write(machine.refused, [...machine.refused.value, ...again(summary.refused)]);
}
