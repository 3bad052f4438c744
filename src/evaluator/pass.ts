import type TS from "typescript";
import { Callbacks } from "./calls/callbacks";
import { ClassMemory } from "./classes/class-memory";
import { newBudget } from "./domain/budgets";
import type { Context } from "./domain/context";
import type { Root } from "./domain/domain";
import { Identities } from "./domain/identities";
import { bounds, type Limits, type Work } from "./domain/limits";
import { pathLattice } from "./domain/slots";
import { Slot } from "./domain/slots";
import { gatheredCells } from "./domain/values";
import type { AsyncWrites } from "./interference/async-writes";
import { Visibility } from "./interference/visibility";
import type { Machine } from "./machine";
import { Recorder } from "./models/recorder";
import type { Module } from "./modules/modules";
import type { Sources } from "./modules/sources";
import type { Steps } from "./step-signatures";
import { Facts } from "./store/facts";
import { ForeignWrites } from "./store/foreign-writes";
import type { WriteLog } from "./store/journal";
import { StandIns } from "./types/stand-ins";

export interface PassInput {
  /** The file that runs, or whose code does. */
  readonly file: TS.SourceFile;
  /** Whether it runs the file's top level. Else it takes over what that has made. */
  readonly runsFile: boolean;
  /** The file under analysis, which shows where values come in. */
  readonly analysed: TS.SourceFile;
  readonly limits: Limits;
  readonly sources: Sources;
  readonly lateWrites: AsyncWrites;
  readonly steps: Steps;
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
  /** The context of the running code. */
  context: Context;
  /** How deep expressions and statements are nested at present. */
  nesting = 0;
  /** Nodes that all entry points so far have visited in functions that they called. */
  entered = 0;
  /** Work of runs that were repeated, or are not its own: it counts no more. */
  readonly repeated = { nodes: 0, effort: 0 };
  /** Calls of the entry points' own code that a bound has cut before they sent anything. */
  readonly cutCalls = new Set<TS.Node>();
  /** Part of the file was not looked at. */
  gaveUpWork = false;
  /** Modules whose top levels have begun to run, and have not ended. */
  waitingModules = 0;
  /** How many loops within others have run but once, while those looked for the start of their rounds. */
  shortenedLoops = 0;
  private readonly effortBefore: number;

  constructor(
    private readonly machine: Machine,
    readonly input: PassInput,
  ) {
    const { state } = machine;
    this.recorder = new Recorder((input.order ?? 0) * bounds.requestsPerPass);
    this.identities = new Identities(state, machine.globalIdentities);
    this.facts = new Facts(state);
    this.visibility = new Visibility(machine);
    this.effortBefore = this.effortSoFar();
    this.context = {
      root: this.moduleRoot(input.file),
      timeline: { since: undefined },
      conditional: false,
      searching: 0,
      budget: newBudget(input.limits.nodesPerRoot),
    };
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

  /** How much has been joined, copied and gathered so far. */
  get effort(): number {
    return this.effortSoFar() - this.effortBefore;
  }

  private effortSoFar(): number {
    return this.machine.state.effort + gatheredCells() / bounds.cellsPerEffort;
  }
}

export const answeredLattice = pathLattice<readonly number[]>(
  (left, right) => left.filter((id) => right.includes(id)),
  (left, right) => left.length === right.length && left.every((id) => right.includes(id)),
);
