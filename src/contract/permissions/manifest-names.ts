import type { PermissionEntry } from "../contract";
import { getCategories } from "./categories";

/** A category as a configuration names it. */
export interface CategoryName {
  readonly scope: string;
  readonly category: string;
}

/** Names in application manifests that are not made from the map's headings. */
const otherNames: Readonly<Record<string, string>> = {
  security_events: "code_scanning_alerts",
  organization_custom_org_roles: "organization_custom_repository_roles",
  organization_custom_roles: "organization_custom_repository_roles",
};

/**
 * Finds the category that an application's manifest (`app.yml`) means with one of its names: by the map's ids where it has them, else by the
 * headings, with the scope in front (`organization_administration`) or without (`members`, `contents`).
 *
 * @param aliases as the configuration holds them: what the map calls `automation`, a manifest may call `actions`.
 * @returns `undefined` for a category that the map does not show.
 */
export function findManifestCategory(
  name: string,
  permissions: readonly PermissionEntry[],
  aliases: Readonly<Record<string, string>>,
): CategoryName | undefined {
  const byId = permissions.find((entry) => entry.id === name);
  const scopes = getCategories(permissions);
  const find = (category: string, only?: string): CategoryName | undefined => {
    for (const [scope, categories] of scopes)
      if ((only === undefined || scope === only) && categories.has(category)) return { scope, category };
    return undefined;
  };
  if (byId !== undefined) {
    const own = getCategories([byId]);
    for (const [scope, categories] of own) for (const category of categories) return { scope, category };
  }
  const neutral = Object.keys(aliases).find((word) => aliases[word] === name);
  const full = otherNames[name] ?? neutral ?? name;
  for (const scope of scopes.keys())
    if (full.startsWith(`${scope}_`)) {
      const found = find(full.slice(scope.length + 1), scope);
      if (found) return found;
    }
  // `administration` is the repository's; the organization's has its scope in front.
  return find(full, "repository") ?? find(full);
}
