import type { UnnamedDocument } from "../../../manifest/manifest";
import type { Severity } from "../../../rule/finding";
import { type Coverage, sumCoverage } from "../compared/line";
import type { SdkCalls } from "../../shared/calls/of-sdks";
import type { Frame } from "./frame";

/** A piece of a file, in all the ways in which formats name it. */
export interface Location {
  /** UTF-16 offsets in the file without its byte-order mark. */
  readonly start: number;
  readonly end: number;
  /** 1-based, in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly frame: Frame;
}

/** A change of the file that would settle a finding, places as in every format. */
export interface LocatedChange {
  /** What it does; absent for the automatic fix. */
  readonly description?: string;
  readonly edits: readonly (Omit<Location, "start" | "end" | "frame"> & { readonly text: string })[];
}

/** A finding with everything that a format prints. Plain data: it crosses threads and is kept in the cache. */
export interface LocatedFinding extends Location {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** `PATCH /orders/{id}`, as far as it is known, where the finding is about a request. */
  readonly request?: string;
  readonly fixable: boolean;
  readonly suggestions: readonly string[];
  /** The automatic fix, where there is one, then the suggestions. */
  readonly changes: readonly LocatedChange[];
  readonly related: readonly { readonly line: number; readonly column: number; readonly message: string }[];
}

/** A document, or a whole file, that was not checked although nothing is wrong with it. */
export interface SkippedPart {
  readonly line: number;
  readonly reason: string;
  readonly detail: string;
  /** What it would be if the configuration named the group. */
  readonly unnamed?: UnnamedDocument;
}

/** Why a file, or a part of it, could not be checked. Makes the run exit with 2. */
export interface Problem {
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** Findings that are counted, and documents in which something is wrong. */
export interface Unlisted {
  readonly errors: number;
  readonly warnings: number;
  readonly documents: number;
}

/** What came of one file. */
export interface FileReport {
  /** Relative to the working folder, with forward slashes. */
  readonly file: string;
  readonly findings: readonly LocatedFinding[];
  /** Findings that a directive in the file silences. */
  readonly suppressed: number;
  readonly skipped: readonly SkippedPart[];
  readonly problems: readonly Problem[];
  /** Whether there was anything to check in it: code, or at least one manifest of a known kind. */
  readonly checked: boolean;
  /** Manifests that were checked. */
  readonly documents: number;
  /** What is wrong beside all that is listed, where it is too much to be listed; absent where there is no more. */
  readonly unlisted?: Unlisted;
  /** Definitions of custom resources in the file, which can be imported. */
  readonly definitions?: number;
  /** Fixes that were written to the file. */
  readonly fixed: number;
  /** What the fixes change, where they are only shown. */
  readonly diff?: string;
  readonly requests: number;
  /** What became of its call sites; absent where it has none. */
  readonly coverage?: Coverage;
  /** Set where code was not looked at to its end. */
  readonly partial?: true;
  /** Where no service is configured to tell which is ours: the hosts that its requests go to. */
  readonly hosts?: readonly string[];
  /** The names of what is called where that looks like a request and is not understood. */
  readonly unseen?: readonly string[];
  /** Calls of unknown clients, by package. */
  readonly sdks?: readonly SdkCalls[];
  /** Whether it comes from the cache. */
  readonly remembered?: boolean;
}

/** @returns the report of a file that could not be looked at. */
export function unreadable(file: string, problem: Problem): FileReport {
  return { ...emptyReport(file), problems: [problem] };
}

/** @returns the report of a file in which there was nothing to check. */
export function emptyReport(file: string): FileReport {
  return {
    file,
    findings: [],
    suppressed: 0,
    skipped: [],
    problems: [],
    checked: false,
    documents: 0,
    fixed: 0,
    requests: 0,
  };
}

/** What came of a whole run, in the order of file names. */
export interface RunReport {
  readonly files: readonly FileReport[];
  /** Of configuration and contract files, and of paths that do not exist. */
  readonly problems: readonly (Problem & { readonly file: string; readonly severity: Severity })[];
  /** Sentences for a person, such as what is not known for lack of configuration. */
  readonly notes: readonly string[];
  /** Where there is no configuration: what was checked, what was not and why, and what to do next. */
  readonly firstContact?: readonly string[];
}

/** The figures of a run. */
export interface Summary {
  readonly files: number;
  readonly checked: number;
  readonly skipped: number;
  readonly unreadable: number;
  /** In configuration and contract files; those files are not among the unreadable ones. */
  readonly mistakes: number;
  readonly documents: { readonly checked: number; readonly skipped: number };
  readonly errors: number;
  readonly warnings: number;
  readonly fixable: number;
  readonly fixed: number;
  /** Nothing was written: `fixed` counts what would be. */
  readonly isDry?: true;
  readonly suppressed: number;
  /** What became of the requests of the code; absent where no code was looked at. */
  readonly coverage?: Coverage;
}

/** Counts a run. `unreadable` counts files that were not wholly checked, and paths that lead to no file. */
export function summarise(run: RunReport): Summary {
  const findings = run.files.flatMap((file) => file.findings);
  const broken = run.files.filter((file) => file.problems.length > 0);
  const whole = run.files.filter((file) => file.problems.length === 0);
  const count = (of: (file: FileReport) => number): number => run.files.reduce((sum, file) => sum + of(file), 0);
  const errors = run.problems.filter((problem) => problem.severity === "error");
  const missing = new Set(errors.filter(({ line }) => line === undefined).map(({ file }) => file));
  return {
    files: run.files.length,
    checked: whole.filter((file) => file.checked).length,
    skipped: whole.filter((file) => !file.checked).length,
    unreadable: broken.length + missing.size,
    mistakes: errors.filter(({ line }) => line !== undefined).length,
    documents: { checked: count((file) => file.documents), skipped: count((file) => file.skipped.length) },
    errors:
      findings.filter((finding) => finding.severity === "error").length + count((file) => file.unlisted?.errors ?? 0),
    warnings:
      findings.filter((finding) => finding.severity === "warn").length + count((file) => file.unlisted?.warnings ?? 0),
    fixable: findings.filter((finding) => finding.fixable).length,
    fixed: count((file) => file.fixed),
    ...(run.files.some(({ diff }) => diff !== undefined) && { isDry: true as const }),
    suppressed: count((file) => file.suppressed),
    ...(hasCode(run) && { coverage: sumCoverage(run.files.map(({ coverage }) => coverage)) }),
  };
}

function hasCode({ files }: RunReport): boolean {
  return files.some(({ checked, documents, requests }) => requests > 0 || (checked && documents === 0));
}
