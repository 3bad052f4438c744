import { isInTests, isNamedAsTest } from "../../../project/test-names";
import { relative, resolve, sep } from "node:path";
import type TS from "typescript";
import { type Analysis, unfinished } from "../../../analysis/analysis";
import { analyseCode } from "../../../analysis/code";
import type { Codebase } from "../../../analysis/codebase";
import type { Project } from "../../../contract/configuration/load";
import { LineTable } from "../../../text/lines";
import { isIgnored } from "../../shared/files/ignored";
import { Codebases } from "../../shared/sources/codebases";
import { describeCrash } from "../check/check-text";
import type { CodeFlags } from "../code-options";
import { describeProblem } from "../output";
import { readCode, tryCreateProgram } from "../check/code-files";
import { discover } from "../check/discover";
import { fileTypeOf } from "../../shared/files/file-type";
import { parseCode } from "../../shared/typescript/parse-code";
import { systemMessage, UnreadableError } from "../check/read";
import { Setups } from "../check/setup";
import type { CodeGroup } from "../project";
import { planCode } from "../threads/plan";
import { normalisePath } from "../tsconfig";
import { loadTypeScript } from "../typescript";
import { describeGenerated } from "../check/notes";
import { Progress } from "../progress";
import { Interruption } from "./interruption";

export interface AnalyseOptions extends CodeFlags {
  readonly cwd: string;
  /** Replaces the contract of a project. */
  readonly adapt?: (project: Project) => Project;
}

/** One analysed file of code. */
export interface AnalysedFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the working folder. */
  readonly name: string;
  readonly analysis: Analysis;
  readonly lines: LineTable;
  readonly sourceFile: TS.SourceFile;
  readonly project: Project;
  readonly codebase: Codebase;
  readonly ts: typeof TS;
}

/** The result of a run over code. */
export interface Analysed {
  /**
   * One line for each file that could not be read or completely analysed, and for each problem of the configuration.
   */
  readonly troubles: readonly string[];
  /** Whether one of them makes the result incomplete. */
  readonly failed: boolean;
  /** Files that were not analysed because the run was ended. */
  readonly notLookedAt: readonly string[];
}

/** Progress of a run. */
interface Step {
  readonly files: number;
  /** Whether another file is done. */
  readonly isFile: boolean;
}

interface Run {
  readonly ts: typeof TS;
  readonly setups: Setups;
  readonly cwd: string;
  readonly troubles: string[];
  readonly onFile: (file: AnalysedFile) => void;
  readonly adapt: (project: Project) => Project;
  readonly interruption: Interruption | undefined;
  readonly notLookedAt: string[];
  readonly files: number;
  /** Number of files left out as generated or minified. */
  leftOut: number;
}

/**
 * Analyses the code files below some paths.
 *
 * @param paths files, folders and patterns, relative to `cwd`.
 * @param onFile called for each analysed file, in the order of its group.
 */
export function analyseFiles(
  paths: readonly string[],
  options: AnalyseOptions,
  onFile: (file: AnalysedFile) => void,
): Analysed {
  const steps = analyse(paths, options, onFile, undefined);
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}

/** Like {@link analyseFiles}, with a progress bar, and ends on a signal or a timeout. */
export async function analyseWatched(
  paths: readonly string[],
  options: AnalyseOptions,
  onFile: (file: AnalysedFile) => void,
): Promise<Analysed> {
  const interruption = new Interruption(options.timeout);
  const steps = analyse(paths, options, onFile, interruption);
  let progress: Progress | undefined;
  try {
    for (;;) {
      const next = steps.next();
      if (next.done === true) return next.value;
      progress ??= new Progress("Looking", next.value.files);
      if (next.value.isFile) progress.step();
      await interruption.look();
    }
  } finally {
    progress?.end();
    interruption.close();
  }
}

function* analyse(
  paths: readonly string[],
  options: AnalyseOptions,
  onFile: (file: AnalysedFile) => void,
  interruption: Interruption | undefined,
): Generator<Step, Analysed> {
  const notLookedAt: string[] = [];
  const found = discover(paths, options.cwd);
  const troubles = found.missing.map(({ path, message }) => `${path}: error: ${message}`);
  const setups = new Setups(options.config === undefined ? undefined : resolve(options.cwd, options.config));
  const code = found.files.filter(
    (file) => ["code", "component"].includes(fileTypeOf(file) ?? "") && !isIgnored(setups.for(file).project, file),
  );
  const isTest = options.tests === false ? makeTestFilter(paths, options.cwd) : () => false;
  const files = code.filter((file) => !isTest(file));
  const tests = code.length - files.length;
  if (tests > 0)
    troubles.push(
      `note: ${tests} ${tests === 1 ? "file of tests does" : "files of tests do"} not count; \`--tests\` takes them in.`,
    );
  if (files.length > 0) {
    const ts = loadTypeScript();
    const { groups } = planCode(ts, { files, all: found.files, types: options.types });
    const sources = groups.flatMap((group) => group.files);
    const { adapt = (project: Project) => project, cwd } = options;
    const about = { ts, setups, cwd, files: sources.length, adapt };
    const run: Run = { ...about, troubles, onFile, interruption, notLookedAt, leftOut: 0 };
    for (const group of groups) yield* analyseGroup(group, run);
    if (run.leftOut > 0) troubles.push(`note: ${describeGenerated(run.leftOut)}.`);
  }
  troubles.push(...setups.problems.map(describeProblem));
  if (notLookedAt.length > 0) troubles.push(describeNotLookedAt(notLookedAt));
  return { troubles, failed: troubles.some((trouble) => trouble.includes(": error: ")), notLookedAt };
}

/** Shared by the files of one group. */
interface GroupRun {
  readonly run: Run;
  readonly codebases: Codebases;
  readonly program: TS.Program | undefined;
}

function* analyseGroup(group: CodeGroup, run: Run): Generator<Step, void> {
  const { ts, cwd, interruption, files, notLookedAt } = run;
  const texts = readAll(group, run);
  const typed = new Map(
    [...texts].filter(([path]) => fileTypeOf(path) === "code").map(([path, text]) => [normalisePath(path), text]),
  );
  const codebases = new Codebases(ts, { lookedAt: group.files });
  const program = group.configuration === undefined ? undefined : tryCreateProgram(ts, group.configuration, typed);
  for (const [path, text] of texts) {
    const name = relative(cwd, path);
    if (interruption?.isOver === true) {
      notLookedAt.push(name);
      continue;
    }
    try {
      run.onFile(yield* analyseFile({ path, name, text }, { run, codebases, program }));
    } catch (error) {
      if (Interruption.is(error)) notLookedAt.push(name);
      else run.troubles.push(`${name}: error: ${describeCrash(error)}`);
    }
    yield { files, isFile: true };
  }
}

function* analyseFile(
  { path, name, text }: { readonly path: string; readonly name: string; readonly text: string },
  { run, codebases, program }: GroupRun,
): Generator<Step, AnalysedFile> {
  const { ts, files, troubles, interruption } = run;
  const interrupt = interruption?.check;
  const typedFile = program?.getSourceFile(normalisePath(path));
  const project = run.adapt(run.setups.for(path).project);
  const { contract, facts } = project;
  const codebase = codebases.of(path, facts, typedFile && program);
  const sourceFile = typedFile ?? parseCode(ts, path, text, codebase.sources);
  const pieces = codebase.engine.prepare(interrupt)[Symbol.iterator]();
  while (pieces.next().done !== true) yield { files, isFile: false };
  const checker = typedFile && program?.getTypeChecker();
  const analysis = analyseCode({ ts, sourceFile, checker, codebase, contract, facts, interrupt });
  const lines = new LineTable(text, "code");
  for (const problem of analysis.problems) {
    const { line, column } = lines.positionAt(problem.range.start);
    // The list of results already shows which part was analysed.
    const kind = problem === unfinished ? "note" : "error";
    troubles.push(`${name}:${line}:${column}: ${kind}: ${problem.message}`);
  }
  return { path, name, analysis, lines, sourceFile, project, ts, codebase };
}

/** Limit of the names in one message. */
const mostNamed = 20;

function describeNotLookedAt(names: readonly string[]): string {
  const rest = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : "";
  const subject = names.length === 1 ? "1 file was" : `${names.length} files were`;
  return `restraint: error: the run was ended, and ${subject} not looked at: ${names.slice(0, mostNamed).join(", ")}${rest}`;
}

function readAll(group: CodeGroup, run: Run): ReadonlyMap<string, string> {
  const { cwd, troubles } = run;
  const texts = new Map<string, string>();
  for (const path of group.files) {
    try {
      const source = readCode(path);
      if ("leftOut" in source) run.leftOut += 1;
      else texts.set(path, source.text);
    } catch (error) {
      troubles.push(
        `${relative(cwd, path)}: error: ${error instanceof UnreadableError ? error.message : systemMessage(error)}`,
      );
    }
  }
  return texts;
}

/**
 * Recognises tests and their fixtures.
 *
 * @param paths the command's arguments, relative to `cwd`: a named file is not a test, whatever its name.
 */
function makeTestFilter(paths: readonly string[], cwd: string): (file: string) => boolean {
  const roots = paths.map((path) => resolve(cwd, path));
  return (file) => {
    const root = roots.find((each) => file === each || file.startsWith(each.endsWith(sep) ? each : each + sep)) ?? cwd;
    if (file === root || isInTests(relative(cwd, root).split(sep))) return false;
    const names = relative(root, file).split(sep);
    return isNamedAsTest(names);
  };
}
