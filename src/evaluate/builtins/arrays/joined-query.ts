import { unknown } from "../../make";
import { nullishOf, optionsOf, plainText } from "../../values";
import type { Abstract, Element, ObjectValue, Part, Place } from "../../domain";
import { computedText, holePart, textFrom } from "../../make";
import { appendEntry, eitherEntries, loosenEntries, noEntries } from "../classes/entries";
import { decodeQuery, parseQuery, queryText } from "../classes/queries";
import { leadOf, splitParts } from "../texts/parts";

/** Joins parts of a query with `&`, some of which may be absent: `parts.push("a=" + a)` under a condition. */

/** @returns the query as text. */
export function joinQuery(elements: readonly Element[], place: Place): Abstract | undefined {
  const query = elements.reduce(
    (before, { value, presence }) => {
      const sides = optionsOf(value).map((option) => withOption(before, option, place));
      const added = sides.reduce(eitherEntries, sides[0] ?? before);
      return presence === "always" ? added : eitherEntries(before, added);
    },
    noEntries("URLSearchParams", place),
  );
  return queryText(query, place);
}

function withOption(query: ObjectValue, option: Abstract, place: Place): ObjectValue {
  if (option.kind !== "text" || option.json) return nullishOf(option) === true ? query : loosenEntries(query, place);
  if (plainText(option) === undefined)
    return splitParts(option.parts, "&").reduce((before, piece) => withPiece(before, piece, place), query);
  let all = query;
  for (const [key, { value, keyPlace }] of parseQuery(option, place).members)
    all = appendEntry(all, { key, value, keyPlace });
  return all;
}

/** Adds a pair. A hole right after `=` counts as one value, as in a URL written as one text; a hole after other text may bring more parameters. */
function withPiece(query: ObjectValue, piece: readonly Part[], place: Place): ObjectValue {
  if (piece.length === 0) return query;
  const { lead: written, behind: rest } = leadOf(piece);
  const equals = written.indexOf("=");
  const key = equals < 0 ? undefined : decodeQuery(written.slice(0, equals));
  if (key === undefined) return loosenEntries(query, place);
  const before = written.slice(equals + 1);
  const [only] = rest;
  const isWhole = before === "" && rest.length === 1 && only?.kind === "hole";
  const value: Abstract = isWhole
    ? valueOfHole(only, place)
    : textFrom([...computedText(before, place).parts, ...rest], place);
  const added = appendEntry(query, { key, value, keyPlace: place });
  const last = rest.at(-1);
  const isOpen = !isWhole && last?.kind === "hole" && !last.encoded && !/[,/(]$/u.test(before);
  return isOpen ? { ...added, open: added.open ?? "a value that may hold more parameters" } : added;
}

function valueOfHole({ value, encoded }: Extract<Part, { kind: "hole" }>, place: Place): Abstract {
  if (!encoded) return value;
  return value.origin?.trail.length
    ? value
    : textFrom([holePart(unknown("a decoded string", place, { is: "string" }))], place);
}
