import type { Variable } from "./declarations";
import type { FileCode, ValueId } from "./graph";
import type { ValueNode } from "./values";

/**
 * The members of an object that a function assigns. `changedKeys` considers the assignments on the way to the function's end, and its callees.
 * `mayBeAssigned` considers all assignments of the function, and no callees.
 */

/** Keys of an object under which a function may change something. */
export interface ChangedKeys {
  readonly assigned: ReadonlySet<string>;
  /** Not assigned themselves, but the objects in these members may be changed: `options.headers.x = 1`. */
  readonly given: ReadonlySet<string>;
}

const changedByFile = new WeakMap<FileCode, Map<string, ChangedKeys | undefined>>();

/**
 * Follows the versions of an object backwards from a function's end.
 *
 * @param left the version of a parameter, or of `this`, at the function's end.
 * @param others `change` if callees that receive the object may change it, `read` if they only read it.
 * @returns undefined if callees may change the object, or a written key is computed.
 */
export function changedKeys(code: FileCode, left: ValueId, others: "change" | "read"): ChangedKeys | undefined {
  const ofFile = changedByFile.get(code) ?? new Map<string, ChangedKeys | undefined>();
  changedByFile.set(code, ofFile);
  const key = `${left} ${others}`;
  if (!ofFile.has(key)) ofFile.set(key, changedBefore(code, left, others));
  return ofFile.get(key);
}

function changedBefore(
  { values, variables }: FileCode,
  left: ValueId,
  others: "change" | "read",
): ChangedKeys | undefined {
  const assigned = new Set<string>();
  const given = new Set<string>();
  // The set grows while it is walked.
  const versions = new Set([left]);
  for (const id of versions) {
    const node = values[id];
    // Closures refer to the object by a variable: all versions of that count.
    const named = node?.kind === "variable" ? variables[node.variable] : undefined;
    const before = named ? versionsOf(named) : node && versionsBefore(node, others);
    if (!before) return undefined;
    for (const each of before) versions.add(each);
    if (node?.kind !== "write") continue;
    if (typeof node.key !== "string") return undefined;
    (node.isKept ? given : assigned).add(node.key);
  }
  return { assigned, given };
}

function versionsOf({ assigned, changed, last }: Variable): readonly ValueId[] {
  const versions = [...assigned, ...changed].map(({ value }) => value);
  return last === undefined ? versions : [...versions, last];
}

/** @returns the versions from which a version derives; undefined if its origin is unknown. */
function versionsBefore(node: ValueNode, others: "change" | "read"): readonly ValueId[] | undefined {
  switch (node.kind) {
    case "parameter":
    case "this":
      return [];
    case "write":
      return [node.object];
    case "join":
      return node.sides.map(({ value }) => value);
    case "refined":
    case "typed":
    case "named":
    case "withDefault":
      return [node.value];
    case "same":
      return [node.object, node.then];
    case "after":
      return others === "read" ? [node.object] : undefined;
    default:
      return undefined;
  }
}

interface Assigned {
  /** Assigned members, by the first version of their object. */
  readonly keys: ReadonlyMap<ValueId, ReadonlySet<string>>;
  /** First versions of objects with an assignment to a computed member. */
  readonly any: ReadonlySet<ValueId>;
}

const assignedByFile = new WeakMap<FileCode, Assigned>();

/** @returns whether the function around an object assigns a member of it, through any of its versions. */
export function mayBeAssigned(code: FileCode, root: ValueId, key: string): boolean {
  const { any, keys } = assignedIn(code);
  return any.has(root) || keys.get(root)?.has(key) === true;
}

/** @returns whether a function of a file assigns a computed member of its `this`. */
export function mayAssignAny(code: FileCode): boolean {
  return [...assignedIn(code).any].some((root) => code.values[root]?.kind === "this");
}

function assignedIn(code: FileCode): Assigned {
  let known = assignedByFile.get(code);
  if (!known) assignedByFile.set(code, (known = findAssigned(code)));
  return known;
}

function findAssigned({ values, roots }: FileCode): Assigned {
  const keys = new Map<ValueId, Set<string>>();
  const any = new Set<ValueId>();
  for (const node of values) {
    const root = node.kind === "write" ? roots[node.object] : undefined;
    if (node.kind !== "write" || root === undefined) continue;
    if (typeof node.key === "number") any.add(root);
    else keys.set(root, (keys.get(root) ?? new Set()).add(node.key));
  }
  return { keys, any };
}
