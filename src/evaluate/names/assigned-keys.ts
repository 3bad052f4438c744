import type { ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";

interface Assigned {
  /** Assigned members, by the first version of their object. */
  readonly keys: ReadonlyMap<ValueId, ReadonlySet<string>>;
  /** First versions of objects with an assignment to a computed member. */
  readonly any: ReadonlySet<ValueId>;
}

const known = new WeakMap<ProjectFile, Assigned>();

/** @returns whether the function around an object assigns a member of it, through any of its versions. */
export function mayBeAssigned(file: ProjectFile, root: ValueId, key: string): boolean {
  const { any, keys } = assignedIn(file);
  return any.has(root) || keys.get(root)?.has(key) === true;
}

/** @returns whether a function of a file assigns a computed member of its `this`. */
export function mayAssignAny(file: ProjectFile): boolean {
  return [...assignedIn(file).any].some((root) => file.code.values[root]?.kind === "this");
}

function assignedIn(file: ProjectFile): Assigned {
  let assigned = known.get(file);
  if (!assigned) known.set(file, (assigned = find(file)));
  return assigned;
}

function find({ code: { values, roots } }: ProjectFile): Assigned {
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
