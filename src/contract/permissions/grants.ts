import type { Access, PermissionEntry } from "../contract";
import { getCategoryKey } from "./categories";

/** Access levels by scope and category, as in `permissions` of the configuration. */
export type Grants = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** In ascending order; each level covers those before it. */
export const accessLevels: readonly Access[] = ["read", "write", "admin"];

/** @returns whether a level covers another: write covers read, admin both. An unknown level covers nothing. */
export function covers(held: string | undefined, needed: Access): boolean {
  return held !== undefined && accessLevels.indexOf(held as Access) >= accessLevels.indexOf(needed);
}

/** @returns the level granted in an entry's category, if any. */
export function getGrantedLevel(entry: PermissionEntry, granted: Grants): string | undefined {
  const categories = Object.hasOwn(granted, entry.scope) ? granted[entry.scope] : undefined;
  const key = getCategoryKey(entry);
  return categories !== undefined && Object.hasOwn(categories, key) ? categories[key] : undefined;
}

/** @returns whether an entry's category is granted at its level or a higher one (permissions 5.1). */
export function isGranted(entry: PermissionEntry, granted: Grants): boolean {
  return covers(getGrantedLevel(entry, granted), entry.access);
}
