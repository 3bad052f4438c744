import { painter, type Paint, type Style } from "../colours";
import { type Coverage, describeCoverage } from "../compared/line";
import { fitFrame, type FittedLine } from "../check/fit-frame";
import type { FileReport, LocatedFinding, Summary } from "../check/report";
import { wrapWords } from "../columns";
import type { Format } from "./format";
import { count } from "../../../text/words";

/** For people: each finding with its position and code, then the totals of the run. */
export const text: Format = ({ run, summary, colours, verbose, width }) => {
  const paint = painter(colours);
  const page: Page = { paint, width };
  const blocks = run.files.flatMap((file) => file.findings.map((finding) => findingBlock(file.file, finding, page)));
  const skipped = verbose ? run.files.flatMap((file) => skippedLines(file, paint)) : [];
  const diffs = run.files.flatMap(({ diff }) => (diff === undefined ? [] : [paintDiff(diff, paint)]));
  const parts = [...diffs, ...blocks, ...(skipped.length > 0 ? [skipped.join("\n")] : []), summaryLines(summary, page)];
  return `${parts.join("\n\n")}\n`;
};

/** Settings of the output. */
interface Page {
  readonly paint: Paint;
  /** The columns of the terminal; `undefined`: lines have no limit. */
  readonly width: number | undefined;
}

function findingBlock(file: string, finding: LocatedFinding, { paint, width }: Page): string {
  const { rule, severity, message, request, line, column, frame } = finding;
  const label = severity === "error" ? paint(["red", "bold"], "error") : paint(["yellow", "bold"], "warning");
  const colour = severity === "error" ? "red" : "yellow";
  const gutter = String(Math.max(...frame.lines.map(({ number }) => number), 1)).length;
  const room = (indent: number): number | undefined => (width === undefined ? undefined : width - indent);
  const place = `${file}:${line}:${column}`;
  const head = `${label} ${paint("bold", rule)}  ${paint("cyan", place)}`;
  // A request that does not fit at the end of the line gets a line of its own.
  const left = room(severity.length + rule.length + place.length + 12);
  const isBeside = request === undefined || left === undefined || request.length <= left;
  return [
    isBeside ? `${head}${request === undefined ? "" : `  ${request}`}` : head,
    ...(isBeside ? [] : wrapWords(request, room(2)).map((line) => `  ${line}`)),
    ...message.split("\n").flatMap((each) => wrapWords(each, room(2)).map((line) => `  ${line}`)),
    ...fitFrame(frame.lines, room(gutter + 5)).flatMap((each) => frameLines(each, gutter, colour, paint)),
    ...finding.related.flatMap((related) =>
      wrapWords(`${file}:${related.line}:${related.column}: ${related.message}`, room(2)).map((line) =>
        paint("dim", `  ${line}`),
      ),
    ),
    ...advice(finding).flatMap((each) =>
      wrapWords(each, room(5)).map((line, index) => `${index === 0 ? "  " : "     "}${line}`),
    ),
  ].join("\n");
}

function advice(finding: LocatedFinding): readonly string[] {
  return finding.fixable ? ["🔧 fixable with `--fix`"] : finding.suggestions.map((each) => `💡 ${each}`);
}

function frameLines(
  { number, text: line, mark }: FittedLine,
  gutter: number,
  colour: "red" | "yellow",
  paint: Paint,
): string[] {
  const source = `  ${paint("dim", `${String(number).padStart(gutter)} │`)} ${line}`;
  if (!mark) return [source];
  const marks = `${" ".repeat(mark[0])}${paint(colour, "^".repeat(mark[1] - mark[0]))}`;
  return [source, `  ${paint("dim", `${" ".repeat(gutter)} │`)} ${marks}`];
}

/** Colours a diff as git does. Without colours the output is valid input of `git apply`. */
function paintDiff(diff: string, paint: Paint): string {
  return diff
    .trimEnd()
    .split("\n")
    .map((line) => (line.startsWith("-") ? paint("red", line) : line.startsWith("+") ? paint("green", line) : line))
    .join("\n");
}

function skippedLines({ file, skipped }: FileReport, paint: Paint): string[] {
  return skipped.map(({ line, reason, detail }) =>
    paint("dim", `skipped ${file}:${line}: ${reason}${detail ? ` (${detail})` : ""}`),
  );
}

function summaryLines(summary: Summary, page: Page): string {
  const { paint, width } = page;
  const { fixable, fixed } = summary;
  const extra = [
    ...(fixed > 0 ? [summary.isDry ? `${fixed} would be fixed` : `${fixed} fixed`] : []),
    ...(fixable > 0 ? [`${fixable} fixable with \`--fix\``] : []),
  ];
  const { checked, skipped, unreadable, mistakes, documents, suppressed } = summary;
  const manifests = documents.checked > 0 ? `, ${count(documents.checked, "manifest")}` : "";
  const idle = skipped > 0 ? `; ${count(skipped, "file")} ${skipped === 1 ? "holds" : "hold"} nothing to check` : "";
  const left = documents.skipped > 0 ? `; ${count(documents.skipped, "document")} left out` : "";
  const hint = idle === "" && left === "" ? "" : " (`--verbose`)";
  const failed = [
    unreadable > 0 ? `; ${unreadable} unreadable` : "",
    mistakes > 0 ? `; ${count(mistakes, "mistake")} in the configuration` : "",
  ].join("");
  const silenced = suppressed > 0 ? `; ${count(suppressed, "finding")} silenced by directives` : "";
  const { text: verdict, style } = verdictOf(summary);
  const [first = "", ...more] = wrapWords([verdict, ...extra].join("; "), width);
  const figures = `${count(checked, "file")}${manifests} checked${failed}${idle}${left}${hint}${silenced}`;
  return [
    first.startsWith(verdict) ? paint(style, verdict) + first.slice(verdict.length) : paint(style, first),
    ...more,
    ...wrapWords(figures, width).map((line) => paint("dim", line)),
    ...coverageLines(summary, page),
  ].join("\n");
}

/** @returns the last line of a run over code: how many of its requests were compared. */
function coverageLines({ coverage }: Summary, { paint, width }: Page): readonly string[] {
  if (!coverage) return [];
  return wrapWords(describeCoverage(coverage), width).map((line) => paint(coverageStyle(coverage), line));
}

/** Highlights the line if the code sends requests but none was compared. */
function coverageStyle({ compared, others, unknown }: Coverage): Style {
  return compared === 0 && unknown + Object.keys(others).length > 0 ? "yellow" : "dim";
}

/** @returns the run's result in a word. "No findings" is printed only if every file could be checked. */
function verdictOf(summary: Summary): { readonly text: string; readonly style: Style } {
  const { errors, warnings, checked, skipped, unreadable, mistakes } = summary;
  if (errors + warnings > 0)
    return {
      text: `${count(errors, "error")}, ${count(warnings, "warning")}`,
      style: [errors > 0 ? "red" : "yellow", "bold"],
    };
  if (unreadable + mistakes > 0) return { text: "No findings in what could be checked", style: ["red", "bold"] };
  return checked + skipped === 0
    ? { text: "Nothing to check", style: "bold" }
    : { text: "No findings", style: ["green", "bold"] };
}
