import type TS from "typescript";
import { effectiveUses, type EndpointUse, endpointAt, usesIn } from "../editor/code/endpoint-uses";
import { type FileRequests, type FileChecker, TakesLong } from "../editor/file-checker";

/** In milliseconds: tsserver has one thread, and whoever moves the mouse does not wait for what is told beside a hover. */
const patience = 150;

/** The call of a file, and those of the whole program that go to the same endpoint. */
export interface CallsOfEndpoint {
  readonly key: string;
  readonly uses: readonly EndpointUse[];
}

/** Which calls of a program go to which endpoint. What has been found is kept for as long as the program lives. */
export class ProgramUses {
  readonly #checker: FileChecker;
  readonly #ofProgram = new WeakMap<TS.Program, readonly EndpointUse[]>();

  constructor(checker: FileChecker) {
    this.#checker = checker;
  }

  /**
   * @returns the calls that go where the request path at a position leads; `undefined` where no path stands there, and where too much is still to be
   *   checked: files that have been are kept, so that a later hover may be told.
   */
  soon(program: TS.Program, file: FileRequests, position: number): CallsOfEndpoint | undefined {
    const end = Date.now() + patience;
    const throwIfLate = (): void => {
      if (Date.now() > end) throw new TakesLong();
    };
    try {
      return this.of(program, file, position, throwIfLate);
    } catch (error) {
      if (error instanceof TakesLong) return undefined;
      throw error;
    }
  }

  /** @returns the same, however long it takes. */
  of(
    program: TS.Program,
    file: FileRequests,
    position: number,
    throwIfUnwanted: () => void,
  ): CallsOfEndpoint | undefined {
    const key = endpointAt(file, position);
    if (key === undefined) return undefined;
    return { key, uses: this.#all(program, throwIfUnwanted).filter((use) => use.key === key) };
  }

  #all(program: TS.Program, throwIfUnwanted: () => void): readonly EndpointUse[] {
    const known = this.#ofProgram.get(program);
    if (known) return known;
    const uses = program.getSourceFiles().flatMap(({ fileName }) => {
      throwIfUnwanted();
      const checked = this.#checker.check(program, fileName, throwIfUnwanted);
      return checked ? usesIn(checked) : [];
    });
    const found = effectiveUses(uses);
    this.#ofProgram.set(program, found);
    return found;
  }
}
