import type TS from "typescript";
import type { Range } from "../text/range";
import type { Value } from "../value/value";
import type { Callbacks } from "./calls/callbacks";
import type { ClassMemory } from "./classes/class-memory";
import type { Context } from "./domain/context";
import type { Abstract, Builtin, Cell, Frame, Place, Root } from "./domain/domain";
import { FunctionNames } from "./classes/function-names";
import type { Identities } from "./domain/identities";
import { bounds, type Limits, OutOfWork, type Work } from "./domain/limits";
import type { Slot } from "./domain/slots";
import type { AsyncWrites } from "./interference/async-writes";
import type { Visibility } from "./interference/visibility";
import { heedLearning, outsidePasses } from "./models/learned";
import type { Library } from "./models/native";
import type { Recorder } from "./models/recorder";
import type { Module } from "./modules/modules";
import { SharedModules } from "./modules/shared-modules";
import type { Sources } from "./modules/sources";
import { Pass } from "./pass";
import type { Need } from "./need/need";
import type { Reachability } from "./reach/reachability";
import type { Steps } from "./step-signatures";
import type { Facts } from "./store/facts";
import { Journal } from "./store/journal";
import { AwaitedCalls } from "./syntax/awaited-calls";
import type { StandIns } from "./types/stand-ins";

export interface MachineInput {
  readonly ts: typeof TS;
  readonly checker: TS.TypeChecker | undefined;
  readonly library: Library;
  readonly reachability: Reachability;
}

/** The work spent at one point. */
export interface SpentWork {
  readonly nodes: number;
  readonly effort: number;
  readonly entered: number;
}

/**
 * Runs code, pass by pass, for all files of a program. What modules have made stays; all else belongs to the running pass. Builtins and clients
 * that have been made hold on to the machine.
 */
export class Machine {
  readonly ts: typeof TS;
  readonly checker: TS.TypeChecker | undefined;
  readonly library: Library;
  readonly reachability: Reachability;
  readonly need: Need | undefined;
  readonly state: Journal;
  /** Of the nodes that were asked for: finding where one starts takes a look at the comments before it. */
  private readonly ranges = new WeakMap<TS.Node, Range>();
  readonly awaitedCalls: AwaitedCalls;
  readonly functionNames = new FunctionNames();
  /** Modules that have run once for all files. */
  readonly sharedModules: SharedModules;
  /** Builtins that were asked for, by their global names. */
  readonly globals = new Map<string, Builtin | undefined>();
  readonly methods = new Map<string, Builtin>();
  /** The identities of global names that stand for unknown values. */
  readonly globalIdentities = new Map<string, number>();
  /** What a snapshot was taken of. */
  readonly ofSnapshots = new WeakMap<Value, Abstract>();
  /** For arrays that `split` made of a string with holes: gives the result of `join`. */
  readonly splits = new WeakMap<Cell, (between: Abstract) => Abstract | undefined>();
  #pass: Pass | undefined;

  constructor(input: MachineInput) {
    this.ts = input.ts;
    this.checker = input.checker;
    this.library = outsidePasses(input.library);
    this.reachability = input.reachability;
    this.need = input.reachability.need;
    this.awaitedCalls = new AwaitedCalls(input.ts);
    this.sharedModules = new SharedModules(input.reachability, (pass) => new Pass(this, pass));
    this.state = new Journal((slot, value) => {
      this.visibility.noteWrite(slot, value);
    });
  }

  /** Runs something in a pass. Meanwhile it is seen what that pass has changed of others, and not what the pass around it has changed. */
  inPass<T>(pass: Pass, run: () => T): T {
    const outer = this.#pass;
    outer?.foreign.exchange();
    pass.foreign.exchange();
    this.#pass = pass;
    try {
      return heedLearning({ foreign: pass.foreign, questions: pass.questions, state: this.state }, () =>
        this.state.inPass(pass, run),
      );
    } finally {
      this.#pass = outer;
      pass.foreign.exchange();
      outer?.foreign.exchange();
    }
  }

  /** The running pass. */
  get pass(): Pass {
    if (!this.#pass) throw new Error("No pass runs.");
    return this.#pass;
  }

  get sourceFile(): TS.SourceFile {
    return this.pass.input.analysed;
  }

  get sources(): Sources {
    return this.pass.input.sources;
  }

  get limits(): Limits {
    return this.pass.input.limits;
  }

  get asyncWrites(): AsyncWrites {
    return this.pass.input.lateWrites;
  }

  get steps(): Steps {
    return this.pass.input.steps;
  }

  get work(): Work {
    return this.pass.work;
  }

  get recorder(): Recorder {
    return this.pass.recorder;
  }

  get identities(): Identities {
    return this.pass.identities;
  }

  get facts(): Facts {
    return this.pass.facts;
  }

  get visibility(): Visibility {
    return this.pass.visibility;
  }

  get callbacks(): Callbacks {
    return this.pass.callbacks;
  }

  get classes(): ClassMemory {
    return this.pass.classes;
  }

  get standIns(): StandIns {
    return this.pass.standIns;
  }

  get modules(): Map<TS.SourceFile, Module> {
    return this.pass.modules;
  }

  get answered(): Slot<readonly number[]> {
    return this.pass.answered;
  }

  get refused(): Slot<readonly number[]> {
    return this.pass.refused;
  }

  get context(): Context {
    return this.pass.context;
  }

  /** Runs something in another context, and restores the present one, also after an exception. */
  within<T>(change: Partial<Context>, run: () => T): T {
    const { pass } = this;
    const { context } = pass;
    pass.context = { ...context, ...change };
    try {
      return run();
    } finally {
      pass.context = context;
    }
  }

  /**
   * Runs something whose result is kept for all entry points: it is no part of the call that asks for it first.
   *
   * @param asker on whose behalf it runs.
   */
  shared<T>(run: () => T, asker = this.asyncWrites.all): T {
    return this.asyncWrites.askedBy(asker, run);
  }

  moduleRoot(file: TS.SourceFile): Root {
    return this.pass.moduleRoot(file);
  }

  /** @returns the source file that an import names, if its source is at hand. */
  resolveModule(from: TS.SourceFile, specifier: TS.StringLiteralLike): TS.SourceFile | undefined {
    const { limits, sources } = this;
    const { resolved, entered } = this.pass;
    const known = resolved.get(specifier);
    if (known !== undefined) return known ?? undefined;
    const name = entered <= limits.entered ? sources.find(from.fileName, specifier.text) : undefined;
    const file = name === undefined ? undefined : sources.file(name);
    const found = file === from ? undefined : file;
    resolved.set(specifier, found ?? null);
    return found;
  }

  /** Asks the index of the project's names: see `Sources.declaring`. */
  declaring(member: string): readonly string[] {
    this.pass.questions.add(member);
    return this.sources.declaring?.(member) ?? [];
  }

  range(frame: { readonly file: TS.SourceFile }, node: TS.Node): Range {
    let range = this.ranges.get(node);
    if (!range) this.ranges.set(node, (range = { start: node.getStart(frame.file), end: node.end }));
    return range;
  }

  place(frame: Frame, node: TS.Node): Place {
    return { file: frame.file, range: this.range(frame, node), activation: frame.activation, foreign: undefined };
  }

  /** Counts a syntax node. */
  visit(): void {
    const { limits } = this;
    const { work, repeated } = this.pass;
    work.nodes += 1;
    if (
      work.nodes - repeated.nodes > limits.nodes ||
      this.pass.effort - repeated.effort > bounds.effortPerNode * limits.nodes
    )
      throw new OutOfWork();
  }

  /** @returns the work spent so far, for `takeBackWork`, without what was repeated. */
  get spentWork(): SpentWork {
    const { work, repeated, effort, entered } = this.pass;
    return { nodes: work.nodes - repeated.nodes, effort: effort - repeated.effort, entered };
  }

  /** The work between two points is repeated, so it does not count against the bounds, up to as much as all passes may take. */
  takeBackWork(from: SpentWork, to: SpentWork): void {
    const { pass } = this;
    if (pass.repeated.nodes > bounds.passes * this.limits.nodes) return;
    pass.repeated.nodes += to.nodes - from.nodes;
    pass.repeated.effort += to.effort - from.effort;
    pass.entered -= to.entered - from.entered;
  }

  /** Counts a syntax node of a function that was called. */
  spend(): void {
    const { pass } = this;
    pass.context.budget.spent += 1;
    pass.entered += 1;
  }

  isExhausted(): boolean {
    const { context, entered } = this.pass;
    return context.budget.spent > context.budget.allowance || entered > this.limits.entered;
  }

  /** Whether functions that lead to no request are entered no more: what is left is for those that do. */
  isReserved(): boolean {
    return this.pass.context.budget.spent > bounds.nodesOfQuietCalls;
  }

  /** Notes that a part of the file is not looked at: it may hold requests. */
  leaveOut(): void {
    this.pass.gaveUpWork = true;
    this.giveUp();
  }

  /** Notes that something was not followed whose effects may reach anywhere. */
  giveUp(): void {
    this.asyncWrites.giveUp();
  }
}
