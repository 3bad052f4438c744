import type TS from "typescript";
import type { Value } from "../value/value";
import { run } from "./calls/functions";
import { openThis } from "./calls/open-this";
import { budgetFor } from "./calls/call-budget";
import { typicalInstance } from "./classes/construct";
import { newBudget } from "./domain/budgets";
import { outermostActivation } from "./domain/activations";
import type { Abstract, Closure, Frame, FunctionNode, Root } from "./domain/domain";
import { bounds, type Limits, limitsFor, type Work } from "./domain/limits";
import { guarded, runByThemselves } from "./entry-points";
import { AsyncWrites } from "./interference/async-writes";
import { Machine } from "./machine";
import type { Library, Sent, Wrapper } from "./models/native";
import { inModule, noteLaterWrites, runModule } from "./modules/modules";
import { noSources, type Sources, withCurrentFile } from "./modules/sources";
import { OwnRequests } from "./own-requests";
import { Pass } from "./pass";
import { type Reach, Reachability } from "./reach/reachability";
import type { Steps } from "./step-signatures";
import { steps } from "./steps";
import { declaredNames } from "./types/declared-names";
import { specimens } from "./specimens";
import { escape } from "./store/escape";

/** A program of files that import each other, at one time. Modules run once for all files that are evaluated with it. */
export interface Program {
  readonly machine: Machine;
  readonly sources: Sources;
  readonly reachability: Reachability;
}

export interface ProgramInput {
  /** The TypeScript that made the trees. */
  readonly ts: typeof TS;
  /** Tells declared types. */
  readonly checker?: TS.TypeChecker | undefined;
  /** Gives imported files; without it, imported names are unknown. */
  readonly sources?: Sources | undefined;
  /** The project's reachability, worked out once for all files; without it, it is worked out for what a file imports. */
  readonly reachability?: Reachability | undefined;
  readonly library: Library;
}

/** @returns a program, of which nothing has run. */
export function programOf({ ts, checker, library, ...given }: ProgramInput): Program {
  const sources = given.sources ?? noSources;
  const reachability = given.reachability ?? new Reachability(ts, library, sources);
  return { machine: new Machine({ ts, checker, library, reachability }), sources, reachability };
}

export interface EvaluateInput {
  readonly sourceFile: TS.SourceFile;
  readonly program: Program;
  readonly limits?: Partial<Limits> | undefined;
  /** Told of every statement that has run, with the state after it. */
  readonly observe?: ((machine: Machine, frame: Frame, node: TS.Statement) => void) | undefined;
  /** Called time and again while the file runs. What it throws ends the work, and nothing is left of it. */
  readonly interrupt?: (() => void) | undefined;
}

export interface Evaluation {
  /** Requests in the order in which they were met. */
  readonly sent: readonly Sent[];
  /** @returns what the wrapper sends by itself through which a request goes. Asking for it may run the wrapper, which counts as work. */
  readonly insideOf: (sent: Sent) => Sent | undefined;
  /** Object literals that may declare a resource: they have a `kind` that is a known string. */
  readonly objects: readonly { readonly node: TS.ObjectLiteralExpression; readonly value: Value }[];
  readonly work: Readonly<Work>;
  /** @returns the names of a value's declared type that `Library.typeNames` asks for. */
  readonly declaredNames: (value: Value) => readonly string[];
  /** False if the work on the file exceeded a bound: requests may then be missing. */
  readonly complete: boolean;
  /** Calls of the program that lead to requests, and were not followed to them because of a bound. */
  readonly cutCalls: ReadonlySet<TS.Node>;
}

/**
 * Runs a file abstractly: its top level, and each of its functions by itself, with unknown parameters.
 *
 * Never throws on any source text, but for what `interrupt` throws. Code that is not understood gives unknown values. Known values hold in every run of the program, unless code
 * outside the program interferes.
 */
export function evaluate(input: EvaluateInput): Evaluation {
  const limits = { ...limitsFor(input.sourceFile), ...input.limits };
  const lateWrites = new AsyncWrites();
  const { sourceFile, program } = input;
  const { machine, reachability } = program;
  const sources = withCurrentFile(program.sources, sourceFile);
  const reach = reachability.of(sourceFile);
  const work: Work = { passes: 0, nodes: 0, typeLookups: 0, calls: 0, joined: 0 };
  let isDone = false;
  const stepsUntilDone = stepsFor(input, () => isDone);
  for (let number = 1; ; number += 1) {
    lateWrites.begin();
    const pass = new Pass(machine, {
      file: sourceFile,
      runsFile: true,
      analysed: sourceFile,
      limits,
      sources,
      lateWrites,
      steps: stepsUntilDone,
    });
    const during = <T>(run: () => T): T => machine.sharedModules.during(machine, pass, run);
    const holds = during(() => runFile(machine, reach));
    work.passes += 1;
    work.nodes += pass.work.nodes;
    work.typeLookups += pass.work.typeLookups;
    work.calls += pass.work.calls;
    work.joined += pass.effort;
    if (holds || number > bounds.passes) {
      isDone = true;
      const { sent } = pass.recorder;
      const own = new OwnRequests(sent, (wrapper) => {
        const before = pass.work.nodes;
        const found = during(() => runForeign(machine, reach, wrapper));
        work.nodes += pass.work.nodes - before;
        return found;
      });
      const objects = [...pass.recorder.objects].map(([node, value]) => ({ node, value }));
      return {
        sent,
        insideOf: (each) => own.insideOf(each),
        objects,
        work,
        declaredNames: (value) => during(() => declaredNames(machine, machine.ofSnapshots.get(value))),
        complete: !pass.gaveUpWork && !lateWrites.everything,
        cutCalls: pass.cutCalls,
      };
    }
    if (number === bounds.passes) lateWrites.everything = true;
  }
}

/** @param isDone whether the file has run: what is asked for afterwards is short, and is not interrupted. */
function stepsFor({ observe, interrupt }: EvaluateInput, isDone: () => boolean): Steps {
  if (observe) return observed(observe);
  if (!interrupt) return steps;
  return interruptible(() => {
    if (!isDone()) interrupt();
  });
}

/** So many statements run between two looks at whether the work is still wanted. */
const statementsBetweenLooks = 32;

/** @returns steps that may be interrupted before a statement. */
function interruptible(interrupt: () => void): Steps {
  let count = 0;
  return {
    ...steps,
    statement: (machine, frame, node) => {
      count += 1;
      if (count % statementsBetweenLooks === 0) interrupt();
      return steps.statement(machine, frame, node);
    },
  };
}

/** @returns steps that tell an observer of each statement. */
function observed(observe: NonNullable<EvaluateInput["observe"]>): Steps {
  return {
    ...steps,
    statement: (machine, frame, node) => {
      const completion = steps.statement(machine, frame, node);
      observe(machine, frame, node);
      return completion;
    },
  };
}

/** @returns whether the pass holds: no late write was found after code had been told that there is none. Otherwise the file runs again. */
function runFile(machine: Machine, reach: Reach): boolean {
  const { asyncWrites } = machine;
  const module = guarded(machine, () => {
    const ran = runModule(machine, machine.sourceFile);
    // The top level may have read what its functions change: then it is run again.
    noteLaterWrites(machine, ran);
    return ran;
  });
  // After the last pass nothing runs again, but the requests of the entry points still count.
  if (module && (!asyncWrites.isOutdated || asyncWrites.everything)) runEntryPoints(machine, reach, module.frame);
  return !asyncWrites.isOutdated;
}

/** Runs all entry points. */
function runEntryPoints(machine: Machine, reach: Reach, frame: Frame): void {
  const { recorder } = machine;
  const own = recorder.take({ sent: 0 });
  const giveUp = (): void => {
    machine.giveUp();
  };
  const found = runByThemselves(machine, entryPoints(machine, reach, frame), { rounds: bounds.entryRounds, giveUp });
  for (const each of [own, ...found]) recorder.put(each);
}

/** Both lists grow while they are walked. */
function* entryPoints(machine: Machine, reach: Reach, frame: Frame): Iterable<() => void> {
  yield* madeByRoot(machine, reach, frame);
  yield* specimens(machine, frame);
}

/** Runs the functions that the running root has made, each by itself. */
function runMade(machine: Machine, reach: Reach, frame: Frame): void {
  const found = runByThemselves(machine, madeByRoot(machine, reach, frame), { rounds: bounds.innerRounds });
  for (const each of found) machine.recorder.put(each);
}

function* madeByRoot(machine: Machine, reach: Reach, frame: Frame): Iterable<() => void> {
  for (const closure of machine.context.root.made)
    yield () => {
      runMadeOne(machine, reach, frame, closure);
    };
}

function runMadeOne(machine: Machine, reach: Reach, frame: Frame, closure: Closure): void {
  const run = (): void => {
    runAlone(machine, reach, frame, closure);
  };
  const ran = machine.callbacks.ranInPlace(closure.node);
  if (!ran) run();
  if (!ran || !closure.escaped) return;
  // Its requests are known from the place where it ran; its late writes are not.
  const attempt = machine.recorder.begin();
  machine.callbacks.apart(run);
  machine.recorder.abandon(attempt);
}

function runAlone(machine: Machine, reach: Reach, frame: Frame, closure: Closure, given?: Abstract): void {
  const { ts, state } = machine;
  const code = closure.node;
  const { nodesPerRoot, nodesPerQuietRoot } = machine.limits;
  const instanceOf = (owner: Closure): Abstract =>
    machine.within({ budget: newBudget(nodesPerRoot) }, () => typicalInstance(machine, frame, owner));
  if (ts.isClassLike(code)) {
    instanceOf(closure);
    return;
  }
  if (!code.body || machine.need?.runs(closure.file, code) === false) return;
  const self = given ?? (closure.owner ? instanceOf(closure.owner) : openThis(machine, closure));
  const parent = machine.context.root;
  const checkpoint = state.checkpoint();
  const began = state.clock;
  const nested = parent.parent !== undefined;
  const root: Root = {
    node: code,
    parent,
    file: closure.file,
    made: [],
    escapes: false,
    since: nested ? closure.createdAt : (closure.usedAt ?? Infinity),
    began,
    independent: !nested || closure.escaped,
    pass: machine.pass.id,
  };
  const [answered, refused] = [machine.answered.value, machine.refused.value];
  const budget = budgetFor(machine, parent, reach.leadsToRequest(code) ? nodesPerRoot : nodesPerQuietRoot);
  guarded(machine, () => {
    machine.within({ root, budget }, () => {
      state.write(machine.answered, []);
      state.write(machine.refused, []);
      runRoot(machine, closure, code, self);
      runMade(machine, reach, frame);
    });
  });
  state.forget(checkpoint, began);
  machine.answered.value = answered;
  machine.refused.value = refused;
  if (!nested) {
    machine.facts.clear();
    machine.visibility.forgetPath();
    machine.identities.clear();
  }
}

function runRoot(machine: Machine, closure: Closure, code: FunctionNode, self: Abstract | undefined): void {
  const activation = outermostActivation(machine, closure);
  const frame: Frame = { file: closure.file, scope: closure.scope, activation, self };
  const args = machine.steps.unknownArguments(machine, frame, code);
  const value = run(machine, activation, closure, code, self, args, machine.place(frame, code));
  machine.steps.settleNative(machine, frame, value, code);
  if (closure.escaped) escape(machine, value);
}

/** Runs an imported wrapper with unknown arguments. */
function runForeign(machine: Machine, reach: Reach, { closure, self }: Wrapper): readonly Sent[] {
  if (!machine.modules.has(closure.file) || machine.isExhausted()) return [];
  const attempt = machine.recorder.begin();
  guarded(machine, () => {
    inModule(machine, closure.file, ({ frame }) => {
      runAlone(machine, reach, frame, closure, self);
    });
  });
  return machine.recorder.take(attempt);
}
