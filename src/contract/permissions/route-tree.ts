import type { PermissionEntry } from "../contract";

/** A node in the tree of the map's paths. */
export interface RouteNode {
  readonly literals: Map<string, RouteNode>;
  /** Edges for segments with a parameter, `{org}` or `{id}:cancel`, sorted by the length of their fixed text, longest first. */
  readonly parameters: ParameterEdge[];
  /** Entries by method, in document order. */
  readonly entries: Map<string, PermissionEntry[]>;
  /**
   * Set if the path to this node has two parameters in a row, and other paths have fixed words in place of the first. A
   * matching path may then be an endpoint that the map omits.
   */
  readonly vague: boolean;
}

export interface ParameterEdge {
  readonly prefix: string;
  readonly suffix: string;
  /** Whether it ends some path and may span several segments there: a file's path, a reference. */
  spans: boolean;
  /** Whether all of its names denote numbers. */
  numbers: boolean;
  readonly node: RouteNode;
}

/** Names of parameters that may contain slashes. */
const spanningNames = new Set(["path", "dir", "ref", "basehead"]);

/** Names of parameters that are numbers, and exceptions that look alike. */
const numberName = /_(?:id|number)$/;
const noNumbers = new Set(["workflow_id", "scim_user_id", "ghsa_id", "gist_id"]);

const trees = new WeakMap<readonly PermissionEntry[], RouteNode>();

/** @returns the tree of a permission map's paths, cached by map. */
export function routeTree(permissions: readonly PermissionEntry[]): RouteNode {
  let tree = trees.get(permissions);
  if (tree === undefined) {
    tree = newNode();
    for (const entry of permissions) addEntry(tree, entry);
    markVague(tree);
    trees.set(permissions, tree);
  }
  return tree;
}

interface MutableNode extends RouteNode {
  vague: boolean;
}

function newNode(): MutableNode {
  return { literals: new Map(), parameters: [], entries: new Map(), vague: false };
}

function addEntry(tree: RouteNode, entry: PermissionEntry): void {
  // The root has no segments, and a trailing slash adds none.
  const segments = entry.path.split("/").filter((segment) => segment !== "");
  let node = tree;
  for (const [index, segment] of segments.entries()) node = step(node, segment, index === segments.length - 1);
  const listed = node.entries.get(entry.method);
  if (listed === undefined) node.entries.set(entry.method, [entry]);
  else listed.push(entry);
}

function step(node: RouteNode, segment: string, isLast: boolean): RouteNode {
  const { prefix, name, suffix } = /^(?<prefix>[^{]*)\{\+?(?<name>[^}]*)\}(?<suffix>.*)$/.exec(segment)?.groups ?? {};
  if (prefix === undefined || name === undefined || suffix === undefined) {
    const child = node.literals.get(segment) ?? newNode();
    node.literals.set(segment, child);
    return child;
  }
  let edge = node.parameters.find((other) => other.prefix === prefix && other.suffix === suffix);
  if (edge === undefined) {
    edge = { prefix, suffix, spans: false, numbers: true, node: newNode() };
    node.parameters.push(edge);
    node.parameters.sort((a, b) => b.prefix.length + b.suffix.length - a.prefix.length - a.suffix.length);
  }
  if (isLast && spanningNames.has(name)) edge.spans = true;
  if (!numberName.test(name) || noNumbers.has(name)) edge.numbers = false;
  return edge.node;
}

function markVague(node: MutableNode, ambiguous = false): void {
  for (const child of node.literals.values()) markVague(child);
  for (const edge of node.parameters) {
    const child: MutableNode = edge.node;
    child.vague = ambiguous;
    markVague(child, node.literals.size > 0);
  }
}
