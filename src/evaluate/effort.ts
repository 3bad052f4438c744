import { limits } from "./limits";

/** The answer to a question. */
export interface Asked<T> {
  readonly answer: T;
  /** Something of it is unknown because it would take more than a question may. */
  readonly isCut: boolean;
}

/**
 * What the evaluation takes, and how much that may be: of a project in all, of one question, and of one call of a function. A function of which a call
 * takes more than that is heavy for the question that is asked, and for all if that happens more often than not: its calls are not told apart any more,
 * so that what is lost with it is lost once.
 */
export class Effort {
  visited = 0;
  /** Something was asked for when all was used up that the project may take. */
  isOver = false;
  /** Of functions of which calls were cut: by how many more these were than the others. */
  readonly #cuts = new Map<string, number>();
  /** The same functions, for the question that is asked. */
  #cutHere = new Set<string>();
  /** How many evaluations there may be when what is evaluated now is known. */
  #end = Infinity;
  #isCut = false;
  readonly #size: () => number;

  /** @param size how many values of the project take part. */
  constructor(size: () => number) {
    this.#size = size;
  }

  /** @returns whether nothing more is evaluated for what is evaluated now. */
  get isUsedUp(): boolean {
    if (this.visited < this.#end && !this.isSpent()) return false;
    this.#isCut = true;
    return true;
  }

  /** @returns whether something of what is evaluated now was cut. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** @returns whether there may be more for something that is evaluated later. */
  get mayGoOn(): boolean {
    return this.#end < Infinity;
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
      return this.#within(most, run);
    } finally {
      this.#cutHere = cut;
      // Whoever asks for something in between has asked for nothing of this.
      this.#end += this.visited - before;
    }
  }

  /** @returns whether calls of a function are not told apart any more. */
  isHeavy(key: string): boolean {
    return this.#cutHere.has(key) || (this.#cuts.get(key) ?? 0) >= limits.cutCalls;
  }

  /** Evaluates what a call of a function needs. Where that is too much, there is no answer, and the function is heavy from now on. */
  call<T>(key: string, run: () => T): T | undefined {
    const before = this.visited;
    const answer = this.#bounded(key, limits.evaluationsOfCall, run);
    // What is lost once is no part of what is around it.
    if (answer === undefined) this.#end += this.visited - before;
    return answer;
  }

  /** The same for a condition, which is a part of what is around it all the same: there may be one on each way. */
  condition<T>(key: string, run: () => T): T | undefined {
    return this.#bounded(key, limits.evaluationsOfCondition, run);
  }

  #bounded<T>(key: string, most: number, run: () => T): T | undefined {
    // It is the question that ends, not the call.
    if (this.visited + most >= this.#end) return run();
    const { answer, isCut } = this.#within(most, run);
    const cuts = this.#cuts.get(key);
    if (!isCut) {
      if (cuts !== undefined) this.#cuts.set(key, cuts - 1);
      return answer;
    }
    this.#cuts.set(key, (cuts ?? 0) + 1);
    this.#cutHere.add(key);
    return undefined;
  }

  #within<T>(most: number, run: () => T): Asked<T> {
    const around = { end: this.#end, isCut: this.#isCut };
    this.#end = this.visited + most;
    this.#isCut = false;
    try {
      return { answer: run(), isCut: this.#isCut };
    } finally {
      this.#end = around.end;
      this.#isCut = around.isCut;
    }
  }
}
