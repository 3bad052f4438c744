import { relative } from "node:path";
import type TS from "typescript";
import type { Engine, EvaluatedFile, Evaluation } from "../../../clients/evaluation";
import type { Codebase } from "../../../analysis/codebase";
import { holdsAll } from "../../../files/project-root";
import { specifiersIn } from "../../../project/words";
import type { AskedFiles } from "../sources/asked";
import { isSearched } from "../sources/declared-members";
import { Deferred } from "./deferred";
import { importedBy, isPackage } from "./parts";
import { saysTheSame, stillHolds } from "./record";
import { isSame, type Walk, walk } from "./walk";

/** A project's own files in one program, by name. */
export type OwnFiles = ReadonlyMap<string, TS.SourceFile>;

/** With types, the engine uses the trees of the program as they are. */
const ofTypes: Pick<Engine, "treeOf"> = { treeOf: (tree) => tree };

/**
 * After this many answers about later texts, a new engine is created, because the kept one stores data for each of these texts.
 */
const mostAnswers = 50;

/** The kept engine, applied to a later program: the same files, some of them edited. */
export interface Later {
  /** Answers exactly as a new engine. The kept engine answers as long as both would agree. */
  readonly engine: Engine;
  /** Always answers by the kept engine, without following the project again. */
  readonly soon: Engine;
  /** @returns whether a new engine may disagree with an answer of `soon`. */
  readonly isOutdated: () => boolean;
}

export interface KeptInput {
  readonly root: string;
  readonly codebase: Codebase;
  /** The recorded questions about the project's files. */
  readonly asked: AskedFiles;
  readonly files: OwnFiles;
}

/**
 * The engine of a project in an editor, kept over edits as long as a new engine would give the same answers. After an
 * edit, only the graph of the edited file is built and evaluated again.
 */
export class KeptCodebase {
  readonly #codebase: Codebase;
  readonly #root: string;
  readonly #asked: AskedFiles;
  readonly #files: OwnFiles;
  readonly #walked: Walk | undefined;
  readonly #closures = new Map<string, ReadonlySet<string>>();
  #answers = 0;

  constructor({ root, codebase, asked, files }: KeptInput) {
    this.#root = root;
    this.#codebase = codebase;
    this.#asked = asked;
    this.#files = files;
    this.#walked = holdsAll(root) ? undefined : walk(root, "");
    const { sources, engine } = codebase;
    const prepare: Engine["prepare"] = (interrupt) => engine.prepare(interrupt);
    this.codebase = { sources, engine: { ...ofTypes, prepare, evaluate: (file) => this.#run(file, () => false) } };
    this.uninterrupted = { sources, engine: { ...ofTypes, prepare, evaluate: (file) => this.#answer(file, []) } };
  }

  /** Whether the calls that lead to requests are known for the whole project. An answer then takes only the work on one file. */
  get isFollowed(): boolean {
    return this.#asked.told !== undefined;
  }

  /** Whether a new engine is due, because this one has stored data for too many later texts. */
  get isFull(): boolean {
    return this.#answers >= mostAnswers;
  }

  /** The codebase of the program with which it was created. */
  readonly codebase: Codebase;

  /** The same codebase, interrupted only between two calls. An interruption inside a call would discard the followed project. */
  readonly uninterrupted: Codebase;

  /** @returns whether all recorded questions to the disk, about files outside of the program too, still get the same answers. */
  isSameOnDisk(own: OwnFiles): boolean {
    const now = this.#walked && walk(this.#root, "");
    return (
      now !== undefined &&
      this.#walked !== undefined &&
      isSame(without(this.#root, this.#walked, own), without(this.#root, now, own)) &&
      stillHolds(this.#root, this.#asked)
    );
  }

  /** @returns whether a later program has files of the same names. Their texts may differ. */
  hasSameFiles(own: OwnFiles): boolean {
    return own.size === this.#files.size && [...own.keys()].every((name) => this.#files.has(name));
  }

  /** @returns the files of a later program that are new or edited. */
  changedIn(own: OwnFiles): readonly TS.SourceFile[] {
    return [...own].flatMap(([name, file]) => (this.#files.get(name) === file ? [] : file));
  }

  /**
   * @param changed the edited files. The file to evaluate may be one of them.
   * @param makeNew creates the engine of the later program.
   */
  after(changed: readonly TS.SourceFile[], makeNew: () => Engine): Later {
    let made: Engine | undefined;
    let isOutdated = false;
    const anew = (): Engine => (made ??= makeNew());
    const mustBeNew = (): boolean => made !== undefined || isOutdated || this.isFull;
    const engine: Engine = {
      ...ofTypes,
      prepare: (interrupt) => (mustBeNew() ? anew().prepare(interrupt) : []),
      evaluate: (file) => (mustBeNew() ? undefined : this.#evaluate(file, changed)) ?? anew().evaluate(file),
    };
    const soon: Engine = {
      ...ofTypes,
      prepare: () => [],
      evaluate: (file) => {
        const { fileName } = file.sourceFile;
        const mayHold = this.#mayHold(fileName, changed);
        const evaluation = this.#answer(file, changed);
        isOutdated ||= !mayHold || !this.#holds(fileName, namesOf(changed));
        return evaluation;
      },
    };
    return { engine, soon, isOutdated: () => isOutdated };
  }

  /** @returns this engine's answer about a later text, or `undefined` if a new engine may answer otherwise. */
  #evaluate(file: EvaluatedFile, changed: readonly TS.SourceFile[]): Evaluation | undefined {
    const { fileName } = file.sourceFile;
    if (!this.#mayHold(fileName, changed)) return undefined;
    const evaluation = this.#answer(file, changed);
    return this.#holds(fileName, namesOf(changed)) ? evaluation : undefined;
  }

  #answer(file: EvaluatedFile, changed: readonly TS.SourceFile[]): Evaluation {
    if (namesOf(changed).includes(file.sourceFile.fileName)) this.#answers += 1;
    file.interrupt?.();
    // An interruption inside a call would discard the followed project.
    const deferred = new Deferred(file.interrupt);
    return this.#run({ ...file, interrupt: deferred.ask, between: deferred.throwIfStopped }, () => deferred.isStopped);
  }

  /** @param isKept whether the followed project stays valid after the evaluation has thrown. */
  #run(file: EvaluatedFile, isKept: () => boolean): Evaluation {
    this.#enter(file);
    try {
      return this.#codebase.engine.evaluate(file);
    } catch (error) {
      if (!isKept()) this.#asked.told = undefined;
      throw error;
    }
  }

  #enter({ sourceFile: { fileName } }: EvaluatedFile): void {
    this.#asked.own = { name: fileName, isApart: !isSearched(relative(this.#root, fileName)) };
    this.#asked.isHeldBack = false;
  }

  /** Whether the texts of the changed files give other files the same answers. */
  #mayHold(fileName: string, changed: readonly TS.SourceFile[]): boolean {
    const asked = this.#asked;
    if (!asked.told || asked.isSpent || asked.called.has(fileName)) return false;
    if (this.isFull) return false;
    return changed.every((file) => {
      const before = this.#files.get(file.fileName)?.text ?? "";
      if (before === file.text) return true;
      const isApart = !isSearched(relative(this.#root, file.fileName)) && !asked.texts.has(file.fileName);
      return (
        isApart ||
        (asked.named.get("")?.has(file.fileName) !== true && saysTheSame(asked, file.fileName, before, file.text))
      );
    });
  }

  /**
   * Whether the evaluation of a file is still valid: no file that it leads to has changed, and none depends on a
   * changed file.
   */
  #holds(fileName: string, changed: readonly string[]): boolean {
    const { told, isSpent, isHeldBack, called, nothing } = this.#asked;
    // The file would have contributed to other files, whose answers lack that part.
    if (!told || isSpent || called.has(fileName) || (isHeldBack && told.files.has(fileName))) return false;
    const closure = this.#closureOf(fileName);
    const isHanded = [fileName, ...closure].some((each) =>
      told.files.get(each)?.handedBy.some((by) => changed.includes(by)),
    );
    if (isHanded || changed.some((each) => closure.has(each))) return false;
    return changed.every((name) => [...(nothing.get(name) ?? [])].every((question) => told.hasNothing(name, question)));
  }

  /** @returns the files to which a file leads. Contains the file itself only if there is a cycle. */
  #closureOf(name: string): ReadonlySet<string> {
    const named = [...(this.#asked.named.get(name) ?? [])];
    const closure = new Set<string>(
      this.#leadsFrom(name, [...named, ...(this.#asked.told?.leadsFrom(name) ?? [])]).filter((each) => each !== name),
    );
    // The loop also visits files that are added during it.
    for (const each of closure) {
      let further = this.#closures.get(each);
      if (!further)
        this.#closures.set(
          each,
          (further = new Set(this.#leadsFrom(each, this.#asked.told?.files.get(each)?.leadsTo ?? []))),
        );
      for (const next of further) closure.add(next);
      // Searches by name may have found more since the entry was cached.
      for (const next of this.#asked.named.get(each) ?? []) closure.add(next);
    }
    return closure;
  }

  #leadsFrom(name: string, more: readonly string[]): readonly string[] {
    const { sources } = this.#codebase;
    if (isPackage(name)) return more;
    const specifiers = this.#asked.specifiersOf?.get(name) ?? specifiersIn(sources.text?.(name) ?? "");
    return [...more, ...specifiers.map((each) => importedBy(sources, name, each))];
  }
}

function namesOf(files: readonly TS.SourceFile[]): readonly string[] {
  return files.map(({ fileName }) => fileName);
}

/** Leaves out the files of a program. Their texts are compared separately. */
function without(root: string, { files, time }: Walk, own: OwnFiles): Walk {
  return { time, files: new Map([...files].filter(([name]) => !own.has(`${root}/${name}`))) };
}
