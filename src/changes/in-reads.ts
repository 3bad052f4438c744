import type { ReadFields } from "../usage/usage";
import { type ChangeNode, elementStep, type SchemaChange, valueStep } from "./node";
import { hit, notKnown, type Outcome, worse } from "./outcome";

/** The outcome of each response change that affects a call; a change that is missing here does not affect it. */
export type Outcomes = ReadonlyMap<SchemaChange, Outcome>;

/** Finds the changes of a response that affect what a call reads of it. */
export function findReadChanges(root: ChangeNode, reads: ReadFields | undefined): Outcomes {
  const walk = new Walk();
  if (reads) walk.read(root, reads, true);
  else walk.all(root, "it is not known what is read of the answer");
  return walk.outcomes;
}

class Walk {
  readonly outcomes = new Map<SchemaChange, Outcome>();
  /** Nodes below which all changes count as unknown. */
  readonly #doubted = new Set<ChangeNode>();

  /** @param isRoot whether the node is the whole response, which counts as read if any part of it is. */
  read(node: ChangeNode, reads: ReadFields, isRoot = false): void {
    const isRead = !isRoot || reads.whole === true || Object.keys(reads.fields ?? {}).length > 0;
    if (isRead) for (const change of node.changes) this.#note(change, reads);
    for (const option of node.options) this.read(option, reads, isRoot);
    const elements = node.steps.get(elementStep);
    if (elements) this.read(elements, reads, isRoot);
    if (reads.whole) {
      for (const inner of node.steps.values()) this.all(inner, "all of it goes to code that is not followed", reads);
      return;
    }
    const values = node.steps.get(valueStep);
    for (const [name, field] of Object.entries(reads.fields ?? {})) {
      const inner = node.steps.get(name) ?? values;
      if (inner) this.read(inner, field);
    }
  }

  /** Adds all changes at and below a node as possible hits. */
  all(node: ChangeNode, reason: string, reads?: ReadFields): void {
    if (this.#doubted.has(node)) return;
    this.#doubted.add(node);
    for (const change of node.changes)
      if (change.test.kind === "read" || change.test.kind === "perhaps read")
        this.#add(change, notKnown(reason, reads?.at));
    for (const inner of [...node.options, ...node.steps.values()]) this.all(inner, reason, reads);
  }

  #note(change: SchemaChange, { at }: ReadFields): void {
    if (change.test.kind === "read") this.#add(change, { ...hit, ...(at && { at }) });
    else if (change.test.kind === "perhaps read")
      this.#add(change, notKnown("it is read, and whether the code minds is not known", at));
  }

  #add(change: SchemaChange, outcome: Outcome): void {
    this.outcomes.set(change, worse(this.outcomes.get(change), outcome));
  }
}
