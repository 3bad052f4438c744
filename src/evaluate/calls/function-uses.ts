import type { FunctionId, ValueId } from "../../code/graph";
import { item } from "../../code/item";
import type { Key } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import { addTo } from "../../text/groups";

/** The positions of a file's function expressions. */
export interface FunctionUses {
  /** Calls with the function as an argument, or as a member of an object literal that is one, by function: `useQuery({ queryFn: () => … })`. */
  readonly arguments: ReadonlyMap<FunctionId, readonly ValueId[]>;
  /** The object literal with the function as a member, by function. */
  readonly members: ReadonlyMap<FunctionId, ValueId>;
  /** The keys of these members, by function. */
  readonly keys: ReadonlyMap<FunctionId, Key>;
  /** Calls by the offset of their end. */
  readonly callAt: ReadonlyMap<number, ValueId>;
  /** The JSX element with the function as a child, by function. */
  readonly children: ReadonlyMap<FunctionId, ValueId>;
  /** All values that are called. */
  readonly callees: ReadonlySet<ValueId>;
}

const known = new WeakMap<ProjectFile, FunctionUses>();

export function functionUses(file: ProjectFile): FunctionUses {
  let uses = known.get(file);
  if (!uses) known.set(file, (uses = find(file)));
  return uses;
}

function find(file: ProjectFile): FunctionUses {
  const given = new Map<FunctionId, ValueId[]>();
  const givenObjects = new Map<ValueId, ValueId[]>();
  const members = new Map<FunctionId, ValueId>();
  const keys = new Map<FunctionId, Key>();
  const callAt = new Map<number, ValueId>();
  const callees = new Set<ValueId>();
  const children = new Map<FunctionId, ValueId>();
  file.code.values.forEach((node, id) => {
    if (node.kind === "call") {
      callAt.set(node.end, id);
      callees.add(node.callee);
      for (const { value } of node.arguments)
        for (const each of possibleValues(file, value)) {
          const held = item(file.code.values, each);
          if (held.kind === "function") addTo(given, held.function, id);
          else if (held.kind === "object") addTo(givenObjects, each, id);
        }
    } else if (node.kind === "jsx") {
      for (const child of node.children) {
        const held = functionOf(file, child);
        if (held !== undefined) children.set(held, id);
      }
    } else if (node.kind === "object") {
      for (const member of node.members) {
        if (member.kind === "spread") continue;
        const held = functionOf(file, member.value);
        if (held === undefined) continue;
        members.set(held, id);
        keys.set(held, member.key);
      }
    }
  });
  for (const [held, object] of members) for (const call of givenObjects.get(object) ?? []) addTo(given, held, call);
  return { arguments: given, members, keys, callAt, children, callees };
}

/** Limit of the values that are followed from one argument. */
const mostSides = 20;

/** @returns the values that a value may be, by the graph alone: a join may have one on each side. */
function possibleValues(file: ProjectFile, value: ValueId): ReadonlySet<ValueId> {
  // Iterating a set includes elements added during the iteration.
  const seen = new Set([value]);
  for (const id of seen) {
    if (seen.size > mostSides) break;
    const node = file.code.values[id];
    if (node?.kind === "join") for (const side of node.sides) seen.add(side.value);
    else if (node?.kind === "typed" || node?.kind === "named" || node?.kind === "refined") seen.add(node.value);
  }
  return seen;
}

function functionOf(file: ProjectFile, id: ValueId): FunctionId | undefined {
  const node = file.code.values[id];
  if (node?.kind === "typed" || node?.kind === "named") return functionOf(file, node.value);
  return node?.kind === "function" ? node.function : undefined;
}
