import type { Segment, Selector } from "./selection";

/** One value of the response, with the merged selection of all selectors of a `fields` text. */
export interface Selection {
  /** The field's name; empty for the response itself. `*` is a separate key. */
  readonly name: string;
  /** Whether a selector ends here, so that the value is selected as a whole. */
  whole: boolean;
  /** Whether a hole hides further selections in it. */
  open: boolean;
  /** The segments that name it, in text order. */
  readonly segments: Segment[];
  readonly fields: Map<string, Selection>;
}

/**
 * Merges selectors: `a/b,a(c)` selects `b` and `c` of one `a`.
 *
 * @param open whether a hole hides selectors at the root.
 */
export function mergeSelectors(selectors: readonly Selector[], open = false): Selection {
  const root = emptySelection("");
  root.open = open;
  const pending = [...selectors].reverse().map((selector) => ({ selector, into: root }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path, group, open: isOpen } = next.selector;
    let at = next.into;
    for (const segment of path) {
      let field = at.fields.get(segment.name);
      if (!field) at.fields.set(segment.name, (field = emptySelection(segment.name)));
      field.segments.push(segment);
      at = field;
    }
    if (isOpen || group?.open) at.open = true;
    if (!group && !isOpen) at.whole = true;
    for (const selector of [...(group?.selectors ?? [])].reverse()) pending.push({ selector, into: at });
  }
  return root;
}

function emptySelection(name: string): Selection {
  return { name, whole: false, open: false, segments: [], fields: new Map() };
}
