import type { ReadFields } from "../usage/usage";
import { type ChangeNode, elementStep, type SchemaChange, valueStep } from "./node";
import { hit, notKnown, type Outcome, worse } from "./outcome";

/** What becomes of a call by each change of an answer that concerns it; the others spare it. */
export type Outcomes = ReadonlyMap<SchemaChange, Outcome>;

/** Finds which changes of an answer concern what a call reads of it. */
export function findReadChanges(root: ChangeNode, reads: ReadFields | undefined): Outcomes {
  const walk = new Walk();
  if (reads) walk.read(root, reads, true);
  else walk.all(root, "it is not known what is read of the answer");
  return walk.outcomes;
}

class Walk {
  readonly outcomes = new Map<SchemaChange, Outcome>();
  /** Nodes with unknown changes. */
  readonly #doubted = new Set<ChangeNode>();

  /** @param isRoot whether it is the whole answer, of which every reader reads. */
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

  /** Whatever has changed here and below may concern the call. */
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
