import type { ContractSchema } from "../contract/file/schema-shape";
import type { Shape } from "../shape/shape";
import { checkShape } from "../shape/check";
import type { Sent, SentField } from "../usage/usage";
import type { Value } from "../value/value";
import { isKnown, textValue, toValue } from "./from-sent";
import type { Outcomes } from "./in-reads";
import { type ChangeNode, elementStep, type SchemaChange, type Test, valueStep } from "./node";
import { hit, notKnown, type Outcome, spared, worse } from "./outcome";

/** What a call sends at a place: a value, certainly nothing although the parent is sent, or unknown. */
export type SentAt = SentField | "missing" | "unknown";

/** Settings for comparing values with schemas. */
export interface ValueReading {
  /** @returns the shape of a schema in one of the versions. */
  shapeOf(schema: ContractSchema, version: "was" | "now"): Shape;
  /** Whether values are texts that may represent numbers: in the query and in headers. */
  readonly isText: boolean;
}

/** Finds the changes of a value that affect what a call sends. */
export function findSentChanges(root: ChangeNode, sent: SentAt, reading: ValueReading): Outcomes {
  const walk = new Walk(reading);
  walk.at(root, sent);
  return walk.outcomes;
}

const unknownReason = "it is not known what is sent there";

class Walk {
  readonly outcomes = new Map<SchemaChange, Outcome>();
  readonly #reading: ValueReading;
  readonly #doubted = new Set<ChangeNode>();

  constructor(reading: ValueReading) {
    this.#reading = reading;
  }

  at(node: ChangeNode, sent: SentAt): void {
    if (sent === "unknown") {
      this.#all(node);
      return;
    }
    for (const change of node.changes) this.#add(change, outcomeOf(change.test, sent, this.#reading));
    for (const option of node.options) this.at(option, sent);
    // Without the parent, its members are neither sent nor missing.
    if (sent !== "missing") for (const [step, inner] of node.steps) this.#step(inner, step, sent);
  }

  #step(node: ChangeNode, step: string, sent: SentField): void {
    if (sent.types.includes("unknown")) this.at(node, "unknown");
    if (step === elementStep) {
      if (sent.elements) this.at(node, { presence: "maybe", ...sent.elements });
      else if (sent.types.includes("array") && sent.open) this.at(node, "unknown");
      return;
    }
    if (!sent.types.includes("object")) return;
    if (step === valueStep) {
      for (const field of Object.values(sent.fields ?? {})) this.at(node, field);
      if (sent.open) this.at(node, "unknown");
      return;
    }
    const { fields = {} } = sent;
    const field = Object.hasOwn(fields, step) ? fields[step] : undefined;
    this.at(node, field ?? (sent.open ? "unknown" : "missing"));
  }

  #all(node: ChangeNode): void {
    if (this.#doubted.has(node)) return;
    this.#doubted.add(node);
    for (const change of node.changes) if (change.test.kind !== "none") this.#add(change, notKnown(unknownReason));
    for (const inner of [...node.options, ...node.steps.values()]) this.#all(inner);
  }

  #add(change: SchemaChange, outcome: Outcome): void {
    this.outcomes.set(change, worse(this.outcomes.get(change), outcome));
  }
}

function outcomeOf(test: Test, sent: SentField | "missing", reading: ValueReading): Outcome {
  switch (test.kind) {
    case "sent":
      return sent === "missing" ? spared : hit;
    case "missing":
      return sent === "missing" || sent.presence === "maybe" ? hit : spared;
    case "null":
      return sent === "missing" ? spared : nullOutcome(sent);
    case "value":
      return sent === "missing" ? spared : valueOutcome(test, sent, reading);
    case "perhaps sent":
      return sent === "missing" ? spared : notKnown("it is sent, and whether the service minds is not known");
    default:
      return spared;
  }
}

function nullOutcome({ types }: Sent): Outcome {
  if (types.includes("null")) return hit;
  return types.includes("unknown") ? notKnown("the value is not known") : spared;
}

/** A change hits only a value that was valid before. */
function valueOutcome({ was, now }: Test & { readonly kind: "value" }, sent: Sent, reading: ValueReading): Outcome {
  const value = toValue(sent);
  const options = value.kind === "alternatives" ? value.options : [value];
  const fits = (option: Value, schema: ContractSchema, version: "was" | "now"): boolean => {
    const read = reading.isText ? textValue(option, schema.type) : option;
    return checkShape(read, reading.shapeOf(schema, version)).length === 0;
  };
  const broken = options.filter((option) => !fits(option, now, "now"));
  if (broken.some((option) => fits(option, was, "was"))) return hit;
  const isTold = (option: Value): boolean =>
    !reading.isText || option.kind === "string" || option.kind === "number" || option.kind === "boolean";
  return options.every((option) => isTold(option) && isKnown(option)) ? spared : notKnown("the value is not known");
}
