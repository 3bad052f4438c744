import type TS from "typescript";
import { effectiveUses, type EndpointUse, endpointAt, usesIn } from "../editor/code/endpoint-uses";
import { type CheckedFile, type FileRequests, type FileChecker, TakesLong } from "../editor/file-checker";

/** Limit in milliseconds: tsserver has one thread, and a hover must not wait for its additional part. */
const patience = 150;

/** An endpoint, and all calls of it in the program. */
export interface CallsOfEndpoint {
  readonly key: string;
  readonly uses: readonly EndpointUse[];
}

type Check = (fileName: string) => CheckedFile | undefined;

/** Finds which calls of a program go to which endpoint. Results are kept as long as the program exists. */
export class ProgramUses {
  readonly #checker: FileChecker;
  readonly #ofProgram = new WeakMap<TS.Program, readonly EndpointUse[]>();

  constructor(checker: FileChecker) {
    this.#checker = checker;
  }

  /**
   * @returns the calls of the endpoint whose path is at a position. `undefined` if there is no path, or if too many
   * files are still to be checked: checked files are kept, so that a later hover may succeed.
   */
  soon(program: TS.Program, file: FileRequests, position: number): CallsOfEndpoint | undefined {
    const end = Date.now() + patience;
    const throwIfLate = (): void => {
      if (Date.now() > end) throw new TakesLong();
    };
    try {
      return this.#of(program, file, position, (each) => this.#checker.checkSoon(program, each, throwIfLate));
    } catch (error) {
      if (error instanceof TakesLong) return undefined;
      throw error;
    }
  }

  /** @returns the same without a time limit. */
  of(
    program: TS.Program,
    file: FileRequests,
    position: number,
    throwIfUnwanted: () => void,
  ): CallsOfEndpoint | undefined {
    return this.#of(program, file, position, (each) => {
      throwIfUnwanted();
      return this.#checker.check(program, each, throwIfUnwanted);
    });
  }

  #of(program: TS.Program, file: FileRequests, position: number, check: Check): CallsOfEndpoint | undefined {
    const key = endpointAt(file, position);
    return key === undefined ? undefined : { key, uses: this.#all(program, check).filter((use) => use.key === key) };
  }

  #all(program: TS.Program, check: Check): readonly EndpointUse[] {
    const known = this.#ofProgram.get(program);
    if (known) return known;
    const uses = program.getSourceFiles().flatMap(({ fileName }) => {
      const checked = check(fileName);
      return checked ? usesIn(checked) : [];
    });
    const found = effectiveUses(uses);
    this.#ofProgram.set(program, found);
    return found;
  }
}
