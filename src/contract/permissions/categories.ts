import type { PermissionEntry } from "../contract";

/**
 * @returns a category's name in a configuration: its heading in snake_case, without a leading scope.
 *
 * `Enterprise organization installations` of the scope `enterprise` becomes `organization_installations`.
 */
export function getCategoryKey({ scope, category }: Pick<PermissionEntry, "scope" | "category">): string {
  const key = category.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return key.startsWith(`${scope}_`) ? key.slice(scope.length + 1) : key;
}

/** @returns the category keys of each scope, in the map's order. */
export function getCategories(permissions: readonly PermissionEntry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const scopes = new Map<string, Set<string>>();
  for (const entry of permissions) {
    const categories = scopes.get(entry.scope) ?? new Set();
    scopes.set(entry.scope, categories.add(getCategoryKey(entry)));
  }
  return scopes;
}
