import type { Context } from "./domain";
import { limits } from "./limits";

/** The answer to a question. */
export interface Asked<T> {
  readonly answer: T;
  /** Something of it is unknown because it would take more than a question may. */
  readonly isCut: boolean;
}

/** What is bounded: a question, a call of a function, or a condition. */
interface Frame {
  /** How many evaluations there may be when it is known. */
  end: number;
  isCut: boolean;
  /** Contexts that were made before this one are not its own: what is evaluated in them is a part of what is around it. */
  readonly since: number;
  readonly around: Frame | undefined;
}

/**
 * What the evaluation takes, and how much that may be: of a project in all, of one question, and of one call of a function. A function of which a call
 * takes more than that is heavy for the question that is asked, and for all if that happens more often than not: its calls are not told apart any more,
 * so that what is lost with it is lost once. What a call reads of its caller, and of what all share, is none of what the call takes.
 */
export class Effort {
  visited = 0;
  /** Something was asked for when all was used up that the project may take. */
  isOver = false;
  /** Of functions of which calls were cut: by how many more these were than the others. */
  readonly #cuts = new Map<string, number>();
  /** The same functions, for the question that is asked. */
  #cutHere = new Set<string>();
  #frame: Frame = { end: Infinity, isCut: false, since: 0, around: undefined };
  readonly #size: () => number;

  /** @param size how many values of the project take part. */
  constructor(size: () => number) {
    this.#size = size;
  }

  /** @returns whether nothing more is evaluated for what is evaluated now. */
  get isUsedUp(): boolean {
    if (this.visited < this.#frame.end && !this.isSpent()) return false;
    this.#frame.isCut = true;
    return true;
  }

  /** @returns whether something of what is evaluated now was cut. */
  get isCut(): boolean {
    return this.#frame.isCut;
  }

  /** @returns whether there may be more for something that is evaluated later. */
  get mayGoOn(): boolean {
    return this.#frame.end < Infinity;
  }

  /**
   * @param part of what a project may take.
   * @param taken what has been evaluated of that part.
   * @returns whether that is used up, and something was asked for since.
   */
  isSpent(part = 1, taken = this.visited): boolean {
    const { evaluations, evaluationsOfValue } = limits;
    if (taken < evaluations * part) return false;
    const isSpent = taken >= (evaluations + evaluationsOfValue * this.#size()) * part;
    this.isOver ||= isSpent;
    return isSpent;
  }

  /** Evaluates what one question needs. What is cut by that is unknown, and not remembered. */
  question<T>(most: number, run: () => T): Asked<T> {
    const before = this.visited;
    const cut = this.#cutHere;
    this.#cutHere = new Set(cut);
    try {
      return this.#within(most, 0, run);
    } finally {
      this.#cutHere = cut;
      // Whoever asks for something in between has asked for nothing of this.
      this.#frame.end += this.visited - before;
    }
  }

  /** @returns whether calls of a function are not told apart any more. */
  isHeavy(key: string): boolean {
    return this.#cutHere.has(key) || (this.#cuts.get(key) ?? 0) >= limits.cutCalls;
  }

  /** Evaluates what a call of a function needs. Where that is too much, there is no answer, and the function is heavy from now on. */
  call<T>(key: string, context: Context, run: () => T): T | undefined {
    const before = this.visited;
    const answer = this.#bounded(key, limits.evaluationsOfCall, context, run);
    // What is lost once is no part of what is around it.
    if (answer === undefined) this.#frame.end += this.visited - before;
    return answer;
  }

  /** The same for a condition, which is a part of what is around it all the same: there may be one on each way. */
  condition<T>(key: string, context: Context, run: () => T): T | undefined {
    return this.#bounded(key, limits.evaluationsOfCondition, context, run);
  }

  /** Evaluates something in a context, as a part of that to which the context belongs. */
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
    // It may be the question that ends, not the call.
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
    }
  }
}
