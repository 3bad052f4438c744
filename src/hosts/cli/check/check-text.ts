import { type Analysis, unfinished } from "../../../analysis/analysis";
import { locatesService, type Facts } from "../../../contract/configuration/configuration";
import { LineTable } from "../../../text/lines";
import type { Range } from "../../../text/range";
import { checkAnalysis } from "../../../rule/check";
import type { Edit, Finding } from "../../../rule/finding";
import type { Coverage } from "../compared/line";
import { frameOf } from "./frame";
import {
  emptyReport,
  type FileReport,
  type LocatedChange,
  type LocatedFinding,
  type Location,
  type Problem,
  type SkippedPart,
  unreadable,
} from "./report";
import type { Setup } from "./setup";

/** The result for one text: its report, and the edits of its findings' automatic fixes. */
export interface Verdict {
  readonly report: FileReport;
  readonly fixes: readonly (readonly Edit[])[];
}

/**
 * Findings listed for one file, each with its source lines. Nobody reads more, and a folder may hold many such files.
 */
const mostListed = 10_000;

/** The rule name for a directive comment that silences nothing. */
const unusedDirective = "unused-directive";

/**
 * Checks one file. Never throws: a crash of the analysis is reported as a problem of this file alone.
 *
 * @param file the reported name.
 * @param text the file's whole text; the analysis may have seen only part of it, but its offsets refer to the whole.
 * @param facts the project's facts for this file.
 */
export function checkText(
  file: string,
  text: string,
  setup: Setup,
  analyse: () => Analysis,
  facts: Facts = setup.project.facts,
): Verdict {
  try {
    return reportOf(file, text, analyse(), setup, facts);
  } catch (error) {
    return { report: unreadable(file, { message: describeCrash(error) }), fixes: [] };
  }
}

/** @returns why a file could not be analysed, from the error that its analysis threw. */
export function describeCrash(error: unknown): string {
  return error instanceof RangeError
    ? "is nested too deeply to be looked at"
    : `the analysis crashed: ${error instanceof Error ? error.message : String(error)}`;
}

function reportOf(file: string, text: string, analysis: Analysis, setup: Setup, facts: Facts): Verdict {
  const documents = analysis.work.manifests;
  const lines = new LineTable(text, analysis.language === "code" ? "code" : "data");
  if (analysis.language !== "code" && documents !== undefined && isQuiet(analysis)) {
    return {
      report: { ...emptyReport(file), skipped: describeSkipped(analysis, lines), checked: documents > 0, documents },
      fixes: [],
    };
  }
  const checked = checkAnalysis(analysis, setup.selections, { contract: setup.project.contract, facts });
  const findings = checked.findings.slice(0, mostListed).map((finding) => ({
    ...named(finding, lines),
    ...placeOf(text, lines, finding.range),
  }));
  const unused = checked.unused.map(({ rule, range }): LocatedFinding => ({
    rule: unusedDirective,
    severity: "warn",
    message: `This directive silences nothing: ${rule} reports nothing here. Remove it.`,
    fixable: false,
    suggestions: [],
    changes: [],
    related: [],
    ...placeOf(text, lines, range),
  }));
  const problems: Problem[] = [
    ...analysis.problems
      .filter((each) => each !== unfinished)
      .map(({ range, message }) => ({ ...lines.positionAt(range.start), message })),
    ...checked.failures.map(({ rule, error }) => ({ message: `rule ${rule} crashed: ${error.message}` })),
  ];
  // The analysis may leave out manifests on which no rule can report.
  const manifests = analysis.work.manifests ?? analysis.manifests.length;
  return {
    report: {
      file,
      findings: [...findings, ...unused].sort((a, b) => a.start - b.start),
      suppressed: checked.suppressed.length,
      skipped: describeSkipped(analysis, lines),
      problems,
      checked: analysis.language === "code" || manifests > 0 || analysis.requests.length > 0,
      documents: manifests,
      ...unlistedOf(checked.findings.slice(mostListed), analysis),
      fixed: 0,
      requests: analysis.requests.length,
      ...(analysis.problems.includes(unfinished) && { partial: true as const }),
      ...(analysis.language === "code"
        ? !locatesService(setup.project.facts) && { hosts: hostsOf(analysis) }
        : { coverage: coverageOfWorkflow(analysis) }),
    },
    fixes: checked.findings.flatMap((finding) => (finding.fix ? [finding.fix] : [])),
  };
}

/** Steps of workflows send requests only to GitHub. */
function coverageOfWorkflow({ requests }: Analysis): Coverage {
  return { compared: requests.length, unlisted: 0, others: {}, unknown: 0 };
}

function unlistedOf(rest: readonly Finding[], { work }: Analysis): Pick<FileReport, "unlisted"> {
  const documents = work.unlisted ?? 0;
  if (rest.length === 0 && documents === 0) return {};
  const errors = rest.filter(({ severity }) => severity === "error").length;
  return { unlisted: { errors, warnings: rest.length - errors, documents } };
}

/** Whether an analysis has nothing for rules and directives. */
function isQuiet({ requests, manifests, problems, comments }: Analysis): boolean {
  return requests.length === 0 && manifests.length === 0 && problems.length === 0 && comments.length === 0;
}

function describeSkipped({ skipped }: Analysis, lines: LineTable): readonly SkippedPart[] {
  return skipped.map(({ range, reason, detail, unnamed }) => ({
    line: lines.positionAt(range.start).line,
    reason,
    detail,
    ...(unnamed && { unnamed }),
  }));
}

function named(finding: Finding, lines: LineTable): Omit<LocatedFinding, keyof Location> {
  return {
    rule: finding.rule,
    severity: finding.severity,
    message: finding.message,
    ...(finding.request !== undefined && { request: finding.request }),
    fixable: finding.fix !== undefined,
    suggestions: finding.suggestions.map((suggestion) => suggestion.message),
    changes: [
      ...(finding.fix ? [{ edits: locateEdits(finding.fix, lines) }] : []),
      ...finding.suggestions.map(({ message, edits }) => ({ description: message, edits: locateEdits(edits, lines) })),
    ],
    related: finding.related.map(({ range, message }) => ({ ...lines.positionAt(range.start), message })),
  };
}

function locateEdits(edits: readonly Edit[], lines: LineTable): LocatedChange["edits"] {
  return edits.map(({ range, text }) => ({ ...lines.spanOf(range), text }));
}

function placeOf(text: string, lines: LineTable, range: Range): Location {
  return { start: range.start, end: range.end, ...lines.spanOf(range), frame: frameOf(text, lines, range) };
}

/** @returns the known hosts of the requests. */
function hostsOf(analysis: Analysis): readonly string[] {
  const hosts = new Set<string>();
  for (const { target } of analysis.requests) {
    const first = target.origin?.parts[0];
    const known = first?.kind === "text" ? /^https?:\/\/([^/\s]+)(\/?)/u.exec(first.text) : null;
    // The host is unknown if it continues in a hole: `https://api.${domain}`.
    if (known?.[1] !== undefined && (known[2] === "/" || target.origin?.parts.length === 1)) hosts.add(known[1]);
  }
  return [...hosts];
}
