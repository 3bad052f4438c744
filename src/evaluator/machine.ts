import { pathLattice } from "./domain/path-lattice";
import type TS from "typescript";
import type { Range } from "../text/range";
import type { Value } from "../value/value";
import { Callbacks } from "./calls/callbacks";
import { ClassMemory } from "./classes/class-memory";
import type { Context } from "./domain/context";
import type { Builtin } from "./domain/domain";
import { type Abstract, type Cell, type Frame, type Place, type Root } from "./domain/domain";
import { Slot } from "./domain/slots";
import { FunctionNames } from "./domain/function-names";
import { Identities } from "./domain/identities";
import { bounds, type Limits, OutOfWork, type Work } from "./domain/limits";
import { gatheredCells } from "./domain/values";
import type { LateWrites } from "./interference/late-writes";
import { Visibility } from "./interference/visibility";
import { type Library } from "./models/native";
import { Recorder } from "./models/recorder";
import type { Module } from "./modules/modules";
import type { Sources } from "./modules/sources";
import type { Steps } from "./step-signatures";
import { Facts } from "./store/facts";
import { State } from "./store/state";
import { AwaitedCalls } from "./syntax/awaited-calls";
import { Summaries } from "./summaries/summaries";
import { StandIns } from "./types/stand-ins";

export interface MachineInput {
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  readonly checker: TS.TypeChecker | undefined;
  readonly sources: Sources;
  readonly library: Library;
  readonly limits: Limits;
  readonly lateWrites: LateWrites;
  readonly steps: Steps;
  /** Whether calls are answered by summaries of calls alike. */
  readonly summarises: boolean;
}

/** The work spent at one point. */
export interface SpentWork {
  readonly nodes: number;
  readonly effort: number;
  readonly entered: number;
}

/** The state of one pass over a file, and its parts. */
export class Machine {
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  readonly checker: TS.TypeChecker | undefined;
  readonly sources: Sources;
  readonly library: Library;
  readonly limits: Limits;
  readonly lateWrites: LateWrites;
  readonly steps: Steps;
  readonly work: Work = { passes: 1, nodes: 0, typeLookups: 0, calls: 0, joined: 0 };
  readonly state: State;
  readonly recorder = new Recorder();
  readonly identities: Identities;
  readonly awaitedCalls: AwaitedCalls;
  readonly visibility = new Visibility(this);
  /** Requests that have surely been answered. */
  readonly answered: Slot<readonly number[]>;
  /** Requests that may have been refused where the code that runs is reached: a condition on their status led here. */
  readonly refused: Slot<readonly number[]>;
  /** The context of the running code. */
  context: Context;
  readonly facts: Facts;
  /** How deep expressions and statements are nested at present. */
  nesting = 0;
  /** Nodes that all entry points so far have visited in functions that they called. */
  entered = 0;
  /** Work of runs that were repeated: it counts no more. */
  private repeated = { nodes: 0, effort: 0 };
  /** Part of the file was not looked at. */
  gaveUpWork = false;
  readonly functionNames = new FunctionNames();
  readonly callbacks = new Callbacks();
  readonly summaries: Summaries;
  readonly classes = new ClassMemory();
  readonly standIns = new StandIns();
  readonly modules = new Map<TS.SourceFile, Module>();
  /** Builtins that were asked for, by their global names. */
  readonly globals = new Map<string, Builtin | undefined>();
  readonly methods = new Map<string, Builtin>();
  readonly thawed = new WeakMap<Value, Abstract>();
  /** For arrays that `split` made of a string with holes: gives the result of `join`. */
  readonly splits = new WeakMap<Cell, (between: Abstract) => Abstract | undefined>();
  /** How many loops within others have run but once, while those looked for the start of their rounds. */
  shortenedLoops = 0;
  private readonly gatheredBefore = gatheredCells();
  private readonly resolved = new Map<TS.Node, TS.SourceFile | null>();
  private readonly moduleRoots = new Map<TS.SourceFile, Root>();

  constructor(input: MachineInput) {
    this.ts = input.ts;
    this.sourceFile = input.sourceFile;
    this.checker = input.checker;
    this.sources = input.sources;
    this.library = input.library;
    this.limits = input.limits;
    this.awaitedCalls = new AwaitedCalls(input.ts);
    this.lateWrites = input.lateWrites;
    this.steps = input.steps;
    this.summaries = new Summaries(this, input.summarises);
    this.state = new State((slot, value) => {
      this.visibility.noteWrite(slot, value);
    });
    this.identities = new Identities(this.state);
    this.facts = new Facts(this.state);
    this.context = {
      root: this.moduleRoot(input.sourceFile),
      timeline: { since: undefined },
      conditional: false,
      searching: 0,
      budget: { allowance: input.limits.nodesPerRoot, spent: 0 },
    };
    this.answered = new Slot<readonly number[]>([], answeredLattice, undefined, 0, undefined);
    this.refused = new Slot<readonly number[]>([], answeredLattice, undefined, 0, undefined);
  }

  /** Runs something in another context, and restores the present one, also after an exception. */
  within<T>(change: Partial<Context>, run: () => T): T {
    const { context } = this;
    this.context = { ...context, ...change };
    try {
      return run();
    } finally {
      this.context = context;
    }
  }

  moduleRoot(file: TS.SourceFile): Root {
    let root = this.moduleRoots.get(file);
    if (!root) {
      root = { node: file, parent: undefined, since: Infinity, file, made: [], escapes: false, independent: false };
      this.moduleRoots.set(file, root);
    }
    return root;
  }

  /** @returns the source file that an import names, if its source is at hand. */
  resolveModule(from: TS.SourceFile, specifier: TS.StringLiteralLike): TS.SourceFile | undefined {
    const known = this.resolved.get(specifier);
    if (known !== undefined) return known ?? undefined;
    const name = this.entered <= this.limits.entered ? this.sources.find(from.fileName, specifier.text) : undefined;
    const file = name === undefined ? undefined : this.sources.file(name);
    const found = file === from ? undefined : file;
    this.resolved.set(specifier, found ?? null);
    return found;
  }

  range(frame: { readonly file: TS.SourceFile }, node: TS.Node): Range {
    return { start: node.getStart(frame.file), end: node.end };
  }

  place(frame: Frame, node: TS.Node): Place {
    return { file: frame.file, range: this.range(frame, node), activation: frame.activation };
  }

  /** How much has been joined, copied and gathered so far. */
  get effort(): number {
    return this.state.effort + (gatheredCells() - this.gatheredBefore) / bounds.cellsPerEffort;
  }

  /** Counts a syntax node. */
  visit(): void {
    this.work.nodes += 1;
    const { nodes, effort } = this.repeated;
    if (this.work.nodes - nodes > this.limits.nodes || this.effort - effort > bounds.effortPerNode * this.limits.nodes)
      throw new OutOfWork();
  }

  /** @returns the work spent so far, for `takeBackWork`, without what was repeated. */
  get spentWork(): SpentWork {
    const { nodes, effort } = this.repeated;
    return { nodes: this.work.nodes - nodes, effort: this.effort - effort, entered: this.entered };
  }

  /** The work between two points is repeated, so it does not count against the bounds, up to as much as all passes may take. */
  takeBackWork(from: SpentWork, to: SpentWork): void {
    if (this.repeated.nodes > bounds.passes * this.limits.nodes) return;
    this.repeated.nodes += to.nodes - from.nodes;
    this.repeated.effort += to.effort - from.effort;
    this.entered -= to.entered - from.entered;
  }

  /** Counts a syntax node of a function that was called. */
  spend(): void {
    this.context.budget.spent += 1;
    this.entered += 1;
  }

  isExhausted(): boolean {
    const { allowance, spent } = this.context.budget;
    return spent > allowance || this.entered > this.limits.entered;
  }

  /** Notes that a part of the file is not looked at: it may hold requests. */
  leaveOut(): void {
    this.gaveUpWork = true;
    this.giveUp();
  }

  /** Notes that something was not followed whose effects may reach anywhere. */
  giveUp(): void {
    this.lateWrites.giveUp();
  }
}

export const answeredLattice = pathLattice<readonly number[]>(
  (left, right) => left.filter((id) => right.includes(id)),
  (left, right) => left.length === right.length && left.every((id) => right.includes(id)),
);
