import type { ClassId, FunctionId, ValueId } from "../../code/graph";
import type { Call } from "../../code/values";
import { calleesByName, constructorOf } from "./by-name";
import { ByPlace } from "./by-place";
import type { CallSite, FunctionSite } from "../../project/sites";
import type { CallListener, CallState, Entry } from "./call-state";
import { type Callee, type CallerSite, isSameCallee } from "./callee";
import { consume, provide } from "./context-elements";
import type { FileFlow } from "../track/file-flow";
import { begun, client, holder, type Marks, nothing } from "../track/marks";
import { collectionMethods, languageMethods } from "./language-methods";
import { functionsIn, type GivenFunction, staticCallee } from "../static-callee";
import { markRoot } from "../track/steps";
import { argumentBit } from "../supply/supplied";
import type { Suppliers, Way } from "./suppliers";
import type { Tracking } from "../track/tracking";

/** Passes marks through calls: from arguments to parameters, from results to calls. */
export class Calls {
  readonly #tracking: Tracking;
  readonly #suppliers: Suppliers;
  readonly #listener: CallListener;
  readonly #states = new ByPlace<CallState>();
  /** By function: the calls whose result may be that of the function. */
  readonly #results = new ByPlace<Set<CallState>>();
  /** By class: the calls that instantiate it. */
  readonly #instances = new ByPlace<Set<CallState>>();
  /** By function: calls within it whose callees another supplier may reveal. */
  readonly #open = new ByPlace<Set<CallState>>();

  constructor(tracking: Tracking, suppliers: Suppliers, listener: CallListener) {
    this.#tracking = tracking;
    this.#suppliers = suppliers;
    this.#listener = listener;
  }

  /** @returns the states of a file's visited calls. */
  statesOf(flow: FileFlow): Iterable<CallState> {
    return this.#states.ofFile(flow);
  }

  /** @returns the state of a call, if the call has been visited. */
  stateOf(flow: FileFlow, call: ValueId): CallState | undefined {
    return this.#states.get(flow, call);
  }

  /** Visits a call whose callee or an argument has got a mark. */
  look(flow: FileFlow, call: ValueId): void {
    const node = flow.code.values[call];
    if (node?.kind === "jsx") this.#element(flow, call);
    if (node?.kind !== "call") return;
    const state = this.#takeState(flow, call);
    const calleeMarks = flow.marks[node.callee] ?? nothing;
    state.isOfInterest ||= calleeMarks !== nothing;
    if (!state.isOfInterest && this.#isCollection(flow, node)) this.#collection(state, node);
    else if (state.isOfInterest || node.receiver === undefined || this.#argumentMarks(state, node) !== nothing) {
      // A method call with marks on its receiver alone is skipped: the method's name gets a mark when some method of that name leads to a request, or gives
      // something.
      this.#resolve(state, node);
      for (const callee of state.callees) this.#enter(state, node, callee);
    }
  }

  /** Visits a call of a method that is known by its name alone. */
  lookByName(flow: FileFlow, call: ValueId): void {
    this.#takeState(flow, call).isOfInterest = true;
    this.look(flow, call);
  }

  /** Passes the marks of a function's result on to the calls that run it. */
  gives(flow: FileFlow, of: FunctionId, marks: Marks): void {
    for (const state of this.#results.get(flow, of) ?? []) {
      this.#tracking.mark(state.flow, state.call, marks);
      this.#begin(state, marks);
    }
  }

  /** Treats a call as a sender if its callee begins a request: code around the call completes it. */
  #begin(state: CallState, marks: Marks): void {
    if ((marks & begun) === 0) return;
    if (state.callees.some(({ kind }) => kind !== "function" && kind !== "unknown")) return;
    if (!this.#tracking.evaluation.begins({ file: state.flow.file, call: state.call })) return;
    state.callees = [...state.callees, { kind: "native", sends: true, gives: true, begins: true }];
    this.#listener.onNative({ state }, true);
  }

  /** Passes the marks of a class's instances on to the calls that create them. */
  makes(flow: FileFlow, of: ClassId, marks: Marks): void {
    for (const { flow: at, call } of this.#instances.get(flow, of) ?? []) this.#tracking.mark(at, call, marks);
  }

  #takeState(flow: FileFlow, call: ValueId): CallState {
    const make = (): CallState => ({ flow, call, callees: [], ways: new Map(), asked: -1, isOfInterest: false });
    return this.#states.take(flow, call, make);
  }

  #resolve(state: CallState, node: Call): void {
    const { flow, call } = state;
    const site: CallSite = { file: flow.file, call };
    const isFirst = state.asked < 0;
    if (isFirst) {
      state.callees =
        calleesByName(this.#tracking, flow, node) ??
        this.#tracking.evaluation.calleesOf(site, [], this.#isLikely(flow, node));
      state.asked = 0;
    }
    // Another way may reveal another callee.
    const isKnown = state.ways.size === 0 && state.callees.every((each) => each.kind !== "unknown");
    if (isKnown && state.callees.length > 0) return;
    const ways = this.#suppliers.waysTo(flow, node.in, flow.code.values[node.callee]?.depends ?? 0);
    if (!isFirst && state.asked === ways.length) return;
    state.asked = ways.length;
    this.#resolveBy(state, node, ways);
    for (let id = node.in; id >= 0; id = flow.code.functions[id]?.outer ?? -1)
      this.#open.take(flow, id, () => new Set()).add(state);
  }

  /** Resolves the callees that the call alone does not reveal, once for each known way into the enclosing function. */
  #resolveBy(state: CallState, node: Call, ways: readonly Way[]): void {
    const site: CallSite = { file: state.flow.file, call: state.call };
    const isLikely = this.#isLikely(state.flow, node);
    const found: Callee[] = state.callees.filter((each) => !state.ways.has(each));
    state.ways.clear();
    for (const whole of ways) {
      const { way, callees } = this.#calledBy(site, whole, isLikely);
      for (const callee of callees) {
        if (callee.kind === "unknown") continue;
        const known = found.find((each) => isSameCallee(each, callee));
        if (!known) found.push(callee);
        const before = state.ways.get(known ?? callee);
        if (!known || before) state.ways.set(known ?? callee, [...(before ?? []), way]);
      }
    }
    state.callees = found;
  }

  /** Resolves the callees for one way, by the shortest prefix of the way that suffices: callers further out do not matter. */
  #calledBy(site: CallSite, way: Way, isLikely: boolean): { readonly way: Way; readonly callees: readonly Callee[] } {
    for (let count = 1; count < way.calls.length; count += 1) {
      const calls = way.calls.slice(0, count);
      const callees = this.#tracking.evaluation.calleesOf(site, calls, isLikely);
      if (callees.length > 0 && callees.every(({ kind }) => kind !== "unknown"))
        return { way: { ...way, calls, entered: way.entered.slice(0, count - 1) }, callees };
    }
    return { way, callees: this.#tracking.evaluation.calleesOf(site, way.calls, isLikely) };
  }

  /** Whether a callee may belong to the project or a client. `names.slice(1)` on a holder may not: no file defines `slice`. */
  #isLikely(flow: FileFlow, { callee }: Call): boolean {
    const node = flow.code.values[callee];
    if (node?.kind !== "member" || typeof node.key !== "string" || this.#tracking.defines(node.key)) return true;
    return ((flow.marks[node.object] ?? nothing) & client) !== 0 && !languageMethods.has(node.key);
  }

  #enter(state: CallState, node: Call, callee: Callee): void {
    const isShifted = callee.kind === "function" && callee.isShifted;
    const entry: Entry = { state, ways: state.ways.get(callee), isShifted };
    if (callee.kind === "function") {
      this.#enterFunction(entry, node, callee.site.function, callee.site.file.name);
      for (const index of callee.clients ?? []) this.#handClient(state, callee.site, index);
    } else if (callee.kind === "class") this.#construct(entry, node, callee);
    else if (callee.kind === "native") {
      if (callee.gives) this.#tracking.mark(state.flow, state.call, callee.begins ? client | begun : client);
      // `Octokit.plugin((octokit) => …)`: a factory of clients passes them to its callbacks.
      if (callee.gives && !callee.sends) this.#passToCallbacks(state, node, client);
      this.#listener.onNative(entry, callee.sends);
      // A package may memoise, debounce or store an argument, and return it.
      if (!callee.sends) this.#passThrough(state, node, true);
      this.#registerCallbacks(state, node);
    } else {
      // The result of an unknown function is unknown, whatever its arguments.
      this.#passThrough(state, node, callee.kind === "builtin");
      this.#registerCallbacks(state, node);
    }
  }

  #enterFunction(entry: Entry, node: Call, id: FunctionId, name: string): void {
    const { state } = entry;
    const target = this.#tracking.load(name);
    const code = target?.code.functions[id];
    if (!target || !code) return;
    this.#listener.onCaller(entry, target, id);
    this.#passArguments(state, entry.isShifted ? spread(node.arguments) : node.arguments, target, id);
    this.#registerClosures(state, node);
    const self = node.receiver === undefined ? nothing : (state.flow.marks[node.receiver] ?? nothing);
    if (self !== nothing && code.class === undefined)
      for (const each of target.selves.of(id)) this.#tracking.mark(target, each, self);
    this.#results.take(target, id, () => new Set()).add(state);
    // `new` of a constructor function: its instances have the members of the prototype.
    const instanceMarks =
      node.how === "new" && code.value !== undefined ? (target.marks[code.value] ?? nothing) & holder : nothing;
    const result = (target.resultMarks[id] ?? nothing) | instanceMarks;
    if (result === nothing) return;
    this.#tracking.mark(state.flow, state.call, result);
    this.#begin(state, result);
  }

  /** A client hands a client to a function that it runs: `endpoints: (builder) => …`. */
  #handClient({ flow, call }: CallState, { file, function: id }: FunctionSite, index: number): void {
    const target = this.#tracking.load(file.name);
    const parameter = target?.code.functions[id]?.parameters[index];
    if (!target || !parameter) return;
    this.#supply(target, id, { file: flow.file, call, isShifted: true }, argumentBit(index));
    this.#tracking.mark(target, parameter.value, client);
  }

  /** Registers a closure's creator as its caller: what a closure sends depends on the captured variables, whoever runs it. */
  #registerClosures(state: CallState, node: Call): void {
    const { flow } = state;
    for (const [argument, { value }] of node.arguments.entries()) {
      if ((flow.marks[value] ?? nothing) === nothing) continue;
      for (const { file, function: id } of functionsIn(this.#tracking.project, flow.file, value))
        if (file === flow.file && file.code.functions[id]?.outer === node.in)
          this.#listener.onCaller({ state }, flow, id, argument);
    }
  }

  #passArguments(state: CallState, given: Call["arguments"], target: FileFlow, id: FunctionId): void {
    const code = target.code.functions[id];
    const parameters = code?.parameters ?? [];
    const firstSpread = given.findIndex((each) => each.spread);
    for (const [index, { value }] of given.entries()) {
      const isSpread = firstSpread >= 0 && index >= firstSpread;
      const marks = state.flow.marks[value] ?? nothing;
      if (marks === nothing) continue;
      for (const [at, parameter] of parameters.entries()) {
        const isTaken = isSpread ? at >= firstSpread : parameter.rest ? at <= index : at === index;
        if (!isTaken) continue;
        this.#supply(target, id, { file: state.flow.file, call: state.call }, argumentBit(at));
        this.#tracking.mark(target, parameter.value, marks);
      }
    }
  }

  /** Records a supplier, which may reveal the callees of calls that are unresolved. */
  #supply(target: FileFlow, id: FunctionId, site: CallerSite, parameter: number): void {
    if (this.#tracking.holdsBack(target) || !this.#suppliers.add(target, id, site, parameter)) return;
    for (const { flow, call } of this.#open.get(target, id) ?? []) this.#tracking.schedule(flow, call);
  }

  #construct(entry: Entry, node: Call, { file, class: id }: Extract<Callee, { kind: "class" }>): void {
    const { state } = entry;
    const target = this.#tracking.load(file.name);
    const code = target?.code.classes[id];
    if (!target || !code) return;
    this.#listener.onInstance(entry, target, id);
    this.#instances.take(target, id, () => new Set()).add(state);
    const marks = target.classMarks[id] ?? nothing;
    if (marks !== nothing && node.how === "new") this.#tracking.mark(state.flow, state.call, marks);
    const found = constructorOf(this.#tracking, target, id);
    if (found) this.#enterConstructor(entry, node, found);
  }

  #enterConstructor(entry: Entry, node: Call, { flow, id }: { flow: FileFlow; id: FunctionId }): void {
    this.#listener.onCaller(entry, flow, id);
    this.#passArguments(entry.state, node.arguments, flow, id);
  }

  /** `<Orders api={api} />`: the component's parameter is the object of attributes. */
  #element(flow: FileFlow, call: ValueId): void {
    const node = flow.code.values[call];
    if (node?.kind !== "jsx" || typeof node.tag === "string") return;
    const state = this.#takeState(flow, call);
    const given = flow.marks[node.attributes] ?? nothing;
    if (given !== nothing) provide(this.#tracking, flow, node.tag);
    consume(this.#tracking, flow, node);
    const found = staticCallee(this.#tracking.project, flow.file, node.tag);
    if (found?.kind !== "function") return;
    state.callees = [found];
    state.isOfInterest ||= (flow.marks[node.tag] ?? nothing) !== nothing;
    const target = this.#tracking.load(found.site.file.name);
    if (!target) return;
    this.#listener.onCaller({ state }, target, found.site.function);
    this.#passArguments(state, [{ value: node.attributes, spread: false }], target, found.site.function);
  }

  #isCollection(flow: FileFlow, { callee }: Call): boolean {
    const node = flow.code.values[callee];
    return node?.kind === "member" && typeof node.key === "string" && collectionMethods.has(node.key);
  }

  /**
   * Methods that return what a collection or promise holds, add to it, or pass it to a callback: `apis.get(name)`, `apis.push(api)`, `apis.map((api) => …)`,
   * `made.then((api) => …)`.
   */
  #collection(state: CallState, node: Call): void {
    const { flow, call } = state;
    const receiver = node.receiver === undefined ? nothing : (flow.marks[node.receiver] ?? nothing);
    state.callees = [{ kind: "builtin" }];
    if (receiver !== nothing) {
      this.#tracking.mark(flow, call, receiver);
      this.#passToCallbacks(state, node, receiver);
    }
    const given = this.#argumentMarks(state, node);
    if (given !== nothing && node.receiver !== undefined) this.#store(flow, node.receiver, given);
    if ((given & client) !== 0) this.#sendForEach(state);
    this.#registerCallbacks(state, node);
  }

  /** `urls.forEach(fetch)`. */
  #sendForEach(state: CallState): void {
    const site: CallSite = { file: state.flow.file, call: state.call };
    const native = this.#tracking.evaluation.calleesOf(site, [], true).find((each) => each.kind === "native");
    if (!native?.sends) return;
    state.callees = [native];
    state.isOfInterest = true;
    this.#listener.onNative({ state }, true);
  }

  #store(flow: FileFlow, receiver: ValueId, given: Marks): void {
    markRoot(this.#tracking, flow, receiver);
    flow.eachUser(receiver, (user) => {
      if (flow.code.values[user]?.kind === "after") this.#tracking.mark(flow, user, given | holder);
    });
  }

  /** Marks the first parameter of each callback: a call of something that holds clients passes them to it. */
  #passToCallbacks(state: CallState, node: Call, marks: Marks): void {
    const { flow, call } = state;
    for (const [argument, { value }] of node.arguments.entries())
      for (const { file, function: id } of functionsIn(this.#tracking.project, flow.file, value)) {
        const target = this.#tracking.load(file.name);
        const first = target?.code.functions[id]?.parameters[0];
        if (!target || !first) continue;
        this.#supply(target, id, { file: flow.file, call, argument }, argumentBit(0));
        this.#tracking.mark(target, first.value, marks);
      }
  }

  /** A function outside the project may return its arguments, or pass them to its callbacks. */
  #passThrough(state: CallState, node: Call, isKnown: boolean): void {
    const { flow, call } = state;
    const own = this.#argumentMarks(state, node);
    const receiver = node.receiver === undefined ? nothing : (flow.marks[node.receiver] ?? nothing);
    const callee = flow.marks[node.callee] ?? nothing;
    const whole = isBinding(flow, node) ? client | holder : holder;
    const marks = own | ((receiver | callee) & whole);
    if (marks !== nothing && isKnown) this.#tracking.mark(flow, call, marks);
    for (const { value } of isKnown ? node.arguments : [])
      for (const given of functionsIn(this.#tracking.project, flow.file, value)) this.#resultOf(state, given);
    if (own !== nothing) this.#passToCallbacks(state, node, own);
    const [target, ...sources] = node.arguments;
    // `Object.assign(target, source)`, `provide(key, api)`, `inject("api", api)`.
    if (target && sources.some(({ value }) => (flow.marks[value] ?? nothing) !== nothing)) {
      this.#keep(flow, target.value, own);
    }
  }

  #keep(flow: FileFlow, target: ValueId, marks: Marks): void {
    const node = flow.code.values[target];
    if (node?.kind === "literal") {
      if (typeof node.value === "string") this.#tracking.markKey(`$${node.value}`, marks);
    } else markRoot(this.#tracking, flow, target);
  }

  /** `useMemo(make)`: a function of a package may return the result of a callback. */
  #resultOf(state: CallState, { file, function: id }: GivenFunction): void {
    const target = this.#tracking.load(file.name);
    if (!target) return;
    this.#results.take(target, id, () => new Set()).add(state);
    const marks = target.resultMarks[id] ?? nothing;
    if (marks !== nothing) this.#tracking.mark(state.flow, state.call, marks);
  }

  /** Registers the call as a caller of each callback: code outside the project runs them. */
  #registerCallbacks(state: CallState, node: Call): void {
    const { flow } = state;
    for (const [index, { value }] of node.arguments.entries()) {
      if ((flow.marks[value] ?? nothing) === nothing) continue;
      for (const { file, function: id } of functionsIn(this.#tracking.project, flow.file, value)) {
        const target = this.#tracking.load(file.name);
        if (target) this.#listener.onCaller({ state }, target, id, index);
      }
    }
  }

  #argumentMarks(state: CallState, node: Call): Marks {
    let marks = nothing;
    for (const { value } of node.arguments) marks |= state.flow.marks[value] ?? nothing;
    return marks;
  }
}

/** Whether a call only binds a function: `fetch.bind(globalThis)`. */
function isBinding({ code }: FileFlow, { callee }: Call): boolean {
  const node = code.values[callee];
  return node?.kind === "member" && node.key === "bind";
}

/** @returns the arguments as if spread: each may be the value of any parameter. */
function spread(given: Call["arguments"]): Call["arguments"] {
  return given.map((each) => ({ ...each, spread: true }));
}
