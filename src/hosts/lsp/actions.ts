import { type CodeAction, CodeActionKind, type CodeActionParams } from "vscode-languageserver/node";
import type { Finding } from "../../rule/finding";
import { actionsFor, allFixes, findingsAt, lineBreakOf, publicName } from "../editor/actions";
import type { Client } from "./client";
import type { ServedFile } from "./files";
import { fixAllKind, toDiagnostic, toFixAll, toWorkspaceEdit } from "./to-protocol";

/** @returns the quick fixes for findings in a range, and the actions that fix all findings of a file. */
export function codeActions(
  { file, path, service }: ServedFile,
  params: CodeActionParams,
  client: Client,
): CodeAction[] {
  const { only } = params.context;
  const wants = (kind: string): boolean =>
    only === undefined || only.some((each) => each === "" || kind === each || kind.startsWith(`${each}.`));
  const checked = service.check(file, path);
  if (!checked) return [];
  const actions: CodeAction[] = [];
  if (wants(CodeActionKind.QuickFix)) {
    const here = findingsAt(checked.findings, file.offsetsOf(params.range));
    const newLine = lineBreakOf(file.text);
    const offered = actionsFor(here, (finding) => checked.disable(finding, newLine));
    for (const { finding, kind, title, edits } of offered)
      actions.push({
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toDiagnostic(file, finding)],
        edit: toWorkspaceEdit(file, edits, client.versionedEdits),
        ...(kind === "fix" && { isPreferred: true }),
      });
    for (const rule of new Set(here.map((finding) => finding.rule))) {
      if (countFixes(checked.findings, rule) < 2) continue;
      const title = `Fix all ${publicName(rule)} problems in this file`;
      const edits = allFixes(file.text, checked.findings, rule);
      actions.push(toFixAll(file, edits, client.versionedEdits, title, CodeActionKind.QuickFix));
    }
  }
  if (wants(CodeActionKind.RefactorRewrite))
    for (const { title, edits } of service.rewrites?.(file, path, file.offsetsOf(params.range)) ?? [])
      actions.push({
        title,
        kind: CodeActionKind.RefactorRewrite,
        edit: toWorkspaceEdit(file, edits, client.versionedEdits),
      });
  // Only on request: editors ask for it by name when saving; in the menu it would appear everywhere.
  if (only !== undefined && wants(fixAllKind)) {
    const edits = allFixes(file.text, checked.findings);
    if (edits.length > 0)
      actions.push(toFixAll(file, edits, client.versionedEdits, "Fix all Restraint problems in this file", fixAllKind));
  }
  return actions;
}

function countFixes(findings: readonly Finding[], rule: string): number {
  return findings.filter((finding) => finding.rule === rule && finding.fix).length;
}
