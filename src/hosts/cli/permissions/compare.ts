import type { Contract } from "../../../contract/contract";
import { getCategories } from "../../../contract/permissions/categories";
import { covers } from "../../../contract/permissions/grants";
import type { Need } from "../../../contract/permissions/least";
import type { Use } from "./collect";
import type { Granted } from "./granted";

/** A category with different granted and needed levels. */
export interface Difference {
  readonly scope: string;
  readonly category: string;
  readonly needed?: string;
  readonly granted?: string;
}

export interface Comparison {
  /** The file that states the granted permissions. */
  readonly source: string;
  /** Needed, but not granted or only at a lower level. */
  readonly missing: readonly Difference[];
  /** Granted, but needed by no known call. */
  readonly unused: readonly Difference[];
  /** Granted at a higher level than any known call needs. */
  readonly higher: readonly Difference[];
  /** Granted in categories that the map does not contain, so it is unknown whether they are needed. */
  readonly notShown: readonly Difference[];
}

/**
 * Compares the least set with the granted permissions. Differences are in the order of the least set, then of the
 * grants.
 */
export function compare(needs: readonly Need<Use>[], granted: Granted, contract: Contract): Comparison {
  const shown = getCategories(contract.permissions);
  const missing: Difference[] = [];
  const higher: Difference[] = [];
  for (const { scope, category, access } of needs) {
    const held = granted.grants[scope]?.[category];
    const difference = { scope, category, needed: access, ...(held !== undefined && { granted: held }) };
    if (!covers(held, access)) missing.push(difference);
    else if (held !== access) higher.push(difference);
  }
  const held = Object.entries(granted.grants).flatMap(([scope, categories]) =>
    Object.entries(categories).map(([category, level]): Difference => ({ scope, category, granted: level })),
  );
  const isShown = ({ scope, category }: Difference): boolean => shown.get(scope)?.has(category) === true;
  const isNeeded = (each: Difference): boolean =>
    needs.some((need) => need.scope === each.scope && need.category === each.category);
  const others = Object.entries(granted.notShown).map(([category, level]) => ({ scope: "", category, granted: level }));
  return {
    source: granted.name,
    missing,
    unused: held.filter((each) => isShown(each) && !isNeeded(each)),
    higher,
    notShown: [...held.filter((each) => !isShown(each)), ...others],
  };
}
