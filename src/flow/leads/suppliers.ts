import type { FunctionId } from "../../code/graph";
import { dependsOnAll, dependsOnOuter } from "../../code/values";
import { ByPlace } from "./by-place";
import type { CallSite } from "../../project/sites";
import type { CallerSite } from "./callee";
import type { FileFlow } from "../track/file-flow";

/** Bounds on the ways into a function that are tried to resolve the calls in it, and on the calls of one way. */
const mostWays = 4;
const deepestWay = 3;

/** A call chain that supplies something of interest to a function. */
export interface Way {
  /** The function that the first call enters. */
  readonly flow: FileFlow;
  readonly function: FunctionId;
  /** The chain, innermost call first. */
  readonly calls: readonly CallerSite[];
  /** For each call after the first, the function that it enters: the one that contains the previous call, or one around that. */
  readonly entered: readonly FunctionId[];
}

/** A call that gives something of interest to a function, with a mask of the parameters that get it. */
interface Supplier {
  readonly site: CallerSite;
  parameters: number;
}

/** Calls that give something of interest to a function's parameters. The callees in the function may be known by them alone. */
export class Suppliers {
  readonly #calls = new ByPlace<Supplier[]>();
  readonly #flowOf: (site: CallSite) => FileFlow | undefined;

  /** @param flowOf returns the flow of a call's file. */
  constructor(flowOf: (site: CallSite) => FileFlow | undefined) {
    this.#flowOf = flowOf;
  }

  /**
   * @param parameter the bit of the parameter that the call supplies.
   * @returns whether this is new, and within the bound.
   */
  add(flow: FileFlow, of: FunctionId, site: CallerSite, parameter: number): boolean {
    const suppliers = this.#calls.take(flow, of, () => []);
    const known = suppliers.find((each) => each.site.file === site.file && each.site.call === site.call);
    if (known) {
      if ((known.parameters & parameter) !== 0) return false;
      known.parameters |= parameter;
    } else {
      if (suppliers.length >= mostWays) return false;
      suppliers.push({ site, parameters: parameter });
    }
    return true;
  }

  /**
   * @param depends what must be supplied, a mask like `depends` of a value.
   * @returns the ways that supply it to the function, or to one around it whose variables it captures.
   */
  waysTo(flow: FileFlow, of: FunctionId, depends: number): readonly Way[] {
    const found: Way[] = [];
    let needed = depends;
    for (let id = of; id >= 0; id = flow.code.functions[id]?.outer ?? -1) {
      for (const { site, parameters } of this.#calls.get(flow, id) ?? [])
        if ((parameters & needed) !== 0 && found.length < mostWays)
          found.push({ flow, function: id, ...this.#chain(site) });
      if ((depends & dependsOnOuter) === 0) break;
      needed = dependsOnAll;
    }
    return found;
  }

  /** @returns a call that supplies the function around another call, or a function whose variables that one captures. */
  #supplierAround(site: CallSite): { readonly site: CallerSite; readonly id: FunctionId } | undefined {
    const flow = this.#flowOf(site);
    for (let id = flow?.functionOf(site.call) ?? 0; flow && id > 0; id = flow.code.functions[id]?.outer ?? 0) {
      const [found] = this.#calls.get(flow, id) ?? [];
      if (found) return { site: found.site, id };
    }
    return undefined;
  }

  #chain(site: CallerSite): Pick<Way, "calls" | "entered"> {
    const calls = [site];
    const entered: FunctionId[] = [];
    for (let last: CallSite = site; calls.length < deepestWay;) {
      const next = this.#supplierAround(last);
      if (!next || calls.includes(next.site)) break;
      calls.push(next.site);
      entered.push(next.id);
      last = next.site;
    }
    return { calls, entered };
  }
}
