import type { Budget } from "./domain/budgets";
import type { Context } from "./domain/context";
import { bounds, type Limits, OutOfWork, type Work } from "./domain/limits";
import { gatheredCells } from "./domain/values";
import type { Journal } from "./store/journal";

/** The work spent at one point. */
export interface SpentWork {
  readonly nodes: number;
  readonly effort: number;
  readonly entered: number;
}

/** Where the code of a pass is: the context in which it runs, and the work that it has cost so far. */
export class Run {
  /** The context of the running code. */
  context: Context;
  /** How deep expressions and statements are nested at present. */
  nesting = 0;
  /** Nodes that all entry points so far have visited in functions that they called. */
  entered = 0;
  /** Work of runs that were repeated, or are not its own: it counts no more. */
  readonly repeated = { nodes: 0, effort: 0 };
  private readonly effortBefore: number;

  constructor(
    context: Context,
    private readonly limits: Limits,
    private readonly work: Work,
    private readonly state: Journal,
  ) {
    this.context = context;
    this.effortBefore = this.effortSoFar();
  }

  /** Runs something in another context, and restores the present one, also after an exception. */
  within<T>(change: Partial<Context>, run: () => T): T {
    const { context } = this;
    this.context = { ...context, ...change };
    try {
      return run();
    } finally {
      this.context = context;
    }
  }

  /**
   * Counts a syntax node.
   *
   * @throws OutOfWork beyond the bounds of the file.
   */
  visit(): void {
    const { limits, repeated, work } = this;
    work.nodes += 1;
    if (
      work.nodes - repeated.nodes > limits.nodes ||
      this.effort - repeated.effort > bounds.effortPerNode * limits.nodes
    )
      throw new OutOfWork();
  }

  /** Counts a syntax node of a function that was called. */
  spend(): void {
    this.budget.spent += 1;
    this.entered += 1;
  }

  isExhausted(): boolean {
    const { budget, entered, limits } = this;
    return budget.spent > budget.allowance || entered > limits.entered;
  }

  /** Whether functions that lead to no request are entered no more: what is left is for those that do. */
  isReserved(): boolean {
    return this.budget.spent > bounds.nodesOfQuietCalls;
  }

  /** @returns the work spent so far, for `takeBackWork`, without what was repeated. */
  get spentWork(): SpentWork {
    const { work, repeated, effort, entered } = this;
    return { nodes: work.nodes - repeated.nodes, effort: effort - repeated.effort, entered };
  }

  /** The work between two points is repeated, so it does not count against the bounds, up to as much as all passes may take. */
  takeBackWork(from: SpentWork, to: SpentWork): void {
    const { limits, repeated } = this;
    if (repeated.nodes > bounds.passes * limits.nodes) return;
    repeated.nodes += to.nodes - from.nodes;
    repeated.effort += to.effort - from.effort;
    this.entered -= to.entered - from.entered;
  }

  /** How much has been joined, copied and gathered so far. */
  get effort(): number {
    return this.effortSoFar() - this.effortBefore;
  }

  private effortSoFar(): number {
    return this.state.effort + gatheredCells() / bounds.cellsPerEffort;
  }

  private get budget(): Budget {
    return this.context.budget;
  }
}
