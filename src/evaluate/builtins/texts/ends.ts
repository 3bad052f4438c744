import { holePart, textFrom, unknown } from "../../make";
import type { Abstract, Part, Place, Text } from "../../domain";
import { cutBefore, cutBehind } from "./cut";
import { truthOf } from "../../values";
import { slicePart, trailOf } from "./parts";

/** Trimming and cutting at the ends of partly known strings. */

/** @returns a trimmed string; a hole at an end stays a hole. */
export function trimmed(self: Text, at: "both" | "end" | "start", place: Place): Text | undefined {
  if (self.parts.length > 0 && self.parts.every((part) => part.kind === "hole")) return undefined;
  const parts = [...self.parts];
  if (at !== "end") trimEnd(parts, 0, (text) => [text.length - text.trimStart().length, text.length], place);
  if (at !== "start") trimEnd(parts, -1, (text) => [0, text.trimEnd().length], place);
  const isSure =
    (at === "end" || !isBlankBehindHoles(parts, true)) && (at === "start" || !isBlankBehindHoles(parts, false));
  return isSure ? textFrom(parts, place) : undefined;
}

/** Trims the first or last part, and the next one if that part was blank. */
function trimEnd(parts: Part[], end: 0 | -1, range: (text: string) => readonly [number, number], place: Place): void {
  for (let part = parts.at(end); part; part = parts.at(end)) {
    const kept = part.kind === "hole" ? trimmedHole(part.value, place) : slicePart(part, ...range(part.text));
    parts.splice(end === 0 ? 0 : parts.length - 1, 1, ...(kept ? [kept] : []));
    if (kept) return;
  }
}

/** Whether a blank follows the holes at an end. If the holes are empty, it is trimmed, too. */
function isBlankBehindHoles(parts: readonly Part[], fromStart: boolean): boolean {
  const ordered = fromStart ? parts : [...parts].reverse();
  const known = ordered.find((part) => part.kind === "text");
  if (ordered[0]?.kind !== "hole" || !known) return false;
  return fromStart ? known.text.trimStart() !== known.text : known.text.trimEnd() !== known.text;
}

function trimmedHole(value: Abstract, place: Place): Part {
  return holePart(unknown("a text without blanks around it", place, { is: "string", origin: trailOf(value) }));
}

/** @returns a string with known characters cut off its ends, `slice(1)`, `slice(0, -1)`, or a slice of its known start. */
export function cutEnds(self: Text, start: number, end: number, place: Place): Abstract | undefined {
  const parts = [...self.parts];
  if (start < 0) return undefined;
  if (end >= 0 && end !== Infinity)
    return pieceOfLead(parts, start, end, place) ?? (start === 0 ? cutBefore(self, end, place) : undefined);
  if (!dropFirst(parts, start)) return end === Infinity ? cutBehind(self, start, place) : undefined;
  if (end === Infinity || dropLast(parts, -end)) return textFrom(parts, place);
  return shortened(parts, -end, place);
}

function pieceOfLead(parts: readonly Part[], start: number, end: number, place: Place): Abstract | undefined {
  const kept: Part[] = [];
  let at = 0;
  for (const part of parts) {
    if (at >= end) return textFrom(kept, place);
    if (part.kind === "hole") return undefined;
    const piece = slicePart(part, Math.max(0, start - at), Math.min(part.text.length, end - at));
    if (piece) kept.push(piece);
    at += part.text.length;
  }
  return textFrom(kept, place);
}

/** Drops characters from the start. `false` if they are unknown. */
function dropFirst(parts: Part[], count: number): boolean {
  let left = count;
  while (left > 0) {
    const part = parts[0];
    if (!part) return true;
    if (part.kind === "hole") return false;
    const kept = slicePart(part, left, part.text.length);
    parts.splice(0, 1, ...(kept ? [kept] : []));
    left -= Math.min(left, part.text.length);
  }
  return true;
}

/** Cuts characters off a text that ends with a hole. If the hole may be shorter, they may be those before it. */
function shortened(parts: Part[], count: number, place: Place): Text | undefined {
  const hole = parts.pop();
  if (hole?.kind !== "hole" || parts.length === 0) return undefined;
  const isLong = count === 1 && truthOf(hole.value) === true;
  if (!isLong && !dropLast(parts, count)) return undefined;
  return textFrom(
    [...parts, holePart(unknown("a piece of a text", place, { is: "string", origin: trailOf(hole.value) }))],
    place,
  );
}

function dropLast(parts: Part[], count: number): boolean {
  let left = count;
  while (left > 0) {
    const part = parts.at(-1);
    if (!part) return true;
    if (part.kind === "hole") return false;
    const kept = slicePart(part, 0, part.text.length - left);
    parts.splice(parts.length - 1, 1, ...(kept ? [kept] : []));
    left -= Math.min(left, part.text.length);
  }
  return true;
}
