import { createRequire } from "node:module";
import type { Contract } from "./contract";
import { groups, kinds } from "./kinds";
import type * as Permissions from "./permissions";

const load = createRequire(__filename);

/** What the service promises without any configuration. */
export const builtinContract: Contract = {
  /** Made when it is asked for first: a check of manifests has no use for it. */
  get permissions() {
    return (load("./permissions") as typeof Permissions).permissions;
  },
  kinds,
  groups,
};
