import type TS from "typescript";
import type { Range } from "../../text/range";
import type { SelectedCount } from "../editor/code/calls";
import { innermostAt, isInsideLiteral } from "../editor/nodes";
import type { Explanation, Offer } from "../editor/offers";
import type { Rewrite } from "../editor/code/requests";

/** Completion and hover in the form of tsserver. */

/**
 * @returns whether a text of a request may be at a position. This rules out most positions without analysing the file's
 * requests.
 */
export function isInsideText(ts: typeof TS, sourceFile: TS.SourceFile, position: number): boolean {
  return isInsideLiteral(ts, sourceFile, innermostAt(ts, sourceFile, position), position);
}

type Offered = ReturnType<TS.LanguageService["getCompletionsAtPosition"]>;

/**
 * Adds our completions to TypeScript's.
 *
 * @param offered TypeScript's own entries, if it has any.
 */
export function withOffers(ts: typeof TS, offered: Offered, offers: readonly Offer[]): Offered {
  const names = new Set(offered?.entries.map(({ name }) => name));
  const entries = offers.filter(({ name }) => !names.has(name)).map((offer, index) => toEntry(ts, offer, index));
  if (entries.length === 0) return offered;
  const own = { isGlobalCompletion: false, isMemberCompletion: false, isNewIdentifierLocation: true, entries };
  return offered ? { ...offered, entries: [...offered.entries, ...entries] } : own;
}

/** Converts a completion, keeping the order. The entry has no `data`, which tsserver would take for its own. */
function toEntry(ts: typeof TS, offer: Offer, index: number): TS.CompletionEntry {
  return {
    name: offer.name,
    kind: kindOf(ts, offer),
    kindModifiers: modifiersOf(ts, offer),
    sortText: `0${String(index).padStart(5, "0")}`,
    replacementSpan: toSpan(offer.range),
    ...(offer.text !== undefined && { insertText: offer.text }),
    ...(offer.type !== undefined && { labelDetails: { description: offer.type } }),
  };
}

/** @returns the details that an editor shows for a selected completion. */
export function toEntryDetails(ts: typeof TS, offer: Offer): TS.CompletionEntryDetails {
  const type = offer.type === undefined ? "" : `: ${offer.type}`;
  return {
    name: offer.name,
    kind: kindOf(ts, offer),
    kindModifiers: modifiersOf(ts, offer),
    displayParts: [{ kind: "text", text: `${offer.name}${type}` }],
    documentation: offer.documentation === undefined ? [] : [{ kind: "text", text: offer.documentation }],
    tags: [],
  };
}

/** @returns a hover in tsserver's form. */
export function toQuickInfo(ts: typeof TS, { range, title, details }: Explanation): TS.QuickInfo {
  return {
    kind: ts.ScriptElementKind.memberVariableElement,
    kindModifiers: ts.ScriptElementKindModifier.none,
    textSpan: toSpan(range),
    displayParts: [{ kind: "text", text: title }],
    documentation: details.length === 0 ? [] : [{ kind: "text", text: details.join("\n\n") }],
  };
}

/** @returns TypeScript's hover with our explanation below. */
export function withExplanation(
  info: TS.QuickInfo | undefined,
  explanation: Explanation | undefined,
): TS.QuickInfo | undefined {
  if (!info || !explanation) return info;
  const { title, details } = explanation;
  const text = [title, ...details].join("  \n");
  const above = info.documentation ?? [];
  const gap = above.length > 0 ? [{ kind: "text", text: "\n\n" }] : [];
  return { ...info, documentation: [...above, ...gap, { kind: "text", text }] };
}

/** @returns the hint after a selector: how many fields it selects. */
export function toInlayHint(ts: typeof TS, { position, text }: SelectedCount): TS.InlayHint {
  return { text, position, kind: ts.InlayHintKind.Parameter, whitespaceBefore: true, whitespaceAfter: true };
}

/** The name by which editors request our refactoring. */
export const refactorName = "restraint/write-fields";

/** @returns a rewrite as a refactoring that an editor lists. */
export function toRefactor({ title }: Rewrite): TS.ApplicableRefactorInfo {
  const action = { name: "write", description: title, kind: "refactor.rewrite.fields" };
  return { name: refactorName, description: title, actions: [action] };
}

function kindOf(ts: typeof TS, { kind }: Offer): TS.ScriptElementKind {
  return kind === "field" || kind === "header"
    ? ts.ScriptElementKind.memberVariableElement
    : ts.ScriptElementKind.string;
}

function modifiersOf(ts: typeof TS, { isOptional }: Offer): string {
  return isOptional === true ? ts.ScriptElementKindModifier.optionalModifier : ts.ScriptElementKindModifier.none;
}

/** @returns a range in the form of TypeScript. */
export function toSpan({ start, end }: Range): TS.TextSpan {
  return { start, length: end - start };
}
