import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type Hover,
  InsertTextFormat,
  InsertTextMode,
  type Location,
  MarkupKind,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { pathToFileURL } from "node:url";
import { byId } from "../../../rules";
import type { Edit, Finding } from "../../rule/finding";
import { documentationUrl } from "../shared/package/documentation";
import { inOrder } from "../editor/actions";
import type { Explanation, Offer } from "../editor/offers";
import type { Checked, FilePlace, NewName, Remark } from "./file-service";
import { type Encoding, OpenText } from "./open-text";

/** Converts findings, edits, completions and explanations to the types of the Language Server Protocol. */

const source = "restraint";

export function toDiagnostics(
  file: OpenText,
  { findings, remarks }: Pick<Checked, "findings" | "remarks">,
): Diagnostic[] {
  return [
    ...remarks.map((remark) => remarkDiagnostic(file, remark)),
    ...findings.map((finding) => toDiagnostic(file, finding)),
  ];
}

export function toDiagnostic(file: OpenText, { rule, severity, message, range, related }: Finding): Diagnostic {
  return {
    range: file.rangeOf(range),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: rule,
    codeDescription: { href: documentationUrl(rule) },
    source,
    message,
    ...(byId.get(rule)?.marks === "deprecated" && { tags: [DiagnosticTag.Deprecated] }),
    ...(related.length > 0 && {
      relatedInformation: related.map((place) => ({
        location: { uri: file.uri, range: file.rangeOf(place.range) },
        message: place.message,
      })),
    }),
  };
}

const severities = {
  error: DiagnosticSeverity.Error,
  warn: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
} as const;

function remarkDiagnostic(file: OpenText, { range, message, severity }: Remark): Diagnostic {
  return { range: file.rangeOf(range), severity: severities[severity], source, message };
}

export function toTextEdits(file: OpenText, edits: readonly Edit[]): TextEdit[] {
  return inOrder(edits).map(({ range, text }) => ({ range: file.rangeOf(range), newText: text }));
}

/** @param versioned whether the client tracks versions of documents, and rejects edits of an earlier one. */
export function toWorkspaceEdit(file: OpenText, edits: readonly Edit[], versioned: boolean): WorkspaceEdit {
  const textEdits = toTextEdits(file, edits);
  if (!versioned) return { changes: { [file.uri]: textEdits } };
  return { documentChanges: [{ textDocument: { uri: file.uri, version: file.version }, edits: textEdits }] };
}

export function toFixAll(
  file: OpenText,
  edits: readonly Edit[],
  versioned: boolean,
  title: string,
  kind: string,
): CodeAction {
  return { title, kind, edit: toWorkspaceEdit(file, edits, versioned) };
}

/** The kind of action that editors run on save to apply all fixes. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.restraint`;

const itemKinds = {
  field: CompletionItemKind.Field,
  value: CompletionItemKind.EnumMember,
  path: CompletionItemKind.Value,
  parameter: CompletionItemKind.Property,
  header: CompletionItemKind.Property,
  kind: CompletionItemKind.Snippet,
} as const;

export interface CompletionStyle {
  readonly snippets: boolean;
  readonly labelDetails: boolean;
}

export function toCompletionItem(file: OpenText, offer: Offer, index: number, style: CompletionStyle): CompletionItem {
  const isSnippet = style.snippets && offer.snippet !== undefined;
  const newText = (isSnippet ? offer.snippet : offer.text) ?? offer.name;
  const { type } = offer;
  return {
    label: offer.name,
    kind: itemKinds[offer.kind],
    sortText: String(index).padStart(5, "0"),
    filterText: offer.name,
    ...(type !== undefined && { detail: type }),
    ...(type !== undefined && style.labelDetails && { labelDetails: { description: type } }),
    ...(offer.documentation !== undefined && { documentation: offer.documentation }),
    ...(isSnippet && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(newText.includes("\n") && { insertTextMode: InsertTextMode.asIs }),
    textEdit: { range: file.rangeOf(offer.range), newText },
  };
}

/** @returns the location of a place in a file, which may be open or not. */
export function toLocation({ path, text, range }: FilePlace, encoding: Encoding): Location {
  const uri = pathToFileURL(path).href;
  return { uri, range: new OpenText(uri, "", 0, text, encoding).rangeOf(range) };
}

/** @returns the edit that renames all places of a name. */
export function toRename(places: readonly NewName[], encoding: Encoding): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const place of places) {
    const { uri, range } = toLocation(place, encoding);
    (changes[uri] ??= []).push({ range, newText: place.newText });
  }
  return { changes };
}

/** @param isMarkdown whether the client shows Markdown. */
export function toHover(file: OpenText, { range, title, details }: Explanation, isMarkdown: boolean): Hover {
  const value = isMarkdown
    ? [`\`\`\`\n${title}\n\`\`\``, ...details.map(escapeMarkdown)].join("\n\n")
    : [title, ...details].join("\n\n");
  return {
    range: file.rangeOf(range),
    contents: { kind: isMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value },
  };
}

/**
 * Escapes Markdown in texts of contracts and comments, so that they contain no links or images. Code between backticks
 * is kept.
 */
function escapeMarkdown(text: string): string {
  return text.replace(/`[^`\n]*`|[\\<>[\]!*_#|]/gu, (found) => (found.length > 1 ? found : `\\${found}`));
}
