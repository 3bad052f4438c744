/**
 * Whether one of the allowed selectors names a field, or an object that encloses it.
 *
 * @param selectors in the syntax of `fields` (conventions 4.2): `labels`, `spec/ports`, `rules(hosts,paths)`, `*` for any key.
 * @param path keys from the body's root to the field.
 */
export function allowsPath(selectors: readonly string[], path: readonly string[]): boolean {
  return selectors.some((selector) => {
    const segments = selector.trim().split("/");
    return segments.length <= path.length && segments.every((segment, index) => segment === "*" || segment === path[index]);
  });
}
