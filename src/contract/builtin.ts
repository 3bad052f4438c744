import type { Contract, PermissionEntry } from "./contract";
import { groups, kinds } from "./kinds/kinds";
import { makePermissions } from "./permissions/map";

let permissions: readonly PermissionEntry[] | undefined;

/** The contract used without any configuration. */
export const builtinContract: Contract = {
  /** Created at the first access, because checks of manifests do not need it. */
  get permissions() {
    return (permissions ??= makePermissions());
  },
  kinds,
  groups,
};
