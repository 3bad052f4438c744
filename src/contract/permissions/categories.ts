import type { PermissionEntry } from "../contract";

/**
 * The name of a category in a configuration: its heading in lower-case snake_case, without the scope that it may begin with.
 *
 * `Enterprise organization installations` of the scope `enterprise` is `organization_installations`.
 */
export function getCategoryKey({ scope, category }: Pick<PermissionEntry, "scope" | "category">): string {
  const key = category.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return key.startsWith(`${scope}_`) ? key.slice(scope.length + 1) : key;
}

/** @returns for each scope of a map, the keys of its categories in order. */
export function getCategories(permissions: readonly PermissionEntry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const scopes = new Map<string, Set<string>>();
  for (const entry of permissions) {
    const categories = scopes.get(entry.scope) ?? new Set();
    scopes.set(entry.scope, categories.add(getCategoryKey(entry)));
  }
  return scopes;
}
