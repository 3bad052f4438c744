import type { CallSite } from "../project/sites";
import { isNamedAsTest } from "../project/test-names";
import type { Program } from "./program";

/**
 * Asks for the requests of the files that are looked at, beginning with the calls that are nearest to what sends them. Calls from far outside, such as
 * those of tests, take most of what a project may: so they take it from nobody but each other, wherever their files stand. What tests call comes last.
 */
export class NearestFirst {
  readonly #program: Program;
  readonly #looked: ReadonlySet<string>;
  #isBegun = false;
  #waiting: (() => void)[] = [];

  /** @param looked the files that are looked at. */
  constructor(program: Program, looked: readonly string[]) {
    this.#program = program;
    this.#looked = new Set(looked);
  }

  /** Asks, in pieces; may be left between two of them, and begun again. */
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
