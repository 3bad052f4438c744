import type { BuiltinClass, BuiltinMethod } from "../../store/builtin-class";
import { holePart, knownPart, textFrom, unknown } from "../../domain/constructors";
import type { Abstract, Cell, Part, Place, Text } from "../../domain/domain";
import { computedText, sliceText, splitParts } from "../../domain/texts/texts";
import { plainText } from "../../domain/values";
import type { Program } from "../../program";
import { contentOf, newObject, update } from "../../store/heap";
import { argument, placeOf } from "../define";
import { append, type EntryStyle, entryMethods, loosen, makeEntries } from "./string-entries";

const style: EntryStyle = { foldsCase: false };

const asText: BuiltinMethod = (program, call, cell) => {
  const place = placeOf(program, call);
  return queryText(program, cell, place) ?? unknown("a query", place, { is: "string" });
};

/** `URLSearchParams`: a name that is given twice holds an array. */
export const searchParamsClass: BuiltinClass = {
  name: "URLSearchParams",
  construct: (program, call) => {
    const given = argument(program, call, 0);
    if (given.kind !== "text") return makeEntries(program, call, searchParamsClass, style);
    const place = placeOf(program, call);
    const made = newObject(program, place, { type: "object", made: call.node, class: searchParamsClass });
    fillParams(program, made.cell, given, place);
    return made;
  },
  methods: {
    ...entryMethods(style),
    toString: asText,
  },
  text: queryText,
};

/** @returns the text of a query as it is now; `undefined` if other code may have changed it. */
export function queryText(program: Program, cell: Cell, place: Place): Abstract | undefined {
  if (contentOf(program, cell).escaped) return undefined;
  return textFrom([holePart(paramsNow(program, cell, place))], place);
}

/** @returns a copy of the parameters: their text does not change when they do. */
export function paramsNow(program: Program, cell: Cell, place: Place): Abstract {
  return newObject(program, place, {
    type: "object",
    made: cell.allocationSite,
    class: searchParamsClass,
    content: contentOf(program, cell),
  });
}

/** Adds the pairs of a query, with or without its `?`. Where a hole could hide a name, more parameters than are listed may follow. */
export function fillParams(program: Program, cell: Cell, given: Text, place: Place): void {
  const [only] = given.parts;
  if (
    given.parts.length === 1 &&
    only?.kind === "hole" &&
    only.value.kind === "reference" &&
    only.value.cell.class === searchParamsClass
  ) {
    const from = contentOf(program, only.value.cell);
    update(program, cell, () => from);
    return;
  }
  const whole = plainText(given);
  if (whole === undefined || given.json) {
    for (const piece of splitParts(given.parts, "&")) addPiece(program, cell, piece, place);
    return;
  }
  for (const [key, value] of new URLSearchParams(whole)) {
    const at = whole.indexOf(`${key}=${value}`);
    const exact =
      at >= 0 ? sliceText(given, at + key.length + 1, at + key.length + 1 + value.length, place) : undefined;
    update(program, cell, (content) =>
      append(program, style, content, { key, value: exact ?? computedText(value, place), keyPlace: place }),
    );
  }
}

function addPiece(program: Program, cell: Cell, piece: readonly Part[], place: Place): void {
  if (piece.length === 0) return;
  const first = piece[0];
  const equals = first?.kind === "text" ? first.text.indexOf("=") : -1;
  update(program, cell, (content) => {
    // A hole may hold `&`, and with it more pairs.
    if (first?.kind !== "text" || equals < 0) return loosen(content, place);
    const key = decode(first.text.slice(0, equals).replace(/^\?/u, ""));
    const rest = piece.slice(1);
    const text = first.text.slice(equals + 1);
    if (key === undefined) return loosen(content, place);
    if (rest.length === 0)
      return append(program, style, content, {
        key,
        value: computedText(decode(text) ?? text, place),
        keyPlace: place,
      });
    const value: Text = textFrom(
      [...(text === "" ? [] : [knownPart(text, { ...place, foreign: true })]), ...rest],
      place,
    );
    const safe = rest.every((part) => part.kind === "hole" && part.encoded);
    const held =
      safe && text === ""
        ? unknown("a decoded string", place, { is: "string" })
        : unknown("part of a query", place, { is: "string", origin: originOf(value) });
    const added = append(program, style, content, { key, value: held, keyPlace: place });
    return safe ? added : { ...added, open: true };
  });
}

function originOf(value: Text): NonNullable<Abstract["origin"]> {
  const hole = value.parts.find((part) => part.kind === "hole");
  return { trail: hole?.kind === "hole" ? (hole.value.origin?.trail ?? []) : [] };
}

/** @returns a name or value of a query; `undefined` if it is not well-formed. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
