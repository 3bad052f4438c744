import { findNear, isOneTypoAway } from "../../text/near";
import type { StringValue } from "../../value/value";
import type { PermissionEntry } from "../contract";
import type { EndpointList } from "./endpoints";
import { isHole, splitPath, textOf, type Segment } from "./path-pattern";
import { routeTree, type RouteNode } from "./route-tree";

/** A listed endpoint that differs from a path by a word or two. */
export interface NearEndpoint {
  readonly entry: PermissionEntry;
  /** The words to change, in path order. */
  readonly corrections: readonly Correction[];
}

export interface Correction {
  /** Index of the segment. */
  readonly segment: number;
  readonly wrong: string;
  /** As the code would write it, with aliases applied. */
  readonly right: string;
}

interface Search {
  readonly method: string | undefined;
  readonly segments: readonly Segment[];
  readonly aliases: Readonly<Record<string, string>>;
  readonly isNear: (word: string, other: string) => boolean;
  readonly found: NearEndpoint[];
}

/** Bounds the search: longer lists are not read, and words that match several others could make it slow. */
const limit = 8;

/**
 * Finds the endpoints that the author of an unlisted path may have meant.
 *
 * Skips paths with several alternatives. A word counts as wrong only where the map has other fixed words. Parameters stay unchanged.
 *
 * @param method upper case; absent: any.
 * @param slips the maximum number of wrong words. With 1, the word may differ by one letter, its case or a separator; with more, by the measure of findNear.
 * @returns the endpoints with the fewest corrections, in the map's order.
 */
export function findNearEndpoints(
  contract: EndpointList,
  method: string | undefined,
  path: StringValue | string,
  aliases: Readonly<Record<string, string>>,
  slips = 1,
): readonly NearEndpoint[] {
  const tree = routeTree(contract.permissions);
  const isNear = slips === 1 ? isOneTypoAway : (word: string, other: string) => findNear(word, [other]).length > 0;
  const [segments = [], ...others] = splitPath(path);
  if (others.length > 0) return [];
  for (let allowed = 1; allowed <= slips; allowed += 1) {
    const search: Search = { method, segments, aliases, isNear, found: [] };
    walk(search, tree, 0, allowed, []);
    if (search.found.length > 0) return search.found;
  }
  return [];
}

function walk(search: Search, node: RouteNode, index: number, slips: number, corrections: readonly Correction[]): void {
  if (search.found.length >= limit) return;
  const segment = search.segments[index];
  if (segment === undefined) {
    collect(search, node, corrections);
    return;
  }
  const text = textOf(segment);
  const exact = text === undefined ? undefined : exactLiteral(search, node, text);
  if (exact !== undefined) {
    walk(search, exact, index + 1, slips, corrections);
    return;
  }
  for (const child of parametersFor(segment, text, node)) walk(search, child, index + 1, slips, corrections);
  if (text === undefined || slips === 0 || /^\d*$/.test(text)) return;
  const isLast = index === search.segments.length - 1;
  for (const [word, child] of node.literals) {
    const right = search.aliases[word] ?? word;
    if (!search.isNear(text, right) || (isLast && isSingular(text, right))) continue;
    walk(search, child, index + 1, slips - 1, [...corrections, { segment: index, wrong: text, right }]);
  }
}

/** @returns the nodes after the parameters that a segment may match. A hole may match two. */
function* parametersFor(segment: Segment, text: string | undefined, node: RouteNode): Generator<RouteNode> {
  for (const edge of node.parameters) {
    if (text !== undefined && !(text.startsWith(edge.prefix) && text.endsWith(edge.suffix))) continue;
    if (segment.holds !== "two") yield edge.node;
    if (isHole(segment) && segment.holds !== "one") for (const second of edge.node.parameters) yield second.node;
  }
}

/** `…/installation` beside `…/installations` may be a separate endpoint, for a single item. */
function isSingular(word: string, other: string): boolean {
  return `${word}s` === other || `${other}s` === word;
}

function exactLiteral({ aliases }: Search, node: RouteNode, text: string): RouteNode | undefined {
  const direct = node.literals.get(text);
  if (direct !== undefined) return direct;
  const neutral = Object.keys(aliases).find((word) => aliases[word] === text && node.literals.has(word));
  return neutral === undefined ? undefined : node.literals.get(neutral);
}

function collect({ method, found }: Search, node: RouteNode, corrections: readonly Correction[]): void {
  if (corrections.length === 0) return;
  const lists = method === undefined ? [...node.entries.values()] : [node.entries.get(method) ?? []];
  for (const [entry] of lists) {
    const isNew = entry !== undefined && !found.some((other) => other.entry === entry);
    if (isNew && found.length < limit) found.push({ entry, corrections });
  }
}
