import type { Access, PermissionEntry } from "../contract";
import { getCategories, getCategoryKey } from "./categories";
import { accessLevels } from "./grants";

/** A category as a configuration names it. */
export interface CategoryName {
  readonly scope: string;
  readonly category: string;
}

/** Names in application manifests that do not follow from the map's headings. */
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

/** A category as an application's manifest, or the code that asks for an installation's token, names it. */
export interface ManifestName extends CategoryName {
  readonly name: string;
  /** The levels at which it may be granted, lowest first. */
  readonly levels: readonly Access[];
}

/** Of these the manifest leaves out the scope, which is not the repository's. */
const withoutScope: ReadonlySet<string> = new Set(["members", "team_discussions"]);

/** Where `otherNames` has several for one category. */
const preferredNames: ReadonlySet<string> = new Set(["security_events", "organization_custom_roles"]);

/**
 * Names the categories of a map as application manifests do: `findManifestCategory` backwards.
 *
 * @param aliases as the configuration holds them.
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
