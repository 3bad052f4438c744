import type TS from "typescript";
import { byId } from "../../../rules/index";
import { applyEdits } from "../../rule/edits";
import type { Edit } from "../../rule/finding";
import { codeOf } from "./diagnostics";
import { disableForLine } from "./disable-comment";
import type { CheckedFile } from "./file-checker";

const prefix = "restraint/";

/**
 * Lists the quick fixes for the findings at a place: their fixes, their suggestions, and a comment that silences them.
 *
 * @param codes the diagnostics' numbers that the editor asks about.
 * @param newLine what ends a line that is added.
 */
export function fixesAt(
  ts: typeof TS,
  file: CheckedFile,
  place: { readonly start: number; readonly end: number },
  codes: readonly number[],
  newLine: string,
): TS.CodeFixAction[] {
  const here = file.findings.filter(({ range }) => range.start <= place.end && place.start <= range.end);
  const asked = here.filter((finding) => codes.includes(codeOf(finding)));
  const changes = (edits: readonly Edit[]): TS.FileTextChanges[] => [
    { fileName: file.sourceFile.fileName, textChanges: toTextChanges(edits) },
  ];
  const disabled = new Set<string>();
  return asked.flatMap((finding): TS.CodeFixAction[] => {
    const name = prefix + finding.rule;
    const actions: TS.CodeFixAction[] = [];
    if (finding.fix) {
      const repeated = file.findings.filter((other) => other.rule === finding.rule && other.fix).length > 1;
      const all = repeated ? { fixId: name, fixAllDescription: `Fix all ${name} problems in this file` } : {};
      actions.push({ fixName: name, description: `Fix this ${name} problem`, changes: changes(finding.fix), ...all });
    }
    for (const { message, edits } of finding.suggestions)
      actions.push({ fixName: name, description: message, changes: changes(edits) });
    const disabling = disableForLine(ts, file.sourceFile, finding, newLine);
    const key = `${name}:${disabling?.range.start ?? ""}`;
    if (disabling && !disabled.has(key)) {
      disabled.add(key);
      actions.push({
        fixName: `${name}/disable`,
        description: `Disable ${name} for this line`,
        changes: changes([disabling]),
      });
    }
    return actions;
  });
}

/** @returns whether a fix-all was offered by us. */
export function isOurFixId(fixId: unknown): fixId is string {
  return typeof fixId === "string" && fixId.startsWith(prefix) && byId.has(fixId.slice(prefix.length));
}

/**
 * Applies all fixes of one rule in a file. Those that overlap an earlier one are left for the next time.
 *
 * @param fixId as `fixesAt` gave it.
 */
export function fixAll(file: CheckedFile, fixId: string): TS.CombinedCodeActions {
  const groups = file.findings.flatMap((finding) =>
    prefix + finding.rule === fixId && finding.fix ? [finding.fix] : [],
  );
  const { applied } = applyEdits(file.sourceFile.text, groups);
  const edits = applied.flatMap((index) => groups[index] ?? []);
  return { changes: [{ fileName: file.sourceFile.fileName, textChanges: toTextChanges(edits) }] };
}

function toTextChanges(edits: readonly Edit[]): TS.TextChange[] {
  return [...edits]
    .sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
    .map(({ range, text }) => ({ span: { start: range.start, length: range.end - range.start }, newText: text }));
}
