import type { KnownKinds } from "./known-kinds";

/** The patterns for a first look at texts, created once. */
export interface FirstLook {
  readonly known: KnownKinds;
  readonly words: RegExp;
  /** Matches signs that a malformed text was meant as a manifest of a known kind. */
  readonly signs: RegExp;
}

/** Escapes in double quotes can hide a name: `\x54able`, or a line break inside it. */
const escapes = /\\(?:[xuU]|\r?\n)/;

const looks = new WeakMap<KnownKinds, FirstLook>();

/**
 * Returns the patterns for the kinds of a contract. Cached for the same kinds, because thousands of files use them, and
 * the patterns grow with the kinds.
 */
export function getFirstLook(known: KnownKinds): FirstLook {
  let look = looks.get(known);
  if (look === undefined) looks.set(known, (look = makeFirstLook(known)));
  return look;
}

function makeFirstLook(known: KnownKinds): FirstLook {
  const kinds = [...known.kinds.keys()].map(escape).join("|");
  const groups = [...known.groups.keys()]
    .filter((name) => name !== "")
    .map(escape)
    .join("|");
  const kindLine = `\\bkind["']?[ \\t]*:[ \\t]*["']?(?:${kinds})(?:List)?\\b`;
  return {
    known,
    words: matchAny(known.words.map(escape)),
    signs: matchAny([...(kinds === "" ? [] : [kindLine]), ...(groups === "" ? [] : [groups])]),
  };
}

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function matchAny(sources: readonly string[]): RegExp {
  return new RegExp(sources.length === 0 ? "(?!)" : sources.join("|"));
}

/**
 * Tests a text without parsing it.
 *
 * @returns false only if no part of it can be a manifest of the contract's kinds, so that no rule can report on it.
 */
export function looksLikeOurs(text: string, look: FirstLook): boolean {
  return look.words.test(text) || escapes.test(text);
}

/**
 * @returns whether a malformed text is probably meant as a known kind. Words alone prove nothing: `Function` occurs in
 * many other texts.
 */
export function looksMeantAsOurs(text: string, look: FirstLook): boolean {
  return look.signs.test(text);
}
