import { distance } from "fastest-levenshtein";

/**
 * Finds the words that may have been meant.
 *
 * @returns the candidates that differ from `word` only in case, separators, or one or two typing errors; only the
 * nearest ones. If any differ only in case and separators, only these.
 */
export function findNear(word: string, candidates: Iterable<string>): readonly string[] {
  const plain = withoutSeparators(word);
  const same: string[] = [];
  const near: { readonly candidate: string; readonly typos: number }[] = [];
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const other = withoutSeparators(candidate);
    if (other === plain) {
      same.push(candidate);
      continue;
    }
    const allowed = Math.min(2, Math.floor(Math.max(plain.length, other.length) / 4));
    if (Math.abs(plain.length - other.length) > allowed) continue;
    const typos = isSwapped(plain, other) ? 1 : distance(plain, other);
    if (typos <= allowed) near.push({ candidate, typos });
  }
  if (same.length > 0) return same;
  const least = Math.min(...near.map((entry) => entry.typos));
  return near.filter((entry) => entry.typos === least).map((entry) => entry.candidate);
}

/**
 * @returns whether two words differ only in case, separators, or one letter that is missing, added, replaced or swapped
 * with its neighbour.
 */
export function isOneTypoAway(word: string, other: string): boolean {
  const [plain, otherPlain] = [withoutSeparators(word), withoutSeparators(other)];
  return plain === otherPlain || isSwapped(plain, otherPlain) || distance(plain, otherPlain) === 1;
}

/** Whether two adjacent letters are swapped: one typing error, although the edit distance is two. */
function isSwapped(word: string, other: string): boolean {
  if (word.length !== other.length) return false;
  let at = 0;
  while (at < word.length && word[at] === other[at]) at += 1;
  return word[at] === other[at + 1] && word[at + 1] === other[at] && word.slice(at + 2) === other.slice(at + 2);
}

function withoutSeparators(word: string): string {
  return word.toLowerCase().replace(/[-_. ]/g, "");
}
