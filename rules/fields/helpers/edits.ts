import type { Selector } from "../../../src/fields/selection";
import { parseFields } from "../../../src/fields/parse";
import type { Edit } from "../../../src/rule/finding";
import type { Range } from "../../../src/text/range";
import type { LocatedText } from "../../../src/value/located-text";

type Change = readonly [Range, string];

/**
 * Adds a field to a `fields` text with the shortest edit: both `items(id)` and `items/id` become `items(id,name)`.
 *
 * @param path the names that lead to the field; none may need an escape.
 * @returns the edits; `undefined` if the source cannot be edited, or the result would be malformed.
 */
export function addField(
  located: LocatedText,
  selectors: readonly Selector[],
  path: readonly string[],
): readonly Edit[] | undefined {
  if (!path.every((name) => /^[\w$.-]+$/u.test(name))) return undefined;
  return applied(located, planAddition(located.text, selectors, path));
}

function planAddition(text: string, selectors: readonly Selector[], path: readonly string[]): readonly Change[] {
  for (const selector of selectors) {
    const shared = selector.path.findIndex((segment, index) => segment.name !== path[index]);
    const common = shared === -1 ? selector.path.length : shared;
    const rest = path.slice(common).join("/");
    const segment = selector.path[common - 1];
    if (!segment || rest === "" || selector.open) continue;
    const next = selector.path[common];
    if (next)
      return [
        [{ start: segment.range.end, end: next.range.start }, "("],
        [{ start: selector.range.end, end: selector.range.end }, `,${rest})`],
      ];
    if (!selector.group || selector.group.open) continue;
    const within = planAddition(text, selector.group.selectors, path.slice(common));
    const isDeeper = within.some(([range]) => range.end < (selector.group?.range.end ?? 0) - 1);
    if (isDeeper) return within;
    const at = selector.group.selectors.at(-1)?.range.end ?? selector.group.range.end - 1;
    return [[{ start: at, end: at }, `,${rest}`]];
  }
  const end = text.trimEnd().length;
  return [[{ start: end, end }, `,${path.join("/")}`]];
}

/**
 * Removes a selector from a `fields` text, with the comma before or after it.
 *
 * @param siblings all selectors of its list; there are at least two.
 */
export function removeSelector(
  located: LocatedText,
  selector: Selector,
  siblings: readonly Selector[],
): readonly Edit[] | undefined {
  const index = siblings.indexOf(selector);
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  const { start, end } = selector.range;
  if (after) return applied(located, [[{ start, end: after.range.start }, ""]]);
  return before && applied(located, [[{ start: before.range.end, end }, ""]]);
}

/** @returns the edits; `undefined` if a change has no place in the source, or if the result would be malformed. */
function applied(located: LocatedText, changes: readonly Change[]): readonly Edit[] | undefined {
  const edits: Edit[] = [];
  let { text } = located;
  for (const [range, replacement] of [...changes].reverse()) {
    const replaced = located.replace(range, replacement);
    if (!replaced) return undefined;
    edits.unshift(...replaced);
    text = text.slice(0, range.start) + replacement + text.slice(range.end);
  }
  const holes = [...text.matchAll(/\uFFFC/gu)].map(({ index }) => index);
  return parseFields({ text, holes }).mistakes.length === 0 ? edits : undefined;
}
