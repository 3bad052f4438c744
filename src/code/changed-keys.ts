import type { Variable } from "./declarations";
import type { FileCode, ValueId } from "./graph";
import type { ValueNode } from "./values";

/** Which members of something a function may change, whatever its calls do. */
export interface ChangedKeys {
  readonly assigned: ReadonlySet<string>;
  /** Nothing else is assigned to them: what they hold is given to others, which may change that. */
  readonly given: ReadonlySet<string>;
}

const known = new WeakMap<FileCode, Map<string, ChangedKeys | undefined>>();

/**
 * @param left the version of a parameter, or of `this`, that a function leaves.
 * @param others whether others change the whole where they are given that, or only read it.
 * @returns nothing where others may change the whole, or members are assigned whose names are not written.
 */
export function changedKeys(code: FileCode, left: ValueId, others: "change" | "read"): ChangedKeys | undefined {
  const ofFile = known.get(code) ?? new Map<string, ChangedKeys | undefined>();
  known.set(code, ofFile);
  const key = `${left} ${others}`;
  if (!ofFile.has(key)) ofFile.set(key, find(code, left, others));
  return ofFile.get(key);
}

function find({ values, variables }: FileCode, left: ValueId, others: "change" | "read"): ChangedKeys | undefined {
  const assigned = new Set<string>();
  const given = new Set<string>();
  // A set is walked with what is added to it meanwhile.
  const versions = new Set([left]);
  for (const id of versions) {
    const node = values[id];
    // Functions that run later have it by its name.
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

/** @returns the versions that one comes from; nothing where it may come from anything. */
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
