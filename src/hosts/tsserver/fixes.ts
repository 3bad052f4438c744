import type TS from "typescript";
import { byId } from "../../../rules/index";
import type { Edit } from "../../rule/finding";
import { actionsFor, allFixes, findingsAt, inOrder, publicName } from "../editor/actions";
import { disableForLine } from "../editor/disable-comment";
import type { CheckedFile } from "../editor/file-checker";
import { codeOf } from "./diagnostics";
import { toSpan } from "./assistance";

const prefix = publicName("");

/**
 * Lists the quick fixes for findings in a range: fixes, suggestions, and a comment that silences the finding.
 *
 * @param codes the diagnostic codes for which the editor requests fixes.
 * @param newLine the line break of inserted lines.
 */
export function fixesAt(
  ts: typeof TS,
  file: CheckedFile,
  place: { readonly start: number; readonly end: number },
  codes: readonly number[],
  newLine: string,
): TS.CodeFixAction[] {
  const asked = findingsAt(file.findings, place).filter((finding) => codes.includes(codeOf(finding)));
  const actions = actionsFor(asked, (finding) => disableForLine(ts, file.sourceFile, finding, newLine));
  return actions.map(({ finding: { rule }, kind, title, edits }): TS.CodeFixAction => {
    const name = publicName(rule);
    const repeated = file.findings.filter((other) => other.rule === rule && other.fix).length > 1;
    const isOneOfMany = kind === "fix" && repeated;
    const all = isOneOfMany ? { fixId: name, fixAllDescription: `Fix all ${name} problems in this file` } : {};
    return {
      fixName: kind === "disable" ? `${name}/disable` : name,
      description: title,
      changes: [{ fileName: file.sourceFile.fileName, textChanges: toTextChanges(edits) }],
      ...all,
    };
  });
}

/** @returns whether an id of a fix-all action is ours. */
export function isOurFixId(fixId: unknown): fixId is string {
  return typeof fixId === "string" && fixId.startsWith(prefix) && byId.has(fixId.slice(prefix.length));
}

/**
 * Applies all fixes of one rule in a file. A fix that overlaps an earlier one is left for the next run.
 *
 * @param fixId an id from `fixesAt`.
 */
export function fixAll(file: CheckedFile, fixId: string): TS.CombinedCodeActions {
  const edits = allFixes(file.sourceFile.text, file.findings, fixId.slice(prefix.length));
  return { changes: [{ fileName: file.sourceFile.fileName, textChanges: toTextChanges(edits) }] };
}

export function toTextChanges(edits: readonly Edit[]): TS.TextChange[] {
  return inOrder(edits).map(({ range, text }) => ({ span: toSpan(range), newText: text }));
}
