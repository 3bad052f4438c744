import type { KnownKinds } from "./known-kinds";

/** What a look at a text needs, made once. */
export interface FirstLook {
  readonly known: KnownKinds;
  readonly words: RegExp;
}

/** Escapes in double quotes can hide a name: `\x54able`, or a line break within. */
const escapes = /\\(?:[xuU]|\r?\n)/;

/** Prepares the look at texts for the kinds of a contract. */
export function makeFirstLook(known: KnownKinds): FirstLook {
  const words = known.words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { known, words: new RegExp(words.length === 0 ? "(?!)" : words.join("|")) };
}

/**
 * Looks at a text without reading it.
 *
 * @returns false only when nothing in it can be a manifest of the contract's kinds: no rule can have anything to say of it.
 */
export function looksLikeOurs(text: string, look: FirstLook): boolean {
  return look.words.test(text) || escapes.test(text);
}
