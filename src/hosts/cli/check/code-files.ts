import type TS from "typescript";
import type { Analysis } from "../../../analysis/analysis";
import { analyseCode } from "../../../analysis/code";
import { findSdkCalls, type SdkCalls } from "../../shared/calls/of-sdks";
import { findUnseenCalls } from "../../shared/calls/unseen";
import { type CodeGroup, createProgram } from "../project";
import { normalisePath } from "../tsconfig";
import { factsFor } from "../../shared/files/facts";
import { parseCode } from "../../shared/typescript/parse-code";
import type { CodeCache, GroupCache } from "../cache/code-cache";
import { Codebases } from "../../shared/sources/codebases";
import type { Sources } from "../../../project/sources";
import { fileTypeOf } from "../../shared/files/file-type";
import { coverageOf } from "../compared/call-sites";
import type { Coverage } from "../compared/line";
import { applyFixes, describeWriteError, mostPasses, writeFixed } from "./fix";
import { checkText, type Verdict } from "./check-text";
import { readText, type SourceText, systemMessage } from "./read";
import { emptyReport, type FileReport, unreadable } from "./report";
import type { FixScope } from "./roots";
import type { Setup, Setups } from "./setup";
import { isRegularFile, mostBytes } from "../../../files/read";
import { readBeginning, whyGenerated } from "../../shared/files/generated";

/** What a run over code files needs. */
export interface CodeRun {
  readonly ts: typeof TS;
  readonly setups: Setups;
  /** Resolves imports to the files of the project, without a cache. With one, each group has its own. */
  readonly codebases: Codebases;
  /** Reports of earlier runs; without it none are read or kept. */
  readonly cache?: CodeCache | undefined;
  /** The files that may be fixed; if absent, none are. */
  readonly fixWithin: FixScope | undefined;
  /** Returns the reported name of an absolute path. */
  readonly nameOf: (path: string) => string;
  /** Called before each analysis of a file; with fixes, several times. */
  readonly onEnter?: ((path: string) => void) | undefined;
  readonly onDone: (report: FileReport) => void;
}

/** Checks the files of one group, and fixes them if asked to. Never throws. */
export function checkCodeGroup(group: CodeGroup, run: CodeRun): void {
  const sources = new Map<string, SourceText>();
  for (const path of group.files) {
    const source = readSource(path, run.nameOf(path));
    if ("file" in source) run.onDone(source);
    else sources.set(path, source);
  }
  const texts = new Map([...sources].map(([path, source]) => [path, source.text]));
  const checks = new GroupChecks(group, texts, run);
  // A run with fixes checks every file, because the cache does not keep fixes.
  const remembered = run.fixWithin ? new Map<string, FileReport>() : checks.remembered();
  for (const report of remembered.values()) run.onDone(report);
  const pending = [...texts.keys()].filter((path) => !remembered.has(path));
  if (!run.fixWithin) {
    checks.remember(checks.check(pending, run.onDone));
    return;
  }
  let verdicts = checks.check(pending);
  const fixed = new Map<string, number>();
  for (let pass = 0; pass < mostPasses; pass += 1) {
    if (!applyAllFixes(verdicts, texts, fixed)) break;
    // A fix may change the results of files that import from the fixed one.
    checks.renew();
    verdicts = checks.check(pending);
  }
  // The next run checks the written files.
  if (fixed.size === 0) checks.remember(verdicts);
  for (const [path, verdict] of verdicts)
    run.onDone(finish(path, verdict.report, { sources, texts, fixed, within: run.fixWithin }));
}

/** @returns the text of a code file, or the report of one that is not analysed. */
function readSource(path: string, file: string): SourceText | FileReport {
  try {
    const source = readCode(path);
    if (!("leftOut" in source)) return source;
    return { ...emptyReport(file), skipped: [{ line: 1, reason: source.leftOut, detail: "" }] };
  } catch (error) {
    return unreadable(file, { message: systemMessage(error) });
  }
}

/**
 * @returns the text of a code file, or why it is not worth analysing.
 * @throws an error that tells why it cannot be read.
 */
export function readCode(path: string): SourceText | { readonly leftOut: string } {
  try {
    const source = readText(path, mostBytes.code);
    const leftOut = whyGenerated(path, source.text);
    return leftOut === undefined ? source : { leftOut };
  } catch (error) {
    const leftOut = isRegularFile(path, Infinity) ? whyGenerated(path, readBeginning(path)) : undefined;
    if (leftOut === undefined) throw error;
    return { leftOut };
  }
}

/** Checks the files of one group, with their current texts. */
class GroupChecks {
  readonly #group: CodeGroup;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #run: CodeRun;
  readonly #cache: GroupCache | undefined;
  readonly #codebases: Codebases;
  #program: TS.Program | undefined;
  #isCurrent = false;

  constructor(group: CodeGroup, texts: ReadonlyMap<string, string>, run: CodeRun) {
    this.#group = group;
    this.#texts = texts;
    this.#run = run;
    const isTyped = [...texts.keys()].some((path) => this.#isTyped(path));
    const cache = run.cache?.open({ ...group, files: [...texts.keys()] }, { isTyped });
    this.#cache = cache;
    this.#codebases = cache ? new Codebases(run.ts, { askedOf: (root) => cache.askedOf(root) }) : run.codebases;
  }

  /** @returns the reports of the last run that are still valid. */
  remembered(): ReadonlyMap<string, FileReport> {
    const makes = {
      nameOf: this.#run.nameOf,
      program: () => this.#makeProgram(),
      follow: (path: string) => this.#follow(path),
    };
    return this.#cache?.hits(makes) ?? new Map<string, FileReport>();
  }

  /** Follows marks to requests through a file's project, before the first question about a file. */
  #follow(path: string): Sources {
    const { facts } = this.#run.setups.for(path).project;
    const { engine, sources } = this.#codebases.of(path, facts, this.#isTyped(path) ? this.#makeProgram() : undefined);
    this.#cache?.enter(path);
    const pieces = engine.prepare(undefined)[Symbol.iterator]();
    while (pieces.next().done !== true);
    return sources;
  }

  remember(verdicts: ReadonlyMap<string, Verdict>): void {
    if (this.#cache && this.#program && verdicts.size > 0) this.#cache.see(this.#program);
    this.#cache?.keep(new Map([...verdicts].map(([path, { report }]) => [path, report])));
  }

  /** Must be called after texts have changed. */
  renew(): void {
    this.#isCurrent = false;
  }

  /** @param onDone called for each file as soon as it is checked. */
  check(paths: readonly string[], onDone?: (report: FileReport) => void): ReadonlyMap<string, Verdict> {
    const { ts, setups, nameOf, onEnter } = this.#run;
    const program = paths.some((path) => this.#isTyped(path)) ? this.#makeProgram() : undefined;
    const verdicts = new Map<string, Verdict>();
    for (const path of paths) {
      const text = this.#texts.get(path) ?? "";
      const sourceFile = this.#isTyped(path) ? program?.getSourceFile(normalisePath(path)) : undefined;
      this.#cache?.enter(path);
      onEnter?.(path);
      const types = sourceFile && program && { sourceFile, program };
      const verdict = checkCode({
        ts,
        file: nameOf(path),
        path,
        text,
        setup: setups.for(path),
        types,
        codebases: this.#codebases,
      });
      verdicts.set(path, verdict);
      onDone?.(verdict.report);
    }
    return verdicts;
  }

  #isTyped(path: string): boolean {
    return this.#group.configuration !== undefined && fileTypeOf(path) === "code";
  }

  /** @returns the program of the current texts. */
  #makeProgram(): TS.Program | undefined {
    if (this.#isCurrent) return this.#program;
    this.#isCurrent = true;
    const { configuration } = this.#group;
    const typed = new Map(
      [...this.#texts].filter(([path]) => this.#isTyped(path)).map(([path, text]) => [normalisePath(path), text]),
    );
    if (configuration === undefined || typed.size === 0) return undefined;
    const previous = this.#program;
    const onResolved = this.#cache?.onResolved;
    return (this.#program = tryCreateProgram(this.#run.ts, configuration, typed, { previous, onResolved }));
  }
}

/** Returns `undefined` if a file is nested too deeply: the program's files are then checked without types, and that file is reported. */
export function tryCreateProgram(...given: Parameters<typeof createProgram>): TS.Program | undefined {
  try {
    const program = createProgram(...given);
    // Binds names, which can overflow the stack.
    program.getTypeChecker();
    return program;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A text of code, or of a component file with scripts. */
export interface Code {
  readonly ts: typeof TS;
  /** The reported name. */
  readonly file: string;
  readonly path: string;
  readonly text: string;
  readonly setup: Setup;
  /** A program and its syntax tree of the text. If absent, the text is parsed, and checked by syntax. */
  readonly types?: { readonly sourceFile: TS.SourceFile; readonly program: TS.Program } | undefined;
  readonly codebases: Codebases;
}

/** Checks one text of code. */
export function checkCode({ ts, file, path, text, setup, types, codebases }: Code): Verdict {
  const { contract, facts } = setup.project;
  let unseen: readonly string[] = [];
  let sdks: readonly SdkCalls[] = [];
  let coverage: Coverage | undefined;
  const analyse = (): Analysis => {
    const codebase = codebases.of(path, facts, types?.program);
    const tree = types?.sourceFile ?? parseCode(ts, path, text, codebase.sources);
    const checker = types?.program.getTypeChecker();
    const analysis = analyseCode({ ts, sourceFile: tree, checker, codebase, contract, facts });
    unseen = findUnseenCalls(ts, tree, analysis).map(({ callee }) => callee);
    sdks = findSdkCalls(ts, tree, (specifier) => codebase.sources.find(path, specifier) !== undefined);
    coverage = withSdks(coverageOf(analysis.requests), sdks);
    return analysis;
  };
  const verdict = checkText(file, text, setup, analyse, factsFor(setup.project, path));
  return {
    ...verdict,
    report: {
      ...verdict.report,
      ...(unseen.length > 0 && { unseen }),
      ...(sdks.length > 0 && { sdks }),
      ...(coverage && { coverage }),
    },
  };
}

/** Counts the calls of unsupported SDKs as unknown, because no finding there does not mean no problem. */
function withSdks(coverage: Coverage | undefined, sdks: readonly SdkCalls[]): Coverage | undefined {
  if (sdks.length === 0) return coverage;
  const { compared = 0, unlisted = 0, others = {}, unknown = 0 } = coverage ?? {};
  return { compared, unlisted, others, unknown: sdks.reduce((sum, { count }) => sum + count, unknown) };
}

/** Applies the fixes to the texts. @returns whether any text changed. */
function applyAllFixes(
  verdicts: ReadonlyMap<string, Verdict>,
  texts: Map<string, string>,
  fixed: Map<string, number>,
): boolean {
  let changed = false;
  for (const [path, { fixes }] of verdicts) {
    const text = texts.get(path);
    if (text === undefined || fixes.length === 0) continue;
    const edited = applyFixes(text, fixes);
    if (edited.count === 0) continue;
    texts.set(path, edited.text);
    fixed.set(path, (fixed.get(path) ?? 0) + edited.count);
    changed = true;
  }
  return changed;
}

interface Fixed {
  readonly sources: ReadonlyMap<string, SourceText>;
  readonly texts: ReadonlyMap<string, string>;
  /** Number of fixes applied to each text. */
  readonly fixed: ReadonlyMap<string, number>;
  readonly within: FixScope;
}

function finish(path: string, report: FileReport, { sources, texts, fixed, within }: Fixed): FileReport {
  const source = sources.get(path);
  const text = texts.get(path);
  const count = fixed.get(path) ?? 0;
  if (source === undefined || text === undefined || count === 0) return report;
  try {
    return { ...report, fixed: count, ...writeFixed(report.file, { path, source, text, within }) };
  } catch (error) {
    return {
      ...report,
      problems: [...report.problems, { message: describeWriteError(error) }],
    };
  }
}
