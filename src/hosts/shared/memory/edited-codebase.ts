import type TS from "typescript";
import type { Codebase } from "../../../analysis/codebase";
import type { Engine } from "../../../clients/evaluation";
import type { ClientFacts } from "../../../request/library";
import type { AskedFiles } from "../sources/asked";
import { KeptCodebase, type Later, type OwnFiles } from "./kept-codebase";

/** A program of an editor, and the state of the disk. */
export interface EditedProgram {
  readonly program: TS.Program;
  readonly facts: ClientFacts;
  /** A new object after files have changed on the disk. */
  readonly version: object;
}

/** A codebase that answers without following the project again. */
export interface Soon {
  readonly codebase: Codebase;
  /** @returns whether all its answers so far equal those of {@link EditedCodebase.of}. */
  readonly isSettled: () => boolean;
  /** @returns whether the project should be followed at once: each answer about a later text takes memory until then. */
  readonly isOverdue: () => boolean;
}

/** The codebase that was created for a program. */
interface Created extends Pick<EditedProgram, "facts"> {
  readonly program: TS.Program;
  readonly kept: KeptCodebase;
  version: object;
}

/** The codebase that answers for a program. It was created for that program, or for an earlier one. */
interface Known extends Pick<Created, "facts" | "version" | "kept"> {
  readonly codebase: Codebase;
  /** Absent if the codebase was created for this program. */
  readonly later?: Later;
}

export interface EditedCodebaseInput {
  readonly root: string;
  /** @returns the program's files below the root, without packages. */
  readonly filesOf: (program: TS.Program) => OwnFiles;
  readonly create: (own: OwnFiles, facts: ClientFacts) => { readonly codebase: Codebase; readonly asked: AskedFiles };
}

/**
 * The codebase of a project in an editor, kept over edits. Finding the calls of a project that lead to requests takes much longer than evaluating one file, and an
 * edit rarely changes the result. So an edited program has two answers: {@link soon} uses the result from before the edit, and {@link of} is exact.
 */
export class EditedCodebase {
  readonly #input: EditedCodebaseInput;
  #current: Created | undefined;
  /** Replaces the current codebase as soon as it has followed the project. Until then, the current one answers. */
  #next: Created | undefined;
  #known = new WeakMap<TS.Program, Known>();

  constructor(input: EditedCodebaseInput) {
    this.#input = input;
  }

  /** @returns a codebase that answers exactly as a new one. Its first answer may follow the project. */
  of(given: EditedProgram): Codebase {
    return this.#knownOf(given).codebase;
  }

  /** @returns a codebase that never follows the project; `undefined` if the project was never followed to the end. */
  soon(given: EditedProgram): Soon | undefined {
    this.#advance();
    const current = this.#current;
    if (current?.kept.isFollowed !== true || !hasSameClients(current.facts, given.facts)) return undefined;
    const { codebase, later } = this.#knownOf(given);
    const isOverdue = (): boolean => current.kept.isFull;
    if (codebase === current.kept.codebase)
      return { codebase: current.kept.uninterrupted, isSettled: () => true, isOverdue };
    const { sources } = current.kept.codebase;
    if (later) return { codebase: { sources, engine: later.soon }, isSettled: () => !later.isOutdated(), isOverdue };
    // The program has other files, or files on the disk have changed.
    const { kept } = current;
    const { soon } = this.#later(kept, kept.changedIn(this.#input.filesOf(given.program)), given);
    return { codebase: { sources, engine: soon }, isSettled: () => false, isOverdue };
  }

  /**
   * Follows the project in pieces. Other questions may be asked between two pieces.
   *
   * @param ask called often during the work; must not throw.
   * @returns the pieces. After the last one, {@link soon} answers, and its answers are exact.
   */
  following(given: EditedProgram, ask?: () => void): Iterable<void> {
    this.#advance();
    const current = this.#current;
    const isBegun = current?.kept.isFollowed === false && hasSameClients(current.facts, given.facts);
    const { engine } = isBegun ? current.kept.codebase : this.of(given);
    return engine.prepare(ask);
  }

  #knownOf(given: EditedProgram): Known {
    this.#advance();
    const { program, facts } = given;
    const before = this.#known.get(program);
    if (before && hasSameClients(before.facts, facts) && this.#isSameOnDisk(before, given)) return before;
    const known = this.#make(given);
    this.#known.set(program, known);
    return known;
  }

  #make(given: EditedProgram): Known {
    const current = this.#current;
    if (!current || !hasSameClients(current.facts, given.facts)) return knownOf(this.#create(given));
    const own = this.#input.filesOf(given.program);
    if (!this.#isSameOnDisk(current, given) || !current.kept.hasSameFiles(own)) return knownOf(this.#create(given));
    const { facts, version, kept } = current;
    const changed = kept.changedIn(own);
    if (changed.length === 0) return knownOf(current);
    const later = this.#later(kept, changed, given);
    return { facts, version, kept, codebase: { sources: kept.codebase.sources, engine: later.engine }, later };
  }

  /** A new version only means that files may have changed, so the files are compared. */
  #isSameOnDisk(known: Pick<Created, "version" | "kept">, { program, version }: EditedProgram): boolean {
    if (known.version !== version && !known.kept.isSameOnDisk(this.#input.filesOf(program))) return false;
    known.version = version;
    return true;
  }

  #later(kept: KeptCodebase, changed: readonly TS.SourceFile[], given: EditedProgram): Later {
    return kept.after(changed, (): Engine => this.#create(given).kept.codebase.engine);
  }

  #create({ program, facts, version }: EditedProgram): Created {
    const { root, filesOf, create } = this.#input;
    const files = filesOf(program);
    const created: Created = {
      program,
      facts,
      version,
      kept: new KeptCodebase({ root, files, ...create(files, facts) }),
    };
    if (this.#current && hasSameClients(this.#current.facts, facts)) this.#next = created;
    else [this.#current, this.#next] = [created, undefined];
    return created;
  }

  #advance(): void {
    if (this.#next?.kept.isFollowed !== true) return;
    const current = (this.#current = this.#next);
    this.#next = undefined;
    // Entries for earlier programs would keep the replaced codebase in memory.
    this.#known = new WeakMap([[current.program, knownOf(current)]]);
  }
}

function knownOf({ facts, version, kept }: Created): Known {
  return { facts, version, kept, codebase: kept.codebase };
}

/**
 * Whether two files need the same codebase: the facts that it depends on are equal. Other facts, such as the token type, may differ between the files
 * of a project.
 */
export function hasSameClients(one: ClientFacts, other: ClientFacts): boolean {
  return one.clients === other.clients && one.tokens.types === other.tokens.types;
}
