import { rules } from "../../../../rules";
import { documentationUrl } from "../../shared/package/documentation";
import { formatTable } from "../contract/table";

/** @returns all rules as a table: id, severity, preset, whether it fixes or suggests, and its summary. */
export function listRules(): string {
  const rows = rules.map(({ id, docs, fixable, hasSuggestions }) => [
    id,
    docs.severity,
    docs.preset,
    [...(fixable ? ["fix"] : []), ...(hasSuggestions ? ["suggest"] : [])].join(", "),
    docs.summary,
  ]);
  return `${formatTable(rows)}\n${rules.length} rules. A rule's page: restraint explain RULE\n`;
}

/** @returns all rules as JSON. */
export function listRulesJson(): string {
  const list = rules.map(({ id, docs, options, fixable, hasSuggestions }) => ({
    id,
    summary: docs.summary,
    why: docs.why,
    severity: docs.severity,
    preset: docs.preset,
    fixable,
    hasSuggestions,
    clauses: docs.clauses,
    options,
    url: documentationUrl(id),
  }));
  return `${JSON.stringify(list, undefined, 2)}\n`;
}
