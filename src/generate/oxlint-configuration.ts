import type { Rule } from "../rule/define";

const begin = "<!-- begin generated oxlint configuration -->";
const end = "<!-- end generated oxlint configuration -->";

/** Rules of the ESLint host, which report what could not be checked. */
const hostRules = { "restraint/unchecked": "error", "restraint/valid-configuration": "error" };

/**
 * @returns the text with the recommended rules between its marks, in the format of oxlint's configuration; unchanged if
 * it has no marks.
 */
export function withOxlintConfiguration(text: string, rules: readonly Rule[]): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) return text;
  const recommended = rules.filter(({ docs }) => docs.preset === "recommended");
  const severities = recommended.map(({ id, docs }) => [`restraint/${id}`, docs.severity] as const);
  const sorted = [...severities, ...Object.entries(hostRules)].sort(([a], [b]) => (a < b ? -1 : 1));
  const configuration = { jsPlugins: ["eslint-plugin-restraint"], rules: Object.fromEntries(sorted) };
  const block = `\`\`\`json\n${JSON.stringify(configuration, undefined, 2)}\n\`\`\``;
  return `${text.slice(0, from + begin.length)}\n\n${block}\n\n${text.slice(to)}`;
}
