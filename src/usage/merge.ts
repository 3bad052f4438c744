import type { Call, EndpointUsage, Usage } from "./usage";
import { usageSchemaUrl } from "./usage";
import { compareNames } from "../text/words";

/** Merges the inventories of several clients. A call that several of them contain counts once. */
export function mergeUsages(usages: readonly Usage[]): Usage {
  const endpoints = mergeEndpoints(usages.flatMap((usage) => usage.endpoints));
  const used = new Set(endpoints.map(keyOf));
  const unused = new Set(usages.flatMap((usage) => usage.unused));
  return {
    $schema: usageSchemaUrl,
    version: 1,
    clients: [...new Set(usages.flatMap(({ clients }) => clients))],
    complete: usages.every(({ complete }) => complete),
    endpoints,
    unused: [...unused].filter((key) => !used.has(key)),
    unclear: withoutRepeats(usages.flatMap(({ unclear }) => unclear)),
    unlisted: withoutRepeats(usages.flatMap(({ unlisted }) => unlisted)),
    unknown: withoutRepeats(usages.flatMap(({ unknown }) => unknown)),
    notUnderstood: usages.flatMap(({ notUnderstood }) => notUnderstood),
  };
}

function mergeEndpoints(all: readonly EndpointUsage[]): readonly EndpointUsage[] {
  const byKey = new Map<string, EndpointUsage>();
  for (const each of all) {
    const known = byKey.get(keyOf(each));
    byKey.set(
      keyOf(each),
      known ? { ...known, ...each, callers: withoutRepeats([...known.callers, ...each.callers]) } : each,
    );
  }
  return [...byKey.values()].sort((a, b) => compareNames(a.path, b.path) || compareNames(a.method, b.method));
}

function keyOf({ method, path }: EndpointUsage): string {
  return `${method} ${path}`;
}

function withoutRepeats<T extends Call>(calls: readonly T[]): readonly T[] {
  const byPlace = new Map(calls.map((call) => [JSON.stringify(call), call]));
  return [...byPlace.values()];
}
