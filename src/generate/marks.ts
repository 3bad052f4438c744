import type { Rule } from "../rule/define";

/** The symbols of eslint-doc-generator, so that readers of other plugins' tables know ours. */
export const marks = {
  enabled: "💼",
  warns: "⚠️",
  recommended: "✅",
  strict: "🔒",
  fixable: "🔧",
  suggestions: "💡",
  description: "📝",
} as const;

const fixOption = (path: string): string =>
  `[\`--fix\` CLI option](https://eslint.org/docs/${path}user-guide/command-line-interface#--fix)`;
const editorSuggestions = "[editor suggestions](https://eslint.org/docs/latest/use/core-concepts#rule-suggestions)";

/** @returns the presets that enable a rule. */
export function presetsOf(rule: Rule): readonly ("recommended" | "strict")[] {
  return rule.docs.preset === "recommended" ? ["recommended", "strict"] : ["strict"];
}

/**
 * @returns the sentences below the title of a rule's page: its purpose, the presets that enable it, and whether it is
 * fixable.
 */
export function noticesOf(rule: Rule): readonly string[] {
  const presets = presetsOf(rule).map((preset) => `${marks[preset]} \`${preset}\``);
  const [mark, verb] = rule.docs.severity === "error" ? [marks.enabled, "is enabled"] : [marks.warns, "_warns_"];
  const where =
    presets.length > 1 ? `in the following configs: ${presets.join(", ")}` : `in the ${presets.join("")} config`;
  const fix = `automatically fixable by the ${fixOption("latest/")}`;
  const suggest = `manually fixable by ${editorSuggestions}`;
  const ways = [...(rule.fixable ? [fix] : []), ...(rule.hasSuggestions ? [suggest] : [])].join(" and ");
  const waysMarks = `${rule.fixable ? marks.fixable : ""}${rule.hasSuggestions ? marks.suggestions : ""}`;
  return [
    `${marks.description} ${rule.docs.summary}`,
    `${mark} This rule ${verb} ${where}.`,
    ...(ways === "" ? [] : [`${waysMarks} This rule is ${ways}.`]),
  ];
}

/** @returns the legend of a table of rules, one line for each symbol that occurs. */
export function legendOf(rules: readonly Rule[]): string {
  const some = (has: (rule: Rule) => boolean, line: string): string[] => (rules.some(has) ? [line] : []);
  return [
    ...some(({ docs }) => docs.severity === "error", `${marks.enabled} Configurations enabled in.`),
    ...some(({ docs }) => docs.severity === "warn", `${marks.warns} Configurations set to warn in.`),
    ...some(
      ({ docs }) => docs.preset === "recommended",
      `${marks.recommended} Set in the \`recommended\` configuration.`,
    ),
    `${marks.strict} Set in the \`strict\` configuration.`,
    ...some(({ fixable }) => fixable, `${marks.fixable} Automatically fixable by the ${fixOption("")}.`),
    ...some(({ hasSuggestions }) => hasSuggestions, `${marks.suggestions} Manually fixable by ${editorSuggestions}.`),
  ].join("\\\n");
}

/** @returns a Markdown table with aligned columns, like those of `eslint-doc-generator`. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, 2, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => `:${"-".repeat(width - 1)}`).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}
