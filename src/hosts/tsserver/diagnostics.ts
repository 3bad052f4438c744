import { relative } from "node:path";
import type TS from "typescript";
import { byId } from "../../../rules/index";
import type { ConfigurationProblem } from "../../contract/configuration/configuration";
import type { Finding } from "../../rule/finding";
import { visible } from "../../text/visible";
import { notWhole } from "../editor/file-checker";
import type { Shown } from "./patience";
import { toSpan } from "./assistance";

/** Codes of diagnostics that are not findings of rules. The codes of rules start at 100101. */
export const hostCodes = { configuration: 100001, settings: 100002, crash: 100003, partial: 100004 } as const;

/** @returns the code of a finding's rule. */
export function codeOf(finding: Pick<Finding, "rule">): number {
  return byId.get(finding.rule)?.code ?? hostCodes.crash;
}

/** @returns diagnostics for findings and crashed rules. */
export function toDiagnostics(ts: typeof TS, file: Shown): TS.Diagnostic[] {
  const { sourceFile } = file;
  const findings = file.findings.map((finding): TS.Diagnostic => ({
    file: sourceFile,
    ...toSpan(finding.range),
    messageText: finding.message,
    category: categoryOf(ts, finding.severity),
    code: codeOf(finding),
    source: `restraint/${finding.rule}`,
    // Editors strike through such a range.
    ...(byId.get(finding.rule)?.marks === "deprecated" && { reportsDeprecated: {} }),
    relatedInformation: finding.related.map(({ range, message }) => ({
      file: sourceFile,
      ...toSpan(range),
      messageText: message,
      category: ts.DiagnosticCategory.Message,
      code: codeOf(finding),
    })),
  }));
  const failures = file.failures.map(({ rule, error }) =>
    onFirstLine(
      ts,
      sourceFile,
      rule === undefined
        ? `Restraint crashed on this file and checked nothing in it: ${error.message}`
        : `The rule ${rule} crashed and checked no more of this file: ${error.message}`,
      hostCodes.crash,
      "warn",
    ),
  );
  const partial = file.isWhole ? [] : [onFirstLine(ts, sourceFile, notWhole, hostCodes.partial, "note")];
  return [...failures, ...partial, ...findings];
}

/**
 * @returns diagnostics, on the first line of a file, for problems of the configuration and of the plugin's settings.
 */
export function toConfigurationDiagnostics(
  ts: typeof TS,
  { sourceFile, project }: Shown,
  problems: readonly ConfigurationProblem[],
  mistakes: readonly string[],
): TS.Diagnostic[] {
  return [
    ...mistakes.map((mistake) => onFirstLine(ts, sourceFile, mistake, hostCodes.settings, "error")),
    ...problems.map(({ file, line, column, message, severity }) =>
      onFirstLine(
        ts,
        sourceFile,
        visible(`${relative(project.root, file)}:${line}:${column}: ${message}`),
        hostCodes.configuration,
        severity,
      ),
    ),
  ];
}

function onFirstLine(
  ts: typeof TS,
  file: TS.SourceFile,
  messageText: string,
  code: number,
  severity: Finding["severity"] | "note",
): TS.Diagnostic {
  const length = /^[^\r\n\u2028\u2029]*/u.exec(file.text)?.[0].length ?? 0;
  return { file, start: 0, length, messageText, category: categoryOf(ts, severity), code, source: "restraint" };
}

/** Never returns `Message`, which editors show as an error. */
function categoryOf(ts: typeof TS, severity: Finding["severity"] | "note"): TS.DiagnosticCategory {
  if (severity === "note") return ts.DiagnosticCategory.Suggestion;
  return severity === "error" ? ts.DiagnosticCategory.Error : ts.DiagnosticCategory.Warning;
}
