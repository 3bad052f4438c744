import { limits } from "../../limits";
import { assuming, bothAssume, joinAll, mapOptions, optionsOf, plainText, sharedAssumptions } from "../../values";
import { alternativesOf, holePart, textFrom, unknown } from "../../make";
import type { Abstract, Assumptions, Part, Place, Single, Text } from "../../domain";
import { rejoined } from "./cut";
import { leadOf, partsOf, slicePart } from "./parts";

/** Concatenation of values. Alternatives are combined up to a bound; combinations whose assumptions contradict each other are dropped. */

interface Variant {
  readonly parts: Part[];
  readonly assumes: Assumptions | undefined;
}

/** @returns values as one string. Values that are not texts become holes, so convert them first where their text form matters. */
export function concat(values: readonly Abstract[], place: Place): Abstract {
  let variants: readonly Variant[] = [{ parts: [], assumes: undefined }];
  for (const value of values) {
    if (value.kind === "never") return value;
    const [only, ...others] = variants;
    if (value.kind !== "alternatives" && value.assumes === undefined) {
      const parts = partsOf(value);
      if (only && others.length === 0) only.parts.push(...parts);
      else for (const variant of variants) variant.parts.push(...parts);
    } else variants = combined(variants, value);
  }
  return joinAll(
    variants.map(({ parts, assumes }) => ({ ...bounded(rejoined(parts), place), assumes })),
    place,
  );
}

function combined(variants: readonly Variant[], value: Abstract): readonly Variant[] {
  const options = withoutAlike(optionsOf(value));
  const all = allCombined(variants, options);
  if (all.length <= limits.alternatives) return all;
  // Of an address with many bases, the path says more than the base.
  if (options.length <= variants.length) return allCombined([together(variants, value.place)], options);
  const end = partsOfAny(value);
  return variants.map(({ parts, assumes }) => ({ parts: [...parts, ...end], assumes }));
}

function allCombined(variants: readonly Variant[], options: readonly Single[]): readonly Variant[] {
  const isOpen = options.some(isHole);
  const given = options.filter((option) => !isLeftOut(option, isOpen));
  return variants.flatMap(({ parts, assumes }) =>
    (given.length > 0 && awaitsValue(parts) ? given : options).flatMap((option): Variant | readonly Variant[] => {
      const both = bothAssume(assumes, option.assumes);
      return both === "contradiction" ? [] : { parts: [...parts, ...partsOf(option)], assumes: both };
    }),
  );
}

/** @returns one variant for all: a hole for addresses, which are bases then; otherwise their common start, and a hole. Slashes at the end stay behind the hole. */
function together(variants: readonly Variant[], place: Place): Variant {
  const slashes = Math.min(...variants.map(({ parts }) => slashesAtEnd(parts)));
  const texts = variants.map(({ parts }) => bounded(withoutEnd(parts, slashes), place));
  const end = variants[0]?.parts.at(-1);
  const behind = end?.kind === "text" ? slicePart(end, end.text.length - slashes, end.text.length) : undefined;
  const whole = alternativesOf(texts, place);
  const assumes = variants.map((each) => each.assumes).reduce((one, other) => sharedAssumptions(one, other));
  const isBase = variants.every(({ parts }) => /^https?:/u.test(leadOf(parts).lead));
  const start = isBase ? [holePart(whole)] : partsOfAny(whole);
  return { parts: [...start, ...(behind ? [behind] : [])], assumes };
}

function slashesAtEnd(parts: readonly Part[]): number {
  const last = parts.at(-1);
  return last?.kind === "text" ? (/\/*$/u.exec(last.text)?.[0].length ?? 0) : 0;
}

/** @param count characters of the last part. */
function withoutEnd(parts: readonly Part[], count: number): readonly Part[] {
  const last = parts.at(-1);
  if (last?.kind !== "text") return parts;
  const kept = slicePart(last, 0, last.text.length - count);
  return [...parts.slice(0, -1), ...(kept ? [kept] : [])];
}

/** Whether an alternative is not meant to appear where a value is expected: an empty text, or `null` or `undefined` beside unknown alternatives. */
function isLeftOut(option: Single, isOpen: boolean): boolean {
  if (option.kind !== "text") return false;
  return option.emptied === true || (isOpen && /^(?:null|undefined)$/u.test(plainText(option) ?? ""));
}

/** Whether a value is expected next, which is not meant to be empty: `/users/${id}`. */
function awaitsValue(parts: readonly Part[]): boolean {
  const last = parts.at(-1);
  return last?.kind === "text" && /[/='"(]$/u.test(last.text);
}

/** @returns the alternatives with all single holes merged into one. */
function withoutAlike(options: readonly Single[]): readonly Single[] {
  const holes = options.flatMap((option) => {
    const [part] = partsOf(option);
    return part?.kind === "hole" && isHole(option) ? [{ option, part }] : [];
  });
  const [first] = holes;
  if (!first || holes.length < 2) return options;
  const { value, encoded } = first.part;
  if (holes.some(({ part }) => part.encoded !== encoded)) return options;
  const joined = joinAll(
    holes.map(({ part }) => part.value),
    first.option.place,
  );
  const one = textFrom([holePart({ ...joined, origin: value.origin }, encoded)], first.option.place);
  const assumes = holes.map(({ option }) => option.assumes).reduce((one, other) => sharedAssumptions(one, other));
  return [{ ...one, assumes }, ...options.filter((option) => holes.every((each) => each.option !== option))];
}

/** Whether the text form of a value is a single hole. */
function isHole(option: Single): boolean {
  const [part, ...others] = partsOf(option);
  if (part?.kind !== "hole" || others.length > 0) return false;
  return option.kind === "unknown" || (option.kind === "text" && !option.json);
}

/** @returns the alternatives as parts of one string: their common start, and a hole. */
function partsOfAny(value: Abstract): readonly Part[] {
  const texts = optionsOf(value).filter((option): option is Text => option.kind === "text" && !option.json);
  const [first, ...others] = texts;
  if (!first || texts.length < optionsOf(value).length) return [holePart(value)];
  const shared = others.reduce<readonly Part[]>((common, { parts }) => commonParts(common, parts), first.parts);
  const rest = mapOptions(value, (option) => textFrom(partsAfter((option as Text).parts, shared), option.place));
  return [...shared, holePart(rest)];
}

/** @returns the common known parts at the start of two texts. */
function commonParts(left: readonly Part[], right: readonly Part[]): readonly Part[] {
  const common: Part[] = [];
  for (const [index, one] of left.entries()) {
    const other = right[index];
    if (one.kind === "hole" || other?.kind !== "text") break;
    let length = 0;
    while (length < one.text.length && one.text[length] === other.text[length]) length += 1;
    const piece = slicePart(one, 0, length);
    if (piece) common.push(piece);
    if (length < one.text.length || length < other.text.length) break;
  }
  return common;
}

/** @returns the parts of a text after the common ones. */
function partsAfter(parts: readonly Part[], beginning: readonly Part[]): readonly Part[] {
  const last = beginning.at(-1);
  const cut = beginning.length > 0 ? parts[beginning.length - 1] : undefined;
  const rest =
    cut?.kind === "text" && last?.kind === "text" ? slicePart(cut, last.text.length, cut.text.length) : undefined;
  return [...(rest ? [rest] : []), ...parts.slice(beginning.length)];
}

/** Cuts a result that is too large after its first parts; a hole stands for the rest. */
function bounded(parts: readonly Part[], place: Place): Text {
  if (parts.length <= limits.pieces && !parts.some(isNested)) return textFrom(parts, place);
  const kept: Part[] = [];
  let size = 0;
  for (const part of parts) {
    size += sizeOf(part, 0);
    if (size > limits.pieces) return textFrom([...kept, openHole(place)], place);
    kept.push(part);
  }
  return textFrom(kept, place);
}

function openHole(place: Place): Part {
  return holePart(unknown("the rest of a long text", place, { is: "string" }));
}

function isNested(part: Part): boolean {
  return part.kind === "hole" && (part.value.kind === "alternatives" || part.value.kind === "text");
}

/** Bound on nested holes; deeper ones count as too many parts. */
const deepest = 8;

function sizeOf(part: Part, depth: number): number {
  if (part.kind === "text") return 1;
  if (depth > deepest) return limits.pieces;
  const texts = optionsOf(part.value).filter((option): option is Text => option.kind === "text");
  return texts.reduce((sum, text) => sum + text.parts.reduce((inner, each) => inner + sizeOf(each, depth + 1), 0), 1);
}

/** Applies a function to each text among the alternatives of a value; other alternatives stay. */
export function mapTexts(value: Abstract, apply: (text: Text) => Abstract): Abstract {
  return mapOptions(value, (option: Single) =>
    option.kind === "text" && !option.json ? assuming(apply(option), option.assumes) : option,
  );
}
