import { holePart, textFrom, unknown } from "../../make";
import { isSame } from "../../values";
import type { Abstract, HolePart, Part, Piece, Place, Text, Unknown } from "../../domain";
import { leadOf } from "./parts";

/**
 * Texts that are cut where it is not known what stands there: `url.substring(0, 8) + url.substring(8).replace("//", "/")`. Each piece is a hole
 * that remembers of what it was cut, and what is put together again has all that was known before.
 */

/** @returns the beginning of a text up to a place that lies in a hole, or behind one. */
export function cutBefore(self: Text, at: number, place: Place): Abstract {
  const { lead, behind } = leadOf(self.parts);
  const known = self.parts.slice(0, self.parts.length - behind.length);
  const piece = pieceOf({ of: behind, at: at - lead.length, side: "before", parts: behind }, place);
  return known.length === 0 ? piece : textFrom([...known, holePart(piece)], place);
}

/** @returns the end of a text from such a place. */
export function cutBehind(self: Text, at: number, place: Place): Unknown {
  const { lead, behind } = leadOf(self.parts);
  return pieceOf({ of: behind, at: at - lead.length, side: "behind", parts: behind }, place);
}

function pieceOf(piece: Piece, place: Place): Unknown {
  return unknown("a piece of a text", place, { is: "string", piece });
}

/**
 * Changes the end of a text as the whole text would be changed: what leaves all known parts of that leaves those of its end.
 *
 * @returns `undefined` if the text is no end of another one, or more may be changed.
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

/** @returns parts in which pieces of one text that follow each other are that text. */
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
