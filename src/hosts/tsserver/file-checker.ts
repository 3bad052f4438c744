import type TS from "typescript";
import { rules } from "../../../rules/index";
import { analyseCode } from "../../analysis/code";
import { loadProject, type Project } from "../../contract/load";
import type { Request } from "../../request/request";
import { applyDirectives } from "../../rule/directives";
import type { Failure, Finding } from "../../rule/finding";
import { runRules } from "../../rule/run";
import { selectRules } from "../../rule/select";
import { factsFor } from "../shared/file-facts";
import { isIgnored } from "../shared/ignored";
import { Codebases } from "../shared/sources/codebases";

/** What is to be said of one file of a program. */
export interface CheckedFile {
  readonly sourceFile: TS.SourceFile;
  readonly project: Project;
  readonly requests: readonly Request[];
  /** Without those that a directive silences. */
  readonly findings: readonly Finding[];
  /** Without a rule: nothing of the file could be checked. */
  readonly failures: readonly (Failure | { readonly rule?: never; readonly error: Error })[];
}

/** Breaks off a check that takes long. */
export class TakesLong extends Error {}

/**
 * Checks the files of one TypeScript project. All state is the instance's: tsserver serves many projects in one process.
 */
export class FileChecker {
  readonly #ts: typeof TS;
  /** A program is immutable, and an edit anywhere makes a new one. */
  readonly #checked = new WeakMap<TS.Program, Map<string, CheckedFile>>();

  readonly #codebases: Codebases;

  readonly #onCrash: (what: string, error: unknown) => void;

  /** @param onCrash is told of each rule, or whole analysis, that threw. */
  constructor(ts: typeof TS, onCrash: (what: string, error: unknown) => void) {
    this.#ts = ts;
    this.#codebases = new Codebases(ts);
    this.#onCrash = onCrash;
  }

  /**
   * @param throwIfUnwanted throws TypeScript's `OperationCanceledException`, or `TakesLong`, when the answer is no longer wanted. Nothing is kept
   *   then.
   * @returns what is to be said of a file, or `undefined` for one that is not the user's own code, or that is ignored.
   */
  check(program: TS.Program, fileName: string, throwIfUnwanted: () => void): CheckedFile | undefined {
    const sourceFile = program.getSourceFile(fileName);
    if (sourceFile === undefined || !this.#isOwnCode(program, sourceFile)) return undefined;
    const project = loadProject(fileName, rules);
    if (isIgnored(project, fileName)) return undefined;
    const files = this.#checked.get(program) ?? new Map<string, CheckedFile>();
    this.#checked.set(program, files);
    const known = files.get(fileName);
    if (known !== undefined && isSame(known.project, project)) return known;
    const checked = this.#checkFile(program, sourceFile, project, throwIfUnwanted);
    files.set(fileName, checked);
    return checked;
  }

  /** Whether a file is checked already, so that `check` answers at once. */
  has(program: TS.Program, fileName: string): boolean {
    return this.#checked.get(program)?.has(fileName) === true;
  }

  /** Whether a file still belongs to a project, with the same configuration. */
  isOf(project: Project, fileName: string): boolean {
    return isSame(project, loadProject(fileName, rules));
  }

  #isOwnCode(program: TS.Program, sourceFile: TS.SourceFile): boolean {
    const isCode = /\.[cm]?[jt]sx?$/iu.test(sourceFile.fileName) && !sourceFile.isDeclarationFile;
    return (
      isCode && !program.isSourceFileFromExternalLibrary(sourceFile) && !sourceFile.fileName.includes("/node_modules/")
    );
  }

  #checkFile(
    program: TS.Program,
    sourceFile: TS.SourceFile,
    project: Project,
    throwIfUnwanted: () => void,
  ): CheckedFile {
    const { contract, facts } = project;
    try {
      const analysis = analyseCode({
        ts: this.#ts,
        sourceFile,
        checker: program.getTypeChecker(),
        codebase: this.#codebases.of(sourceFile.fileName, facts, program),
        contract,
        facts,
        interrupt: throwIfUnwanted,
      });
      const selections = selectRules(project.preset, project.rules, rules);
      const { findings, failures } = runRules(analysis, selections, {
        contract,
        facts: factsFor(project, sourceFile.fileName),
      });
      for (const { rule, error } of failures) this.#onCrash(`the rule ${rule} on ${sourceFile.fileName}`, error);
      const { requests } = analysis;
      return { sourceFile, project, requests, findings: applyDirectives(findings, analysis).findings, failures };
    } catch (error) {
      if (error instanceof this.#ts.OperationCanceledException || error instanceof TakesLong) throw error;
      this.#onCrash(`the analysis of ${sourceFile.fileName}`, error);
      const failure = { error: error instanceof Error ? error : new Error(String(error)) };
      return { sourceFile, project, requests: [], findings: [], failures: [failure] };
    }
  }
}

/** A configuration that has not changed gives the same object again; without one there is nothing to change. */
function isSame(before: Project, now: Project): boolean {
  return before === now || (before.configurationPath === undefined && now.configurationPath === undefined);
}
