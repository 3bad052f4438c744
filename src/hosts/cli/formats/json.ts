import type { Format } from "./format";

/** JSON for programs: all findings with their positions, the problems, and the totals of the run. */
export const json: Format = ({ run, summary, verbose }) => {
  const findings = run.files.flatMap(({ file, findings: found }) =>
    found.map(({ rule, severity, message, request, start, end, line, column, endLine, endColumn, fixable }) => ({
      file,
      rule,
      severity,
      message,
      request,
      start,
      end,
      line,
      column,
      endLine,
      endColumn,
      fixable,
    })),
  );
  const problems = [
    ...run.problems.map(({ file, line, column, severity, message }) => ({ file, line, column, severity, message })),
    ...run.files.flatMap(({ file, problems: found }) =>
      found.map(({ line, column, message }) => ({ file, line, column, severity: "error", message })),
    ),
  ];
  const skipped = run.files.flatMap(({ file, skipped: parts }) => parts.map((part) => ({ file, ...part })));
  const diffs = run.files.flatMap(({ file, diff }) => (diff === undefined ? [] : [{ file, diff }]));
  return `${JSON.stringify({ findings, problems, ...(diffs.length > 0 && { diffs }), ...(verbose && { skipped }), notes: run.notes, summary }, undefined, 2)}\n`;
};
