import { hideUncertain, isOverridden } from "../classes/class-instances";
import { formTypical, typicalInstance } from "../classes/construct";
import { newBudget } from "../domain/budgets";
import { callable } from "../domain/constructors";
import type { Abstract, Closure, Frame, Reference } from "../domain/domain";
import { RecomputablePart } from "../interference/dependent";
import type { Program } from "../program";
import { inModule } from "../modules/modules";

/** Stand-ins that are made once for all entry points of a file. */

/** @returns the stand-in for all instances of a class. */
export function anyInstance(program: Program, closure: Closure): Abstract | undefined {
  const { instances } = program.pass.standIns;
  if (!isMadeByItself(program, closure))
    return once(program, instances, closure, () => program.pass.shared(() => makeInstance(program, closure)));
  return once(program, instances, closure, () => {
    const part = partFor(program, closure);
    const made = making(program, closure, part);
    const root = made?.cell.slot.root;
    if (root) program.pass.standIns.parts.set(root, part);
    return made;
  });
}

/**
 * Whether the stand-in can be made again while the file runs. The functions that one of the file's own classes holds in fields are entry points of
 * the file: they run again with everything. What stands for a class in all files is made by a pass of its own.
 */
function isMadeByItself({ pass: { input, sourceFile } }: Program, { file }: Closure): boolean {
  return input.runsFile && input.file === sourceFile && file !== sourceFile;
}

function partFor(program: Program, closure: Closure): RecomputablePart {
  const part: RecomputablePart = new RecomputablePart(program.pass.asyncWrites.all, () =>
    makeAgain(program, closure, part),
  );
  return part;
}

/** Makes a stand-in again for those who have it. @returns false if the code that runs has changed it. */
function makeAgain(program: Program, closure: Closure, part: RecomputablePart): boolean {
  const { state } = program;
  const { standIns, classes, asyncWrites } = program.pass;
  const slot = standIns.instances.get(closure)?.cell.slot;
  if (!slot || standIns.pending.has(closure) || state.isWritten(slot)) return false;
  classes.instances.delete(closure);
  const from = program.run.spentWork;
  const made = formed(program, closure, () => making(program, closure, part));
  program.run.takeBackWork(from, program.run.spentWork);
  if (!made) {
    asyncWrites.all.outdate();
    return false;
  }
  state.keepForeign(slot);
  slot.value = made.cell.slot.value;
  slot.history = slot.joined = undefined;
  return true;
}

function making(program: Program, closure: Closure, part: RecomputablePart): Reference | undefined {
  return part.running(() => program.pass.shared(() => makeInstance(program, closure, part), part));
}

function makeInstance(program: Program, closure: Closure, part?: RecomputablePart): Reference | undefined {
  if (program.pass.classes.forming.has(closure)) return undefined;
  const make = (): Reference | undefined => {
    const typical = apart(program, closure, (frame) =>
      part
        ? noting(program, part, () => formTypical(program, frame, closure))
        : typicalInstance(program, frame, closure),
    );
    return typical.kind === "reference" ? hideUncertain(program, closure, typical) : undefined;
  };
  const isOthers = closure.root.pass !== program.pass.id && !isOverridden(program, closure);
  const shared = isOthers ? program.sharedModules.standIn(program, closure, make) : undefined;
  if (!shared) return make();
  const { parts } = program.pass.standIns;
  if (part) for (const pass of shared.passes) if (!parts.has(pass)) parts.set(pass, part);
  if (!shared.isRepeatable) part?.noteEffect();
  return shared.value;
}

/** Runs what makes a stand-in, and tells it whether that has changed a client that was there before. */
function noting<T>(program: Program, part: RecomputablePart, run: () => T): T {
  const { state } = program;
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
export function anyResult(program: Program, closure: Closure, self?: Abstract): Abstract | undefined {
  const { node } = closure;
  if (program.ts.isClassLike(node)) return undefined;
  const make = (): Abstract =>
    apart(program, closure, (frame) => {
      const inside = { ...frame, scope: closure.scope };
      const args = program.steps.unknownArguments(program, inside, node);
      return program.steps.call(program, callable(closure, program.place(frame, node)), { frame, self, args, node });
    });
  return once(program, program.pass.standIns.results, closure, () => program.pass.shared(make));
}

function once<T extends Abstract>(
  program: Program,
  known: Map<Closure, T>,
  closure: Closure,
  make: () => T | undefined,
): T | undefined {
  const before = known.get(closure);
  if (before || program.pass.standIns.pending.has(closure) || program.run.isExhausted()) return before;
  const made = formed(program, closure, make);
  if (made) known.set(closure, made);
  return made;
}

/** Makes a stand-in. The first to need it does not pay for it: what it calls itself is still to come. */
function formed<T>(program: Program, closure: Closure, make: () => T): T {
  const { pending } = program.pass.standIns;
  pending.add(closure);
  try {
    return program.run.within({ budget: newBudget(program.pass.limits.nodesPerRoot) }, make);
  } finally {
    pending.delete(closure);
  }
}

/** Runs something in the context of the module that declares it. Its requests are taken back: they are not sent by the code that asks. */
function apart(program: Program, closure: Closure, run: (frame: Frame) => Abstract): Abstract {
  const { recorder, answered } = program.pass;
  const attempt = recorder.begin();
  const before = answered.value;
  const result = inModule(program, closure.file, ({ frame }) => run(frame));
  answered.value = before;
  if (closure.file !== program.pass.sourceFile || !program.ts.isClassLike(closure.node)) recorder.abandon(attempt);
  return result;
}
