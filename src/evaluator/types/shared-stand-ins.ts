import { hideUncertain, isOverridden } from "../classes/class-instances";
import { formTypical, typicalInstance } from "../classes/construct";
import { newBudget } from "../domain/budgets";
import { callable } from "../domain/constructors";
import type { Abstract, Closure, Frame, Reference } from "../domain/domain";
import { RecomputablePart } from "../interference/recomputable-part";
import type { Machine } from "../machine";
import { inModule } from "../modules/modules";

/** Stand-ins that are made once for all entry points of a file. */

/** @returns the stand-in for all instances of a class. */
export function anyInstance(machine: Machine, closure: Closure): Abstract | undefined {
  const { instances } = machine.standIns;
  if (!isMadeByItself(machine, closure))
    return once(machine, instances, closure, () => machine.shared(() => makeInstance(machine, closure)));
  return once(machine, instances, closure, () => {
    const part = partFor(machine, closure);
    const made = making(machine, closure, part);
    const root = made?.cell.slot.root;
    if (root) machine.standIns.parts.set(root, part);
    return made;
  });
}

/**
 * Whether the stand-in can be made again while the file runs. The functions that one of the file's own classes holds in fields are entry points of
 * the file: they run again with everything. What stands for a class in all files is made by a pass of its own.
 */
function isMadeByItself({ pass, sourceFile }: Machine, { file }: Closure): boolean {
  return pass.input.runsFile && pass.input.file === sourceFile && file !== sourceFile;
}

function partFor(machine: Machine, closure: Closure): RecomputablePart {
  const part: RecomputablePart = new RecomputablePart(machine.asyncWrites.all, () => makeAgain(machine, closure, part));
  return part;
}

/** Makes a stand-in again for those who have it. @returns false if the code that runs has changed it. */
function makeAgain(machine: Machine, closure: Closure, part: RecomputablePart): boolean {
  const { standIns, classes, state, asyncWrites } = machine;
  const slot = standIns.instances.get(closure)?.cell.slot;
  if (!slot || standIns.pending.has(closure) || state.isWritten(slot)) return false;
  classes.instances.delete(closure);
  const from = machine.spentWork;
  const made = formed(machine, closure, () => making(machine, closure, part));
  machine.takeBackWork(from, machine.spentWork);
  if (!made) {
    asyncWrites.all.outdate();
    return false;
  }
  state.keepForeign(slot);
  slot.value = made.cell.slot.value;
  slot.history = slot.joined = undefined;
  return true;
}

function making(machine: Machine, closure: Closure, part: RecomputablePart): Reference | undefined {
  return part.running(() => machine.shared(() => makeInstance(machine, closure, part), part));
}

function makeInstance(machine: Machine, closure: Closure, part?: RecomputablePart): Reference | undefined {
  if (machine.classes.forming.has(closure)) return undefined;
  const make = (): Reference | undefined => {
    const typical = apart(machine, closure, (frame) =>
      part
        ? noting(machine, part, () => formTypical(machine, frame, closure))
        : typicalInstance(machine, frame, closure),
    );
    return typical.kind === "reference" ? hideUncertain(machine, closure, typical) : undefined;
  };
  const isOthers = closure.root.pass !== machine.pass.id && !isOverridden(machine, closure);
  const shared = isOthers ? machine.sharedModules.standIn(machine, closure, make) : undefined;
  if (!shared) return make();
  const { parts } = machine.standIns;
  if (part) for (const pass of shared.passes) if (!parts.has(pass)) parts.set(pass, part);
  if (!shared.isRepeatable) part?.noteEffect();
  return shared.value;
}

/** Runs what makes a stand-in, and tells it whether that has changed a client that was there before. */
function noting<T>(machine: Machine, part: RecomputablePart, run: () => T): T {
  const { state } = machine;
  const { oldestLearned } = state;
  state.clock += 1;
  const began = state.clock;
  state.oldestLearned = Infinity;
  try {
    return run();
  } finally {
    if (state.oldestLearned < began) part.noteEffect();
    state.oldestLearned = Math.min(state.oldestLearned, oldestLearned);
  }
}

/**
 * @param self the `this` of a method.
 * @returns the stand-in for what a function gives.
 */
export function anyResult(machine: Machine, closure: Closure, self?: Abstract): Abstract | undefined {
  const { node } = closure;
  if (machine.ts.isClassLike(node)) return undefined;
  const make = (): Abstract =>
    apart(machine, closure, (frame) => {
      const inside = { ...frame, scope: closure.scope };
      const args = machine.steps.unknownArguments(machine, inside, node);
      return machine.steps.call(machine, frame, callable(closure, machine.place(frame, node)), self, args, node);
    });
  return once(machine, machine.standIns.results, closure, () => machine.shared(make));
}

function once<T extends Abstract>(
  machine: Machine,
  known: Map<Closure, T>,
  closure: Closure,
  make: () => T | undefined,
): T | undefined {
  const before = known.get(closure);
  if (before || machine.standIns.pending.has(closure) || machine.isExhausted()) return before;
  const made = formed(machine, closure, make);
  if (made) known.set(closure, made);
  return made;
}

/** Makes a stand-in. The first to need it does not pay for it: what it calls itself is still to come. */
function formed<T>(machine: Machine, closure: Closure, make: () => T): T {
  const { pending } = machine.standIns;
  pending.add(closure);
  try {
    return machine.within({ budget: newBudget(machine.limits.nodesPerRoot) }, make);
  } finally {
    pending.delete(closure);
  }
}

/** Runs something in the context of the module that declares it. Its requests are taken back: they are not sent by the code that asks. */
function apart(machine: Machine, closure: Closure, run: (frame: Frame) => Abstract): Abstract {
  const { recorder, answered } = machine;
  const attempt = recorder.begin();
  const before = answered.value;
  const result = inModule(machine, closure.file, ({ frame }) => run(frame));
  answered.value = before;
  if (closure.file !== machine.sourceFile || !machine.ts.isClassLike(closure.node)) recorder.abandon(attempt);
  return result;
}
