import type TS from "typescript";
import type { Sent } from "../clients/native";
import type { SentThrough, Wrapper } from "./domain/sent-through";

/** Requests by the first call that leads to them. */
type Requests = ReadonlyMap<TS.Node | undefined, readonly Sent[]>;

/** What wrappers send by themselves, with unknown parameters: a problem that is there already is not one of their callers. */
export class OwnRequests {
  readonly #here: Requests;
  readonly #elsewhere = new Map<Wrapper["closure"], Map<unknown, Requests>>();
  readonly #run: (wrapper: Wrapper) => readonly Sent[];

  /**
   * @param sent all requests of the file.
   * @param run runs a wrapper of another file by itself. Most requests have no problem, so this is done when it is asked for.
   */
  constructor(sent: readonly Sent[], run: (wrapper: Wrapper) => readonly Sent[]) {
    this.#here = byFirstCall(sent.filter(({ specimen }) => !specimen));
    this.#run = run;
  }

  /**
   * @returns the request that the outermost wrapper, through which one goes, sends by itself; if it sends none so, as code that a framework runs may
   *   have been handed over on the way, that of the next one inwards. None for specimens, which no call sends.
   */
  insideOf({ path, wrapper, innerWrappers = [], specimen }: SentThrough): Sent | undefined {
    const inner = path.slice(1);
    if (specimen || inner.length === 0) return undefined;
    const found = find(wrapper ? this.#ofWrapper(wrapper) : this.#here, inner);
    if (found) return found;
    for (const next of innerWrappers) {
      const index = next.call ? path.indexOf(next.call) : -1;
      const own = index < 0 ? undefined : find(this.#ofWrapper(next), path.slice(index + 1));
      if (own) return own;
    }
    return undefined;
  }

  #ofWrapper(wrapper: Wrapper): Requests {
    const { closure, self } = wrapper;
    const runs = this.#elsewhere.get(closure) ?? new Map<unknown, Requests>();
    this.#elsewhere.set(closure, runs);
    const made = self?.cell.allocationSite;
    const known = runs.get(made) ?? byFirstCall(this.#run(wrapper));
    runs.set(made, known);
    return known;
  }
}

function byFirstCall(sent: readonly Sent[]): Requests {
  const found = new Map<TS.Node | undefined, Sent[]>();
  for (const each of sent) {
    const known = found.get(each.path[0]);
    if (known) known.push(each);
    else found.set(each.path[0], [each]);
  }
  return found;
}

function find(requests: Requests, path: readonly TS.Node[]): Sent | undefined {
  return requests.get(path[0])?.find((each) => isEqual(each.path, path));
}

function isEqual(one: readonly TS.Node[], other: readonly TS.Node[]): boolean {
  return one.length === other.length && one.every((node, index) => node === other[index]);
}
