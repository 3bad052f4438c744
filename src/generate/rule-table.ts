import type { Rule } from "../rule/define";
import { legendOf, markdownTable, marks, presetsOf } from "./marks";

const begin = "<!-- begin auto-generated rules list -->";
const end = "<!-- end auto-generated rules list -->";

/**
 * Generates the table of all rules, sorted by name, each with a link to its page.
 *
 * @param folder path from the file with the table to the pages.
 */
function ruleTable(rules: readonly Rule[], folder: string): string {
  const severities = [
    { severity: "error", mark: marks.enabled },
    { severity: "warn", mark: marks.warns },
  ].filter(({ severity }) => rules.some(({ docs }) => docs.severity === severity));
  const ways = [
    { has: (rule: Rule) => rule.fixable, mark: marks.fixable },
    { has: (rule: Rule) => rule.hasSuggestions, mark: marks.suggestions },
  ].filter(({ has }) => rules.some(has));
  const rows = [...rules]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((rule) => [
      `[${rule.id}](${folder}${rule.id}.md)`,
      rule.docs.summary.replaceAll("|", "\\|"),
      ...severities.map(({ severity }) =>
        rule.docs.severity === severity
          ? presetsOf(rule)
              .map((preset) => marks[preset])
              .join(" ")
          : "",
      ),
      ...ways.map(({ has, mark }) => (has(rule) ? mark : "")),
    ]);
  // Non-breaking spaces keep names on one line in a narrow table.
  const name = "Name".padEnd(Math.max(...rules.map(({ id }) => id.length)), "\u00A0");
  const head = [name, "Description", ...severities.map(({ mark }) => mark), ...ways.map(({ mark }) => mark)];
  return `${legendOf(rules)}\n\n${markdownTable(head, rows)}`;
}

/** @returns the text with an updated table between its marks; unchanged if it has no marks. */
export function withRuleTable(text: string, rules: readonly Rule[], folder: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) return text;
  return `${text.slice(0, from + begin.length)}\n\n${ruleTable(rules, folder)}\n\n${text.slice(to)}`;
}

/** @returns the text of `docs/rules/README.md`: the table of all rules, with links to the pages beside it. */
export function rulePages(rules: readonly Rule[]): string {
  return withRuleTable(`# Rules\n\n${begin}\n${end}\n`, rules, "");
}
