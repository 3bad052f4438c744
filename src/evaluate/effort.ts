import type { Context } from "./domain";
import { limits } from "./limits";
import { endCutFrame } from "./make";

export interface Asked<T> {
  readonly answer: T;
  /** Part of the answer is unknown, because the question used up its evaluations. */
  readonly isCut: boolean;
}

/** A bounded evaluation: of a question, a call of a function, or a condition. */
interface Frame {
  /** The value of `visited` at which the frame has used up its evaluations. */
  end: number;
  isCut: boolean;
  /** Work in contexts with a smaller id is charged to an outer frame, because those contexts existed before this frame. */
  readonly since: number;
  readonly around: Frame | undefined;
}

/**
 * Counts evaluations and bounds them: for the project, for one question, and for one call of a function. A function is heavy for the current question if one of
 * its calls exceeded the bound, and for all questions if cut calls outnumber the others (`limits.cutCalls`). All calls of a heavy function share one result, so
 * that its cost is wasted only once. Work in older contexts, such as the caller's, is not charged to the call.
 */
export class Effort {
  visited = 0;
  /** The evaluations of the whole project were used up when a value was requested. */
  isOver = false;
  /** By function: how many more of its calls were cut than were not. */
  readonly #cuts = new Map<string, number>();
  /** Functions that are heavy for the current question. */
  #cutHere = new Set<string>();
  #frame: Frame = { end: Infinity, isCut: false, since: 0, around: undefined };
  readonly #size: () => number;

  /** @param size returns the number of values in the code that takes part. */
  constructor(size: () => number) {
    this.#size = size;
  }

  /** @returns whether the current frame has no evaluations left. Marks the frame as cut if so. */
  get isUsedUp(): boolean {
    if (this.visited < this.#frame.end && !this.isSpent()) return false;
    this.#frame.isCut = true;
    return true;
  }

  /** @returns whether part of the current evaluation was cut. */
  get isCut(): boolean {
    return this.#frame.isCut;
  }

  /** @returns whether a later evaluation may have more evaluations left: the current frame is bounded. */
  get mayGoOn(): boolean {
    return this.#frame.end < Infinity;
  }

  /**
   * @param part the fraction of the project's evaluations.
   * @param taken the evaluations that this fraction has used.
   * @returns whether the fraction is used up. If so, `isOver` is set.
   */
  isSpent(part = 1, taken = this.visited): boolean {
    const { evaluations, evaluationsOfValue } = limits;
    if (taken < evaluations * part) return false;
    const isSpent = taken >= (evaluations + evaluationsOfValue * this.#size()) * part;
    this.isOver ||= isSpent;
    return isSpent;
  }

  /** Runs the evaluation of one question. Values that are cut there are unknown, and not stored. */
  question<T>(most: number, run: () => T): Asked<T> {
    const before = this.visited;
    const cut = this.#cutHere;
    this.#cutHere = new Set(cut);
    try {
      return this.#within(most, 0, run);
    } finally {
      this.#cutHere = cut;
      // The work of a nested question is not charged to the frame around it.
      this.#frame.end += this.visited - before;
    }
  }

  /** @returns whether the function is heavy: all its calls share one result. */
  isHeavy(key: string): boolean {
    return this.#cutHere.has(key) || (this.#cuts.get(key) ?? 0) >= limits.cutCalls;
  }

  /** Runs the evaluation of one call. If the call exceeds its bound, the function becomes heavy and the result is undefined. */
  call<T>(key: string, context: Context, run: () => T): T | undefined {
    const before = this.visited;
    const answer = this.#bounded(key, limits.evaluationsOfCall, context, run);
    // The wasted work of a cut call is not charged to the frame around it.
    if (answer === undefined) this.#frame.end += this.visited - before;
    return answer;
  }

  /** The same for a condition. Its work stays charged to the frame around it even if it is cut, because every branch may have a condition. */
  condition<T>(key: string, context: Context, run: () => T): T | undefined {
    return this.#bounded(key, limits.evaluationsOfCondition, context, run);
  }

  /** Runs an evaluation in a context, and charges it to the frame to which the context belongs. */
  in<T>({ id }: Context, run: () => T): T {
    if (id >= this.#frame.since) return run();
    const inside = this.#frame;
    let owner = inside;
    while (id < owner.since && owner.around) owner = owner.around;
    const before = this.visited;
    this.#frame = owner;
    try {
      return run();
    } finally {
      this.#frame = inside;
      const taken = this.visited - before;
      for (let each = inside; each !== owner && each.around; each = each.around)
        each.end = Math.min(each.end + taken, owner.end);
    }
  }

  #bounded<T>(key: string, most: number, context: Context, run: () => T): T | undefined {
    // The question ends first, so a cut would say nothing about the call.
    if (this.visited + most >= this.#frame.end) return run();
    const { answer, isCut } = this.#within(most, context.id, run);
    if (isCut && this.isUsedUp) return answer;
    const cuts = this.#cuts.get(key);
    if (!isCut) {
      if (cuts !== undefined) this.#cuts.set(key, cuts - 1);
      return answer;
    }
    this.#cuts.set(key, (cuts ?? 0) + 1);
    this.#cutHere.add(key);
    return undefined;
  }

  #within<T>(most: number, since: number, run: () => T): Asked<T> {
    const around = this.#frame;
    const frame: Frame = { end: this.visited + most, isCut: false, since, around };
    this.#frame = frame;
    try {
      return { answer: run(), isCut: frame.isCut };
    } finally {
      this.#frame = around;
      if (frame.isCut) endCutFrame();
    }
  }
}
