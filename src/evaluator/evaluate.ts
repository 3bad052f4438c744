import type TS from "typescript";
import type { Evaluation } from "../clients/evaluation";
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
import { Program } from "./program";
import type { Library, Sent } from "../clients/native";
import { inModule, noteLaterWrites, runModule } from "./modules/modules";
import { noSources, type Sources, withCurrentFile } from "../project/sources";
import { OwnRequests } from "./own-requests";
import type { Wrapper } from "./domain/sent-through";
import { type Observer, Pass } from "./pass";
import { type Reach, Reachability } from "./reach/reachability";
import { steps } from "./steps";
import { declaredNames } from "./types/declared-names";
import { specimens } from "./specimens";
import { escape } from "./store/escape";

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
  return new Program({ ts, checker, library, sources, reachability, steps });
}

export interface EvaluateInput {
  readonly sourceFile: TS.SourceFile;
  readonly program: Program;
  readonly limits?: Partial<Limits> | undefined;
  /** Told of every statement that has run, with the state after it. */
  readonly observe?: Observer["after"];
  /** Called time and again while the file runs. What it throws ends the work, and nothing is left of it. */
  readonly interrupt?: (() => void) | undefined;
}

export interface ForwardEvaluation extends Evaluation {
  readonly work: Readonly<Work>;
}

/**
 * Runs a file abstractly: its top level, and each of its functions by itself, with unknown parameters.
 *
 * Never throws on any source text, but for what `interrupt` throws. Code that is not understood gives unknown values. Known values hold in every run of the program, unless code
 * outside the program interferes.
 */
export function evaluate(input: EvaluateInput): ForwardEvaluation {
  const limits = { ...limitsFor(input.sourceFile), ...input.limits };
  const asyncWrites = new AsyncWrites();
  const { sourceFile, program } = input;
  const sources = withCurrentFile(program.sources, sourceFile);
  const reach = program.reachability.of(sourceFile);
  const work: Work = { passes: 0, nodes: 0, typeLookups: 0, calls: 0, joined: 0 };
  let isDone = false;
  const observer = observerOf(input, () => isDone);
  for (let number = 1; ; number += 1) {
    asyncWrites.begin();
    const pass = new Pass(program, {
      file: sourceFile,
      runsFile: true,
      analysed: sourceFile,
      limits,
      sources,
      asyncWrites,
      observer,
    });
    const during = <T>(run: () => T): T => program.sharedModules.during(program, pass, run);
    const holds = during(() => runFile(program, reach));
    work.passes += 1;
    work.nodes += pass.work.nodes;
    work.typeLookups += pass.work.typeLookups;
    work.calls += pass.work.calls;
    work.joined += pass.run.effort;
    if (holds || number > bounds.passes) {
      isDone = true;
      const { sent } = pass.recorder;
      const own = new OwnRequests(sent, (wrapper) => {
        const before = pass.work.nodes;
        const found = during(() => runForeign(program, reach, wrapper));
        work.nodes += pass.work.nodes - before;
        return found;
      });
      const objects = [...pass.recorder.objects].map(([node, value]) => ({ node, value }));
      return {
        sent,
        insideOf: (each) => own.insideOf(each),
        objects,
        work,
        declaredNames: (value) => during(() => declaredNames(program, program.ofSnapshots.get(value))),
        complete: !pass.gaveUpWork && !asyncWrites.everything,
        cutCalls: pass.cutCalls,
      };
    }
    if (number === bounds.passes) asyncWrites.everything = true;
  }
}

/** So many statements run between two looks at whether the work is still wanted. */
const statementsBetweenLooks = 32;

/** @param isDone whether the file has run: later queries are short, and are not interrupted. */
function observerOf({ observe, interrupt }: EvaluateInput, isDone: () => boolean): Observer | undefined {
  if (!interrupt) return observe && { after: observe };
  let count = 0;
  const before = (): void => {
    count += 1;
    if (count % statementsBetweenLooks === 0 && !isDone()) interrupt();
  };
  return { before, after: observe };
}

/** @returns whether the pass holds: no late write was found after code had been told that there is none. Otherwise the file runs again. */
function runFile(program: Program, reach: Reach): boolean {
  const { asyncWrites } = program.pass;
  const module = guarded(program, () => {
    const ran = runModule(program, program.pass.sourceFile);
    // The top level may have read what its functions change: then it is run again.
    noteLaterWrites(program, ran);
    return ran;
  });
  // After the last pass nothing runs again, but the requests of the entry points still count.
  if (module && (!asyncWrites.isOutdated || asyncWrites.everything)) runEntryPoints(program, reach, module.frame);
  return !asyncWrites.isOutdated;
}

/** Runs all entry points. */
function runEntryPoints(program: Program, reach: Reach, frame: Frame): void {
  const { recorder } = program.pass;
  const own = recorder.take({ sent: 0 });
  const giveUp = (): void => {
    program.pass.giveUp();
  };
  const found = runByThemselves(program, entryPoints(program, reach, frame), { rounds: bounds.entryRounds, giveUp });
  for (const each of [own, ...found]) recorder.put(each);
}

/** Both lists grow while they are walked. */
function* entryPoints(program: Program, reach: Reach, frame: Frame): Iterable<() => void> {
  yield* madeByRoot(program, reach, frame);
  yield* specimens(program, frame);
}

/** Runs the functions that the running root has made, each by itself. */
function runMade(program: Program, reach: Reach, frame: Frame): void {
  const found = runByThemselves(program, madeByRoot(program, reach, frame), { rounds: bounds.innerRounds });
  for (const each of found) program.pass.recorder.put(each);
}

function* madeByRoot(program: Program, reach: Reach, frame: Frame): Iterable<() => void> {
  for (const closure of program.run.context.root.made)
    yield () => {
      runMadeOne(program, reach, frame, closure);
    };
}

function runMadeOne(program: Program, reach: Reach, frame: Frame, closure: Closure): void {
  const run = (): void => {
    runAlone(program, reach, frame, closure);
  };
  const ran = program.pass.callbacks.ranInPlace(closure.node);
  if (!ran) run();
  if (!ran || !closure.escaped) return;
  // Its requests are known from the place where it ran; its late writes are not.
  const attempt = program.pass.recorder.begin();
  program.pass.callbacks.apart(run);
  program.pass.recorder.abandon(attempt);
}

function runAlone(program: Program, reach: Reach, frame: Frame, closure: Closure, given?: Abstract): void {
  const { ts, state } = program;
  const code = closure.node;
  const { nodesPerRoot, nodesPerQuietRoot } = program.pass.limits;
  const instanceOf = (owner: Closure): Abstract =>
    program.run.within({ budget: newBudget(nodesPerRoot) }, () => typicalInstance(program, frame, owner));
  if (ts.isClassLike(code)) {
    instanceOf(closure);
    return;
  }
  if (!code.body || program.need?.runs(closure.file, code) === false) return;
  const self = given ?? (closure.owner ? instanceOf(closure.owner) : openThis(program, closure));
  const parent = program.run.context.root;
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
    pass: program.pass.id,
  };
  const budget = budgetFor(program, parent, reach.leadsToRequest(code) ? nodesPerRoot : nodesPerQuietRoot);
  guarded(program, () => {
    program.run.within({ root, budget }, () => {
      state.write(program.pass.answered, []);
      state.write(program.pass.refused, []);
      runRoot(program, closure, code, self);
      runMade(program, reach, frame);
    });
  });
  state.forget(checkpoint, began);
  if (!nested) program.pass.identities.clear();
}

function runRoot(program: Program, closure: Closure, code: FunctionNode, self: Abstract | undefined): void {
  const activation = outermostActivation(program, closure);
  const frame: Frame = { file: closure.file, scope: closure.scope, activation, self };
  const args = program.steps.unknownArguments(program, frame, code);
  const value = run(program, activation, { closure, code, self, args, place: program.place(frame, code) });
  program.steps.settleNative(program, frame, value, code);
  if (closure.escaped) escape(program, value);
}

/** Runs an imported wrapper with unknown arguments. */
function runForeign(program: Program, reach: Reach, { closure, self }: Wrapper): readonly Sent[] {
  if (!program.pass.modules.has(closure.file) || program.run.isExhausted()) return [];
  const attempt = program.pass.recorder.begin();
  guarded(program, () => {
    inModule(program, closure.file, ({ frame }) => {
      runAlone(program, reach, frame, closure, self);
    });
  });
  return program.pass.recorder.take(attempt);
}
