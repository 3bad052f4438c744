import { holePart, textFrom, unknown } from "../../make";
import { isSame } from "../../values";
import type { Abstract, HolePart, Part, Piece, Place, Text, Unknown } from "../../domain";
import { leadOf } from "./parts";

/**
 * Texts cut within a hole: `url.substring(0, 8) + url.substring(8).replace("//", "/")`. Each piece is a hole that remembers its text and offset. When two
 * adjacent pieces are concatenated, the original parts are restored.
 */

/** @returns the start of a text up to an offset in or after its first hole. */
export function cutBefore(self: Text, at: number, place: Place): Abstract {
  const { lead, behind } = leadOf(self.parts);
  const known = self.parts.slice(0, self.parts.length - behind.length);
  const piece = pieceOf({ of: behind, at: at - lead.length, side: "before", parts: behind }, place);
  return known.length === 0 ? piece : textFrom([...known, holePart(piece)], place);
}

/** @returns the end of a text from such an offset on. */
export function cutBehind(self: Text, at: number, place: Place): Unknown {
  const { lead, behind } = leadOf(self.parts);
  return pieceOf({ of: behind, at: at - lead.length, side: "behind", parts: behind }, place);
}

function pieceOf(piece: Piece, place: Place): Unknown {
  return unknown("a piece of a text", place, { is: "string", piece });
}

/**
 * Changes the end of a text, if the same change of the whole text keeps all of its known parts.
 *
 * @returns `undefined` if the text is not the end of another one, or known parts may change.
 */
export function changeEnd(self: Text, change: (whole: Text) => Abstract | undefined): Unknown | undefined {
  const [only, ...others] = self.parts;
  const piece = others.length === 0 ? pieceIn(only) : undefined;
  if (piece?.side !== "behind") return undefined;
  const changed = change(textFrom(piece.parts, self.place));
  if (changed?.kind !== "text" || changed.json || !haveSameKnown(piece.parts, changed.parts)) return undefined;
  return pieceOf({ ...piece, parts: changed.parts }, self.place);
}

function haveSameKnown(before: readonly Part[], after: readonly Part[]): boolean {
  return (
    before.length === after.length &&
    before.every((part, index) => {
      const other = after[index];
      return part.kind === "hole" ? other?.kind === "hole" : other?.kind === "text" && other.text === part.text;
    })
  );
}

/** @returns the parts with adjacent pieces of one text replaced by the parts of that text. */
export function rejoined(parts: readonly Part[]): readonly Part[] {
  const at = parts.findIndex((part, index) => index > 0 && follow(parts[index - 1], part));
  const end = at < 0 ? undefined : pieceIn(parts[at]);
  return end ? [...parts.slice(0, at - 1), ...end.parts, ...parts.slice(at + 1)] : parts;
}

function follow(before: Part | undefined, behind: Part): boolean {
  const [one, other] = [pieceIn(before), pieceIn(behind)];
  if (!one || !other || one.side === other.side || other.side === "before" || one.at !== other.at) return false;
  return isSame(
    textFrom(one.of, (behind as HolePart).value.place),
    textFrom(other.of, (behind as HolePart).value.place),
  );
}

function pieceIn(part: Part | undefined): Piece | undefined {
  return part?.kind === "hole" && part.value.kind === "unknown" ? part.value.piece : undefined;
}
