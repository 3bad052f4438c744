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

/** Absent: in any case. */
type Ways = readonly Way[] | undefined;

/** A call that sends, or leads to a request: by which ways to the function alone, or whoever calls it, and what of its caller it depends on. */
interface Site {
  readonly ways: Ways;
  readonly depends: number;
}

/** A call that sends, or leads to a request, with what that depends on of what the caller of its function supplies. */
export interface LeadingCall extends CallSite {
  readonly depends: number;
}

/** What is known of a function of the project. */
interface Led {
  readonly flow: FileFlow;
  readonly id: FunctionId;
  readonly callers: { readonly site: CallerSite; readonly entry: Entry }[];
  /** Calls in it that send, or lead to a request. */
  readonly sites: Map<ValueId, Site>;
  /** What those depend on, of what the function's callers supply. */
  depends: number;
  /** Its callers lead, too: what it sends depends on them. */
  isOpen: boolean;
  /** Its callers are looked for. */
  isTracked: boolean;
}

/** Which calls send, which lead to a request, and who calls the functions in which they stand. */
export class Leading implements CallListener {
  readonly #tracking: Tracking;
  readonly #functions = new ByPlace<Led>();
  /** Of classes: the calls that make instances. */
  readonly #instances = new ByPlace<Set<CallState>>();
  readonly #senders = new Set<CallState>();
  readonly #leading = new Set<CallState>();
  /** Names of methods that lead, of which the calls by name alone are still to be looked at. */
  readonly #names = new Map<string, Set<Led>>();
  /** How many methods these are. */
  named = 0;

  constructor(tracking: Tracking) {
    this.#tracking = tracking;
  }

  /** The calls that send, in the order in which they were found. */
  get senders(): Iterable<CallState> {
    return this.#senders;
  }

  /** All calls that send or lead, those with the fewest functions between them and what sends first. */
  get nearestFirst(): readonly CallState[] {
    const found = new Set(this.#senders);
    const entered = new Set<Led>();
    // A set goes on to what is added to it on the way.
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

  /** @returns whether a function holds a call that sends or leads. */
  leads({ file, function: id }: FunctionSite): boolean {
    const flow = this.#tracking.flows.get(file);
    return flow !== undefined && (this.#functions.get(flow, id)?.sites.size ?? 0) > 0;
  }

  /** @returns the calls in a function that send or lead, those of functions within it apart. */
  sitesIn({ file, function: id }: FunctionSite): readonly LeadingCall[] {
    const flow = this.#tracking.flows.get(file);
    const sites = flow && this.#functions.get(flow, id)?.sites;
    return [...(sites ?? [])]
      .toSorted(([one], [other]) => one - other)
      .map(([call, { depends }]) => ({ file, call, depends }));
  }

  /** @returns the calls of a file that send or lead, by their functions, with the ways by which alone they do. */
  *sitesOf(flow: FileFlow): Generator<readonly [call: ValueId, depends: number, ways: readonly Way[]]> {
    for (const { sites } of this.#functions.ofFile(flow))
      for (const [call, { depends, ways = [] }] of sites) yield [call, depends, ways];
  }

  /** @returns the callers of a function that are known so far. */
  callersOf(flow: FileFlow, id: FunctionId): readonly CallerSite[] {
    return this.#led(flow, id).callers.map(({ site }) => site);
  }

  /** Looks for the callers of a function, as far as they are in files that take part. */
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

  onInstance(entry: Entry, of: FileFlow, made: ClassId): void {
    this.#instances.take(of, made, () => new Set()).add(entry.state);
    for (const { function: id } of of.code.classes[made]?.members ?? [])
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
    // What a call calls comes from the callers by whom alone it is known.
    const depends = ways ? supplied | calleeDepends(state) : supplied;
    const led = this.#led(flow, flow.functionOf(call));
    const isMore = addSite(led.sites, call, { ways, depends });
    if (led.id === 0) return;
    led.depends |= depends;
    if (led.isOpen) {
      // What its callers send is more now.
      if (isMore) this.#leadCallers(led);
    } else if (isSupplied(led)) {
      led.isOpen = true;
      this.track(led.flow, led.id);
      this.#leadCallers(led);
    }
  }

  /** They are looked at again when their turn comes: callers of callers may be many. */
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

/** @returns the ways to a caller by which alone the function that it calls leads: absent where it leads in any case. */
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

/** @returns what a call depends on, as it stands. */
function dependsOf({ flow, call }: CallState): number {
  return flow.code.values[call]?.depends ?? 0;
}

function calleeDepends({ flow: { code }, call }: CallState): number {
  const node = code.values[call];
  return node?.kind === "call" ? (code.values[node.callee]?.depends ?? 0) : 0;
}

/** Whether the callers of a function supply something of what it sends: of others nothing has to be known. */
function isSupplied({ flow, id, depends }: Led): boolean {
  if ((depends & ~dependsOnOuter) !== 0) return true;
  return depends !== 0 && !isInComponent(flow.code, id);
}

/** @returns whether more is known of a site now. */
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
