import type { OptionSchema, Rule } from "../rule/define";
import { clauseMeanings } from "./clauses";
import { markdownTable, noticesOf } from "./marks";

const headerEnd = "<!-- end auto-generated rule header -->";
const options = {
  begin: "<!-- begin auto-generated rule options list -->",
  end: "<!-- end auto-generated rule options list -->",
  heading: "## Options",
};
const service = {
  begin: "<!-- begin generated notes on the service -->",
  end: "<!-- end generated notes on the service -->",
  heading: "## What the Service Does",
};

/**
 * Updates the generated parts of a rule's page: title, notices, options, and the notes on the service. The prose is
 * kept.
 *
 * @param page the current page; empty for a new one.
 */
export function withGeneratedParts(page: string, rule: Rule): string {
  const after = page.indexOf(headerEnd);
  const prose = (after === -1 ? page : page.slice(after + headerEnd.length)).trim();
  const header = [`# ${rule.id}`, ...noticesOf(rule), headerEnd].join("\n\n");
  const whole = [header, prose].filter((part) => part !== "").join("\n\n");
  return `${withSection(withSection(whole, options, optionsTable(rule)), service, serviceNotes(rule)).trimEnd()}\n`;
}

/**
 * Replaces the text between a section's marks. A page without the marks gets the section at its end; a section without
 * content is removed.
 */
function withSection(page: string, { begin, end, heading }: typeof options, content: string): string {
  const section = content === "" ? "" : `${heading}\n\n${begin}\n\n${content}\n\n${end}`;
  const from = page.indexOf(`${heading}\n\n${begin}`);
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1) return section === "" ? page : `${page.trimEnd()}\n\n${section}\n`;
  return page.slice(0, from) + section + page.slice(to + end.length);
}

function optionsTable(rule: Rule): string {
  const entries = Object.entries(rule.options);
  if (entries.length === 0) return "";
  const choices = entries.some(([, schema]) => schema.enum);
  const head = ["Name", "Description", "Type", ...(choices ? ["Choices"] : []), "Default"];
  const rows = entries.map(([name, schema]) => [
    `\`${name}\``,
    schema.description.replaceAll("|", "\\|"),
    typeOf(schema),
    ...(choices ? [(schema.enum ?? []).map((each) => `\`${each}\``).join(", ")] : []),
    `\`${typeof schema.default === "string" ? schema.default : JSON.stringify(schema.default)}\``,
  ]);
  return markdownTable(head, rows);
}

function typeOf(schema: OptionSchema): string {
  const type = schema.items ? `${schema.items.type}[]` : schema.type;
  return type.charAt(0).toUpperCase() + type.slice(1);
}

function serviceNotes(rule: Rule): string {
  const meanings = new Set(rule.docs.clauses.map((clause) => clauseMeanings[clause] ?? clause));
  return [rule.docs.why, [...meanings].map((meaning) => `- ${meaning}`).join("\n")].join("\n\n");
}
