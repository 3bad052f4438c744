import type { SolvedCall } from "../flow/solved";
import type { Solver } from "../flow/solver";

/** What a function may change that others see: an argument, `this`, or anything else that is not its own. */
export interface Changes {
  readonly params: Set<number>;
  self: boolean;
  outer: boolean;
}

/** Flows from where a value is made to where it is changed. */
const mostSteps = 12;

/** Tells where a changed value comes from. */
export class Origins {
  readonly #solver: Solver;
  readonly #byResult: ReadonlyMap<number, readonly SolvedCall[]>;

  /** @param byResult the calls by the slots of their results. */
  constructor(solver: Solver, byResult: ReadonlyMap<number, readonly SolvedCall[]>) {
    this.#solver = solver;
    this.#byResult = byResult;
  }

  /**
   * Adds where a slot's value comes from that a function changes. What the function has made itself is its own: its changes are part of what it
   * gives.
   *
   * @returns whether anything was added.
   */
  add(slot: number, code: number, into: Changes): boolean {
    const before = sizeOf(into);
    this.#trace(slot, code, into, mostSteps);
    return sizeOf(into) > before;
  }

  #trace(slot: number, code: number, into: Changes, steps: number): void {
    const target = this.#solver.functions[code];
    if (into.outer || !target) return;
    const index = target.params.indexOf(slot);
    if (index >= 0) into.params.add(index);
    else if (slot === target.self) into.self = true;
    else if (!this.#isMade(slot, code)) this.#traceSources(slot, code, into, steps);
  }

  #traceSources(slot: number, code: number, into: Changes, steps: number): void {
    const { copied, loaded } = this.#solver.backwards;
    const calls = this.#byResult.get(slot) ?? [];
    const from = [...copied.of(slot), ...loaded.of(slot)];
    const isOwn = calls.every(({ isNew, within, callees }) => isNew && within === code && callees.length === 0);
    if (steps === 0 || !isOwn || calls.length + from.length === 0) into.outer = true;
    else for (const each of from) this.#trace(each, code, into, steps - 1);
  }

  /** Whether a slot holds but literals of the function. */
  #isMade(slot: number, code: number): boolean {
    const objects = this.#solver.objectsIn(slot);
    return (
      objects.length > 0 &&
      objects.every((id) => {
        const object = this.#solver.object(id);
        return object?.within === code && (object.kind === "object" || object.kind === "array");
      })
    );
  }
}

export function noChanges(): Changes {
  return { params: new Set(), self: false, outer: false };
}

function sizeOf({ params, self, outer }: Changes): number {
  return params.size + Number(self) + Number(outer);
}
