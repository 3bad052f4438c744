import type { Selector } from "../../src/fields/selection";

/**
 * Writes selectors as text, without white space.
 *
 * @returns the shortest text that `parseFields` reads as the same selectors. Groups of any depth are written without recursion.
 */
export function printFields(selectors: readonly Selector[]): string {
  let text = "";
  const pending: (string | Selector)[] = [];
  const push = (list: readonly Selector[]): void => {
    for (let at = list.length - 1; at >= 0; at -= 1) {
      const selector = list[at];
      if (selector) pending.push(selector);
      if (at > 0) pending.push(",");
    }
  };
  push(selectors);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") {
      text += next;
      continue;
    }
    text += next.path.map(({ name }) => name).join("/");
    if (!next.group) continue;
    text += "(";
    pending.push(")");
    push(next.group.selectors);
  }
  return text;
}
