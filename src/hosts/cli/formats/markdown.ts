import { splitCode } from "../../../text/code-words";
import { documentationUrl } from "../../shared/package/documentation";
import { describeCoverage } from "../compared/line";
import type { LocatedFinding, RunReport, Summary } from "../check/report";
import type { Format } from "./format";
import { count } from "../../../text/words";

/** Limit of listed findings: nobody reads more in a comment, and code hosts reject long ones. The rest is counted. */
const mostFindings = 50;
/** Limit of a message in UTF-16 units: it may quote content of a file. */
const longestMessage = 600;

/** For comments and summaries on a code host: the findings by file, in the Markdown of GitHub and GitLab. */
export const markdown: Format = ({ run, summary }) =>
  `${[`### Restraint: ${verdictOf(summary)}`, ...uncheckedSection(run), ...findingSection(run), checkedLine(summary)].join("\n\n")}\n`;

function findingSection({ files }: RunReport): readonly string[] {
  let left = mostFindings;
  const sections = files.flatMap(({ file, findings }) => {
    const shown = findings.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [`**${codeSpan(file)}**\n\n${shown.map(item).join("\n")}`];
  });
  const total = files.reduce((sum, { findings }) => sum + findings.length, 0);
  return total > mostFindings ? [...sections, `… and ${total - mostFindings} more.`] : sections;
}

function item({ rule, severity, message, line, column, request }: LocatedFinding): string {
  const sign = severity === "error" ? "❌" : "⚠️";
  const about = request === undefined ? "" : ` (${codeSpan(request)})`;
  return `- ${sign} ${line}:${column} ${formatSentence(message)}${about} [${rule}](${documentationUrl(rule)})`;
}

function uncheckedSection({ files, problems }: RunReport): readonly string[] {
  const unchecked = [
    ...problems.filter(({ severity }) => severity === "error"),
    ...files.flatMap(({ file, problems: own }) => own.map((problem) => ({ ...problem, file }))),
  ];
  if (unchecked.length === 0) return [];
  const lines = unchecked.slice(0, mostFindings).map(({ file, line, message }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `- ${codeSpan(place)}: ${formatSentence(message)}`;
  });
  const more = unchecked.length > mostFindings ? [`- … and ${unchecked.length - mostFindings} more`] : [];
  return [`**Could not be checked**\n\n${[...lines, ...more].join("\n")}`];
}

function verdictOf({ errors, warnings, unreadable, mistakes }: Summary): string {
  if (errors + warnings > 0) return `${count(errors, "error")}, ${count(warnings, "warning")}`;
  return unreadable + mistakes > 0 ? "no findings in what could be checked" : "no findings";
}

function checkedLine({ checked, documents, coverage }: Summary): string {
  const compared = coverage ? ` ${formatSentence(describeCoverage(coverage))}.` : "";
  return `${count(checked, "file")} checked, with ${count(documents.checked, "manifest")}.${compared}`;
}

function formatSentence(sentence: string): string {
  const cut = sentence.length > longestMessage ? `${sentence.slice(0, longestMessage)}…` : sentence;
  return splitCode(cut)
    .map(({ text, isCode }) => (isCode ? codeSpan(text) : escapeText(text)))
    .join("");
}

/** Escapes text from the repository, so that it contains no markup and mentions no people, issues or other sites. */
export function escapeText(text: string): string {
  return text.replace(/[\\*_{}[\]()<>#+!|~&$]/gu, "\\$&").replace(/@(?=\w)|:(?=\/\/)|\bwww(?=\.)/gu, "$&\u200B");
}

/** @returns inline code, between one more backtick than the longest run inside. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}
