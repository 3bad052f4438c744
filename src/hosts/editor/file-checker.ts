import type TS from "typescript";
import { rules } from "../../../rules/index";
import { analyseCode } from "../../analysis/code";
import { type Analysis, unfinished } from "../../analysis/analysis";
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
    const job = this.#jobOf(program, fileName, throwIfUnwanted);
    if (job === undefined) return undefined;
    const files = this.#checked.get(program) ?? new Map<string, CheckedFile>();
    this.#checked.set(program, files);
    const checked = this.#known(program, job) ?? this.#checkFile(job);
    files.set(fileName, checked);
    return checked;
  }

  /**
   * Finds the requests to which the text at a position may belong. Editors ask for them at each keystroke, so the rest
   * of the file is not analysed.
   *
   * @param throwIfUnwanted as for `check`.
   * @returns these requests, or all of a file already checked; `undefined` as for `check`, or if the analysis crashes.
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
    const analysis = this.#analyse(job, position);
    return analysis instanceof Error ? undefined : { sourceFile, project, requests: analysis.requests };
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
    return this.#checkFile({ sourceFile: parseCode(this.#ts, path, text), path, project, throwIfUnwanted });
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

  #known(program: TS.Program, { path, project }: Job): CheckedFile | undefined {
    const known = this.#checked.get(program)?.get(path);
    return known !== undefined && isSame(known.project, project) ? known : undefined;
  }

  #checkFile(job: Job): CheckedFile {
    const { path, sourceFile, project } = job;
    const { contract } = project;
    const analysis = this.#analyse(job);
    if (analysis instanceof Error) {
      const nothing = { requests: [], manifests: [], findings: [] };
      return { sourceFile, project, ...nothing, isWhole: true, failures: [{ error: analysis }] };
    }
    const selections = selectRules(project.preset, project.rules, rules);
    const { findings, failures } = checkAnalysis(analysis, selections, { contract, facts: factsFor(project, path) });
    for (const { rule, error } of failures) this.#onCrash(`the rule ${rule} on ${path}`, error);
    const { requests, manifests, problems } = analysis;
    return { sourceFile, project, requests, manifests, isWhole: !problems.includes(unfinished), findings, failures };
  }

  /**
   * @param about restricts the analysis to requests to which the text at this offset may belong.
   * @returns the analysis, or the error of its crash.
   */
  #analyse({ program, sourceFile, path, project, throwIfUnwanted }: Job, about?: number): Analysis | Error {
    const { contract, facts } = project;
    try {
      return analyseCode({
        ts: this.#ts,
        sourceFile,
        checker: program?.getTypeChecker(),
        codebase: this.#codebases.of(path, facts, program),
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

/** Whether a file is generated, or too large for an editor. */
function isLeftOut(path: string, text: string): boolean {
  return whyTooLarge(text, mostBytes.code) !== undefined || whyGenerated(path, text) !== undefined;
}

/** An unchanged configuration returns the same object again; without a configuration nothing can change. */
function isSame(before: Project, now: Project): boolean {
  return before === now || (before.configurationPath === undefined && now.configurationPath === undefined);
}
