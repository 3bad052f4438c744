import type { Access, PermissionEntry } from "../contract";
import { getCategories, getCategoryKey } from "./categories";
import { accessLevels } from "./grants";

/** A category as named in a configuration. */
export interface CategoryName {
  readonly scope: string;
  readonly category: string;
}

/** Names in application manifests that cannot be derived from the map's headings. */
const otherNames: Readonly<Record<string, string>> = {
  security_events: "code_scanning_alerts",
  organization_custom_org_roles: "organization_custom_repository_roles",
  organization_custom_roles: "organization_custom_repository_roles",
};

/**
 * Finds the category for a name in an application's manifest (`app.yml`). Uses the map's ids if it has them. Otherwise it uses the headings, prefixed by the
 * scope (`organization_administration`) or not (`members`, `contents`).
 *
 * @param aliases as in the configuration: a manifest may write `actions` for the map's `automation`.
 * @returns `undefined` if the map has no such category.
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
  // `administration` belongs to the repository; the organization's is prefixed by its scope.
  return find(full, "repository") ?? find(full);
}

/** A category as named in an application's manifest, or by code that requests an installation's token. */
export interface ManifestName extends CategoryName {
  readonly name: string;
  /** The levels that can be granted, in ascending order. */
  readonly levels: readonly Access[];
}

/** Categories outside of the repository's scope whose names in manifests omit the scope. */
const withoutScope: ReadonlySet<string> = new Set(["members", "team_discussions"]);

/** The preferred names, if `otherNames` has several for a category. */
const preferredNames: ReadonlySet<string> = new Set(["security_events", "organization_custom_roles"]);

/**
 * Names the categories of a map as in application manifests. The inverse of `findManifestCategory`.
 *
 * @param aliases as in the configuration.
 * @returns a name for each category, in the map's order.
 */
export function namesInManifest(
  permissions: readonly PermissionEntry[],
  aliases: Readonly<Record<string, string>>,
): readonly ManifestName[] {
  const names = new Map<string, ManifestName>();
  for (const entry of permissions) {
    const { scope, access } = entry;
    const category = getCategoryKey(entry);
    const key = `${scope}.${category}`;
    const name = names.get(key)?.name ?? entry.id ?? nameInManifest(scope, category, aliases);
    const isAdmin = access === "admin" || names.get(key)?.levels.includes("admin") === true;
    names.set(key, { name, scope, category, levels: accessLevels.filter((level) => level !== "admin" || isAdmin) });
  }
  return [...names.values()];
}

function nameInManifest(scope: string, category: string, aliases: Readonly<Record<string, string>>): string {
  const short = aliases[category] ?? category;
  const own = scope === "repository" || withoutScope.has(category) ? short : `${scope}_${short}`;
  return Object.keys(otherNames).find((name) => otherNames[name] === own && preferredNames.has(name)) ?? own;
}
