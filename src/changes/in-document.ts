import type { ContractSchema } from "../contract/file/schema-shape";
import { checkShape } from "../shape/check";
import type { Shape } from "../shape/shape";
import type { Range } from "../text/range";
import type { Position } from "../usage/usage";
import type { ObjectValue, Value } from "../value/value";
import type { Outcomes } from "./in-reads";
import { type ChangeNode, elementStep, type SchemaChange, type Test, valueStep } from "./node";
import { notKnown, type Outcome, spared, worse } from "./outcome";

/** Settings for comparing a document with changes. */
export interface DocumentReading {
  /** @returns the shape of a schema in one of the versions. */
  shapeOf(schema: ContractSchema, version: "was" | "now"): Shape;
  positionAt(offset: number): Position;
  /** Whether the document is part of an object: an absent member is not missing then. */
  readonly isPart: boolean;
}

/** Finds the changes of a kind that affect a document, with the places that show it. */
export function findDocumentChanges(root: ChangeNode, document: ObjectValue, reading: DocumentReading): Outcomes {
  const walk = new Walk(reading);
  walk.at(root, document, document.range);
  return walk.outcomes;
}

class Walk {
  readonly outcomes = new Map<SchemaChange, Outcome>();
  readonly #reading: DocumentReading;
  readonly #doubted = new Set<ChangeNode>();

  constructor(reading: DocumentReading) {
    this.#reading = reading;
  }

  /**
   * @param value absent if the value does not exist, although its parent does.
   * @param place the range of the value's key, or of its parent's key.
   */
  at(node: ChangeNode, value: Value | undefined, place: Range): void {
    if (value && (value.kind === "unknown" || value.kind === "opaque" || value.kind === "alternatives")) {
      this.#all(node, place);
      return;
    }
    for (const change of node.changes) this.#add(change, this.#outcomeOf(change.test, value, place));
    for (const option of node.options) this.at(option, value, place);
    if (!value) return;
    for (const [step, inner] of node.steps) this.#step(inner, step, value, place);
  }

  #step(node: ChangeNode, step: string, value: Value, place: Range): void {
    if (step === elementStep) {
      if (value.kind === "array")
        for (const element of value.elements) this.at(node, element.value, element.value.range);
      return;
    }
    if (value.kind !== "object") return;
    if (step === valueStep) {
      for (const member of value.members) this.at(node, member.value, member.keyRange);
      return;
    }
    const member = value.members.find(({ key }) => key === step);
    this.at(node, member?.value, member?.keyRange ?? place);
  }

  #all(node: ChangeNode, place: Range): void {
    if (this.#doubted.has(node)) return;
    this.#doubted.add(node);
    const outcome = notKnown("a template fills it in", this.#reading.positionAt(place.start));
    for (const change of node.changes) if (change.test.kind !== "none") this.#add(change, outcome);
    for (const inner of [...node.options, ...node.steps.values()]) this.#all(inner, place);
  }

  #outcomeOf(test: Test, value: Value | undefined, place: Range): Outcome {
    const isHit = this.#isHit(test, value);
    return isHit ? { kind: "hit", at: this.#reading.positionAt(place.start) } : spared;
  }

  #isHit(test: Test, value: Value | undefined): boolean {
    switch (test.kind) {
      case "sent":
        return value !== undefined;
      case "missing":
        return value === undefined && !this.#reading.isPart;
      case "null":
        return value?.kind === "null";
      case "value":
        return value !== undefined && !this.#fits(value, test.now, "now") && this.#fits(value, test.was, "was");
      default:
        return false;
    }
  }

  #fits(value: Value, schema: ContractSchema, version: "was" | "now"): boolean {
    return checkShape(value, this.#reading.shapeOf(schema, version)).length === 0;
  }

  #add(change: SchemaChange, outcome: Outcome): void {
    this.outcomes.set(change, worse(this.outcomes.get(change), outcome));
  }
}
