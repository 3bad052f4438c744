import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";

/** Texts as they are while somebody edits them, or as a broken tool leaves them: made from sound ones by a few cuts and pastes. */

const repository = join(__dirname, "../..");

/** @returns the texts of the files below some folders of the repository with one of the endings. */
export function readTexts(folders: readonly string[], endings: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => endings.some((ending) => name.endsWith(ending)) && !name.includes("node_modules"))
      .sort()
      .map((name) => readFileSync(join(repository, folder, name), "utf8")),
  );
}

type Edit = (text: string) => string;

/** A place in a text of any length. */
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

const odd = fc.constantFrom(
  ...Array.from("{}()[]<>,;:.?!&|*/\\\"'`$#@=+-~^%\n\r\t\0"),
  "\r\n",
  "\u2028",
  "\ufeff",
  "\ud800",
  "😀",
  "${",
  "...",
  "=>",
  "?.",
  "??=",
  "await ",
  "yield ",
  "class ",
  "function* ",
  "new ",
  "delete ",
  "/*",
  "//",
  "---\n",
  "&a ",
  "*a ",
  "<<: ",
  "!!str ",
  "|-\n",
  "null",
  "__proto__",
  "constructor",
);

function edit(sources: readonly string[]): fc.Arbitrary<Edit> {
  const at = (text: string, where: number): number => Math.floor(where * (text.length + 1));
  const piece = (text: string, from: number, size: number): string => text.slice(at(text, from), at(text, from) + size);
  return fc.oneof(
    fc.tuple(place, fc.nat(40)).map(
      ([from, size]): Edit =>
        (text) =>
          text.replace(piece(text, from, size), ""),
    ),
    fc.tuple(place, odd).map(
      ([to, added]): Edit =>
        (text) =>
          text.slice(0, at(text, to)) + added + text.slice(at(text, to)),
    ),
    fc.tuple(place, place, fc.nat(200)).map(
      ([from, to, size]): Edit =>
        (text) =>
          text.slice(0, at(text, to)) + piece(text, from, size) + text.slice(at(text, to)),
    ),
    fc.tuple(fc.constantFrom(...sources), place, place, fc.nat(200)).map(
      ([other, from, to, size]): Edit =>
        (text) =>
          text.slice(0, at(text, to)) + piece(other, from, size) + text.slice(at(text, to)),
    ),
    place.map(
      (end): Edit =>
        (text) =>
          text.slice(0, at(text, end)),
    ),
  );
}

/** Texts that are sources after a few edits. */
export function mutated(sources: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...sources), fc.array(edit(sources), { minLength: 1, maxLength: 5 }))
    .map(([source, edits]) => edits.reduce((text, change) => change(text), source));
}
