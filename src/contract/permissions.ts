import type { PermissionEntry } from "./contract";

/** The permission map, in document order. */
export const permissions: readonly PermissionEntry[] = [];
