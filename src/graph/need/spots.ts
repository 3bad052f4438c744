import type { SolvedCall, SolvedPoint } from "../flow/solved";
import { type Branch, none, type Spot } from "../index/facts";

/** Where code stands that is needed, by function. */
export class Spots {
  readonly #branches: readonly Branch[];
  readonly #onCondition: (slot: number) => void;
  readonly #ends = new Map<number, Set<number>>();
  readonly #seen = new Set<number>();
  #count = 0;

  /** @param onCondition is told of what decides whether needed code runs. */
  constructor(branches: readonly Branch[], onCondition: (slot: number) => void) {
    this.#branches = branches;
    this.#onCondition = onCondition;
  }

  /** How many have been found. */
  get count(): number {
    return this.#count + this.#seen.size;
  }

  has(code: number): boolean {
    return this.#ends.has(code);
  }

  add({ within, end, branch }: Spot): void {
    let ends = this.#ends.get(within);
    if (!ends) this.#ends.set(within, (ends = new Set()));
    if (ends.has(end)) return;
    ends.add(end);
    this.#count += 1;
    for (let each = branch; each !== none && !this.#seen.has(each); each = this.#branches[each]?.parent ?? none) {
      this.#seen.add(each);
      this.#onCondition(this.#branches[each]?.condition ?? none);
    }
  }

  /** @returns the ends in each function. */
  get all(): ReadonlyMap<number, readonly number[]> {
    return new Map([...this.#ends].map(([code, ends]) => [code, [...ends]]));
  }
}

/** Whether a call looks like a request, and may be one of a client that is not known. What the project's own functions send is told by their code. */
export function mayBeRequest({ fact, callees }: SolvedCall): boolean {
  return fact.isRequestLike && callees.length === 0;
}

/** @returns where a call stands. */
export function spotOf({ within, fact: { end }, branch }: SolvedCall): Spot {
  return { within, end, branch };
}

/** Whether a change is none, but leaves a function or loop early. */
export function isJump({ slot, name, awaited }: SolvedPoint): boolean {
  return slot === none && name === "" && awaited === none;
}
