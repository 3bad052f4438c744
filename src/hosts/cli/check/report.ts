import type { UnnamedDocument } from "../../../manifest/manifest";
import type { Severity } from "../../../rule/finding";
import type { Span } from "../../../text/lines";
import { type Coverage, sumCoverage } from "../compared/line";
import type { SdkCalls } from "../../shared/calls/of-sdks";
import type { Frame } from "./frame";

/** A range of a file, in every form that formats use. */
export interface Location extends Span {
  /** UTF-16 offsets in the file without its byte-order mark. */
  readonly start: number;
  readonly end: number;
  readonly frame: Frame;
}

/** A change of the file that would resolve a finding, with positions as in {@link Location}. */
export interface LocatedChange {
  /** A description of the change; absent for the automatic fix. */
  readonly description?: string;
  readonly edits: readonly (Span & { readonly text: string })[];
}

/** A finding with everything that a format prints. Plain data: it crosses threads and is kept in the cache. */
export interface LocatedFinding extends Location {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The request that the finding is about, with its known parts: `PATCH /orders/{id}`. */
  readonly request?: string;
  readonly fixable: boolean;
  readonly suggestions: readonly string[];
  /** The automatic fix if there is one, then the suggestions. */
  readonly changes: readonly LocatedChange[];
  readonly related: readonly { readonly line: number; readonly column: number; readonly message: string }[];
}

/** A document, or a whole file, that was not checked although it has no problem. */
export interface SkippedPart {
  readonly line: number;
  readonly reason: string;
  readonly detail: string;
  /** The kind and group that the document would have if the configuration named the group. */
  readonly unnamed?: UnnamedDocument;
}

/** Why a file, or part of it, could not be checked. The run then exits with 2. */
export interface Problem {
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** Counts of findings and of documents with findings that are not listed. */
export interface Unlisted {
  readonly errors: number;
  readonly warnings: number;
  readonly documents: number;
}

/** The result for one file. */
export interface FileReport {
  /** Relative to the working folder, with forward slashes. */
  readonly file: string;
  readonly findings: readonly LocatedFinding[];
  /** Findings that a directive in the file silences. */
  readonly suppressed: number;
  readonly skipped: readonly SkippedPart[];
  readonly problems: readonly Problem[];
  /** Whether the file had anything to check: code, or at least one manifest of a known kind. */
  readonly checked: boolean;
  /** Number of manifests that were checked. */
  readonly documents: number;
  /** Counts of the findings that are not listed because there are too many; absent if all are listed. */
  readonly unlisted?: Unlisted;
  /** Number of custom resource definitions in the file, which can be imported. */
  readonly definitions?: number;
  /** Number of fixes written to the file. */
  readonly fixed: number;
  /** The changes of the fixes, in a dry run. */
  readonly diff?: string;
  readonly requests: number;
  /** The outcomes of its call sites; absent if it has none. */
  readonly coverage?: Coverage;
  /** Set if a bound ended the analysis of the code early. */
  readonly partial?: true;
  /** The hosts of its requests, if no service is configured. */
  readonly hosts?: readonly string[];
  /** Names of callees: calls of them look like requests, but are not understood. */
  readonly unseen?: readonly string[];
  /** Calls of unknown clients, by package. */
  readonly sdks?: readonly SdkCalls[];
  /** Whether the report comes from the cache. */
  readonly remembered?: boolean;
}

/** @returns the report of a file that could not be checked. */
export function unreadable(file: string, problem: Problem): FileReport {
  return { ...emptyReport(file), problems: [problem] };
}

/** @returns the report of a file with nothing to check. */
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

/** The result of a whole run, in the order of file names. */
export interface RunReport {
  readonly files: readonly FileReport[];
  /** Problems of configuration and contract files, and of paths that do not exist. */
  readonly problems: readonly (Problem & { readonly file: string; readonly severity: Severity })[];
  /** Sentences for the user, such as facts that the configuration does not state. */
  readonly notes: readonly string[];
  /** Only without a configuration: what was checked, what was not and why, and what to do next. */
  readonly firstContact?: readonly string[];
}

/** The figures of a run. */
export interface Summary {
  readonly files: number;
  readonly checked: number;
  readonly skipped: number;
  readonly unreadable: number;
  /** Mistakes in configuration and contract files; these files do not count as unreadable. */
  readonly mistakes: number;
  readonly documents: { readonly checked: number; readonly skipped: number };
  readonly errors: number;
  readonly warnings: number;
  readonly fixable: number;
  readonly fixed: number;
  /** Set in a dry run: `fixed` then counts the fixes that would be written. */
  readonly isDry?: true;
  readonly suppressed: number;
  /** The outcomes of the code's requests; absent if no code was checked. */
  readonly coverage?: Coverage;
}

/** Counts a run. `unreadable` counts files that were not checked completely, and paths that lead to no file. */
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
