import type { StringValue } from "../../value/value";
import type { PermissionEntry } from "../contract";
import { canRead, isHole, splitPath, textOf, type Segment } from "./path-pattern";
import { routeTree, type ParameterEdge, type RouteNode } from "./route-tree";

/** What the permission map says of one method and path. */
export interface EndpointMatch {
  /**
   * `certain`: `entries` tells which endpoint it is; `possible`: it depends on what the holes turn out to be, or the map may leave out an
   * endpoint that would fit better; `none`: the map does not list it.
   */
  readonly certainty: "certain" | "possible" | "none";
  /** It is surely one of `entries` and `possible`, whichever: no endpoint that the map leaves out. */
  readonly listed: boolean;
  /** The entries of the one endpoint that it is, every hole standing for a path parameter. Empty unless `certain`. */
  readonly entries: readonly PermissionEntry[];
  /** Where it is `listed`: the entries of each endpoint that it is on one of its paths, every hole standing for a path parameter. */
  readonly endpoints: readonly (readonly PermissionEntry[])[];
  /** Entries of the other endpoints that it may be, should a hole have a certain value. Whoever must not be wrong asks these too. */
  readonly possible: readonly PermissionEntry[];
}

/** What requests are looked up in: the permission map of a contract, or the endpoints of a description. */
export interface EndpointList {
  readonly permissions: readonly PermissionEntry[];
  /** The service has no other endpoints. */
  readonly complete?: true;
}

/**
 * Looks up a request in the contract's permission map (permissions 4).
 *
 * Fixed words beat parameters, as in every router. A hole stands for a parameter; it may also be one of the fixed words at that place. Where
 * the map has two parameters in a row, one hole may stand for both (`/repos/${fullName}/issues`), by its name or because nothing else fits.
 * Where nothing fits at all, any hole may stand for several segments, which is never certain. Work is bounded by the size of the map.
 *
 * @param method upper case.
 * @param path below the service's base, or each that it may be; its holes stand for path parameters. In a text, `{name}` is a hole.
 * @param aliases neutral path segment -> the one the code uses.
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
  /** The map's neutral segment -> the one that the code uses; `neutral` is the other way round. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly neutral: ReadonlyMap<string, string>;
  /** There are no endpoints but those of the list. */
  readonly complete: boolean;
}

interface Hit {
  readonly node: RouteNode;
  readonly entries: readonly PermissionEntry[];
  readonly certain: boolean;
}

/** One segment of the path is one segment of the map, but for a last parameter that may span several. */
function walk(lookup: Lookup, node: RouteNode, index: number, certain: boolean): Hit[] {
  const segment = lookup.segments[index];
  if (segment === undefined) return hitsAt(lookup, node, certain);
  const text = textOf(segment);
  if (text !== undefined) {
    const literal = literalOf(lookup, node, text);
    const found = literal === undefined ? [] : walk(lookup, literal, index + 1, certain);
    if (found.length > 0) return found;
    const isWord = !/^\d+$/.test(text);
    // A word where the map has other words, or a number, may be one that the map leaves out.
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
  // What goes on below the parameter elsewhere in the map may do so here in an endpoint that is not listed.
  return hitsAt(lookup, edge.node, surely && edge.node.literals.size === 0);
}

/** Goes on behind a parameter: behind the next one too, where the segment may be the values of both with a slash between them. */
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
  // `/repos/${x}/word`: the word is a repository's name, or something below the repository that the hole names.
  return [...both, ...single].map((hit) => ({ ...hit, certain: false }));
}

function literalOf({ neutral }: Lookup, node: RouteNode, text: string): RouteNode | undefined {
  return node.literals.get(text) ?? node.literals.get(neutral.get(text) ?? "");
}

/** What a path of Google's ends with, behind the name of a resource: `{id}:cancel`. */
const verb = /:[A-Za-z]+$/u;

/** @returns the parameters of which some value gives the segment. A parameter takes no verb along where the map has verbs at its place. */
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

/** Whether a segment is one hole, with the texts of the parameter around it. */
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
 * A hole may be several segments of the map at once: `/v1/${name}:cancel`. What is found in this way is certain only where it is the one endpoint
 * of a complete list that ends with the verb that is written.
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

/** @returns the nodes that one segment leads to. */
function behind(node: RouteNode, segment: Segment, lookup: Lookup): readonly RouteNode[] {
  const text = textOf(segment);
  const literal = text === undefined ? undefined : literalOf(lookup, node, text);
  const ends = edgesFor(node, segment).flatMap((edge) =>
    segment.holds === "two" ? edge.node.parameters.map((second) => second.node) : [edge.node],
  );
  return literal === undefined ? ends : [literal, ...ends];
}

/** Google's libraries take the name of a resource with the slashes in it. */
function mayHoldSeveral({ texts, numeric, holds }: Segment, { complete }: Lookup): boolean {
  if (numeric || holds === "two" || (holds !== undefined && !complete)) return false;
  return texts.length === 2 && texts[0] === "" && (texts[1] === "" || verb.test(texts[1] ?? ""));
}

/** @returns the places to which a hole leads that holds several segments, with fixed words among them where all endpoints are listed. */
function below(states: ReadonlySet<RouteNode>, segment: Segment, { complete }: Lookup): readonly RouteNode[] {
  const passed = new Set(states);
  const ends: RouteNode[] = [];
  // A loop over a set also visits members that are added meanwhile.
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

/** @param matches the hits of each path that it may be, the likeliest first. */
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
