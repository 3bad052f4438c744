import { arrayOf, computedText, scalar, textFrom, unknown } from "../../make";
import { isUndefined, plainText } from "../../values";
import type { Abstract, BuiltinCall, Element, Place, Text } from "../../domain";
import { patternOf } from "../classes/regexp";
import { argument } from "../define";
import { limits } from "../../limits";
import { findAll } from "../patterns/run";
import { sliceText, splitParts } from "./parts";
import { replaceAround } from "./replace";

/** @returns a new list of values. */
export function lineUp(values: readonly Abstract[], place: Place): Abstract {
  return arrayOf(
    values.map((value): Element => ({ value, presence: "always" })),
    place,
  );
}

/** @returns the pieces of a known text. */
export function splitKnown(self: Text, whole: string, call: BuiltinCall): Abstract | undefined {
  const { place } = call;
  const wanted = argument(call, 0);
  if (isUndefined(wanted)) return lineUp([self], place);
  const separator = plainText(wanted);
  if (separator === undefined) return splitByPattern(self, whole, call);
  if (separator === "") {
    if (whole.length > limits.members) return undefined;
    return lineUp(
      whole.split("").map((each) => computedText(each, place)),
      place,
    );
  }
  const pieces = whole.split(separator);
  if (pieces.length > limits.members) return undefined;
  let at = 0;
  return lineUp(
    pieces.map((piece) => {
      const start = at;
      at += piece.length + separator.length;
      return sliceText(self, start, start + piece.length, place) ?? computedText(piece, place);
    }),
    place,
  );
}

function splitByPattern(self: Text, whole: string, { place, ...call }: BuiltinCall): Abstract | undefined {
  const pattern = patternOf(argument({ ...call, place }, 0));
  if (!pattern || pattern.flags.includes("y")) return undefined;
  const found = findAll({ ...pattern, flags: `${pattern.flags.replace("g", "")}g` }, whole);
  // Empty matches split between characters, which is not supported.
  if (!found || whole === "" || found.some(({ start, end }) => start === end)) return undefined;
  const pieces: Abstract[] = [];
  let from = 0;
  for (const { start, end, groups } of found) {
    pieces.push(sliceText(self, from, start, place) ?? self);
    for (const group of groups)
      pieces.push(group === undefined ? scalar(undefined, place) : computedText(group, place));
    from = end;
  }
  return lineUp([...pieces, sliceText(self, from, whole.length, place) ?? self], place);
}

interface Split {
  readonly text: Text;
  readonly separator: string;
}

const splits = new WeakMap<readonly Element[], Split>();

/** @returns a list of unknown length with the known pieces of a text with holes. */
export function splitParted(self: Text, wanted: Abstract, place: Place): Abstract | undefined {
  const separator = plainText(wanted);
  if (separator === undefined || separator === "") return undefined;
  const known = splitParts(self.parts, separator).filter(
    (piece) => piece.length > 0 && piece.every(({ kind }) => kind === "text"),
  );
  const elements: Element[] = [
    { value: unknown("a piece of a text", place, { is: "string" }), presence: "maybe" },
    ...known.slice(1, -1).map((piece): Element => ({ value: textFrom(piece, place), presence: "maybe" })),
  ];
  const pieces = arrayOf(elements, place, { open: "pieces of a text that is not fully known" });
  splits.set(pieces.elements, { text: self, separator });
  return pieces;
}

/**
 * `text.split(a).join(b)` is `text` with `a` replaced by `b`.
 *
 * @returns `undefined` for lists that `split` did not create.
 */
export function joinSplit(elements: readonly Element[], by: Abstract, place: Place): Abstract | undefined {
  const split = splits.get(elements);
  return split && replaceAround(split.text, { word: split.separator, by, all: true, place });
}
