import { measured, type Needs } from "../domain/budgets";
import { identitiesSoFar } from "../domain/constructors";
import type { Abstract, Content } from "../domain/domain";
import { bounds } from "../domain/limits";
import { nativesSoFar } from "../domain/made-natives";
import type { Slot } from "../domain/slots";
import type { Machine } from "../machine";
import { callersOf, pathOf, rangesOf } from "../models/sending";
import { changedMembers, contentLattice } from "../store/content-lattice";
import type { Fact } from "../store/facts";
import { Recording, type Surroundings } from "../store/recording";
import type { CallShape } from "./call-shape";
import { isLocal } from "./local";
import { Outliving } from "./outliving";
import type { SummarisedCall } from "./summaries";
import type { Summary, Written } from "./summary";

/** A call that has run. */
export interface Recorded {
  readonly result: Abstract;
  readonly summary?: Summary | undefined;
}

/**
 * Runs a call and notes what it does.
 *
 * @param oldest the latest unknown value from before the entry point.
 * @returns no summary if the call was cut short, did too little, or did what cannot be done again.
 */
export function record(
  machine: Machine,
  call: SummarisedCall,
  shape: CallShape,
  oldest: number,
  run: () => Abstract,
): Recorded {
  const { state, recorder, lateWrites, work } = machine;
  const { root } = machine.context;
  // What is made before the call and what it makes itself must differ in time.
  state.clock += 1;
  const outer = state.recording;
  const recording = new Recording(outer, state.clock, call.frame.activation.depth + 1, root, surroundingsOf(machine));
  const checkpoint = state.checkpoint();
  const attempt = recorder.begin();
  const before = {
    identities: identitiesSoFar(),
    natives: nativesSoFar(),
    nodes: work.nodes,
    escapes: root.escapes,
    made: root.made.length,
    answered: machine.answered.value,
    refused: machine.refused.value,
    version: lateWrites.answers.version,
    shortened: machine.pass.shortenedLoops,
  };
  state.recording = lateWrites.recording = recording;
  let ran: { readonly result: Abstract; readonly needs: Needs };
  try {
    ran = measured(machine, run);
  } finally {
    state.recording = lateWrites.recording = outer;
  }
  const { result, needs } = ran;
  const isPlain =
    recording.isWhole &&
    work.nodes - before.nodes >= bounds.leastSummarised &&
    before.refused.every((id) => machine.refused.value.includes(id)) &&
    before.shortened === machine.pass.shortenedLoops &&
    before.made === root.made.length &&
    [...recording.facts].every(
      (identity) =>
        identity > before.identities || shape.identities.includes(identity) || recording.members.has(identity),
    );
  const written = isPlain ? writtenBy(machine, recording, shape, checkpoint) : undefined;
  const outliving = written && outlivingOf(machine, recording, before.natives, [result, ...written]);
  if (!written || !outliving?.isCopyable) return { result };
  const { range, calleeRange } = rangesOf(machine, call.frame, call.node);
  const given = new Set<Slot<unknown>>(shape.cells.map(({ slot }) => slot));
  const summary: Summary = {
    pass: machine.pass.id,
    key: shape.key,
    node: call.node,
    shape,
    result,
    made: outliving.made,
    holdsOfPass: outliving.holdsOfPass,
    written,
    sent: recorder.since(attempt),
    outside: {
      path: pathOf(call.frame.activation, call.node).length,
      callers: callersOf(call.frame.activation).length,
    },
    ranges: { range, calleeRange },
    answered: machine.answered.value.filter((id) => !before.answered.includes(id)),
    refused: machine.refused.value.filter((id) => !before.refused.includes(id)),
    shown: shownOf(machine, shape),
    recording,
    read: [...recording.reads].filter(([slot]) => !given.has(slot)),
    identities: before.identities,
    version: before.version,
    root,
    oldest,
    needs,
    escapes: root.escapes && !before.escapes,
  };
  return { result, summary };
}

/** @returns what a recording keeps of the surroundings of a call. */
export function surroundingsOf({ context, visibility }: Machine): Surroundings {
  const { conditional, root } = context;
  return { conditional, escapes: visibility.escapes, independent: root.independent };
}

/** @returns what a call has written to older slots; nothing if one of them is neither an argument's nor common to all calls. */
function writtenBy(
  machine: Machine,
  recording: Recording,
  { cells }: CallShape,
  checkpoint: number,
): Summary["written"] | undefined {
  const written = new Map<Slot<unknown>, Written>();
  for (const [slot, value] of machine.state.changes(checkpoint)) {
    if (slot.lattice.ofPath || recording.isOwn(slot)) continue;
    if (isLocal(machine, slot.root) && !cells.some((cell) => cell.slot === slot)) return undefined;
    written.set(slot, { value, members: membersChanged(recording, slot, value) });
  }
  return written;
}

/** @returns the members that a call may have changed, if it has not changed the rest of the object. What else has changed counts as looked at. */
function membersChanged(recording: Recording, slot: Slot<unknown>, after: unknown): ReadonlySet<string> | undefined {
  const read = recording.reads.get(slot);
  if (!read?.members) return undefined;
  const changed = changedMembers(read.value as Content, after as Content);
  if (changed?.every((key) => read.members?.has(key))) return read.members;
  recording.noteRead(slot, read.value);
  return undefined;
}

/** @returns the objects that a call has made and that outlive it. */
function outlivingOf(
  machine: Machine,
  recording: Recording,
  natives: number,
  [result, ...written]: readonly [Abstract, ...(readonly [Slot<unknown>, Written])[]],
): Outliving {
  const outliving = new Outliving(machine, recording, natives);
  outliving.value(result);
  for (const [slot, { value, members }] of written) {
    if (slot.lattice === contentLattice) outliving.content(value as Content, members);
    else if (value) outliving.value(value as Abstract);
  }
  return outliving;
}

function shownOf({ facts }: Machine, { identities }: CallShape): Summary["shown"] {
  const shown: (readonly [number, Fact])[] = [];
  for (const [index, identity] of identities.entries()) {
    const fact = facts.of(identity);
    if (fact) shown.push([index, fact]);
  }
  return shown;
}
