import { painter, type Paint } from "../colours";
import type { FrameLine } from "../check/frame";
import type { FileReport, LocatedFinding, Summary } from "../check/report";
import type { Format } from "./format";

/** For people: each finding with its place and the code it is about, then the figures of the run. */
export const text: Format = ({ run, summary, colours, verbose }) => {
  const paint = painter(colours);
  const blocks = run.files.flatMap((file) => file.findings.map((finding) => findingBlock(file.file, finding, paint)));
  const skipped = verbose ? run.files.flatMap((file) => skippedLines(file, paint)) : [];
  const parts = [...blocks, ...(skipped.length > 0 ? [skipped.join("\n")] : []), summaryLines(summary, paint)];
  return `${parts.join("\n\n")}\n`;
};

function findingBlock(file: string, finding: LocatedFinding, paint: Paint): string {
  const { rule, severity, message, line, column, frame } = finding;
  const label = severity === "error" ? paint(["red", "bold"], "error") : paint(["yellow", "bold"], "warning");
  const gutter = String(Math.max(...frame.lines.map(({ number }) => number), 1)).length;
  return [
    `${label} ${paint("bold", rule)}  ${paint("cyan", `${file}:${line}:${column}`)}`,
    ...message.split("\n").map((each) => `  ${each}`),
    ...frame.lines.flatMap((each) => frameLines(each, gutter, severity === "error" ? "red" : "yellow", paint)),
    ...finding.related.map((related) =>
      paint("dim", `  ${file}:${related.line}:${related.column}: ${related.message}`),
    ),
    ...advice(finding).map((each) => `  ${each}`),
  ].join("\n");
}

function advice(finding: LocatedFinding): readonly string[] {
  return finding.fixable ? ["🔧 fixable with `--fix`"] : finding.suggestions.map((each) => `💡 ${each}`);
}

function frameLines(
  { number, text: line, mark }: FrameLine,
  gutter: number,
  colour: "red" | "yellow",
  paint: Paint,
): string[] {
  const source = `  ${paint("dim", `${String(number).padStart(gutter)} │`)} ${line.replaceAll("\t", " ")}`;
  if (!mark) return [source];
  const indent = " ".repeat(displayWidth(line.slice(0, mark[0])));
  const marks = "^".repeat(Math.max(1, displayWidth(line.slice(...mark))));
  return [source, `  ${paint("dim", `${" ".repeat(gutter)} │`)} ${indent}${paint(colour, marks)}`];
}

const wide =
  /\p{Extended_Pictographic}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u;

/** @returns how many columns of a terminal a text takes. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{Mark}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

function skippedLines({ file, skipped }: FileReport, paint: Paint): string[] {
  return skipped.map(({ line, reason, detail }) =>
    paint("dim", `skipped ${file}:${line}: ${reason}${detail ? ` (${detail})` : ""}`),
  );
}

function summaryLines(summary: Summary, paint: Paint): string {
  const { fixable, fixed } = summary;
  const extra = [
    ...(fixed > 0 ? [`${fixed} fixed`] : []),
    ...(fixable > 0 ? [`${fixable} fixable with \`--fix\``] : []),
  ];
  const { checked, skipped, unreadable, documents, suppressed } = summary;
  const manifests =
    documents.checked > 0 || documents.skipped > 0
      ? `; ${count(documents.checked, "manifest")} checked, ${documents.skipped} skipped`
      : "";
  const silenced = suppressed > 0 ? `; ${count(suppressed, "finding")} silenced by directives` : "";
  return [
    [verdictOf(summary, paint), ...extra].join("; "),
    paint(
      "dim",
      `${count(checked, "file")} checked, ${skipped} skipped, ${unreadable} unreadable${manifests}${silenced}`,
    ),
  ].join("\n");
}

/** @returns the run in a word. "No findings" is said only where everything was looked at. */
function verdictOf({ errors, warnings, checked, skipped, unreadable }: Summary, paint: Paint): string {
  if (errors + warnings > 0)
    return paint([errors > 0 ? "red" : "yellow", "bold"], `${count(errors, "error")}, ${count(warnings, "warning")}`);
  if (unreadable > 0) return paint(["red", "bold"], "No findings in what could be checked");
  return checked + skipped === 0 ? paint("bold", "Nothing to check") : paint(["green", "bold"], "No findings");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
