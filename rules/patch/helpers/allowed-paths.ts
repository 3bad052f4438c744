import { parseFields } from "../../../src/fields/parse";
import type { Selector } from "../../../src/fields/selection";

/**
 * Whether an allowed selector names a field or an object that contains it.
 *
 * @param allowed in the syntax of `fields` (conventions 4.2): `labels`, `spec/ports`, `rules(hosts,paths)`, `*` for any key. Of a malformed selector, the
 * readable part counts.
 * @param path keys from the body's root to the field.
 */
export function allowsPath(allowed: readonly string[], path: readonly string[]): boolean {
  return allowed.some((text) => covers(parseFields(text).selectors, path));
}

function covers(selectors: readonly Selector[], path: readonly string[]): boolean {
  return selectors.some(({ path: segments, group }) => {
    const fits = segments.every(({ name }, index) => index < path.length && (name === "*" || name === path[index]));
    return fits && (!group || covers(group.selectors, path.slice(segments.length)));
  });
}
