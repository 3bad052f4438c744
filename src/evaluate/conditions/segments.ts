import { slicePart } from "../builtins/texts/parts";
import type { KnownPart, Part, Place, Single, Text, Unknown } from "../domain";
import { holePart, textFrom } from "../make";
import { isSame } from "../values";

/** Texts that differ in some segments only: code that fills in the parameters of a path replaces segments and keeps their number. */

/** @returns the common text, with a hole for each segment that differs; undefined if the texts differ in their separators, or share no segment. */
export function withinSegments(texts: readonly Single[], hole: Unknown, place: Place): Text | undefined {
  const [whole] = texts;
  const [first, ...others] = texts.map(segmentsOf);
  if (whole?.kind !== "text" || !first || first.pieces.length < 2) return undefined;
  if (!others.every((each) => each?.separators === first.separators)) return undefined;
  const isKept = first.pieces.map((piece, index) =>
    others.every((each) => isSamePiece(piece, each?.pieces[index] ?? [], place)),
  );
  // Texts without a common segment are unrelated.
  const kept = first.pieces.filter((piece, index) => isKept[index] && piece.length > 0);
  if (kept.length === 0) return undefined;
  return textFrom(withHoles(whole.parts, isKept, hole), place);
}

/** @returns the parts, with a hole instead of each segment that is not kept. */
function withHoles(parts: readonly Part[], isKept: readonly boolean[], hole: Unknown): readonly Part[] {
  const result: Part[] = [];
  let segment = 0;
  let isFilled = false;
  const put = (part: KnownPart, from: number, to: number): void => {
    const piece = slicePart(part, from, to);
    if (piece) result.push(piece);
  };
  const fill = (): void => {
    if (!isFilled) result.push(holePart(hole));
    isFilled = true;
  };
  for (const part of parts) {
    if (part.kind === "hole") {
      if (isKept[segment]) result.push(part);
      else fill();
      continue;
    }
    let from = isKept[segment] ? 0 : -1;
    for (let at = 0; at < part.text.length; at += 1) {
      if (!isSeparator(part.text[at])) {
        if (!isKept[segment]) fill();
        continue;
      }
      segment += 1;
      isFilled = false;
      if (from < 0) from = at;
      if (isKept[segment]) continue;
      put(part, from, at + 1);
      from = -1;
    }
    if (from >= 0) put(part, from, part.text.length);
  }
  return result;
}

/** The segments of a path and the names and values of a query, with the separators between them. */
interface Segments {
  readonly pieces: readonly (readonly Part[])[];
  readonly separators: string;
}

export function segmentsOf(value: Single): Segments | undefined {
  if (value.kind !== "text" || value.json) return undefined;
  const pieces: Part[][] = [[]];
  let separators = "";
  for (const part of value.parts) {
    if (part.kind === "hole") {
      pieces.at(-1)?.push(part);
      continue;
    }
    let from = 0;
    for (let at = 0; at <= part.text.length; at += 1) {
      const isEnd = at === part.text.length;
      if (!isEnd && !isSeparator(part.text[at])) continue;
      const piece = slicePart(part, from, at);
      if (piece) pieces.at(-1)?.push(piece);
      if (isEnd) break;
      separators += part.text[at] ?? "";
      pieces.push([]);
      from = at + 1;
    }
  }
  return { pieces, separators };
}

function isSeparator(unit: string | undefined): boolean {
  return unit !== undefined && "/?&=#".includes(unit);
}

/** @returns whether two texts differ only in the values of their holes. */
export function isAlike(one: Single, other: Single): boolean {
  if (one.kind !== "text" || other.kind !== "text" || one.json || other.json) return isSame(one, other);
  const shape = ({ parts }: Text): readonly string[] =>
    parts.map((part) => (part.kind === "text" ? `=${part.text}` : `${part.encoded ?? false}`));
  return shape(one).join("\0") === shape(other).join("\0");
}

export function isSamePiece(one: readonly Part[], other: readonly Part[], place: Place): boolean {
  return isSame(textFrom(one, place), textFrom(other, place));
}
