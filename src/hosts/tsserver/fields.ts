import type TS from "typescript";
import { namedFieldAt, possibleFieldsAt } from "../../request/questions/written-fields";
import { describeShape } from "../../shape/describe";
import type { FieldShape } from "../../shape/shape";
import type { Range } from "../../text/range";
import type { CheckedFile } from "./file-checker";
import { innermostAt, isInsideLiteral } from "./nodes";

/** Completion and hover inside the value of a request's `fields`. */

/** @returns whether a value of `fields` may stand at a place: others are told without a look at the file's requests. */
export function mayBeInFields(ts: typeof TS, sourceFile: TS.SourceFile, position: number): boolean {
  return isInsideLiteral(ts, sourceFile, innermostAt(ts, sourceFile, position), position);
}

/**
 * Adds the fields of the response to what TypeScript offers.
 *
 * @param offered TypeScript's own entries, where it has any there.
 */
export function withFields(
  ts: typeof TS,
  { sourceFile, project, requests }: CheckedFile,
  position: number,
  offered: Offered,
): Offered {
  const names = new Set(offered?.entries.map(({ name }) => name));
  const entries: TS.CompletionEntry[] = [];
  for (const request of requests) {
    const possible = possibleFieldsAt(request, project.facts, sourceFile.text, position);
    if (!possible) continue;
    for (const field of possible.fields) {
      if (names.has(field.name)) continue;
      names.add(field.name);
      entries.push(toEntry(ts, field, possible.range, entries.length));
    }
  }
  if (entries.length === 0) return offered;
  const own = { isGlobalCompletion: false, isMemberCompletion: false, isNewIdentifierLocation: true, entries };
  return offered ? { ...offered, entries: [...offered.entries, ...entries] } : own;
}

type Offered = ReturnType<TS.LanguageService["getCompletionsAtPosition"]>;

/** The order is that of the response. An entry carries no `data`: tsserver takes that for its own. */
function toEntry(ts: typeof TS, field: FieldShape, range: Range, index: number): TS.CompletionEntry {
  return {
    name: field.name,
    kind: ts.ScriptElementKind.memberVariableElement,
    kindModifiers: modifiersOf(ts, field),
    sortText: `0${String(index).padStart(5, "0")}`,
    replacementSpan: toSpan(range),
    labelDetails: { description: describeShape(field.shape) },
  };
}

/** @returns what an editor shows of the segment at a position; `undefined` where there is none, or its field is not known. */
export function describeSegment(
  ts: typeof TS,
  { sourceFile, project, requests }: CheckedFile,
  position: number,
): TS.QuickInfo | undefined {
  for (const request of requests) {
    const named = namedFieldAt(request, project.facts, sourceFile.text, position);
    if (!named) continue;
    const { field, range } = named;
    return {
      kind: ts.ScriptElementKind.memberVariableElement,
      kindModifiers: modifiersOf(ts, field),
      textSpan: toSpan(range),
      displayParts: [{ kind: "text", text: `(field of the response) ${field.name}: ${describeShape(field.shape)}` }],
      documentation: field.description === undefined ? [] : [{ kind: "text", text: field.description }],
    };
  }
  return undefined;
}

function modifiersOf(ts: typeof TS, { required }: FieldShape): string {
  return required ? ts.ScriptElementKindModifier.none : ts.ScriptElementKindModifier.optionalModifier;
}

function toSpan({ start, end }: Range): TS.TextSpan {
  return { start, length: end - start };
}
