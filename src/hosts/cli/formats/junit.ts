import type { FileReport, RunReport } from "../check/report";
import type { Format } from "./format";

interface TestCase {
  readonly name: string;
  readonly outcome: "failure" | "error" | "skipped" | "passed";
  readonly type: string;
  readonly message: string;
}

/**
 * For CI servers that read JUnit XML: a suite for each file, a failed case for each finding, an error for each problem.
 */
export const junit: Format = ({ run }) => {
  const suites = [
    ...run.files.map((file) => suite(file.file, casesOf(file))),
    ...runCases(run).map(([file, cases]) => suite(file, cases)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="restraint">\n${suites.join("")}</testsuites>\n`;
};

function casesOf({ findings, problems, checked, skipped }: FileReport): readonly TestCase[] {
  const failed: TestCase[] = findings.map(({ rule, severity, message, line, column }) => ({
    name: `${rule} at ${line}:${column}`,
    outcome: "failure",
    type: severity === "error" ? "error" : "warning",
    message,
  }));
  const broken: TestCase[] = problems.map(({ line, column, message }) => ({
    name: line === undefined ? "readable" : `readable at ${line}:${column ?? 1}`,
    outcome: "error",
    type: "unreadable",
    message,
  }));
  if (failed.length + broken.length > 0) return [...failed, ...broken];
  const reason = skipped.map((part) => part.reason).join(", ");
  return [{ name: "restraint", outcome: checked ? "passed" : "skipped", type: "", message: reason }];
}

function runCases({ problems }: RunReport): readonly (readonly [string, readonly TestCase[]])[] {
  const errors = problems.filter((problem) => problem.severity === "error");
  return errors.map(({ file, message }) => [
    file,
    [{ name: "readable", outcome: "error", type: "unreadable", message }],
  ]);
}

function suite(name: string, cases: readonly TestCase[]): string {
  const count = (outcome: TestCase["outcome"]): number => cases.filter((each) => each.outcome === outcome).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
  return `  <testsuite name="${escapeXml(name)}" ${counts}>\n${cases.map((each) => testCase(name, each)).join("")}  </testsuite>\n`;
}

function testCase(file: string, { name, outcome, type, message }: TestCase): string {
  const opening = `    <testcase name="${escapeXml(name)}" classname="${escapeXml(file)}"`;
  if (outcome === "passed") return `${opening}/>\n`;
  if (outcome === "skipped")
    return `${opening}><skipped${message ? ` message="${escapeXml(message)}"` : ""}/></testcase>\n`;
  return `${opening}><${outcome} type="${type}" message="${escapeXml(message)}"/></testcase>\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** Replaces control characters and lone surrogates, which XML 1.0 cannot represent. */
function escapeXml(text: string): string {
  return text
    .replace(/[\uD800-\uDFFF]/gu, "\uFFFD")
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"\n\t]/gu, (character) => entities[character] ?? character);
}
