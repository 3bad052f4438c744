import { bounds } from "../domain/limits";
import { joinAll } from "../domain/values";
import type { Content, Item } from "../domain/domain";

/** The elements of arrays. */

/** @returns the content with more elements behind those that are listed. */
export function appendItems(content: Content, added: readonly Item[]): Content {
  const longer: Content = { ...content, items: [...content.items, ...added] };
  return content.items.length > 0 && longer.items.length > bounds.items ? openItems(longer) : longer;
}

/** @returns the content of an array that keeps some or all of its elements in an unknown order. */
export function openItems(content: Content): Content {
  const values = content.items.map((item) => item.value);
  if (content.rest) values.push(content.rest);
  const [first] = values;
  return { ...content, items: [], open: true, rest: first ? joinAll(values, first.place) : undefined };
}
