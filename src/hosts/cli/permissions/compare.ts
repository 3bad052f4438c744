import type { Contract } from "../../../contract/contract";
import { getCategories } from "../../../contract/permissions/categories";
import { covers } from "../../../contract/permissions/grants";
import type { Need } from "../../../contract/permissions/least";
import type { Use } from "./collect";
import type { Granted } from "./granted";

/** A category with another grant than the code needs. */
export interface Difference {
  readonly scope: string;
  readonly category: string;
  readonly needed?: string;
  readonly granted?: string;
}

export interface Comparison {
  /** The file that holds what is granted. */
  readonly source: string;
  /** Needed, and not granted or at a lower level. */
  readonly missing: readonly Difference[];
  /** Granted, and no call is seen that needs it. */
  readonly unused: readonly Difference[];
  /** Granted at a higher level than any call needs. */
  readonly higher: readonly Difference[];
  /** Granted in categories that the map does not show: nothing can be said of them. */
  readonly notShown: readonly Difference[];
}

/** Compares the least set with what is granted, in the order of the least set, then of the grants. */
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
