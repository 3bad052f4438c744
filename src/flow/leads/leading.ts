import type { ClassId, FunctionId, ValueId } from "../../code/graph";
import { dependsOnOuter } from "../../code/values";
import { functionUses } from "../../evaluate/calls/function-uses";
import { ByPlace } from "./by-place";
import type { CallSite, FunctionSite } from "../../project/sites";
import type { CallerSite } from "./callee";
import type { CallListener, CallState, Entry } from "./call-state";
import type { FileFlow } from "../track/file-flow";
import { holder } from "../track/marks";
import type { Way } from "./suppliers";
import { isInComponent, suppliedBy } from "../supply/supplied";
import type { Tracking } from "../track/tracking";
import { addToSet } from "../../text/groups";

/** Absent: for every caller. */
type Ways = readonly Way[] | undefined;

/** A call that sends or leads: the ways by which alone it does, and what it depends on in the context of its function. */
interface Site {
  readonly ways: Ways;
  readonly depends: number;
}

/** A call that sends or leads to a request, with what the request depends on in the context of the call's function. */
export interface LeadingCall extends CallSite {
  readonly depends: number;
}

/** The state of a function of the project. */
interface Led {
  readonly flow: FileFlow;
  readonly id: FunctionId;
  readonly callers: { readonly site: CallerSite; readonly entry: Entry }[];
  /** Calls in it that send, or lead to a request. */
  readonly sites: Map<ValueId, Site>;
  /** Union of what these calls depend on in the function's context. */
  depends: number;
  /** Its callers lead, too, as they supply something that it sends. */
  isOpen: boolean;
  /** Its callers are being searched for. */
  isTracked: boolean;
}

/** Determines which calls send, which lead to a request, and who calls the functions that contain them. */
export class Leading implements CallListener {
  readonly #tracking: Tracking;
  readonly #functions = new ByPlace<Led>();
  /** By class: the calls that instantiate it. */
  readonly #instances = new ByPlace<Set<CallState>>();
  readonly #senders = new Set<CallState>();
  readonly #leading = new Set<CallState>();
  /** Methods that lead, by name: calls of unknown receivers may mean them. */
  readonly #names = new Map<string, Set<Led>>();
  /** How often a method has been added to `names`. */
  named = 0;

  constructor(tracking: Tracking) {
    this.#tracking = tracking;
  }

  /** All calls that send or lead, ordered by the number of functions between them and a sender. */
  get nearestFirst(): readonly CallState[] {
    const found = new Set(this.#senders);
    const entered = new Set<Led>();
    // The set grows during the iteration.
    for (const { flow, call } of found) {
      const led = this.#led(flow, flow.functionOf(call));
      if (entered.has(led)) continue;
      entered.add(led);
      for (const { entry } of led.callers) if (this.isLeading(entry.state)) found.add(entry.state);
    }
    for (const state of this.#leading) found.add(state);
    return [...found];
  }

  /** Methods that lead, by name. */
  get names(): ReadonlyMap<string, ReadonlySet<Led>> {
    return this.#names;
  }

  /** @returns whether a call sends, or leads to a request. */
  isLeading(state: CallState): boolean {
    return this.#leading.has(state);
  }

  /** @returns the calls in a function that send or lead, without those in nested functions. */
  sitesIn({ file, function: id }: FunctionSite): readonly LeadingCall[] {
    const flow = this.#tracking.flows.get(file);
    const sites = flow && this.#functions.get(flow, id)?.sites;
    return [...(sites ?? [])]
      .toSorted(([one], [other]) => one - other)
      .map(([call, { depends }]) => ({ file, call, depends }));
  }

  /** @returns the calls of a file that send or lead, grouped by function, with the ways by which alone they do. */
  *sitesOf(flow: FileFlow): Generator<readonly [call: ValueId, depends: number, ways: readonly Way[]]> {
    for (const { sites } of this.#functions.ofFile(flow))
      for (const [call, { depends, ways = [] }] of sites) yield [call, depends, ways];
  }

  /** @returns the callers of a function found so far. */
  callersOf(flow: FileFlow, id: FunctionId): readonly CallerSite[] {
    return this.#led(flow, id).callers.map(({ site }) => site);
  }

  /** Starts the search for the callers of a function, in the files that take part. */
  track(flow: FileFlow, id: FunctionId): void {
    const led = this.#led(flow, id);
    if (led.isTracked) return;
    led.isTracked = true;
    const code = flow.code.functions[id];
    if (!code) return;
    if (code.value !== undefined) this.#tracking.mark(flow, code.value, holder);
    if (code.class === undefined) {
      const key = functionUses(flow.file).keys.get(id);
      if (typeof key === "string") this.#noteName(key, led);
      return;
    }
    const member = flow.code.classes[code.class]?.members.find((each) => each.function === id);
    if (typeof member?.key === "string") {
      this.#tracking.markKey(member.key, holder);
      this.#noteName(member.key, led);
    }
    if (member || code.kind === "constructor") this.#tracking.markClass(flow, code.class, holder);
  }

  onCaller(entry: Entry, of: FileFlow, called: FunctionId, argument?: number): void {
    const {
      state: { flow, call },
      isShifted,
    } = entry;
    const led = this.#led(of, called);
    const site: CallerSite = { file: flow.file, call, isShifted, ...(argument !== undefined && { argument }) };
    const known = led.callers.findIndex(
      ({ site: each }) => each.file === site.file && each.call === call && each.argument === argument,
    );
    if (known >= 0) led.callers[known] = { site, entry };
    else if (!this.#tracking.isClosed(of)) led.callers.push({ site, entry });
    if (led.isOpen) this.#leadBy(led, site, entry);
  }

  onInstance(entry: Entry, of: FileFlow, instantiated: ClassId): void {
    this.#instances.take(of, instantiated, () => new Set()).add(entry.state);
    for (const { function: id } of of.code.classes[instantiated]?.members ?? [])
      if (id !== undefined && this.#led(of, id).isOpen && of.code.functions[id]?.kind === "field")
        this.#lead(entry, dependsOf(entry.state));
  }

  onNative(entry: Entry, sends: boolean): void {
    if (!sends) return;
    this.#senders.add(entry.state);
    this.#lead(entry, dependsOf(entry.state));
  }

  /** A call of a function leads, if the function leads for this caller. */
  #leadBy(led: Led, site: CallerSite, { state, ways: own }: Entry): void {
    const found: Way[] = [];
    let always = false;
    let depends = 0;
    for (const { ways, depends: inner } of led.sites.values()) {
      const through = waysThrough(led, site, state, ways);
      if (through) found.push(...through);
      else always = true;
      depends |= suppliedBy(site, inner);
    }
    if (always) this.#lead({ state, ways: own }, depends);
    else if (found.length > 0) this.#lead({ state, ways: own ?? found }, depends);
  }

  #lead({ state, ways }: Entry, supplied: number): void {
    const { flow, call } = state;
    this.#leading.add(state);
    // A callee that only some callers reveal depends on the caller.
    const depends = ways ? supplied | calleeDepends(state) : supplied;
    const led = this.#led(flow, flow.functionOf(call));
    const isMore = addSite(led.sites, call, { ways, depends });
    if (led.id === 0) return;
    led.depends |= depends;
    if (led.isOpen) {
      // What its callers send has grown.
      if (isMore) this.#leadCallers(led);
    } else if (isSupplied(led)) {
      led.isOpen = true;
      this.track(led.flow, led.id);
      this.#leadCallers(led);
    }
  }

  /** Schedules the callers instead of visiting them here: their own callers may be many. */
  #leadCallers(led: Led): void {
    for (const { site } of led.callers) {
      const flow = this.#tracking.flows.get(site.file);
      if (flow) this.#tracking.schedule(flow, site.call);
    }
    const { class: owner, kind } = led.flow.code.functions[led.id] ?? {};
    if (owner === undefined || kind !== "field") return;
    for (const { flow, call } of this.#instances.get(led.flow, owner) ?? []) this.#tracking.schedule(flow, call);
  }

  #noteName(name: string, led: Led): void {
    if (this.#tracking.isAside) return;
    addToSet(this.#names, name, led);
    this.named += 1;
  }

  #led(flow: FileFlow, id: FunctionId): Led {
    const make = (): Led => ({ flow, id, callers: [], sites: new Map(), depends: 0, isOpen: false, isTracked: false });
    return this.#functions.take(flow, id, make);
  }
}

/** @returns the ways by which alone a caller's call of the function leads; absent if it always does. */
function waysThrough(led: Led, site: CallerSite, { flow, call }: CallState, ways: Ways): Ways {
  const found: Way[] = [];
  for (const way of ways ?? []) {
    const [first, ...others] = way.calls;
    if (way.flow !== led.flow || way.function !== led.id) found.push(way);
    else if (first?.file !== site.file || first.call !== site.call) continue;
    else if (others.length === 0) return undefined;
    else {
      const [next = flow.functionOf(call), ...entered] = way.entered;
      found.push({ flow, function: next, calls: others, entered });
    }
  }
  return ways && found;
}

/** @returns what a call depends on, by the graph. */
function dependsOf({ flow, call }: CallState): number {
  return flow.code.values[call]?.depends ?? 0;
}

function calleeDepends({ flow: { code }, call }: CallState): number {
  const node = code.values[call];
  return node?.kind === "call" ? (code.values[node.callee]?.depends ?? 0) : 0;
}

/** Whether callers of a function supply something that it sends; otherwise, they are not searched for. */
function isSupplied({ flow, id, depends }: Led): boolean {
  if ((depends & ~dependsOnOuter) !== 0) return true;
  return depends !== 0 && !isInComponent(flow.code, id);
}

/** @returns whether the site is new, or more is known of it than before. */
function addSite(sites: Map<ValueId, Site>, call: ValueId, { ways, depends }: Site): boolean {
  const known = sites.get(call);
  const fresh = known?.ways && ways?.filter((each) => !known.ways?.some((other) => isSame(each, other)));
  if (!known) {
    sites.set(call, { ways, depends });
    return true;
  }
  const isMore = (known.depends | depends) !== known.depends;
  if (!isMore && (!known.ways || fresh?.length === 0)) return false;
  sites.set(call, { ways: known.ways && fresh && [...known.ways, ...fresh], depends: known.depends | depends });
  return true;
}

function isSame(one: Way, other: Way): boolean {
  return (
    one.flow === other.flow &&
    one.function === other.function &&
    one.calls.length === other.calls.length &&
    one.calls.every((each, index) => each.file === other.calls[index]?.file && each.call === other.calls[index].call)
  );
}
