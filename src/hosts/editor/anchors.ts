import type { Range } from "../../text/range";
import { getParser } from "../../value/yaml-parser";

/** A name after `&` or `*`. */
interface Mention {
  readonly kind: "anchor" | "alias";
  readonly name: string;
  /** The range of the name, without `&` or `*`. */
  readonly range: Range;
  readonly document: number;
}

/** The anchor at a position, or the one to which the alias there refers. */
export interface AnchorName {
  readonly origin: Range;
  /** The anchor and its aliases. */
  readonly places: readonly Range[];
  /** Other anchor names in the same document. */
  readonly taken: ReadonlySet<string>;
}

/** Tokens by which the lexer marks documents, scalars and the end. */
const documentMark = "\u0002";
const scalarMark = "\u001F";
const endMark = "\u0018";

/**
 * @returns the anchor at a position of a YAML text, or `undefined` if there is none, or if the alias there has no
 * anchor.
 */
export function anchorAt(text: string, position: number): AnchorName | undefined {
  const mentions = [...mentionsIn(text)];
  const at = mentions.findIndex(({ range }) => range.start - 1 <= position && position <= range.end);
  const origin = mentions[at];
  if (!origin) return undefined;
  const ofDocument = mentions.filter(({ document }) => document === origin.document);
  const isOther = ({ name }: Mention): boolean => name !== origin.name;
  const same = ofDocument.filter((each) => !isOther(each));
  const own = same.indexOf(origin);
  // A name may be redefined; an alias refers to the last anchor before it.
  const first = same.findLastIndex(({ kind }, index) => kind === "anchor" && index <= own);
  if (first < 0) return undefined;
  const next = same.findIndex(({ kind }, index) => kind === "anchor" && index > first);
  return {
    origin: origin.range,
    places: same.slice(first, next < 0 ? undefined : next).map(({ range }) => range),
    taken: new Set(ofDocument.filter(isOther).map(({ name }) => name)),
  };
}

/** Whether a name is valid after `&`. */
export function isAnchorName(name: string): boolean {
  return /^[^\s,[\]{}]+$/u.test(name);
}

function* mentionsIn(text: string): Generator<Mention> {
  let offset = 0;
  let document = 0;
  let isScalar = false;
  for (const piece of new (getParser().Lexer)().lex(text)) {
    if (!isScalar && (piece === "---" || piece === "...")) document += 1;
    if (piece === documentMark || piece === endMark || piece === scalarMark) {
      isScalar = piece === scalarMark;
      continue;
    }
    const kind = piece.startsWith("&") ? "anchor" : piece.startsWith("*") ? "alias" : undefined;
    if (kind && !isScalar)
      yield { kind, name: piece.slice(1), range: { start: offset + 1, end: offset + piece.length }, document };
    offset += piece.length;
    isScalar = false;
  }
}
