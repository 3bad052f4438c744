import type { Segment, Selector } from "./selection";

/** What the selectors of a `fields` text select of one value, taken together. */
export interface Selection {
  /** Its key; empty for the response itself. `*` is a key of its own. */
  readonly name: string;
  /** Some selector ends here: the value is selected whole. */
  whole: boolean;
  /** A hole hides what else is selected in it. */
  open: boolean;
  /** The segments that name it, in order of place. */
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
