import type { StringValue } from "../../value/value";
import type { PermissionEntry } from "../contract";
import { canRead, isHole, splitPath, textOf, type Segment } from "./path-pattern";
import { routeTree, type ParameterEdge, type RouteNode } from "./route-tree";

/** The result of looking up a method and path in the permission map. */
export interface EndpointMatch {
  /**
   * `certain`: `entries` is the endpoint. `possible`: it depends on the values of holes, or an endpoint missing from the map may fit better. `none`: the map
   * has no such endpoint.
   */
  readonly certainty: "certain" | "possible" | "none";
  /** Whether the request surely goes to one of the endpoints in `entries` and `possible`, and not to one that the map omits. */
  readonly listed: boolean;
  /** The entries of the only endpoint that fits, if every hole is a path parameter. Empty unless `certain`. */
  readonly entries: readonly PermissionEntry[];
  /** If `listed`: for each of the request's paths, the entries of the endpoint that fits if every hole is a path parameter. */
  readonly endpoints: readonly (readonly PermissionEntry[])[];
  /** The entries of other endpoints that would fit with certain values of holes. Include them where false reports must be avoided. */
  readonly possible: readonly PermissionEntry[];
}

/** The endpoints to search: those of a contract's permission map, or of a description. */
export interface EndpointList {
  readonly permissions: readonly PermissionEntry[];
  /** Whether the service has no other endpoints. */
  readonly complete?: true;
}

/**
 * Looks up a request in the contract's permission map (permissions 4).
 *
 * Fixed words take precedence over parameters, as in every router. A hole matches a parameter, or a fixed word at its place. If the map has two parameters in a
 * row, one hole may match both (`/repos/${fullName}/issues`), by its name or because nothing else fits. If nothing fits, any hole may match several segments.
 * The work is bounded by the size of the map.
 *
 * @param method upper case.
 * @param path below the service's base; a list contains the possible paths. Holes are path parameters. In a text, `{name}` is a hole.
 * @param aliases segments in the code, by the map's neutral segment.
 */
export function findEndpoints(
  contract: EndpointList,
  method: string,
  path: StringValue | string | readonly StringValue[],
  aliases: Readonly<Record<string, string>>,
): EndpointMatch {
  const tree = routeTree(contract.permissions);
  const neutral = new Map(Object.entries(aliases).map(([name, used]) => [used, name]));
  const paths = typeof path === "string" || "kind" in path ? [path] : path;
  const matches = paths.flatMap(splitPath).map((segments) => {
    const lookup: Lookup = { method, segments, aliases, neutral, complete: contract.complete === true };
    const found = walk(lookup, tree, 0, true);
    return found.length > 0 ? found : span(lookup, tree);
  });
  return combine(matches);
}

interface Lookup {
  readonly method: string;
  readonly segments: readonly Segment[];
  /** Segments in the code by neutral segment of the map; `neutral` is the inverse. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly neutral: ReadonlyMap<string, string>;
  /** Whether the list contains all endpoints. */
  readonly complete: boolean;
}

interface Hit {
  readonly node: RouteNode;
  readonly entries: readonly PermissionEntry[];
  readonly certain: boolean;
}

/** Matches each segment of the path with one of the map, except that a last parameter may span several. */
function walk(lookup: Lookup, node: RouteNode, index: number, certain: boolean): Hit[] {
  const segment = lookup.segments[index];
  if (segment === undefined) return hitsAt(lookup, node, certain);
  const text = textOf(segment);
  if (text !== undefined) {
    const literal = literalOf(lookup, node, text);
    const found = literal === undefined ? [] : walk(lookup, literal, index + 1, certain);
    if (found.length > 0) return found;
    const isWord = !/^\d+$/.test(text);
    // A word may belong to an endpoint that the map omits, if the map has other words or a number at this place.
    const maybeUnlisted = (edge: ParameterEdge): boolean =>
      !lookup.complete && isWord && isBare(edge) && (edge.numbers || node.literals.size > 0);
    return edgesFor(node, segment).flatMap((edge) =>
      walkParameter(lookup, edge, segment, index, certain && !maybeUnlisted(edge)),
    );
  }
  const literals = [...node.literals].filter(
    ([word]) => canRead(segment, word) || canRead(segment, lookup.aliases[word] ?? word),
  );
  return [
    ...edgesFor(node, segment).flatMap((edge) =>
      walkParameter(lookup, edge, segment, index, certain && (isHole(segment) || literals.length === 0)),
    ),
    ...literals.flatMap(([, child]) => walk(lookup, child, index + 1, false)),
  ];
}

function walkParameter(lookup: Lookup, edge: ParameterEdge, segment: Segment, index: number, certain: boolean): Hit[] {
  const text = textOf(segment);
  const surely = certain && (text !== undefined || isBare(edge) || isWritten(segment, edge));
  const found = walkAfter(lookup, edge, segment, index, surely);
  if (found.length > 0 || !edge.spans || index + 1 >= lookup.segments.length) return found;
  // Words after this parameter in other paths may also follow it here, in an endpoint that the map omits.
  return hitsAt(lookup, edge.node, surely && edge.node.literals.size === 0);
}

/** Continues after a parameter, and also after the next one if the segment may hold the values of both, with a slash between them. */
function walkAfter(lookup: Lookup, edge: ParameterEdge, segment: Segment, index: number, certain: boolean): Hit[] {
  const one = (surely: boolean): Hit[] => walk(lookup, edge.node, index + 1, surely);
  const second = edge.node.parameters.find(isBare);
  const isPair = second !== undefined && isBare(edge) && isHole(segment) && !segment.numeric;
  if (!isPair || segment.holds === "one") return one(certain);
  const both = walk(lookup, second.node, index + 1, certain);
  if (segment.holds === "two") return both;
  const single = one(certain);
  if (single.length === 0) return both;
  const next = lookup.segments[index + 1];
  const word = next && textOf(next);
  if (word === undefined || literalOf(lookup, edge.node, word) !== undefined) return single;
  // In `/repos/${x}/word`, `word` may be the repository's name, or a path below the repository in `x`.
  return [...both, ...single].map((hit) => ({ ...hit, certain: false }));
}

function literalOf({ neutral }: Lookup, node: RouteNode, text: string): RouteNode | undefined {
  return node.literals.get(text) ?? node.literals.get(neutral.get(text) ?? "");
}

/** A custom verb at the end of a Google path: `{id}:cancel`. */
const verb = /:[A-Za-z]+$/u;

/** @returns the parameters that some value of the segment matches. If the map has verbs here, a plain parameter does not match a segment with one. */
function edgesFor(node: RouteNode, segment: Segment): readonly ParameterEdge[] {
  const end = verb.exec(textOf(segment) ?? segment.texts.at(-1) ?? "")?.[0];
  const isVerb = end !== undefined && node.parameters.some(({ suffix }) => suffix.startsWith(":"));
  const isKnown = isVerb && node.parameters.some(({ suffix }) => suffix === end);
  return node.parameters.filter((edge) => {
    if (isVerb && edge.suffix === "" && (isKnown || textOf(segment) === undefined)) return false;
    return fits(segment, edge);
  });
}

function fits(segment: Segment, { prefix, suffix }: ParameterEdge): boolean {
  const text = textOf(segment);
  if (text !== undefined)
    return text.length > prefix.length + suffix.length && text.startsWith(prefix) && text.endsWith(suffix);
  const [first = ""] = segment.texts;
  const last = segment.texts.at(-1) ?? "";
  const mayBegin = first.startsWith(prefix) || prefix.startsWith(first);
  return mayBegin && (last.endsWith(suffix) || suffix.endsWith(last));
}

/** Whether a segment is a single hole with the parameter's prefix and suffix. */
function isWritten({ texts }: Segment, { prefix, suffix }: ParameterEdge): boolean {
  return texts.length === 2 && texts[0] === prefix && texts[1] === suffix;
}

/** @returns whether the parameter is the whole segment. */
function isBare({ prefix, suffix }: ParameterEdge): boolean {
  return prefix === "" && suffix === "";
}

function hitsAt({ method, complete }: Lookup, node: RouteNode, certain: boolean): Hit[] {
  const entries = node.entries.get(method);
  return entries === undefined ? [] : [{ node, entries, certain: certain && (complete || !node.vague) }];
}

/**
 * Lets a hole match several segments of the map: `/v1/${name}:cancel`. The result is certain only if the list is complete and a single endpoint fits with the
 * written verb.
 */
function span(lookup: Lookup, tree: RouteNode): Hit[] {
  let states = new Set([tree]);
  for (const segment of lookup.segments) {
    const next = new Set([...states].flatMap((node) => behind(node, segment, lookup)));
    if (mayHoldSeveral(segment, lookup)) for (const node of below(states, segment, lookup)) next.add(node);
    states = next;
  }
  const hits = [...states].flatMap((node) => hitsAt(lookup, node, false));
  const [only, ...others] = hits;
  const isWhole = lookup.complete && only !== undefined && others.length === 0;
  return isWhole && verb.test(lookup.segments.at(-1)?.texts.at(-1) ?? "") ? [{ ...only, certain: true }] : hits;
}

/** @returns the nodes after one segment. */
function behind(node: RouteNode, segment: Segment, lookup: Lookup): readonly RouteNode[] {
  const text = textOf(segment);
  const literal = text === undefined ? undefined : literalOf(lookup, node, text);
  const ends = edgesFor(node, segment).flatMap((edge) =>
    segment.holds === "two" ? edge.node.parameters.map((second) => second.node) : [edge.node],
  );
  return literal === undefined ? ends : [literal, ...ends];
}

/** Whether a hole may contain slashes: Google's libraries take resource names that contain them. */
function mayHoldSeveral({ texts, numeric, holds }: Segment, { complete }: Lookup): boolean {
  if (numeric || holds === "two" || (holds !== undefined && !complete)) return false;
  return texts.length === 2 && texts[0] === "" && (texts[1] === "" || verb.test(texts[1] ?? ""));
}

/** @returns the nodes that a hole over several segments may lead to. If all endpoints are listed, these segments may include fixed words. */
function below(states: ReadonlySet<RouteNode>, segment: Segment, { complete }: Lookup): readonly RouteNode[] {
  const passed = new Set(states);
  const ends: RouteNode[] = [];
  // A loop over a set also visits members that are added during the loop.
  for (const node of passed) {
    for (const edge of edgesFor(node, segment)) ends.push(edge.node);
    const inner = [
      ...(complete ? node.literals.values() : []),
      ...node.parameters.filter(isBare).map((edge) => edge.node),
    ];
    for (const each of inner) passed.add(each);
    if (isHole(segment) && complete) ends.push(...inner);
  }
  return ends;
}

/** @param matches the hits of each possible path, the likeliest first. */
function combine(matches: readonly (readonly Hit[])[]): EndpointMatch {
  const firsts = matches.map((hits) => hits.find((hit) => hit.certain));
  const first = firsts[0];
  const certain = first !== undefined && firsts.every((hit) => hit?.node === first.node);
  const listed = firsts.every((hit) => hit !== undefined);
  const others = new Set(matches.flat().map((hit) => hit.entries));
  if (certain) others.delete(first.entries);
  const possible = [...others].flat();
  return {
    certainty: certain ? "certain" : possible.length > 0 ? "possible" : "none",
    listed,
    endpoints: listed ? [...new Set(firsts.map((hit) => hit.entries))] : [],
    entries: certain ? first.entries : [],
    possible,
  };
}
