import type { ClassId, ValueId } from "../code/graph";
import type { Library } from "../clients/native";
import { tellsClass } from "../syntax/classes-by-name";
import type { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import type { CallSite, FunctionSite } from "../project/sites";
import { ByPlace } from "./leads/by-place";
import type { CallState } from "./leads/call-state";
import { Calls } from "./leads/calls";
import type { Callee, CallerSite, Evaluation } from "./leads/callee";
import type { FileFlow } from "./track/file-flow";
import type { TypeUse } from "./track/type-uses";
import { callsAbout } from "./leads/about";
import { findInstances } from "./instances";
import { Leading, type LeadingCall } from "./leads/leading";
import { Latecomers } from "./latecomers";
import { mayCallMember } from "./member-calls";
import { mostOfAName, Scope } from "./scope";
import { declaredObjects } from "./track/seeds";
import { Suppliers, type Way } from "./leads/suppliers";
import { toldBy } from "./leads/told";
import { Tracker } from "./track/tracker";

export interface FlowInput {
  readonly project: Project;
  readonly library: Library;
  readonly evaluation: Evaluation;
  /** The files under analysis. A file that is queried later joins them. Absent: the whole project. */
  readonly looked?: readonly string[] | undefined;
}

/** A call that something of interest flows into, with its verdict. */
export interface CandidateCall extends CallSite {
  /** `possible`: it calls a method of an unknown object, by the name of one that leads to a request. */
  readonly verdict: "sends" | "leads" | "possible" | "neither";
  readonly callees: readonly Callee[];
}

/**
 * Determines which calls of a project send requests or lead to them, who calls a function, and where classes are instantiated. Clients are followed forwards
 * through the value graphs; each call that they reach is verified by evaluating its callee.
 */
export class Flow {
  readonly #project: Project;
  readonly #tracker: Tracker;
  readonly #scope: Scope;
  readonly #leading: Leading;
  readonly #calls: Calls;
  readonly #latecomers: Latecomers;
  readonly #possible = new ByPlace<true>();
  /** By method name: how many of the files that read it have been searched for calls by that name alone. */
  readonly #searchedReaders = new Map<string, number>();
  /** The files to begin with that are still to be loaded, last first. */
  #starting: string[] | undefined;
  #isReported = false;
  #searchedFlows = 0;
  /** Number of names and files at the last search for calls by name. Without a change, there is nothing new to find. */
  #named = 0;

  constructor({ project, library, evaluation, looked }: FlowInput) {
    this.#project = project;
    // Without a list of the project's files, imports decide which files take part.
    this.#scope = new Scope(project, library, looked ?? (project.sources.all ? undefined : []));
    this.#tracker = new Tracker({
      project,
      library,
      evaluation,
      mayLoad: (name) => this.#scope.mayLoad(name),
      onCall: (flow, call) => {
        this.#calls.look(flow, call);
      },
      onResult: (flow, of, marks) => {
        this.#calls.gives(flow, of, marks);
        this.#leading.track(flow, of);
      },
      onClass: (flow, of, marks) => {
        this.#calls.makes(flow, of, marks);
      },
    });
    this.#leading = new Leading(this.#tracker);
    const suppliers = new Suppliers(({ file }) => this.#tracker.flows.get(file));
    this.#calls = new Calls(this.#tracker, suppliers, this.#leading);
    this.#latecomers = new Latecomers({
      project,
      tracker: this.#tracker,
      scope: this.#scope,
      leading: this.#leading,
      run: () => {
        this.#run();
      },
    });
  }

  /** Number of values in all files that take part. */
  get size(): number {
    return this.#tracker.size;
  }

  /** @returns the calls of a file that something of interest flows into, in the order of the code. */
  candidateCalls(file: ProjectFile): readonly CandidateCall[] {
    this.#admit(file);
    this.#project.following(() => {
      this.#latecomers.admit(file);
    });
    if (!this.#tracker.flows.has(file)) return [];
    const flow = this.#follow(file);
    const found = [...this.#calls.statesOf(flow)].flatMap((state): CandidateCall[] =>
      state.isOfInterest || this.#leading.isLeading(state)
        ? [{ file, call: state.call, verdict: this.#verdict(state), callees: state.callees }]
        : [],
    );
    return found.toSorted((one, other) => one.call - other.call);
  }

  /** @returns the candidate calls to whose requests the code at a position may contribute. */
  candidateCallsAbout(file: ProjectFile, position: number): readonly CandidateCall[] {
    const candidates = this.candidateCalls(file);
    const flow = this.#tracker.flows.get(file);
    return flow ? callsAbout(flow, position, candidates) : candidates;
  }

  /** @returns false if a file takes part, and its value graph omits code that is nested too deeply. */
  hasSeenAllOf(file: ProjectFile): boolean {
    return !this.#tracker.flows.has(file) || file.code.isWhole;
  }

  /** @returns the calls that send or lead, those nearest to a sender first. */
  get leadingCalls(): readonly CallSite[] {
    this.#run();
    return this.#leading.nearestFirst.map(({ flow, call }) => ({ file: flow.file, call }));
  }

  /** @returns the files that marks have reached. */
  get files(): readonly ProjectFile[] {
    this.#run();
    return [...this.#tracker.flows.keys()];
  }

  /** @returns the ways without which some callees of a call are unknown. */
  waysOf({ file, call }: CallSite): readonly Way[] {
    const state = this.#calls.stateOf(this.#follow(file), call);
    return state ? [...state.ways.values()].flat() : [];
  }

  /** @returns whether a call sends, or leads to a request. */
  isLeading({ file, call }: CallSite): boolean {
    const state = this.#stateOf({ file, call });
    return state !== undefined && this.#leading.isLeading(state);
  }

  /** @returns the callees of a call; none if no mark has reached it. */
  calleesOf({ file, call }: CallSite): readonly Callee[] {
    return this.#stateOf({ file, call })?.callees ?? [];
  }

  /** @returns the calls in a function that send or lead, without those in nested functions. */
  sitesIn(site: FunctionSite): readonly LeadingCall[] {
    this.#follow(site.file);
    return this.#leading.sitesIn(site);
  }

  /** @returns the calls that run a function, whether or not it leads to a request. */
  callersOf({ file, function: id }: FunctionSite): readonly CallerSite[] {
    this.#project.sources.asked?.byCallers();
    const flow = this.#follow(file);
    this.#leading.track(flow, id);
    this.#run();
    return this.#leading.callersOf(flow, id);
  }

  /** @returns the calls that instantiate a class: `new`, `new` of a subclass, and `super` in a subclass. Nothing is evaluated. */
  instancesOf(file: ProjectFile, id: ClassId): readonly CallSite[] {
    return findInstances(this.#project, file, id);
  }

  /** @returns the object literals of a file that declare a request without a call. */
  declaredIn(file: ProjectFile): readonly ValueId[] {
    return this.#tracker.library.declared ? declaredObjects(this.#tracker, this.#follow(file)) : [];
  }

  /** @returns the state of a call in a file that takes part. */
  #stateOf({ file, call }: CallSite): CallState | undefined {
    const flow = this.#tracker.flows.get(file);
    return flow && this.#calls.stateOf(flow, call);
  }

  #admit(file: ProjectFile): void {
    this.#project.following(() => {
      for (const name of this.#scope.follow(file.name)) this.#tracker.load(name);
    });
    this.#run();
  }

  #follow(file: ProjectFile): FileFlow {
    this.#admit(file);
    const flow = this.#project.following(() => this.#tracker.flowOf(file));
    this.#run();
    return flow;
  }

  #run(): void {
    const pieces = this.pieces();
    while (pieces.next().done !== true);
  }

  /** Follows all files, in pieces between which the host may interrupt. Reports the summary of the flow once. */
  *pieces(): Generator<void> {
    const pieces = this.#pieces();
    while (this.#project.following(() => pieces.next()).done !== true) yield;
    const { asked } = this.#project.sources;
    if (asked && !this.#isReported) asked.followed(toldBy(this.#tracker, this.#calls, this.#leading));
    this.#isReported = true;
  }

  *#pieces(): Generator<void> {
    this.#starting ??= this.#scope.start().toReversed();
    for (let name = this.#starting.pop(); name !== undefined; name = this.#starting.pop()) {
      this.#tracker.load(name);
      yield;
    }
    do {
      yield* this.#tracker.pieces();
    } while (this.#admitSuppliers() || this.#visitByName());
  }

  /** Admits files that may supply a value of a declared type or a subclass: no import need lead to them. */
  #admitSuppliers(): boolean {
    if (this.#searchedFlows === this.#tracker.flows.size) return false;
    const flows = [...this.#tracker.flows.values()];
    const fresh = flows.slice(this.#searchedFlows);
    const names = new Set(
      fresh.flatMap((flow) => [...this.#typeNames(flow), ...classNames(flow), ...contextNames(flow)]),
    );
    let found = false;
    for (const name of names)
      for (const each of this.#scope.admit(this.#scope.handing(name))) {
        this.#tracker.load(each);
        found = true;
      }
    this.#searchedFlows = flows.length;
    return found;
  }

  /** @returns the types of the project that a file uses. Values of platform types need no supplier. */
  #typeNames({ file, code, typeUses }: FileFlow): readonly string[] {
    const imported = new Map(code.imports.map(({ local, specifier }) => [local, specifier]));
    const declared = new Set([...code.declaredTypes, ...code.classes].map(({ name }) => name));
    const isOfProject = ({ name: [first] }: TypeUse): boolean => {
      const specifier = imported.get(first);
      return specifier === undefined ? declared.has(first) : this.#project.importedName(file, specifier) !== undefined;
    };
    return [...typeUses].flatMap(([name, uses]) => (uses.some(isOfProject) ? name : []));
  }

  /** Visits calls of leading methods by name on unknown receivers: the evaluation may resolve a receiver that no mark reached. */
  #visitByName(): boolean {
    const named = this.#leading.named + this.#tracker.flows.size;
    if (named === this.#named) return false;
    let found = false;
    for (const [name, methods] of this.#leading.names) {
      this.#project.steps.take();
      if (!tellsClass(name) || methods.size > mostOfAName) continue;
      const before = this.#searchedReaders.get(name);
      if (before === undefined) this.#loadReaders(name);
      const readers = this.#tracker.readersOf(name);
      this.#searchedReaders.set(name, readers.length);
      for (const flow of readers.slice(before ?? 0)) if (this.#visitReads(flow, name)) found = true;
    }
    // Set last, so that an interrupted search is repeated.
    this.#named = named;
    return found;
  }

  #loadReaders(name: string): void {
    const { words } = this.#project;
    for (const each of words.filesWith(name))
      if (mayCallMember(words.textOf(each) ?? "", name)) this.#tracker.load(each);
  }

  #visitReads(flow: FileFlow, name: string): boolean {
    let found = false;
    for (const id of flow.code.membersByName.get(name) ?? []) {
      if (flow.marks[id] !== 0 || flow.code.values[id]?.kind !== "member") continue;
      flow.eachUser(id, (user) => {
        const node = flow.code.values[user];
        if (node?.kind !== "call" || node.callee !== id) return;
        this.#possible.set(flow, user, true);
        this.#calls.lookByName(flow, user);
        found = true;
      });
    }
    return found;
  }

  #verdict(state: CallState): CandidateCall["verdict"] {
    if (this.#leading.isLeading(state))
      return state.callees.some((each) => each.kind === "native" && each.sends) ? "sends" : "leads";
    const isUnknown = state.callees.every(({ kind }) => kind === "unknown");
    return isUnknown && this.#possible.get(state.flow, state.call) === true ? "possible" : "neither";
  }
}

function classNames({ code }: FileFlow): readonly string[] {
  return code.classes.flatMap(({ name, members }) =>
    name !== undefined && members.some((each) => each.abstract) ? name : [],
  );
}

/** @returns the names of imported contexts: another file may provide their value. */
function contextNames({ code }: FileFlow): readonly string[] {
  return code.imports.flatMap(({ name }) => (name.endsWith("Context") ? name : []));
}
