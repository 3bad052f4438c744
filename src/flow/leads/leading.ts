import type { ClassId, FunctionId, ValueId } from "../../code/graph";
import { ByPlace } from "./by-place";
import type { CallSite, FunctionSite } from "../../project/sites";
import type { CallerSite } from "./callee";
import type { CallListener, CallState, Entry } from "./call-state";
import type { FileFlow } from "../track/file-flow";
import { holder } from "../track/marks";
import type { Way } from "./suppliers";
import type { Tracking } from "../track/tracking";

/** Absent: in any case. */
type Ways = readonly Way[] | undefined;

/** What is known of a function of the project. */
interface Led {
  readonly flow: FileFlow;
  readonly id: FunctionId;
  readonly callers: { readonly site: CallerSite; readonly entry: Entry }[];
  /** Calls in it that send, or lead to a request: by which ways to the function alone, or whoever calls it. */
  readonly sites: Map<ValueId, Ways>;
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

  constructor(tracking: Tracking) {
    this.#tracking = tracking;
  }

  /** The calls that send, in the order in which they were found. */
  get senders(): Iterable<CallState> {
    return this.#senders;
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
  sitesIn({ file, function: id }: FunctionSite): readonly CallSite[] {
    const flow = this.#tracking.flows.get(file);
    const sites = flow && this.#functions.get(flow, id)?.sites.keys();
    return [...(sites ?? [])].toSorted((one, other) => one - other).map((call) => ({ file, call }));
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
    if (code.class === undefined) return;
    const member = flow.code.classes[code.class]?.members.find((each) => each.function === id);
    if (typeof member?.key === "string") {
      this.#tracking.markKey(member.key, holder);
      this.#noteName(member.key, led);
    }
    if (member || code.kind === "constructor") this.#tracking.markClass(flow, code.class, holder);
  }

  onCaller(entry: Entry, of: FileFlow, called: FunctionId, argument?: number): void {
    const { flow, call } = entry.state;
    const led = this.#led(of, called);
    const site: CallerSite = { file: flow.file, call, ...(argument !== undefined && { argument }) };
    const known = led.callers.findIndex(
      ({ site: each }) => each.file === site.file && each.call === call && each.argument === argument,
    );
    if (known < 0) led.callers.push({ site, entry });
    else led.callers[known] = { site, entry };
    if (led.isOpen) this.#leadBy(led, site, entry);
  }

  onInstance(entry: Entry, of: FileFlow, made: ClassId): void {
    this.#instances.take(of, made, () => new Set()).add(entry.state);
    for (const { function: id } of of.code.classes[made]?.members ?? [])
      if (id !== undefined && this.#led(of, id).isOpen && of.code.functions[id]?.kind === "field")
        this.#lead(entry.state, entry.ways);
  }

  onNative(entry: Entry, sends: boolean): void {
    if (!sends) return;
    this.#senders.add(entry.state);
    this.#lead(entry.state, entry.ways);
  }

  /** A call of a function leads, if the function leads for this caller. */
  #leadBy(led: Led, site: CallerSite, { state, ways: own }: Entry): void {
    const found: Way[] = [];
    for (const ways of led.sites.values()) {
      if (!ways) {
        this.#lead(state, own);
        return;
      }
      for (const way of ways) {
        const [first, ...others] = way.calls;
        const isHere = way.flow === led.flow && way.function === led.id;
        if (!isHere) found.push(way);
        else if (first?.file === site.file && first.call === site.call) {
          if (others.length === 0) {
            this.#lead(state, own);
            return;
          }
          found.push({ flow: state.flow, function: state.flow.functionOf(state.call), calls: others });
        }
      }
    }
    if (found.length > 0) this.#lead(state, own ?? found);
  }

  #lead(state: CallState, ways: Ways): void {
    const { flow, call } = state;
    this.#leading.add(state);
    const led = this.#led(flow, flow.functionOf(call));
    const isMore = addWays(led.sites, call, ways);
    if (led.id === 0) return;
    if (led.isOpen) {
      // What its callers send is more now.
      if (isMore) this.#leadCallers(led);
    } else if (this.#tracking.evaluation.dependsOnCaller?.({ file: flow.file, call }) ?? true) {
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
    const known = this.#names.get(name);
    if (known) known.add(led);
    else this.#names.set(name, new Set([led]));
  }

  #led(flow: FileFlow, id: FunctionId): Led {
    const make = (): Led => ({ flow, id, callers: [], sites: new Map(), isOpen: false, isTracked: false });
    return this.#functions.take(flow, id, make);
  }
}

/** @returns whether more is known of a site now. */
function addWays(sites: Map<ValueId, Ways>, call: ValueId, ways: Ways): boolean {
  if (!sites.has(call)) {
    sites.set(call, ways);
    return true;
  }
  const known = sites.get(call);
  if (!known) return false;
  const fresh = ways?.filter((each) => !known.some((other) => isSame(each, other)));
  if (fresh?.length === 0) return false;
  sites.set(call, fresh && [...known, ...fresh]);
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
