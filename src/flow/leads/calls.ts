import type { ClassId, FunctionId, ValueId } from "../../code/graph";
import type { Call } from "../../code/values";
import { calleesByName, constructorOf } from "./by-name";
import { ByPlace } from "./by-place";
import type { CallSite } from "../../project/sites";
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

/** What calls pass on: arguments to parameters, results to calls. */
export class Calls {
  readonly #tracking: Tracking;
  readonly #suppliers: Suppliers;
  readonly #listener: CallListener;
  readonly #states = new ByPlace<CallState>();
  /** Of functions: the calls that have its result. */
  readonly #results = new ByPlace<Set<CallState>>();
  /** Of classes: the calls that make instances. */
  readonly #instances = new ByPlace<Set<CallState>>();
  /** Of functions: calls within it of which nobody knows what they call. */
  readonly #open = new ByPlace<Set<CallState>>();

  constructor(tracking: Tracking, suppliers: Suppliers, listener: CallListener) {
    this.#tracking = tracking;
    this.#suppliers = suppliers;
    this.#listener = listener;
  }

  /** @returns what is known of the calls of a file. */
  statesOf(flow: FileFlow): Iterable<CallState> {
    return this.#states.ofFile(flow);
  }

  /** @returns what is known of a call, if it has been looked at. */
  stateOf(flow: FileFlow, call: ValueId): CallState | undefined {
    return this.#states.get(flow, call);
  }

  /** Looks at a call of which the callee or an argument has got a mark. */
  look(flow: FileFlow, call: ValueId): void {
    const node = flow.code.values[call];
    if (node?.kind === "jsx") this.#element(flow, call);
    if (node?.kind !== "call") return;
    const state = this.#takeState(flow, call);
    const calleeMarks = flow.marks[node.callee] ?? nothing;
    state.isOfInterest ||= calleeMarks !== nothing;
    if (!state.isOfInterest && this.#isCollection(flow, node)) this.#collection(state, node);
    else if (state.isOfInterest || node.receiver === undefined || this.#argumentMarks(state, node) !== nothing) {
      // A method of something that holds clients gets a mark by its name when it leads to a request, or gives something: until then it is any method.
      this.#resolve(state, node);
      for (const callee of state.callees) this.#enter(state, node, callee);
    }
  }

  /** Looks at a call of a method that is known by its name alone. */
  lookByName(flow: FileFlow, call: ValueId): void {
    this.#takeState(flow, call).isOfInterest = true;
    this.look(flow, call);
  }

  /** Passes what a function gives on to the calls that run it. */
  gives(flow: FileFlow, of: FunctionId, marks: Marks): void {
    for (const state of this.#results.get(flow, of) ?? []) {
      this.#tracking.mark(state.flow, state.call, marks);
      this.#begin(state, marks);
    }
  }

  /** A function may begin a request for those who call it: what they add to it is sent. */
  #begin(state: CallState, marks: Marks): void {
    if ((marks & begun) === 0) return;
    if (state.callees.some(({ kind }) => kind !== "function" && kind !== "unknown")) return;
    if (!this.#tracking.evaluation.begins({ file: state.flow.file, call: state.call })) return;
    state.callees = [...state.callees, { kind: "native", sends: true, gives: true, begins: true }];
    this.#listener.onNative({ state }, true);
  }

  /** Passes what instances of a class have on to where they are made. */
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
    // Another way may lead to another callee.
    const isKnown = state.ways.size === 0 && state.callees.every((each) => each.kind !== "unknown");
    if (isKnown && state.callees.length > 0) return;
    const ways = this.#suppliers.waysTo(flow, node.in, flow.code.values[node.callee]?.depends ?? 0);
    if (!isFirst && state.asked === ways.length) return;
    state.asked = ways.length;
    this.#resolveBy(state, node, ways);
    for (let id = node.in; id >= 0; id = flow.code.functions[id]?.outer ?? -1)
      this.#open.take(flow, id, () => new Set()).add(state);
  }

  /** Asks again what a call calls that nobody knows by the call alone, as if it were entered by one of the ways that are known. */
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

  /** What a call calls by a way, and the part of the way that tells it: who calls further out does not matter then. */
  #calledBy(site: CallSite, way: Way, isLikely: boolean): { readonly way: Way; readonly callees: readonly Callee[] } {
    for (let count = 1; count < way.calls.length; count += 1) {
      const calls = way.calls.slice(0, count);
      const callees = this.#tracking.evaluation.calleesOf(site, calls, isLikely);
      if (callees.length > 0 && callees.every(({ kind }) => kind !== "unknown"))
        return { way: { ...way, calls, entered: way.entered.slice(0, count - 1) }, callees };
    }
    return { way, callees: this.#tracking.evaluation.calleesOf(site, way.calls, isLikely) };
  }

  /** `names.slice(1)` of what holds a client somewhere: a method that nothing of the project has by that name. */
  #isLikely(flow: FileFlow, { callee }: Call): boolean {
    const node = flow.code.values[callee];
    if (node?.kind !== "member" || typeof node.key !== "string" || this.#tracking.defines(node.key)) return true;
    return ((flow.marks[node.object] ?? nothing) & client) !== 0 && !languageMethods.has(node.key);
  }

  #enter(state: CallState, node: Call, callee: Callee): void {
    const isShifted = callee.kind === "function" && callee.isShifted;
    const entry: Entry = { state, ways: state.ways.get(callee), isShifted };
    if (callee.kind === "function") this.#enterFunction(entry, node, callee.site.function, callee.site.file.name);
    else if (callee.kind === "class") this.#construct(entry, node, callee);
    else if (callee.kind === "native") {
      if (callee.gives) this.#tracking.mark(state.flow, state.call, callee.begins ? client | begun : client);
      // `Octokit.plugin((octokit) => …)`: what makes clients hands them to the functions that it is given.
      if (callee.gives && !callee.sends) this.#giveAllBack(state, node, client);
      this.#listener.onNative(entry, callee.sends);
      // What packages memoise, debounce or keep comes out again.
      if (!callee.sends) this.#passThrough(state, node, true);
      this.#callBack(state, node);
    } else {
      // What a function gives of which nothing is known is not known either, whatever it was given.
      this.#passThrough(state, node, callee.kind === "builtin");
      this.#callBack(state, node);
    }
  }

  #enterFunction(entry: Entry, node: Call, id: FunctionId, name: string): void {
    const { state } = entry;
    const target = this.#tracking.load(name);
    const code = target?.code.functions[id];
    if (!target || !code) return;
    this.#listener.onCaller(entry, target, id);
    this.#give(state, entry.isShifted ? spread(node.arguments) : node.arguments, target, id);
    this.#handOver(state, node);
    const self = node.receiver === undefined ? nothing : (state.flow.marks[node.receiver] ?? nothing);
    if (self !== nothing && code.class === undefined)
      for (const each of target.selves.of(id)) this.#tracking.mark(target, each, self);
    this.#results.take(target, id, () => new Set()).add(state);
    // Of a function that makes objects, these have what its prototype has.
    const made =
      node.how === "new" && code.value !== undefined ? (target.marks[code.value] ?? nothing) & holder : nothing;
    const result = (target.resultMarks[id] ?? nothing) | made;
    if (result === nothing) return;
    this.#tracking.mark(state.flow, state.call, result);
    this.#begin(state, result);
  }

  /** What a closure sends depends on the function in which it is made, whoever runs it. */
  #handOver(state: CallState, node: Call): void {
    const { flow } = state;
    for (const [argument, { value }] of node.arguments.entries()) {
      if ((flow.marks[value] ?? nothing) === nothing) continue;
      for (const { file, function: id } of functionsIn(this.#tracking.project, flow.file, value))
        if (file === flow.file && file.code.functions[id]?.outer === node.in)
          this.#listener.onCaller({ state }, flow, id, argument);
    }
  }

  #give(state: CallState, given: Call["arguments"], target: FileFlow, id: FunctionId): void {
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

  /** Another caller may tell what a call of a parameter calls. */
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
    const made = constructorOf(this.#tracking, target, id);
    if (made) this.#enterConstructor(entry, node, made);
  }

  #enterConstructor(entry: Entry, node: Call, { flow, id }: { flow: FileFlow; id: FunctionId }): void {
    this.#listener.onCaller(entry, flow, id);
    this.#give(entry.state, node.arguments, flow, id);
  }

  /** `<Orders api={api} />`: the attributes are what the component is given. */
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
    this.#give(state, [{ value: node.attributes, spread: false }], target, found.site.function);
  }

  #isCollection(flow: FileFlow, { callee }: Call): boolean {
    const node = flow.code.values[callee];
    return node?.kind === "member" && typeof node.key === "string" && collectionMethods.has(node.key);
  }

  /** `apis.get(name)`, `apis.push(api)`, `apis.map((api) => …)`, `made.then((api) => …)`. */
  #collection(state: CallState, node: Call): void {
    const { flow, call } = state;
    const receiver = node.receiver === undefined ? nothing : (flow.marks[node.receiver] ?? nothing);
    state.callees = [{ kind: "builtin" }];
    if (receiver !== nothing) {
      this.#tracking.mark(flow, call, receiver);
      this.#giveAllBack(state, node, receiver);
    }
    const given = this.#argumentMarks(state, node);
    if (given !== nothing && node.receiver !== undefined) this.#store(flow, node.receiver, given);
    if ((given & client) !== 0) this.#sendForEach(state);
    this.#callBack(state, node);
  }

  /** `urls.forEach(fetch)`. */
  #sendForEach(state: CallState): void {
    const site: CallSite = { file: state.flow.file, call: state.call };
    const told = this.#tracking.evaluation.calleesOf(site, [], true).find((each) => each.kind === "native");
    if (!told?.sends) return;
    state.callees = [told];
    state.isOfInterest = true;
    this.#listener.onNative({ state }, true);
  }

  #store(flow: FileFlow, receiver: ValueId, given: Marks): void {
    markRoot(this.#tracking, flow, receiver);
    flow.eachUser(receiver, (user) => {
      if (flow.code.values[user]?.kind === "after") this.#tracking.mark(flow, user, given | holder);
    });
  }

  /** Functions that are given to a call of something that holds clients get what it holds. */
  #giveAllBack(state: CallState, node: Call, marks: Marks): void {
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

  /** What a function of a package is given may come out of it, or go into the functions that it is given. */
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
    if (own !== nothing) this.#giveAllBack(state, node, own);
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

  /** `useMemo(make)`: what a function that is given to a package's function gives may come out. */
  #resultOf(state: CallState, { file, function: id }: GivenFunction): void {
    const target = this.#tracking.load(file.name);
    if (!target) return;
    this.#results.take(target, id, () => new Set()).add(state);
    const marks = target.resultMarks[id] ?? nothing;
    if (marks !== nothing) this.#tracking.mark(state.flow, state.call, marks);
  }

  /** Functions that are given to what is no function of the project are called by it. */
  #callBack(state: CallState, node: Call): void {
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

/** `fetch.bind(globalThis)` is what it binds. */
function isBinding({ code }: FileFlow, { callee }: Call): boolean {
  const node = code.values[callee];
  return node?.kind === "member" && node.key === "bind";
}

/** @returns arguments of which nobody knows which parameters get them. */
function spread(given: Call["arguments"]): Call["arguments"] {
  return given.map((each) => ({ ...each, spread: true }));
}
