import { byId } from "../../../../rules";
import { splitCode } from "../../../text/code-words";
import { documentationUrl } from "../../shared/package/documentation";
import type { FrameLine } from "../check/frame";
import { describeCoverage } from "../compared/line";
import type { LocatedFinding, RunReport, Summary } from "../check/report";
import type { Format } from "./format";
import { addTo } from "../../../text/groups";
import { count } from "../../../text/words";

/** A self-contained HTML page with all findings by rule and file, each with its code. */
export const html: Format = ({ run, summary, version }) =>
  [
    "<!doctype html>",
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>restraint: ${escapeHtml(verdictOf(summary))}</title>`,
    `<style>${style}</style>`,
    `<h1>${escapeHtml(verdictOf(summary))}</h1>`,
    `<p>${count(summary.checked, "file")} checked, ${summary.skipped} skipped, ${summary.unreadable} unreadable; restraint ${escapeHtml(version)}</p>`,
    ...(summary.coverage ? [`<p>${sentence(describeCoverage(summary.coverage))}</p>`] : []),
    ...problemsSection(run),
    ...groupByRule(run).map(([rule, findings]) => ruleSection(rule, findings)),
    "</html>",
    "",
  ].join("\n");

interface FileFinding {
  readonly file: string;
  readonly finding: LocatedFinding;
}

/** @returns the findings by rule, the rule with the most findings first. */
function groupByRule({ files }: RunReport): readonly (readonly [string, readonly FileFinding[]])[] {
  const groups = new Map<string, FileFinding[]>();
  for (const { file, findings } of files) {
    for (const finding of findings) {
      addTo(groups, finding.rule, { file, finding });
    }
  }
  return [...groups].sort(([a, first], [b, second]) => second.length - first.length || (a < b ? -1 : 1));
}

function ruleSection(rule: string, findings: readonly FileFinding[]): string {
  const docs = byId.get(rule)?.docs;
  const name = docs ? `<a href="${escapeHtml(documentationUrl(rule))}">${escapeHtml(rule)}</a>` : escapeHtml(rule);
  const files = [...new Set(findings.map(({ file }) => file))];
  return [
    `<section id="${escapeHtml(rule)}">`,
    `<h2>${name} <small>${findings.length}</small></h2>`,
    ...(docs ? [`<p>${sentence(docs.summary)}</p>`] : []),
    ...files.map((file) => {
      const own = findings.filter((each) => each.file === file).map(({ finding }) => article(finding));
      return `<details open><summary>${escapeHtml(file)} <small>${own.length}</small></summary>\n${own.join("\n")}\n</details>`;
    }),
    "</section>",
  ].join("\n");
}

function article({ severity, message, line, column, frame, fixable, suggestions }: LocatedFinding): string {
  const advice = fixable ? ["🔧 fixable with `--fix`"] : suggestions.map((each) => `💡 ${each}`);
  return [
    `<article class="${severity}">`,
    `<p><b>${severity === "error" ? "error" : "warning"}</b> ${line}:${column} ${sentence(message)}</p>`,
    `<pre>${frame.lines.map(frameLine).join("\n")}</pre>`,
    ...advice.map((each) => `<p>${sentence(each)}</p>`),
    "</article>",
  ].join("\n");
}

function frameLine({ number, text, mark }: FrameLine): string {
  const code = mark
    ? `${escapeHtml(text.slice(0, mark[0]))}<mark>${escapeHtml(text.slice(...mark))}</mark>${escapeHtml(text.slice(mark[1]))}`
    : escapeHtml(text);
  return `<i>${String(number).padStart(5)}</i> ${code}`;
}

function problemsSection({ files, problems, notes }: RunReport): readonly string[] {
  const unchecked = files.flatMap(({ file, problems: own }) => own.map((problem) => ({ ...problem, file })));
  const lines = [...problems, ...unchecked].map(({ file, line, column, message }) =>
    [[file, line, column].filter((part) => part !== undefined).join(":"), message].join(": "),
  );
  return [
    ...(lines.length > 0
      ? [`<h2>Could not be checked</h2>\n<ul>${lines.map((line) => `<li>${sentence(line)}</li>`).join("\n")}</ul>`]
      : []),
    ...notes.map((note) => `<p>${sentence(note)}</p>`),
  ];
}

function verdictOf({ errors, warnings, unreadable, mistakes }: Summary): string {
  if (errors + warnings > 0) return `${count(errors, "error")}, ${count(warnings, "warning")}`;
  return unreadable + mistakes > 0 ? "No findings in what could be checked" : "No findings";
}

/** @returns HTML of a sentence, with text between backticks as code. */
function sentence(text: string): string {
  return splitCode(text)
    .map((piece) => (piece.isCode ? `<code>${escapeHtml(piece.text)}</code>` : escapeHtml(piece.text)))
    .join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => entities[character] ?? character);
}

const style = `
:root { color-scheme: light dark; --line: #8884; --bad: #d1242f; --doubt: #9a6700 }
@media (prefers-color-scheme: dark) { :root { --bad: #ff7b72; --doubt: #d29922 } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
pre { overflow-x: auto; padding: .6rem; border: 1px solid var(--line); border-radius: 6px; font: 13px/1.5 ui-monospace, monospace; tab-size: 1 }
i { font-style: normal; opacity: .6; user-select: none }
mark { background: none; color: inherit; text-decoration: underline wavy var(--bad) }
.warn mark { text-decoration-color: var(--doubt) }
.error b { color: var(--bad) } .warn b { color: var(--doubt) }
code { font: .9em ui-monospace, monospace; background: #8882; border-radius: 4px; padding: .1em .3em }
summary { cursor: pointer; font-weight: 600 } small { opacity: .6; font-weight: 400 }
article { border-left: 3px solid var(--line); padding-left: .8rem; margin: 1rem 0 }
`;
