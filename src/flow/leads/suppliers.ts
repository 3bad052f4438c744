import type { FunctionId } from "../../code/graph";
import { dependsOnAll, dependsOnOuter } from "../../code/values";
import { ByPlace } from "./by-place";
import type { CallSite } from "../../project/sites";
import type { CallerSite } from "./callee";
import type { FileFlow } from "../track/file-flow";

/** More ways to enter a function are not gone through to find what it calls. */
const mostWays = 4;
const deepestWay = 3;

/** A way by which a function is given something of interest. */
export interface Way {
  /** The function that the first of the calls enters. */
  readonly flow: FileFlow;
  readonly function: FunctionId;
  /** Calls that lead there, the innermost first. */
  readonly calls: readonly CallerSite[];
  /** What each of the calls behind the first enters: the function in which the call before it stands, or one around that. */
  readonly entered: readonly FunctionId[];
}

/** A call that gives something of interest to a function, and to which of its parameters. */
interface Supplier {
  readonly site: CallerSite;
  parameters: number;
}

/** Calls that give something of interest to a function's parameters: what the function calls may be known by them alone. */
export class Suppliers {
  readonly #calls = new ByPlace<Supplier[]>();
  readonly #flowOf: (site: CallSite) => FileFlow | undefined;

  /** @param flowOf the flow of the file of a call. */
  constructor(flowOf: (site: CallSite) => FileFlow | undefined) {
    this.#flowOf = flowOf;
  }

  /**
   * @param parameter the bit of the parameter that the call supplies.
   * @returns whether that was not known yet.
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
   * @param depends what of the function's caller it depends on for which a way is looked for.
   * @returns the ways by which that, in the function or in one around it, is given something of interest.
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

  /** A call that supplies something to the function in which another stands, or to one around that, as it closes over what that was given. */
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
