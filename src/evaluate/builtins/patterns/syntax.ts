/** Regular expressions as trees. Only their structure is parsed; a character is tested by an expression of that atom alone. */

export type PatternNode =
  | { readonly kind: "character"; readonly accepts: (character: string) => boolean }
  | { readonly kind: "start" | "end" | "boundary" | "inside" }
  | { readonly kind: "group"; readonly index: number | undefined; readonly of: PatternNode }
  | { readonly kind: "sequence" | "choice"; readonly of: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly of: PatternNode; readonly times: Times; readonly groups: readonly number[] }
  | { readonly kind: "ahead"; readonly of: PatternNode; readonly negative: boolean; readonly groups: readonly number[] }
  | { readonly kind: "again"; readonly index: number };

interface Times {
  readonly least: number;
  readonly most: number;
  readonly isLazy: boolean;
}

export interface Pattern {
  readonly root: PatternNode;
  readonly flags: string;
  /** The names of its groups, starting with group 1; `undefined` for unnamed groups. */
  readonly names: readonly (string | undefined)[];
}

const longest = 300;
const atom =
  /\[\^?\]|\[\^?(?:\\[^]|[^\\\]])+\]|\\(?:[dDwWsSfnrtv0\-]|c[A-Za-z]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^\w\s])|[^\\^$|?*+()[]/y;
const quantifier = /([*+?]|\{(\d+)(,?)(\d*)\})(\??)/y;

/** State of the parser. */
interface Reading {
  readonly source: string;
  readonly flags: string;
  readonly names: (string | undefined)[];
  at: number;
  failed: boolean;
}

/** @returns the tree of an expression; `undefined` if it is invalid, or contains something unsupported. */
export function readPattern(source: string, flags: string): Pattern | undefined {
  if (source.length > longest || !/^[dgimsuy]*$/u.test(flags) || /[\ud800-\udfff]/.test(source)) return undefined;
  try {
    new RegExp(source, flags);
  } catch {
    return undefined;
  }
  const reading: Reading = { source, flags: flags.replace(/[dgmy]/gu, ""), names: [], at: 0, failed: false };
  const root = readChoice(reading);
  return reading.failed || reading.at < source.length ? undefined : { root, flags, names: reading.names };
}

function readChoice(reading: Reading): PatternNode {
  const sides: PatternNode[] = [readSequence(reading)];
  while (take(reading, "|")) sides.push(readSequence(reading));
  const [only] = sides;
  return only && sides.length === 1 ? only : { kind: "choice", of: sides };
}

function take(reading: Reading, text: string): boolean {
  if (!reading.source.startsWith(text, reading.at)) return false;
  reading.at += text.length;
  return true;
}

function readSequence(reading: Reading): PatternNode {
  const of: PatternNode[] = [];
  while (!reading.failed && reading.at < reading.source.length && !/[|)]/u.test(reading.source.charAt(reading.at))) {
    const first = reading.names.length + 1;
    const node = readTerm(reading);
    of.push(quantified(reading, node, first));
  }
  return { kind: "sequence", of };
}

function quantified(reading: Reading, node: PatternNode, first: number): PatternNode {
  quantifier.lastIndex = reading.at;
  const found = quantifier.exec(reading.source);
  if (!found) return node;
  if (node.kind !== "character" && node.kind !== "group" && node.kind !== "again") return fail(reading);
  reading.at += found[0].length;
  const [, sign, least = "", comma, most = "", lazy] = found;
  const counted = least !== "";
  const times: Times = {
    least: counted ? Number(least) : sign === "+" ? 1 : 0,
    most: counted
      ? comma === ""
        ? Number(least)
        : most === ""
          ? Infinity
          : Number(most)
      : sign === "?"
        ? 1
        : Infinity,
    isLazy: lazy === "?",
  };
  return { kind: "repeat", of: node, times, groups: numbersFrom(first, reading.names.length) };
}

function numbersFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function fail(reading: Reading): PatternNode {
  reading.failed = true;
  return { kind: "sequence", of: [] };
}

const marks: Readonly<Record<string, "start" | "end" | "boundary" | "inside">> = {
  "^": "start",
  $: "end",
  "\\b": "boundary",
  "\\B": "inside",
};

function readTerm(reading: Reading): PatternNode {
  for (const [mark, kind] of Object.entries(marks)) if (take(reading, mark)) return { kind };
  if (take(reading, "(")) return readGroup(reading);
  return readReference(reading) ?? readAtom(reading);
}

function readGroup(reading: Reading): PatternNode {
  const first = reading.names.length + 1;
  const negative = take(reading, "?!");
  if (negative || take(reading, "?=")) {
    const of = readChoice(reading);
    return take(reading, ")")
      ? { kind: "ahead", of, negative, groups: numbersFrom(first, reading.names.length) }
      : fail(reading);
  }
  if (take(reading, "?:")) return closed(reading, undefined);
  if (!take(reading, "?")) return named(reading, undefined);
  const name = /^<(\w+)>/u.exec(reading.source.slice(reading.at));
  if (!name) return fail(reading);
  reading.at += name[0].length;
  return named(reading, name[1]);
}

function named(reading: Reading, name: string | undefined): PatternNode {
  reading.names.push(name);
  return closed(reading, reading.names.length);
}

function closed(reading: Reading, index: number | undefined): PatternNode {
  const of = readChoice(reading);
  return take(reading, ")") ? { kind: "group", index, of } : fail(reading);
}

/** Reads a backreference to an earlier group. Not supported with the flag `i`. */
function readReference(reading: Reading): PatternNode | undefined {
  const [whole, digits, name] = /^\\(?:([1-9]\d*)|k<(\w+)>)/u.exec(reading.source.slice(reading.at)) ?? [];
  if (whole === undefined) return undefined;
  reading.at += whole.length;
  const index = digits === undefined ? reading.names.indexOf(name) + 1 : Number(digits);
  if (index < 1 || index > reading.names.length || reading.flags.includes("i")) return fail(reading);
  return { kind: "again", index };
}

function readAtom(reading: Reading): PatternNode {
  atom.lastIndex = reading.at;
  const [source] = atom.exec(reading.source) ?? [];
  // A digit after `\0` makes it another escape.
  if (source === undefined || (source === "\\0" && /\d/u.test(reading.source.charAt(reading.at + 2))))
    return fail(reading);
  reading.at += source.length;
  const accepts = characterClass(source, reading.flags);
  return accepts ? { kind: "character", accepts } : fail(reading);
}

/**
 * A test of a single character takes no time to speak of.
 *
 * @param source a character or character class of an expression.
 * @returns a test of whether a character matches; `undefined` if the source is invalid.
 */
export function characterClass(source: string, flags: string): ((character: string) => boolean) | undefined {
  try {
    const expression = new RegExp(`^(?:${source})$`, flags);
    return (character) => expression.test(character);
  } catch {
    return undefined;
  }
}
