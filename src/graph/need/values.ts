import type { SolvedCall, SolvedObject } from "../flow/solved";
import type { Solver } from "../flow/solver";
import { none } from "../index/facts";

/** How much of a slot is needed: nothing; which object it holds; all that its objects hold; of an instance also what its class keeps, as it is sent. */
export const Depth = { none: 0, itself: 1, whole: 2, sent: 3 } as const;

/** The values that are needed, by the slots and objects that hold them. */
export class NeededValues {
  readonly #solver: Solver;
  readonly #onCall: (call: SolvedCall) => void;
  readonly #depths: Uint8Array;
  readonly #waiting: number[] = [];
  readonly #wholes = new Set<number>();
  readonly #given = new Set<number>();
  /** The calls by the slots of their results. */
  readonly byResult: ReadonlyMap<number, readonly SolvedCall[]>;

  /** @param onCall is told of each call whose result is needed. */
  constructor(solver: Solver, onCall: (call: SolvedCall) => void) {
    this.#solver = solver;
    this.#onCall = onCall;
    this.#depths = new Uint8Array(solver.slots);
    const byResult = new Map<number, SolvedCall[]>();
    for (const call of solver.calls) {
      const known = byResult.get(call.result);
      if (known) known.push(call);
      else byResult.set(call.result, [call]);
    }
    byResult.delete(none);
    this.byResult = byResult;
  }

  need(slot: number, depth: number): void {
    if (slot === none || this.depthOf(slot) >= depth) return;
    this.#depths[slot] = depth;
    this.#waiting.push(slot);
  }

  depthOf(slot: number): number {
    return this.#depths[slot] ?? Depth.none;
  }

  isNeeded(slot: number): boolean {
    return slot !== none && this.depthOf(slot) > Depth.none;
  }

  /** Whether all is needed that an object holds. */
  isWhole(object: number): boolean {
    return this.#wholes.has(object);
  }

  /** Whether a slot holds a result of a client: a request whose methods change it. */
  isGiven(slot: number): boolean {
    return this.#given.has(slot);
  }

  /** A text or number is needed; of an object, only which one it is. */
  needValue(slot: number): void {
    this.need(slot, this.#solver.holdsAny(slot) ? Depth.itself : Depth.whole);
  }

  /** Unknown code calls a function: all that it makes of its arguments is needed. */
  needFunction(code: number, ofClient: boolean): void {
    const target = this.#solver.functions[code];
    if (!target) return;
    this.need(target.result, Depth.whole);
    for (const param of target.params) {
      this.need(param, Depth.whole);
      if (ofClient) this.give(param);
    }
  }

  /** Notes what a client gives, wherever it goes. */
  give(slot: number): void {
    const waiting = [slot];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === none || this.#given.has(next)) continue;
      this.#given.add(next);
      waiting.push(...this.#solver.copies.of(next));
    }
  }

  /** Closes the set of needed slots over their dependencies. */
  follow(): void {
    const { copied, loaded, used } = this.#solver.backwards;
    for (let slot = this.#waiting.pop(); slot !== undefined; slot = this.#waiting.pop()) {
      const depth = this.depthOf(slot);
      for (const from of copied.of(slot)) this.need(from, depth);
      for (const from of loaded.of(slot)) this.need(from, this.#solver.holdsAny(from) ? Depth.itself : depth);
      for (const from of used.of(slot)) this.needValue(from);
      for (const call of this.byResult.get(slot) ?? []) this.#onCall(call);
      if (depth >= Depth.whole) for (const object of this.#solver.objectsIn(slot)) this.#needWhole(object, depth);
    }
  }

  #needWhole(id: number, depth: number): void {
    const object = this.#solver.object(id);
    if (this.#wholes.has(id) || !object || object.client) return;
    const isInstance = depth === Depth.sent && object.kind === "instance";
    if (!isData(object) && object.kind !== "function" && !isInstance) return;
    this.#wholes.add(id);
    for (const member of object.members.values()) this.need(member, depth);
    for (const other of object.others) this.need(other, depth);
    this.needFunction(object.code, depth === Depth.sent);
  }
}

/** Whether an object may be data as a whole: of a class or an interface only members are needed that are asked for. */
export function isData(object: SolvedObject | undefined): boolean {
  return object?.kind === "object" || object?.kind === "array";
}
