import { getElements, getItemKey, getMember } from "../../../src/manifest/members";
import type { Manifest } from "../../../src/manifest/manifest";
import { isRoute } from "../../../src/manifest/surely-valid";
import type { Range } from "../../../src/text/range";
import type { ObjectValue, Value } from "../../../src/value/value";

/** A route's rule that is split into two items by mistake. */
export interface SplitItem {
  readonly index: number;
  /** The range of the second item. */
  readonly range: Range;
}

/**
 * Finds rules of routes with `backendRefs` in a separate item because of an extra `-`. The first item then matches
 * requests but has no backend, so they fail: gateway-api.sigs.k8s.io/reference/spec, "HTTPRouteRule" and
 * "GRPCRouteRule".
 */
export function findSplitItems({ kind, apiVersion, value }: Manifest): readonly SplitItem[] {
  const isOurs = apiVersion.text?.startsWith("gateway.networking.k8s.io/") === true && isRoute(kind);
  const spec = isOurs ? getMember(value, "spec")?.value : undefined;
  if (spec?.kind !== "object") return [];
  const rules = getElements(getMember(spec, "rules"));
  return rules.flatMap((rule, index): SplitItem[] => {
    const next = rules[index + 1];
    return next && hasMatchesAlone(rule) && hasBackendsAlone(next) ? [{ index, range: getItemKey(next) }] : [];
  });
}

function hasMatchesAlone(value: Value): boolean {
  return (
    isClosed(value) && value.members.length > 0 && value.members.every(({ key }) => key === "matches" || key === "name")
  );
}

function hasBackendsAlone(value: Value): boolean {
  return isClosed(value) && value.members.length === 1 && value.members[0]?.key === "backendRefs";
}

function isClosed(value: Value): value is ObjectValue {
  return value.kind === "object" && !value.open;
}
