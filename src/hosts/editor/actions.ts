import { applyEdits } from "../../rule/edits";
import type { Edit, Finding } from "../../rule/finding";
import type { Range } from "../../text/range";

/** A change that an editor offers for a finding. */
export interface EditorAction {
  readonly finding: Finding;
  readonly kind: "fix" | "suggestion" | "disable";
  /** The title in the menu. */
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** @returns a rule's name as users see it. */
export function publicName(rule: string): string {
  return `restraint/${rule}`;
}

/** @returns the findings that overlap or touch a range. */
export function findingsAt(findings: readonly Finding[], place: Range): readonly Finding[] {
  return findings.filter(({ range }) => range.start <= place.end && place.start <= range.end);
}

/**
 * Lists the actions for findings: fixes, suggestions, and a directive comment that silences the finding. The comment is
 * offered once for each rule and line.
 *
 * @param disable returns the edit that inserts the comment, or `undefined` if no comment can be placed there.
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

/**
 * @returns the edits of all fixes that do not overlap, of one rule or of all. A fix that overlaps an earlier one is
 * left for the next run.
 */
export function allFixes(text: string, findings: readonly Finding[], rule?: string): readonly Edit[] {
  const groups = findings.flatMap((finding) =>
    finding.fix && (rule === undefined || finding.rule === rule) ? [finding.fix] : [],
  );
  const { applied } = applyEdits(text, groups);
  return inOrder(applied.flatMap((index) => groups[index] ?? []));
}

/** @returns edits in the order of their ranges. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}

/** @returns the line break of a text. */
export function lineBreakOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
