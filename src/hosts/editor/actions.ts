import { applyEdits } from "../../rule/edits";
import type { Edit, Finding } from "../../rule/finding";
import type { Range } from "../../text/range";

/** A change that an editor offers for a finding. */
export interface EditorAction {
  readonly finding: Finding;
  readonly kind: "fix" | "suggestion" | "disable";
  /** The entry of the menu. */
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** The name under which users know a rule. */
export function publicName(rule: string): string {
  return `restraint/${rule}`;
}

/** @returns the findings that touch a place. */
export function findingsAt(findings: readonly Finding[], place: Range): readonly Finding[] {
  return findings.filter(({ range }) => range.start <= place.end && place.start <= range.end);
}

/**
 * Lists what is offered for findings: their fixes, their suggestions, and a comment that silences them, which of one rule is offered once for a
 * line.
 *
 * @param disable makes that comment; `undefined` where none can stand.
 */
export function actionsFor(
  findings: readonly Finding[],
  disable: (finding: Finding) => Edit | undefined,
): readonly EditorAction[] {
  const disabled = new Set<string>();
  return findings.flatMap((finding): EditorAction[] => {
    const name = publicName(finding.rule);
    const actions: EditorAction[] = [];
    if (finding.fix) actions.push({ finding, kind: "fix", title: `Fix this ${name} problem`, edits: finding.fix });
    for (const { message, edits } of finding.suggestions)
      actions.push({ finding, kind: "suggestion", title: message, edits });
    const disabling = disable(finding);
    const key = `${name}:${disabling?.range.start ?? ""}`;
    if (disabling && !disabled.has(key)) {
      disabled.add(key);
      actions.push({ finding, kind: "disable", title: `Disable ${name} for this line`, edits: [disabling] });
    }
    return actions;
  });
}

/** @returns the edits of all compatible fixes, of one rule or of all. Fixes that overlap an earlier one wait for the next run. */
export function allFixes(text: string, findings: readonly Finding[], rule?: string): readonly Edit[] {
  const groups = findings.flatMap((finding) =>
    finding.fix && (rule === undefined || finding.rule === rule) ? [finding.fix] : [],
  );
  const { applied } = applyEdits(text, groups);
  return inOrder(applied.flatMap((index) => groups[index] ?? []));
}

/** @returns edits in the order of their places. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}

/** @returns what ends the lines of a text. */
export function lineBreakOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
