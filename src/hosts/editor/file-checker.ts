import type TS from "typescript";
import { rules } from "../../../rules/index";
import { analyseCode } from "../../analysis/code";
import { type Analysis, unfinished } from "../../analysis/analysis";
import type { Codebase } from "../../analysis/codebase";
import { mayConcernUs } from "../../analysis/relevance";
import type { Engine } from "../../clients/evaluation";
import { loadProject, type Project } from "../../contract/configuration/load";
import { mostBytes } from "../../files/read";
import type { Manifest } from "../../manifest/manifest";
import type { Request } from "../../request/request";
import { checkAnalysis } from "../../rule/check";
import type { Failure, Finding } from "../../rule/finding";
import { selectRules } from "../../rule/select";
import { factsFor } from "../shared/files/facts";
import { whyGenerated, whyTooLarge } from "../shared/files/generated";
import { isIgnored } from "../shared/files/ignored";
import { parseCode } from "../shared/typescript/parse-code";
import { Deferred } from "../shared/memory/deferred";
import type { Soon } from "../shared/memory/edited-codebase";
import { Codebases } from "../shared/sources/codebases";

/** The results for one file of a program. */
export interface CheckedFile {
  readonly sourceFile: TS.SourceFile;
  readonly project: Project;
  readonly requests: readonly Request[];
  /** Object literals that declare resources. */
  readonly manifests: readonly Manifest[];
  /** Whether the whole file was analysed. */
  readonly isWhole: boolean;
  /** False if an edit may have changed which calls of other files lead here, and the project was not followed again. `check` may then have other results. */
  readonly isSettled: boolean;
  /** Set if it is not settled, and the project should be followed at once. */
  readonly isOverdue?: boolean;
  /** Findings, without those that a directive silences. */
  readonly findings: readonly Finding[];
  /** Crashes. One without a rule means that the file could not be analysed at all. */
  readonly failures: readonly (Failure | { readonly rule?: never; readonly error: Error })[];
}

/** The requests of a file, or only those at a requested position. */
export type FileRequests = Pick<CheckedFile, "sourceFile" | "project" | "requests">;

/** The message for a file that was not completely analysed. */
export const notWhole =
  "This code is too long, too deeply nested or too entangled to be looked at to its end: requests may have been missed. `restraint requests` names what was seen.";

interface Job {
  /** The source of declared types; absent if there are none. */
  readonly program?: TS.Program;
  readonly sourceFile: TS.SourceFile;
  readonly path: string;
  readonly project: Project;
  readonly throwIfUnwanted: () => void;
}

/** Thrown to abort a check that takes too long. */
export class TakesLong extends Error {}

/** Limit of the pieces of following a project that an answer waits for. A small project has fewer. A piece is one file or one call. */
const mostPieces = 200;

/**
 * Checks the files of a TypeScript project. All state belongs to the instance: tsserver serves many projects in one
 * process.
 */
export class FileChecker {
  readonly #ts: typeof TS;
  /** Results by program. A program is immutable: each edit creates a new one. */
  readonly #checked = new WeakMap<TS.Program, Map<string, CheckedFile>>();

  readonly #codebases: Codebases;

  readonly #onCrash: (what: string, error: unknown) => void;

  /** @param onCrash called for each rule or analysis that threw. */
  constructor(ts: typeof TS, onCrash: (what: string, error: unknown) => void) {
    this.#ts = ts;
    this.#codebases = new Codebases(ts, { keepsOverEdits: true });
    this.#onCrash = onCrash;
  }

  /**
   * @param throwIfUnwanted throws TypeScript's `OperationCanceledException` or `TakesLong` if the answer is no longer
   * wanted. Nothing is kept then.
   * @returns the results of a file, or `undefined` if it is not the user's own code, is ignored, generated or too
   * large.
   */
  check(program: TS.Program, fileName: string, throwIfUnwanted: () => void): CheckedFile | undefined {
    return this.#checkOnce(program, this.#jobOf(program, fileName, throwIfUnwanted), (job, known) =>
      known?.isSettled === true ? known : this.#checkFile(job, { codebase: this.#codebaseOf(job) }),
    );
  }

  /**
   * Checks a file without following its project again: for other files, it uses the calls that led to requests before the last edits.
   *
   * @param throwIfUnwanted as for `check`. If it throws, the work ends after the current call, and its results are kept.
   * @throws {TakesLong} if the project has not been followed yet; see {@link follow}.
   */
  checkSoon(program: TS.Program, fileName: string, throwIfUnwanted: () => void): CheckedFile | undefined {
    return this.#checkOnce(program, this.#jobOf(program, fileName, throwIfUnwanted), (job, known) =>
      known && (known.isSettled || this.#soon(job)?.isSettled() !== true)
        ? known
        : this.#checkFile(job, this.#soonOf(job)),
    );
  }

  /** Whether the project must be followed before `checkSoon` can answer. */
  mustFollow(program: TS.Program, fileName: string): boolean {
    const job = this.#jobOf(program, fileName, () => undefined);
    return job !== undefined && isOfConcern(job) && this.#soon(job) === undefined;
  }

  /**
   * Follows the project of a file in pieces. The host may do other work between two pieces.
   *
   * @returns the pieces. After the last one, `checkSoon` gives a settled answer. None for a file without requests.
   */
  follow(program: TS.Program, fileName: string): Iterable<void> {
    const job = this.#jobOf(program, fileName, () => undefined);
    return job && isOfConcern(job) ? this.#codebases.following(job.path, job.project.facts, program) : [];
  }

  /**
   * Finds the requests to which the text at a position may belong. Editors ask for them at each keystroke, so the rest
   * of the file is not analysed.
   *
   * @param throwIfUnwanted as for `checkSoon`.
   * @returns these requests, or all requests of a file that is already checked; `undefined` as for `check`, if the analysis crashes, or if the project has not been followed yet.
   */
  around(
    program: TS.Program,
    fileName: string,
    position: number,
    throwIfUnwanted: () => void,
  ): FileRequests | undefined {
    const job = this.#jobOf(program, fileName, throwIfUnwanted);
    if (job === undefined) return undefined;
    const { sourceFile, project } = job;
    const known = this.#known(program, job);
    if (known) return known;
    try {
      const analysis = this.#analyse(job, this.#soonOf(job).codebase, position);
      return analysis instanceof Error ? undefined : { sourceFile, project, requests: analysis.requests };
    } catch (error) {
      if (error instanceof TakesLong) return undefined;
      throw error;
    }
  }

  /**
   * Checks one file by syntax and imports, such as the scripts of a component, which belong to no program.
   *
   * @param text without byte-order mark.
   * @param throwIfUnwanted as for `check`.
   */
  checkAlone(path: string, text: string, throwIfUnwanted: () => void): CheckedFile | undefined {
    const project = loadProject(path, rules);
    if (isIgnored(project, path) || isLeftOut(path, text)) return undefined;
    const job = { sourceFile: parseCode(this.#ts, path, text), path, project, throwIfUnwanted };
    return this.#checkFile(job, { codebase: this.#codebaseOf(job) });
  }

  /** Whether a file has been checked, so that `check` returns at once. */
  has(program: TS.Program, fileName: string): boolean {
    return this.#checked.get(program)?.has(fileName) === true;
  }

  /** Whether a file still belongs to a project with an unchanged configuration. */
  isOf(project: Project, fileName: string): boolean {
    return isSame(project, loadProject(fileName, rules));
  }

  #isOwnCode(program: TS.Program, sourceFile: TS.SourceFile): boolean {
    const isCode = /\.[cm]?[jt]sx?$/iu.test(sourceFile.fileName) && !sourceFile.isDeclarationFile;
    return (
      isCode && !program.isSourceFileFromExternalLibrary(sourceFile) && !sourceFile.fileName.includes("/node_modules/")
    );
  }

  /** @returns the job for a file, or `undefined` if it is not to be checked. */
  #jobOf(program: TS.Program, path: string, throwIfUnwanted: () => void): Job | undefined {
    const sourceFile = program.getSourceFile(path);
    if (sourceFile === undefined || !this.#isOwnCode(program, sourceFile)) return undefined;
    const project = loadProject(path, rules);
    if (isIgnored(project, path) || isLeftOut(path, sourceFile.text)) return undefined;
    return { program, sourceFile, path, project, throwIfUnwanted };
  }

  /** @param check its second argument is the earlier result for the file in this program, if the configuration is unchanged. */
  #checkOnce(
    program: TS.Program,
    job: Job | undefined,
    check: (job: Job, known: CheckedFile | undefined) => CheckedFile,
  ): CheckedFile | undefined {
    if (job === undefined) return undefined;
    const files = this.#checked.get(program) ?? new Map<string, CheckedFile>();
    this.#checked.set(program, files);
    const checked = check(job, this.#known(program, job));
    files.set(job.path, checked);
    return checked;
  }

  #known(program: TS.Program, { path, project }: Job): CheckedFile | undefined {
    const known = this.#checked.get(program)?.get(path);
    return known !== undefined && isSame(known.project, project) ? known : undefined;
  }

  #codebaseOf({ program, path, project }: Job): Codebase {
    return this.#codebases.of(path, project.facts, program);
  }

  #soon({ program, path, project }: Job): Soon | undefined {
    return program && this.#codebases.soon(path, project.facts, program);
  }

  /** Follows the project only when the file is evaluated, which most files are not. Throws `TakesLong` if the project is large. */
  #soonOf(job: Job): Soon {
    let soon: Soon | undefined;
    const ready = (): Engine => {
      soon ??= this.#soon(job) ?? this.#followSmall(job);
      return soon.codebase.engine;
    };
    const { sources, engine } = this.#codebaseOf(job);
    return {
      codebase: { sources, engine: { ...engine, evaluate: (file) => ready().evaluate(file) } },
      isSettled: () => soon?.isSettled() ?? true,
      isOverdue: () => soon?.isOverdue() ?? false,
    };
  }

  #followSmall(job: Job): Soon {
    const { program, path, project, throwIfUnwanted } = job;
    const { ask, throwIfStopped } = new Deferred(throwIfUnwanted);
    const pieces = program && this.#codebases.following(path, project.facts, program, ask)[Symbol.iterator]();
    for (let count = 1; pieces?.next().done === false; count += 1) {
      throwIfStopped();
      if (count === mostPieces) throw new TakesLong();
    }
    const soon = this.#soon(job);
    if (!soon) throw new TakesLong();
    return soon;
  }

  #checkFile(job: Job, { codebase, isSettled, isOverdue }: Pick<Soon, "codebase"> & Partial<Soon>): CheckedFile {
    const { path, sourceFile, project } = job;
    const { contract } = project;
    const analysis = this.#analyse(job, codebase);
    if (analysis instanceof Error) {
      const nothing = { requests: [], manifests: [], findings: [] };
      return { sourceFile, project, ...nothing, isWhole: true, isSettled: true, failures: [{ error: analysis }] };
    }
    const selections = selectRules(project.preset, project.rules, rules);
    const { findings, failures } = checkAnalysis(analysis, selections, { contract, facts: factsFor(project, path) });
    for (const { rule, error } of failures) this.#onCrash(`the rule ${rule} on ${path}`, error);
    const { requests, manifests, problems } = analysis;
    return {
      ...{ sourceFile, project, requests, manifests, findings, failures },
      isWhole: !problems.includes(unfinished),
      isSettled: isSettled?.() ?? true,
      isOverdue: isOverdue?.() ?? false,
    };
  }

  /**
   * @param about restricts the analysis to requests to which the text at this offset may belong.
   * @returns the analysis, or the error of its crash.
   */
  #analyse(
    { program, sourceFile, path, project, throwIfUnwanted }: Job,
    codebase: Codebase,
    about?: number,
  ): Analysis | Error {
    const { contract, facts } = project;
    try {
      return analyseCode({
        ts: this.#ts,
        sourceFile,
        checker: program?.getTypeChecker(),
        codebase,
        contract,
        facts,
        about,
        interrupt: throwIfUnwanted,
      });
    } catch (error) {
      if (error instanceof this.#ts.OperationCanceledException || error instanceof TakesLong) throw error;
      this.#onCrash(`the analysis of ${path}`, error);
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** Whether the text of a file may lead to a request or declare a resource. */
function isOfConcern({ sourceFile, project: { contract, facts } }: Job): boolean {
  return mayConcernUs(sourceFile.text, contract, facts, { follows: true });
}

/** Whether a file is generated, or too large for an editor. */
function isLeftOut(path: string, text: string): boolean {
  return whyTooLarge(text, mostBytes.code) !== undefined || whyGenerated(path, text) !== undefined;
}

/** An unchanged configuration returns the same object again; without a configuration nothing can change. */
function isSame(before: Project, now: Project): boolean {
  return before === now || (before.configurationPath === undefined && now.configurationPath === undefined);
}
