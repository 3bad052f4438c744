import type { Contract, PermissionEntry } from "./contract";
import { groups, kinds } from "./kinds/kinds";
import { makePermissions } from "./permissions/map";

let permissions: readonly PermissionEntry[] | undefined;

/** What the service promises without any configuration. */
export const builtinContract: Contract = {
  /** Made when it is asked for first: a check of manifests has no use for it. */
  get permissions() {
    return (permissions ??= makePermissions());
  },
  kinds,
  groups,
};
