import type TS from "typescript";
import { knownPart, scalar, textFrom } from "../../domain/constructors";
import type { Abstract, Cell, Item, Part, Place, Text } from "../../domain/domain";
import { splitParts } from "../../domain/texts/texts";
import { optionsOf, plainText } from "../../domain/values";
import { either, optionally } from "../../flow/branches";
import type { Program } from "../../program";
import { newObject, update } from "../../store/heap";
import { nullishOf } from "../../store/truth";
import { append, loosen } from "./string-entries";
import { decode, fillParams, queryText, searchParamsClass } from "./url-search-params";

/**
 * Joins pieces with `&`, some of which may not be there: `parts.push("a=" + a)` under a condition.
 *
 * @param made the call that joins them.
 * @returns a text that holds the query.
 */
export function joinedQuery(
  program: Program,
  items: readonly Item[],
  made: TS.Node,
  place: Place,
): Abstract | undefined {
  const { cell } = newObject(program, place, { type: "object", made, class: searchParamsClass });
  // What a branch makes belongs to that branch, and the query is older than all of them.
  program.state.clock += 1;
  for (const { value, presence } of items) {
    if (presence === "always") addAny(program, cell, value, place);
    else optionally(program, () => addAny(program, cell, value, place));
  }
  return queryText(program, cell, place);
}

function addAny(program: Program, cell: Cell, value: Abstract, place: Place): Abstract {
  const sides = optionsOf(value).map((option) => (): Abstract => {
    if (option.kind === "text") addText(program, cell, option, place);
    else if (nullishOf(program, option) !== true) update(program, cell, (content) => loosen(content, place));
    return scalar(undefined, place);
  });
  const [only] = sides;
  return sides.length === 1 && only ? only() : either(program, sides, place);
}

function addText(program: Program, cell: Cell, text: Text, place: Place): void {
  if (plainText(text) !== undefined) fillParams(program, cell, text, place);
  else for (const piece of splitParts(text.parts, "&")) addPair(program, cell, piece, place);
}

/** A value is taken for one value, as in a URL that is written as one text. Where it is glued to a text it may bring more parameters. */
function addPair(program: Program, cell: Cell, piece: readonly Part[], place: Place): void {
  if (piece.length === 0) return;
  const [written, rest] = keyOf(piece);
  const equals = written.indexOf("=");
  const key = equals < 0 ? undefined : decode(written.slice(0, equals));
  const before = written.slice(equals + 1);
  const [only] = rest;
  update(program, cell, (content) => {
    if (key === undefined) return loosen(content, place);
    const isWhole = before === "" && rest.length === 1 && only?.kind === "hole";
    const known: readonly Part[] = before === "" ? [] : [knownPart(before, foreign(place))];
    const value: Abstract = isWhole ? only.value : textFrom([...known, ...rest], place);
    const added = append(program, { foldsCase: false }, content, { key, value, keyPlace: place });
    const last = rest.at(-1);
    const isOpen = !isWhole && last?.kind === "hole" && !last.encoded && !/[,/(]$/u.test(before);
    return isOpen ? { ...added, open: true } : added;
  });
}

/** @returns the text at the beginning of some parts, and the parts behind it. */
function keyOf(parts: readonly Part[]): readonly [string, readonly Part[]] {
  const end = parts.findIndex((part) => part.kind === "hole");
  const known = parts.slice(0, end < 0 ? parts.length : end);
  return [known.map((part) => (part.kind === "text" ? part.text : "")).join(""), end < 0 ? [] : parts.slice(end)];
}

function foreign(place: Place): Place {
  return { ...place, foreign: true };
}
