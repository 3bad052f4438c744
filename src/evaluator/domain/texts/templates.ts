import { holePart, unknown } from "../constructors";
import type { Part, Place } from "../domain";
import { partAt } from "./pieces";
import { sameParts } from "../values";

/**
 * Texts in which a program puts values in the place of placeholders, one after the other: `"/users/{id}"` that a loop makes `"/users/" + id`. What
 * it has at hand in any round has the same text around the same gaps.
 */

/** What stands before and behind the name of a placeholder. */
export interface PlaceholderForm {
  readonly before: string;
  readonly behind: string;
}

/** What programs write where a value is to be put; longer marks first. */
export const placeholderForms: readonly PlaceholderForm[] = [
  { before: "{{", behind: "}}" },
  { before: "{", behind: "}" },
  { before: "${", behind: "}" },
  { before: "<", behind: ">" },
  { before: "[", behind: "]" },
  { before: "%", behind: "%" },
  { before: "__", behind: "__" },
  { before: ":", behind: "" },
];

/** @returns the source of an expression for placeholders of a form. Behind a colon, a number is a port. */
export function placeholderSource({ before, behind }: PlaceholderForm): string {
  const escaped = (text: string): string => text.replace(/[$[\]{}]/gu, "\\$&");
  return `${escaped(before)}${before === ":" ? "[A-Za-z_]\\w*" : "[\\w.-]+?"}${escaped(behind)}`;
}

const anyForm = placeholderForms.map(placeholderSource).join("|");
const placeholders = new RegExp(anyForm, "gu");
const onePlaceholder = new RegExp(`^(?:${anyForm})$`, "u");

/** Whether a text is a placeholder and nothing else. */
export function isPlaceholder(text: string): boolean {
  return onePlaceholder.test(text);
}

/** Stands for a gap. Texts that hold it are no templates. */
const gap = "\0";

interface Template {
  /** The text with a sign for each gap. */
  readonly around: string;
  readonly parts: readonly Part[];
  /** The places of gaps in `parts`: holes and placeholders. */
  readonly gaps: readonly number[];
}

/**
 * @param place where the texts came together.
 * @returns what all texts have around the same gaps, with an unknown part in each gap in which they differ; `undefined` for other texts.
 */
export function templateOf(texts: readonly (readonly Part[])[], place: Place): readonly Part[] | undefined {
  const [first, ...others] = texts.map(readTemplate);
  if (!first || first.gaps.length === 0 || others.some((each) => each?.around !== first.around)) return undefined;
  const parts = [...first.parts];
  for (const [index, at] of first.gaps.entries()) {
    const own = parts.slice(at, at + 1);
    const isSame = others.every((each) => each && sameParts(own, gapOf(each, index)));
    if (!isSame) parts[at] = anyPart(place);
  }
  return parts;
}

/** @returns whether a text has the same around its gaps as another, of which each gap is the same or may be anything. */
export function fitsTemplate(lower: readonly Part[], upper: readonly Part[]): boolean {
  const [one, other] = [readTemplate(lower), readTemplate(upper)];
  if (!one || one.around !== other?.around) return false;
  return other.gaps.every((at, index) => {
    const known = other.parts.slice(at, at + 1);
    return known.some(isAny) || sameParts(known, gapOf(one, index));
  });
}

/** @returns a part that may be any text. */
export function anyPart(place: Place): Part {
  return holePart(unknown("a placeholder that may have been replaced", place, { is: "string", any: true }));
}

/** Whether a part may be any text. */
export function isAny(part: Part | undefined): boolean {
  return part?.kind === "hole" && part.value.kind === "unknown" && part.value.any === true;
}

function gapOf({ parts, gaps }: Template, index: number): readonly Part[] {
  const at = gaps[index] ?? parts.length;
  return parts.slice(at, at + 1);
}

function readTemplate(parts: readonly Part[]): Template | undefined {
  const read: Part[] = [];
  const gaps: number[] = [];
  let around = "";
  for (const part of parts) {
    if (part.kind === "text" && part.text.includes(gap)) return undefined;
    for (const piece of part.kind === "text" ? partAt(part, placeholders, (found) => found) : [part]) {
      const isGap = piece.kind === "hole" || isPlaceholder(piece.text);
      if (isGap) gaps.push(read.length);
      around += isGap ? gap : piece.text;
      read.push(piece);
    }
  }
  return { around, parts: read, gaps };
}
