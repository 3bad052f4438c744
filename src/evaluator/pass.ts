import type TS from "typescript";
import { Callbacks } from "./calls/callbacks";
import { ClassMemory } from "./classes/class-memory";
import { newBudget } from "./domain/budgets";
import type { Context } from "./domain/context";
import type { Frame, Root } from "./domain/domain";
import { Identities } from "./domain/identities";
import { bounds, type Limits, type Work } from "./domain/limits";
import { pathLattice } from "./domain/slots";
import { Slot } from "./domain/slots";
import type { AsyncWrites } from "./interference/async-writes";
import { Visibility } from "./interference/visibility";
import { Recorder } from "./models/recorder";
import type { Program } from "./program";
import type { Module } from "./modules/module";
import type { Sources } from "../project/sources";
import { Run } from "./run";
import { Facts } from "./store/facts";
import { ForeignWrites } from "./store/foreign-writes";
import type { WriteLog } from "./store/journal";
import { StandIns } from "./types/stand-ins";

/** Follows a file as it runs. */
export interface Observer {
  /** Called before a statement runs. What it throws ends the work. */
  readonly before?: (() => void) | undefined;
  /** Told of a statement that has run, with the state after it. */
  readonly after?: ((program: Program, frame: Frame, node: TS.Statement) => void) | undefined;
}

export interface PassInput {
  /** The file that runs, or whose code does. */
  readonly file: TS.SourceFile;
  /** Whether it runs the file's top level. Else it takes over the result of that run. */
  readonly runsFile: boolean;
  /** The file under analysis, which shows where values come in. */
  readonly analysed: TS.SourceFile;
  readonly limits: Limits;
  readonly sources: Sources;
  readonly asyncWrites: AsyncWrites;
  readonly observer?: Observer | undefined;
  /** How many passes share what they make, and number their requests, before this one; absent: it does not share. */
  readonly order?: number;
}

/**
 * One pass over a file: the analysed one, or a module that is run once for all files. All that a pass knows and changes ends with it, but for what
 * `modules/shared-modules.ts` keeps.
 */
export class Pass {
  /** Stands for the pass in what outlives it. */
  readonly id = {};
  /** The file under analysis, which shows where values come in. */
  readonly sourceFile: TS.SourceFile;
  readonly limits: Limits;
  readonly sources: Sources;
  readonly asyncWrites: AsyncWrites;
  readonly run: Run;
  readonly work: Work = { passes: 1, nodes: 0, typeLookups: 0, calls: 0, joined: 0 };
  readonly recorder: Recorder;
  readonly identities: Identities;
  readonly facts: Facts;
  readonly visibility: Visibility;
  readonly callbacks = new Callbacks();
  readonly classes = new ClassMemory();
  readonly standIns = new StandIns();
  /** What it has changed of other passes. */
  readonly foreign = new ForeignWrites();
  readonly modules = new Map<TS.SourceFile, Module>();
  readonly moduleRoots = new Map<TS.SourceFile, Root>();
  /** By call of `catch` or `then`: the states in which the promise before it may be rejected. */
  readonly rejections = new WeakMap<TS.Node, WriteLog>();
  /** What it has asked the index of the project's names. */
  readonly questions = new Set<string>();
  /** The files that imports name, by specifier. */
  readonly resolved = new Map<TS.Node, TS.SourceFile | null>();
  /** Requests that have surely been answered. */
  readonly answered = new Slot<readonly number[]>([], answeredLattice, undefined, 0, undefined);
  /** Requests that may have been refused where the code that runs is reached: a condition on their status led here. */
  readonly refused = new Slot<readonly number[]>([], answeredLattice, undefined, 0, undefined);
  /** Calls of the entry points' own code that a bound has cut before they sent anything. */
  readonly cutCalls = new Set<TS.Node>();
  /** Part of the file was not looked at. */
  gaveUpWork = false;
  /** Modules whose top levels have begun to run, and have not ended. */
  waitingModules = 0;
  /** How many loops within others have run but once, while those looked for the start of their rounds. */
  shortenedLoops = 0;

  constructor(
    program: Program,
    readonly input: PassInput,
  ) {
    const { state } = program;
    const { analysed, asyncWrites, file, limits, order = 0, sources } = input;
    this.sourceFile = analysed;
    this.limits = limits;
    this.sources = sources;
    this.asyncWrites = asyncWrites;
    this.recorder = new Recorder(order * bounds.requestsPerPass);
    this.identities = new Identities(state, program.globalIdentities);
    this.facts = new Facts(state);
    this.visibility = new Visibility(program);
    const context: Context = {
      root: this.moduleRoot(file),
      timeline: { since: undefined },
      conditional: false,
      searching: 0,
      budget: newBudget(limits.nodesPerRoot),
    };
    this.run = new Run(context, limits, this.work, state);
  }

  moduleRoot(file: TS.SourceFile): Root {
    let root = this.moduleRoots.get(file);
    if (!root) {
      const own = { made: [], escapes: false, independent: false, pass: this.id };
      root = { node: file, parent: undefined, since: Infinity, file, ...own };
      this.moduleRoots.set(file, root);
    }
    return root;
  }

  /** @returns the source file that an import names, if its source is at hand. */
  resolveModule(from: TS.SourceFile, specifier: TS.StringLiteralLike): TS.SourceFile | undefined {
    const { limits, resolved, run, sources } = this;
    const known = resolved.get(specifier);
    if (known !== undefined) return known ?? undefined;
    const name = run.entered <= limits.entered ? sources.find(from.fileName, specifier.text) : undefined;
    const file = name === undefined ? undefined : sources.file(name);
    const found = file === from ? undefined : file;
    resolved.set(specifier, found ?? null);
    return found;
  }

  /** Asks the index of the project's names: see `Sources.declaring`. */
  declaring(member: string): readonly string[] {
    this.questions.add(member);
    return this.sources.declaring?.(member) ?? [];
  }

  /**
   * Runs something whose result is kept for all entry points: it is no part of the call that asks for it first.
   *
   * @param asker on whose behalf it runs.
   */
  shared<T>(run: () => T, asker = this.asyncWrites.all): T {
    return this.asyncWrites.askedBy(asker, run);
  }

  /** Notes that a part of the file is not looked at: it may hold requests. */
  leaveOut(): void {
    this.gaveUpWork = true;
    this.giveUp();
  }

  /** Notes that something was not followed whose effects may reach anywhere. */
  giveUp(): void {
    this.asyncWrites.giveUp();
  }
}

export const answeredLattice = pathLattice<readonly number[]>(
  (left, right) => left.filter((id) => right.includes(id)),
  (left, right) => left.length === right.length && left.every((id) => right.includes(id)),
);
