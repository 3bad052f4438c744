import type { OptionSchema, Rule } from "../rule/define";

const begin = "<!-- begin generated header -->";
const end = "<!-- end generated header -->";

/**
 * Brings the head of a rule's page up to date; the prose below it stays.
 *
 * @param page the page as it is; empty for a new one.
 */
export function withRuleHeader(page: string, rule: Rule): string {
  const after = page.indexOf(end);
  const prose = after === -1 ? page.trimStart() : page.slice(after + end.length).trimStart();
  return `${ruleHeader(rule)}\n\n${prose}`.trimEnd() + "\n";
}

function ruleHeader(rule: Rule): string {
  const { docs } = rule;
  const presets = docs.preset === "recommended" ? "`recommended` and `strict`" : "`strict`";
  const how = [rule.fixable ? "automatic fixes" : "", rule.hasSuggestions ? "suggestions" : ""].filter(
    (each) => each !== "",
  );
  const facts = [
    `| presets | ${presets} |`,
    `| severity | \`${docs.severity}\` |`,
    `| enforces | ${docs.clauses.join(", ")} |`,
    `| fixes | ${how.length > 0 ? how.join(", ") : "–"} |`,
    `| code in tsserver | ${rule.code} |`,
  ];
  const sections = [
    begin,
    `# ${rule.id}`,
    docs.summary,
    `**Why:** ${docs.why}`,
    ["| | |", "|---|---|", ...facts].join("\n"),
    optionsTable(rule),
  ];
  return [...sections.filter((each) => each !== ""), end].join("\n\n");
}

function optionsTable(rule: Rule): string {
  const rows = Object.entries(rule.options).map(([name, schema]) => {
    const type = typeOf(schema).replaceAll("|", "\\|");
    const strict = rule.docs.strictOptions?.[name];
    const defaults = `\`${JSON.stringify(schema.default)}\`${strict === undefined ? "" : `; in \`strict\` \`${JSON.stringify(strict)}\``}`;
    return `| \`${name}\` | ${type} | ${defaults} | ${schema.description} |`;
  });
  return rows.length === 0
    ? ""
    : ["## Options", "", "| option | type | default | |", "|---|---|---|---|", ...rows].join("\n");
}

function typeOf(schema: OptionSchema): string {
  if (schema.enum) return schema.enum.map((each) => `\`${JSON.stringify(each)}\``).join(" | ");
  return schema.items ? `array of ${schema.items.type}s` : schema.type;
}
