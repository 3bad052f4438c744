import type { KnownKinds } from "./known-kinds";

/** What a look at a text needs, created once. */
export interface FirstLook {
  readonly known: KnownKinds;
  readonly words: RegExp;
  /** What shows that a text which cannot be read was meant to be a manifest of a known kind. */
  readonly signs: RegExp;
}

/** Escapes in double quotes can hide a name: `\x54able`, or a line break within. */
const escapes = /\\(?:[xuU]|\r?\n)/;

const looks = new WeakMap<KnownKinds, FirstLook>();

/**
 * Prepares the look at texts for the kinds of a contract; the same answer for the same kinds, as each file of thousands asks, and the patterns
 * grow with the kinds.
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
 * Looks at a text without reading it.
 *
 * @returns false only when nothing in it can be a manifest of the contract's kinds: no rule can have anything to say of it.
 */
export function looksLikeOurs(text: string, look: FirstLook): boolean {
  return look.words.test(text) || escapes.test(text);
}

/** @returns whether a text that cannot be read concerns us: words alone, such as `Function`, stand in many a text that is no manifest. */
export function looksMeantAsOurs(text: string, look: FirstLook): boolean {
  return look.signs.test(text);
}
