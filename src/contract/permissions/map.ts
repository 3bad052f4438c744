import type { PermissionEntry } from "../contract";
import { makeOrganizationPermissions } from "./organization-map";
import { makeRepositoryPermissions } from "./repository-map";

/**
 * Creates the permission map in document order, including duplicates. `notation.ts` explains the notation.
 *
 * The access level is the block's, whatever the method.
 */
export const makePermissions = (): readonly PermissionEntry[] => [
  ...makeOrganizationPermissions(),
  ...makeRepositoryPermissions(),
];
