import { toContract } from "../../contract/file/contract-file";
import type { PermissionEntry } from "../../contract/contract";
import { getCategoryKey } from "../../contract/permissions/categories";
import type { Change, EndpointTest, Version } from "../change";
import type { Effect } from "../node";
import { plainKey } from "../plain-key";

/** The alternative entries of the map for an endpoint. */
interface Listed {
  readonly name: string;
  readonly entries: readonly PermissionEntry[];
}

/** Compares two permission maps, endpoint by endpoint. */
export function comparePermissions(older: Version, newer: Version): readonly Change[] {
  // A description without a map does not mention permissions.
  if (!older.permissions || !newer.permissions) return [];
  const [was, now] = [listedIn(older), listedIn(newer)];
  return [
    ...[...was].flatMap(([key, { name, entries }]): readonly Change[] => {
      const same = now.get(key);
      return same
        ? compareEntries(name, entries, same.entries)
        : [make(name, "api-permission-unlisted", "requests", { kind: "perhaps all" })];
    }),
    ...[...now].flatMap(([key, { name }]) =>
      was.has(key) ? [] : [make(name, "api-permission-listed", "nobody", { kind: "none" })],
    ),
  ];
}

function listedIn({ permissions = [] }: Version): ReadonlyMap<string, Listed> {
  const byKey = new Map<string, { readonly name: string; readonly entries: PermissionEntry[] }>();
  for (const entry of toContract({ permissions }).permissions) {
    const name = `${entry.method} ${entry.path}`;
    const known = byKey.get(plainKey(name));
    if (known) known.entries.push(entry);
    else byKey.set(plainKey(name), { name, entries: [entry] });
  }
  return byKey;
}

function compareEntries(
  endpoint: string,
  was: readonly PermissionEntry[],
  now: readonly PermissionEntry[],
): readonly Change[] {
  const [before, after] = [new Set(was.map(needOf)), new Set(now.map(needOf))];
  const gone = [...before].filter((need) => !after.has(need));
  const added = [...after].filter((need) => !before.has(need));
  const changes: Change[] = [];
  if (gone.length > 0) {
    const words = { was: gone.join(" or "), now: [...after].join(" or ") };
    changes.push(make(endpoint, "api-permission-changed", "requests", { kind: "permission", was, now }, words));
  } else if (added.length > 0) {
    const words = { now: added.join(" or ") };
    changes.push(make(endpoint, "api-permission-alternative-added", "nobody", { kind: "none" }, words));
  }
  return [...changes, ...compareTokens(endpoint, was, now)];
}

/** Compares token types. If a map lacks them, no change is known. */
function compareTokens(
  endpoint: string,
  was: readonly PermissionEntry[],
  now: readonly PermissionEntry[],
): readonly Change[] {
  const isTold = [...was, ...now].every(({ tokens }) => tokens.length > 0);
  if (!isTold) return [];
  const [before, after] = [was, now].map((entries) => new Set(entries.flatMap(({ tokens }) => tokens)));
  return [
    ...[...(before ?? [])]
      .filter((type) => after?.has(type) !== true)
      .map((type) => make(endpoint, "api-token-type-removed", "requests", { kind: "token", type }, { was: type })),
    ...[...(after ?? [])]
      .filter((type) => before?.has(type) !== true)
      .map((type) => make(endpoint, "api-token-type-added", "nobody", { kind: "none" }, { now: type })),
  ];
}

function needOf(entry: PermissionEntry): string {
  return `${entry.scope}.${getCategoryKey(entry)}: ${entry.access}`;
}

function make(
  endpoint: string,
  id: string,
  effect: Effect,
  test: EndpointTest,
  words: { readonly was?: string; readonly now?: string } = {},
): Change {
  return { kind: "endpoint", id, effect, endpoint, part: "endpoint", place: "", ...words, test };
}
