import type { CallSite } from "../project/sites";
import { isNamedAsTest } from "../project/test-names";
import type { Program } from "./program";

/**
 * Evaluates the requests of the files under analysis, calls nearest to a sender first. Far calls, such as those of tests, take most of the project's budget: in
 * this order, they can exhaust it only for each other. Calls in test files come last.
 */
export class NearestFirst {
  readonly #program: Program;
  readonly #looked: ReadonlySet<string>;
  #isBegun = false;
  #waiting: (() => void)[] = [];

  /** @param looked the files under analysis. */
  constructor(program: Program, looked: readonly string[]) {
    this.#program = program;
    this.#looked = new Set(looked);
  }

  /** Evaluates in pieces; may be abandoned between two of them, and resumed. */
  *pieces(): Generator<void> {
    const { flow } = this.#program;
    if (!this.#isBegun) {
      yield* flow.pieces();
      this.#isBegun = true;
      const calls = flow.leadingCalls.filter(({ file }) => this.#looked.has(file.name));
      const isTest = ({ file }: CallSite): boolean => isNamedAsTest(file.name.split(/[\\/]/u));
      const ordered = [...calls.filter((each) => !isTest(each)), ...calls.filter(isTest)];
      this.#waiting = ordered.map(
        ({ file, call }) =>
          () =>
            this.#program.rowsOf(file).at(call),
      );
      this.#waiting.reverse();
    }
    for (let ask = this.#waiting.pop(); ask; ask = this.#waiting.pop()) {
      ask();
      yield;
    }
  }
}
