import type { Rule } from "../rule/define";
import type { RulePlace } from "./rule-index";

const begin = "<!-- begin generated rules -->";
const end = "<!-- end generated rules -->";

/**
 * Makes a table of all rules, each with a link to its page.
 *
 * @param folder path from the file that holds the table to the pages.
 */
function ruleTable(rules: readonly Rule[], folder: string): string {
  const rows = rules.map((rule) => {
    const preset = rule.docs.preset === "recommended" ? "✓" : "";
    const fixes = [rule.fixable ? "fix" : "", rule.hasSuggestions ? "suggest" : ""]
      .filter((each) => each !== "")
      .join(", ");
    return `| [\`${rule.id}\`](${folder}${rule.id}.md) | ${rule.docs.summary.replaceAll("|", "\\|")} | ${preset} | ${rule.docs.severity} | ${fixes} |`;
  });
  return ["| rule | | recommended | severity | fixes |", "|---|---|:-:|---|---|", ...rows].join("\n");
}

/** @returns the text with the table between its marks brought up to date; unchanged where it has no marks. */
export function withRuleTable(text: string, rules: readonly Rule[], folder: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) return text;
  return `${text.slice(0, from + begin.length)}\n\n${ruleTable(rules, folder)}\n\n${text.slice(to)}`;
}

/** @returns the text of `docs/rules/README.md`: the rules of each group. */
export function rulePages(rules: readonly Rule[], places: readonly RulePlace[]): string {
  const groups = [...new Set(places.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const ids = new Set(places.filter((place) => place.group === group).map(({ id }) => id));
    return `## ${group}\n\n${ruleTable(
      rules.filter(({ id }) => ids.has(id)),
      "",
    )}`;
  });
  return `${["# Rules", "Made by `npm run generate`.", ...sections].join("\n\n")}\n`;
}
