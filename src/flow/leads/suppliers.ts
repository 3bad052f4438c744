import type { FunctionId } from "../../code/graph";
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
}

/** Calls that give something of interest to a function's parameters: what the function calls may be known by them alone. */
export class Suppliers {
  readonly #calls = new ByPlace<readonly CallerSite[]>();
  readonly #flowOf: (site: CallSite) => FileFlow | undefined;

  /** @param flowOf the flow of the file of a call. */
  constructor(flowOf: (site: CallSite) => FileFlow | undefined) {
    this.#flowOf = flowOf;
  }

  /** @returns whether the call was not known yet. */
  add(flow: FileFlow, of: FunctionId, site: CallerSite): boolean {
    const known = this.#calls.get(flow, of) ?? [];
    if (known.length >= mostWays || known.some((each) => each.file === site.file && each.call === site.call))
      return false;
    this.#calls.set(flow, of, [...known, site]);
    return true;
  }

  /** @returns the ways by which a function, or one around it, is given something of interest. */
  waysTo(flow: FileFlow, of: FunctionId): readonly Way[] {
    const found: Way[] = [];
    for (let id = of; id >= 0; id = flow.code.functions[id]?.outer ?? -1)
      for (const site of this.#calls.get(flow, id) ?? [])
        if (found.length < mostWays) found.push({ flow, function: id, calls: this.#chain(site) });
    return found;
  }

  #chain(site: CallerSite): readonly CallerSite[] {
    const chain = [site];
    for (let last: CallSite = site; chain.length < deepestWay;) {
      const flow = this.#flowOf(last);
      const within = flow?.functionOf(last.call) ?? 0;
      const [next] = (flow && this.#calls.get(flow, within)) ?? [];
      if (!next || chain.includes(next)) break;
      chain.push(next);
      last = next;
    }
    return chain;
  }
}
