import { relative } from "node:path";
import type TS from "typescript";
import type { Engine, EvaluatedFile, Evaluation } from "../../../clients/evaluation";
import type { Codebase } from "../../../analysis/codebase";
import { holdsAll } from "../../../files/project-root";
import { specifiersIn } from "../../../project/words";
import type { AskedFiles } from "../sources/asked";
import { isSearched } from "../sources/declared-members";
import { importedBy, isPackage } from "./parts";
import { saysTheSame, stillHolds } from "./record";
import { isSame, type Walk, walk } from "./walk";

/** A project's own files in one program, by name. */
export type OwnFiles = ReadonlyMap<string, TS.SourceFile>;

/** With types, the engine uses the trees of the program as they are. */
const ofTypes: Pick<Engine, "treeOf"> = { treeOf: (tree) => tree };

/**
 * After this many answers about later texts, a new engine is created: the kept one holds data for each of these texts.
 */
const mostAnswers = 50;

export interface KeptInput {
  readonly root: string;
  readonly codebase: Codebase;
  /** What was asked of the project's files. */
  readonly asked: AskedFiles;
  readonly files: OwnFiles;
}

/**
 * The engine of a project in an editor, kept over edits as long as a new engine would give the same answers. An edit
 * then rebuilds the graph of the edited file and evaluates it, and nothing in the other files.
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
  }

  /** The codebase of the program with which it was created. */
  get codebase(): Codebase {
    const { sources, engine } = this.#codebase;
    const evaluate = (file: EvaluatedFile): Evaluation => {
      this.#enter(file);
      try {
        return engine.evaluate(file);
      } catch (error) {
        // After an interruption, the record of questions is incomplete, so that the answers cannot be reused.
        this.#asked.told = undefined;
        throw error;
      }
    };
    return { sources, engine: { ...ofTypes, prepare: (interrupt) => engine.prepare(interrupt), evaluate } };
  }

  /** @returns whether files outside of the program, and all else that was asked of the disk, are unchanged. */
  isSameOnDisk(own: OwnFiles): boolean {
    const now = this.#walked && walk(this.#root, "");
    return (
      now !== undefined &&
      this.#walked !== undefined &&
      isSame(without(this.#root, this.#walked, own), without(this.#root, now, own)) &&
      stillHolds(this.#root, this.#asked)
    );
  }

  /** @returns the files of a later program with another text, or `undefined` if that program has other files. */
  changedIn(own: OwnFiles): readonly TS.SourceFile[] | undefined {
    if (own.size !== this.#files.size) return undefined;
    const changed: TS.SourceFile[] = [];
    for (const [name, file] of own) {
      const before = this.#files.get(name);
      if (!before) return undefined;
      if (before !== file) changed.push(file);
    }
    return changed;
  }

  /**
   * @param changed the files with another text; the file in question may be one of them.
   * @returns an engine that delegates to this one as long as a new engine would give the same answers.
   */
  engineAfter(changed: readonly TS.SourceFile[], makeNew: () => Engine): Engine {
    let made: Engine | undefined;
    const anew = (): Engine => (made ??= makeNew());
    return {
      ...ofTypes,
      prepare: (interrupt) => (made || this.#answers >= mostAnswers ? anew().prepare(interrupt) : []),
      evaluate: (file) => (made ? undefined : this.#evaluate(file, changed)) ?? anew().evaluate(file),
    };
  }

  #evaluate(file: EvaluatedFile, changed: readonly TS.SourceFile[]): Evaluation | undefined {
    const { fileName } = file.sourceFile;
    const names = changed.map((each) => each.fileName);
    if (!this.#mayHold(fileName, changed)) return undefined;
    if (names.includes(fileName)) this.#answers += 1;
    this.#enter(file);
    file.interrupt?.();
    // The evaluation is too short to be worth interrupting. The host is still called, because it measures the work.
    const interrupt = (): void => {
      try {
        file.interrupt?.();
      } catch {
        // Continues.
      }
    };
    const evaluation = this.#codebase.engine.evaluate({ ...file, interrupt });
    return this.#holds(fileName, names) ? evaluation : undefined;
  }

  #enter({ sourceFile: { fileName } }: EvaluatedFile): void {
    this.#asked.own = { name: fileName, isApart: !isSearched(relative(this.#root, fileName)) };
    this.#asked.isHeldBack = false;
  }

  /** Whether the texts of the changed files give other files the same answers. */
  #mayHold(fileName: string, changed: readonly TS.SourceFile[]): boolean {
    const asked = this.#asked;
    if (!asked.told || asked.isSpent || asked.called.has(fileName)) return false;
    if (this.#answers >= mostAnswers) return false;
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
   * Whether the evaluation of a file is still valid: nothing to which it leads has changed or depends on a changed
   * file.
   */
  #holds(fileName: string, changed: readonly string[]): boolean {
    const { told, isSpent, isHeldBack, called, nothing } = this.#asked;
    // The file would have contributed to others, which did not receive it.
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

/** Leaves out the files of a program, whose texts are compared separately. */
function without(root: string, { files, time }: Walk, own: OwnFiles): Walk {
  return { time, files: new Map([...files].filter(([name]) => !own.has(`${root}/${name}`))) };
}
