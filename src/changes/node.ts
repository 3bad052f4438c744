import type { ContractSchema } from "../contract/file/schema-shape";

/** What a change breaks: requests, readers of responses, or nothing. */
export type Effect = "requests" | "readers" | "nobody";

/**
 * The test whether a change at a place hits a call.
 *
 * `sent`, `missing`: hits calls that send the value, or that do not. `value`: hits calls with a value that is valid in
 * `was` but not in `now`. `null`: hits calls that send `null`. `read`: hits calls that read the value. `perhaps sent`,
 * `perhaps read`: calls that send or read it may be hit, and all others are not. `none`: hits no call.
 */
export type Test =
  | {
      readonly kind: "sent" | "missing" | "null" | "read" | "perhaps sent" | "perhaps read" | "none";
    }
  | { readonly kind: "value"; readonly was: ContractSchema; readonly now: ContractSchema };

/** A change of a schema. */
export interface SchemaChange {
  /** The id of the change; `{scope}` stands for the owner of the schema: parameter, body or property. */
  readonly id: string;
  readonly effect: Effect;
  readonly was?: string;
  readonly now?: string;
  readonly test: Test;
}

/** The changes at one place of a value, and inside it. Recursive schemas form a cyclic graph. */
export interface ChangeNode {
  readonly changes: SchemaChange[];
  /** Nodes by field; `[]` leads to the elements of a list, `{}` to the values of a map. */
  readonly steps: Map<string, ChangeNode>;
  /** Nodes of union options, which are at the same place. */
  readonly options: ChangeNode[];
}

export const elementStep = "[]";
export const valueStep = "{}";

/** @returns a node without changes. */
export function newNode(): ChangeNode {
  return { changes: [], steps: new Map(), options: [] };
}

/** A change with its shortest path. */
export interface PlacedChange {
  readonly change: SchemaChange;
  readonly path: readonly string[];
}

/** @returns all changes reachable from a node, each once with its shortest path. */
export function listChanges(root: ChangeNode): readonly PlacedChange[] {
  const found: PlacedChange[] = [];
  const seen = new Set<ChangeNode>([root]);
  let level: { readonly node: ChangeNode; readonly path: readonly string[] }[] = [{ node: root, path: [] }];
  while (level.length > 0) {
    const next: typeof level = [];
    const add = (node: ChangeNode, path: readonly string[], into: typeof level): void => {
      if (seen.has(node)) return;
      seen.add(node);
      into.push({ node, path });
    };
    // Options are at the same depth, so they are visited in the same round: the loop also visits nodes added during it.
    for (const { node, path } of level) {
      found.push(...node.changes.map((change) => ({ change, path })));
      for (const option of node.options) add(option, path, level);
      for (const [step, inner] of node.steps) add(inner, [...path, step], next);
    }
    level = next;
  }
  return found;
}
