import { joinAll } from "../domain/values";
import type { Content, Item } from "../domain/domain";

/** What arrays hold. */

/**
 * An array that is put together piece by piece is known up to so many elements: each piece is a copy of it. A literal may have any number, for
 * it is made in one go.
 */
export const mostItems = 1000;

/** @returns the content with more elements behind those that are listed. */
export function appendItems(content: Content, added: readonly Item[]): Content {
  const longer: Content = { ...content, items: [...content.items, ...added] };
  return content.items.length > 0 && longer.items.length > mostItems ? openItems(longer) : longer;
}

/** @returns the content of an array of which the elements are still there, or some of them, in an order that is not known. */
export function openItems(content: Content): Content {
  const values = content.items.map((item) => item.value);
  if (content.rest) values.push(content.rest);
  const [first] = values;
  return { ...content, items: [], open: true, rest: first ? joinAll(values, first.place) : undefined };
}
