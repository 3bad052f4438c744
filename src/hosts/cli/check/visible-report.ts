import { visible, visibleInPlace } from "../../../text/visible";
import type { FileReport, RunReport } from "./report";

/**
 * @returns a report for people: names and messages on one line each, without characters that control a terminal or a
 * log.
 */
export function visibleReport(run: RunReport): RunReport {
  return {
    files: run.files.map(visibleFile),
    problems: run.problems.map((problem) => ({
      ...problem,
      file: visibleName(problem.file),
      message: visible(problem.message),
    })),
    notes: run.notes.map(visible),
    ...(run.firstContact && { firstContact: run.firstContact.map(visible) }),
  };
}

function visibleFile(report: FileReport): FileReport {
  return {
    ...report,
    file: visibleName(report.file),
    findings: report.findings.map((finding) => ({
      ...finding,
      message: visible(finding.message),
      ...(finding.request !== undefined && { request: visible(finding.request) }),
      suggestions: finding.suggestions.map(visible),
      related: finding.related.map((related) => ({ ...related, message: visible(related.message) })),
      // The marks below a line are placed by UTF-16 units, so the text must keep its length.
      frame: { lines: finding.frame.lines.map((line) => ({ ...line, text: visibleInPlace(line.text) })) },
    })),
    skipped: report.skipped.map((part) => ({ ...part, reason: visible(part.reason), detail: visible(part.detail) })),
    problems: report.problems.map((problem) => ({ ...problem, message: visible(problem.message) })),
  };
}

/** A line that begins with two colons may be a command to a CI service. */
function visibleName(file: string): string {
  const shown = visible(file);
  return shown.startsWith("::") ? `./${shown}` : shown;
}
