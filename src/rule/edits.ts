import type { Edit } from "./finding";

export interface AppliedEdits {
  readonly text: string;
  /** Indices of the applied groups. The others overlap an earlier group, and can be applied in another run. */
  readonly applied: readonly number[];
}

/**
 * Applies groups of edits to a text, such as the fixes of several findings.
 *
 * A group is applied completely or not at all. If groups overlap, the first one wins. Two insertions at one offset
 * overlap too, because their order would be arbitrary. A group with overlapping edits of its own is never applied.
 *
 * @param text the text to which all ranges refer.
 * @param groups in order of precedence.
 */
export function applyEdits(text: string, groups: readonly (readonly Edit[])[]): AppliedEdits {
  const taken: Edit[] = [];
  const applied: number[] = [];
  for (const [index, group] of groups.entries()) {
    const fits = group.every((edit, at) => !overlapsAny(edit, taken) && !overlapsAny(edit, group.slice(0, at)));
    if (group.length === 0 || !fits) continue;
    taken.push(...group);
    applied.push(index);
  }
  taken.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  let result = "";
  let copied = 0;
  for (const { range, text: replacement } of taken) {
    result += text.slice(copied, range.start) + replacement;
    copied = range.end;
  }
  return { text: result + text.slice(copied), applied };
}

function overlapsAny(edit: Edit, others: readonly Edit[]): boolean {
  return others.some(({ range }) => {
    const bothInsert = isEmpty(edit) && range.start === range.end && edit.range.start === range.start;
    return bothInsert || (edit.range.start < range.end && range.start < edit.range.end);
  });
}

function isEmpty(edit: Edit): boolean {
  return edit.range.start === edit.range.end;
}
