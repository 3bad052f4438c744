import { distance } from "fastest-levenshtein";

/**
 * Finds the words that somebody may have meant.
 *
 * @returns the candidates that differ from `word` in case, separators or a slip or two only, nearest first; those that differ in case and
 * separators alone shut out the others.
 */
export function findNear(word: string, candidates: Iterable<string>): readonly string[] {
  const plain = withoutSeparators(word);
  const same: string[] = [];
  const near: { readonly candidate: string; readonly slips: number }[] = [];
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const other = withoutSeparators(candidate);
    if (other === plain) {
      same.push(candidate);
      continue;
    }
    const allowed = Math.min(2, Math.floor(Math.max(plain.length, other.length) / 4));
    if (Math.abs(plain.length - other.length) > allowed) continue;
    const slips = distance(plain, other);
    if (slips <= allowed) near.push({ candidate, slips });
  }
  if (same.length > 0) return same;
  const least = Math.min(...near.map((entry) => entry.slips));
  return near.filter((entry) => entry.slips === least).map((entry) => entry.candidate);
}

function withoutSeparators(word: string): string {
  return word.toLowerCase().replace(/[-_. ]/g, "");
}
