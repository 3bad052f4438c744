import type { Access, PermissionEntry } from "../contract";
import { getCategoryKey } from "./categories";
import { accessLevels, type Grants } from "./grants";

/** A use of an endpoint. A grant for any one of its entries suffices (permissions 5.1). */
export interface Demand {
  readonly entries: readonly PermissionEntry[];
}

/** A permission in the least set, and the uses that need it. */
export interface Need<Use extends Demand = Demand> {
  readonly scope: string;
  /** As written in a configuration. */
  readonly category: string;
  /** As written in the map's heading. */
  readonly title: string;
  readonly access: Access;
  /** The uses that this permission serves; those that need exactly its level come first. */
  readonly uses: readonly Use[];
  /** Permissions that could replace it. */
  readonly alternatives: readonly Permission[];
}

/** A permission as written in a configuration. */
export interface Permission {
  readonly scope: string;
  readonly category: string;
  readonly access: Access;
}

/** The lowest sufficient level by category, for one use. */
type Clause = ReadonlyMap<string, number>;

/** Number of open clauses that are decided together. Larger sets are decided in batches. */
const exactLimit = 12;

/**
 * Finds the least set of permissions that serves every use.
 *
 * For uses with entries in several categories, the smallest set is chosen: first by the number of permissions, then by the sum of their levels, then in the
 * map's order. No permission can be omitted, and no level lowered. Granted alternatives take precedence over all others.
 *
 * @param permissions the map, for the order.
 * @param granted the granted permissions, if known.
 */
export function findLeastSet<Use extends Demand>(
  permissions: readonly PermissionEntry[],
  uses: readonly Use[],
  granted: Grants = {},
): readonly Need<Use>[] {
  const clauses = distinct(uses.map((use) => preferGranted(clauseOf(use), granted)));
  const chosen = new Map<string, number>();
  for (const clause of clauses) if (clause.size === 1) for (const [key, level] of clause) raise(chosen, key, level);
  let open = clauses.filter((clause) => !isServed(clause, chosen));
  while (open.length > 0) {
    const best = bestChoice(chosen, open.slice(0, exactLimit));
    for (const [key, level] of best) raise(chosen, key, level);
    open = open.filter((clause) => !isServed(clause, chosen));
  }
  prune(chosen, clauses);
  const order = new Map<string, PermissionEntry>();
  for (const entry of permissions) if (!order.has(keyOf(entry))) order.set(keyOf(entry), entry);
  return [...order].flatMap(([key, entry]): Need<Use>[] => {
    const level = chosen.get(key);
    const access = level === undefined ? undefined : accessLevels[level];
    if (level === undefined || access === undefined) return [];
    const served = uses.filter((use) => (clauseOf(use).get(key) ?? Number.POSITIVE_INFINITY) <= level);
    const exact = (use: Use): number => (clauseOf(use).get(key) === level ? 0 : 1);
    return [
      {
        scope: entry.scope,
        category: getCategoryKey(entry),
        title: entry.category,
        access,
        uses: [...served].sort((a, b) => exact(a) - exact(b)),
        alternatives: alternativesTo(key, chosen, uses, order),
      },
    ];
  });
}

function keyOf(entry: PermissionEntry): string {
  return `${entry.scope}.${getCategoryKey(entry)}`;
}

function clauseOf({ entries }: Demand): Clause {
  const clause = new Map<string, number>();
  for (const entry of entries) {
    const level = accessLevels.indexOf(entry.access);
    clause.set(keyOf(entry), Math.min(level, clause.get(keyOf(entry)) ?? level));
  }
  return clause;
}

/** @returns the alternatives that are granted, or all if none is. */
function preferGranted(clause: Clause, granted: Grants): Clause {
  const held = [...clause].filter(([key, level]) => {
    const [scope = "", category = ""] = key.split(/\.(.*)/u);
    return accessLevels.indexOf((granted[scope]?.[category] ?? "") as Access) >= level;
  });
  return held.length > 0 ? new Map(held) : clause;
}

/** @returns the permissions that could replace a chosen one: each serves every use that no other chosen permission serves. */
function alternativesTo(
  key: string,
  chosen: ReadonlyMap<string, number>,
  uses: readonly Demand[],
  order: ReadonlyMap<string, PermissionEntry>,
): readonly Permission[] {
  const others = new Map([...chosen].filter(([other]) => other !== key));
  const dependent = distinct(uses.map(clauseOf).filter((clause) => !isServed(clause, others)));
  const [first, ...rest] = dependent;
  if (!first) return [];
  return [...first.keys()].flatMap((other): Permission[] => {
    const entry = order.get(other);
    const levels = [first, ...rest].map((clause) => clause.get(other) ?? Number.POSITIVE_INFINITY);
    const access = accessLevels[Math.max(...levels)];
    if (other === key || entry === undefined || access === undefined) return [];
    return [{ scope: entry.scope, category: getCategoryKey(entry), access }];
  });
}

function distinct(clauses: readonly Clause[]): Clause[] {
  return [...new Map(clauses.map((clause) => [JSON.stringify([...clause].sort()), clause])).values()];
}

function raise(chosen: Map<string, number>, key: string, level: number): void {
  chosen.set(key, Math.max(level, chosen.get(key) ?? 0));
}

function isServed(clause: Clause, chosen: ReadonlyMap<string, number>): boolean {
  return clause.size === 0 || [...clause].some(([key, level]) => (chosen.get(key) ?? -1) >= level);
}

interface Choice {
  readonly set: ReadonlyMap<string, number>;
  readonly size: number;
  readonly levels: number;
}

/** Searches all ways to serve the clauses (branch and bound). */
function bestChoice(chosen: ReadonlyMap<string, number>, clauses: readonly Clause[]): ReadonlyMap<string, number> {
  let best: Choice | undefined;
  const isWorse = (set: ReadonlyMap<string, number>): boolean => {
    const levels = sumOf(set);
    return best !== undefined && (set.size > best.size || (set.size === best.size && levels >= best.levels));
  };
  const visit = (set: ReadonlyMap<string, number>, index: number): void => {
    if (isWorse(set)) return;
    const clause = clauses[index];
    if (clause === undefined) {
      best = { set, size: set.size, levels: sumOf(set) };
      return;
    }
    if (isServed(clause, set)) {
      visit(set, index + 1);
      return;
    }
    for (const [key, level] of clause) visit(new Map(set).set(key, Math.max(level, set.get(key) ?? 0)), index + 1);
  };
  visit(new Map(chosen), 0);
  return best?.set ?? chosen;
}

function sumOf(set: ReadonlyMap<string, number>): number {
  return [...set.values()].reduce((sum, level) => sum + level, 0);
}

/** Removes or lowers permissions that became redundant because clauses were decided in batches. */
function prune(chosen: Map<string, number>, clauses: readonly Clause[]): void {
  const serves = (): boolean => clauses.every((clause) => isServed(clause, chosen));
  for (const [key, level] of [...chosen]) {
    chosen.delete(key);
    for (let lower = 0; lower <= level && !serves(); lower += 1) chosen.set(key, lower);
  }
}
