import type { Contract } from "./contract";
import { groups, kinds } from "./kinds";
import { permissions } from "./permissions";

/** What the service promises without any configuration. */
export const builtinContract: Contract = { permissions, kinds, groups };
