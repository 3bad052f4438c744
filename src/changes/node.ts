import type { ContractSchema } from "../contract/file/schema-shape";

/** Whom a change breaks: who sends requests, who reads answers, or nobody. */
export type Effect = "requests" | "readers" | "nobody";

/**
 * What tells whether a call is hit by a change at a place.
 *
 * `sent`, `missing`: calls that send it, or that do not; `value`: those that send a value which no longer fits `now`, and did fit `was`; `null`: those that send
 * `null` there; `read`: those that read it; `perhaps sent`, `perhaps read`: nobody knows of those that send or read it, and the others are spared; `none`: no call.
 */
export type Test =
  | {
      readonly kind: "sent" | "missing" | "null" | "read" | "perhaps sent" | "perhaps read" | "none";
    }
  | { readonly kind: "value"; readonly was: ContractSchema; readonly now: ContractSchema };

/** A change of a schema. */
export interface SchemaChange {
  /** The id of the change; `{scope}` stands for what the schema is of: a parameter, a body, a property. */
  readonly id: string;
  readonly effect: Effect;
  readonly was?: string;
  readonly now?: string;
  readonly test: Test;
}

/** What has changed at one place of a value, and inside it. Schemas that lead to themselves make a graph. */
export interface ChangeNode {
  readonly changes: SchemaChange[];
  /** By field; `[]` leads to the elements of a list, `{}` to the values of a map. */
  readonly steps: Map<string, ChangeNode>;
  /** What has changed in options of a union, which are at the same place. */
  readonly options: ChangeNode[];
}

export const elementStep = "[]";
export const valueStep = "{}";

/** @returns one without changes. */
export function newNode(): ChangeNode {
  return { changes: [], steps: new Map(), options: [] };
}

/** A change, and the place where it is met first. */
export interface PlacedChange {
  readonly change: SchemaChange;
  readonly path: readonly string[];
}

/** @returns all changes that a node leads to, each once, with the shortest path. */
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
    // Options stand at the same place, and are looked at in the same round.
    for (const { node, path } of level) {
      found.push(...node.changes.map((change) => ({ change, path })));
      for (const option of node.options) add(option, path, level);
      for (const [step, inner] of node.steps) add(inner, [...path, step], next);
    }
    level = next;
  }
  return found;
}
