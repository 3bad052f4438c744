import type { FieldShape, ObjectShape, ScalarShape, Shape } from "./shape";
import type { Range } from "../text/range";
import type { Member, ObjectValue, Value } from "../value/value";
import type { ValidationRule } from "./constraints/schema";
import type { Violation } from "./constraints/violation";

/** Keys and indexes from the root of the checked value. */
export type Path = readonly (string | number)[];

interface Placed {
  readonly path: Path;
  /** The smallest range that shows the problem: a key or a scalar; for a missing field, the key of the object that lacks it. */
  readonly range: Range;
  /** Whether an edit affects only this place: the value is not written elsewhere or shared through an anchor. */
  readonly editable: boolean;
}

/** A member that the shape does not have. */
export interface UnknownField extends Placed {
  readonly kind: "unknown";
  readonly member: Member;
  readonly owner: ObjectShape;
  /** Fields with similar names that are not set. */
  readonly near: readonly FieldShape[];
  /** Whether the key is the provider's own name for `near[0]`. */
  readonly underlying: boolean;
  /** Whether exactly one near field exists and the value fits it. */
  readonly isSure: boolean;
  /** The place to which the field belongs: an enclosing or nested object that has a field with this name but does not set it. */
  readonly home?: Path;
  /** A field with the same meaning that is already present: `databaseName` beside `database_name`. */
  readonly present?: FieldShape;
}

/** A field that slipped into a map of texts: its name and form are those of a field that an enclosing object lacks. */
export interface StrayField extends Placed {
  readonly kind: "stray";
  readonly member: Member;
  /** The place to which the field belongs. */
  readonly home: Path;
}

/** A required member that is absent, or empty. */
export interface MissingField extends Placed {
  readonly kind: "missing";
  readonly field: FieldShape;
  readonly owner: ObjectShape;
  readonly object: ObjectValue;
  readonly because: "absent" | "null" | "undefined";
}

/** A value of another JSON type, or a fraction where an integer is required. */
export interface WrongType extends Placed {
  readonly kind: "type";
  readonly value: Value;
  readonly expected: Shape;
  /** The value's own JSON type in words. */
  readonly found: string;
  /** The place to which the member belongs, if it slipped into a map of texts: see `StrayField`. */
  readonly home?: Path;
}

/** An integer beyond 64 bits. */
export interface OutOfRange extends Placed {
  readonly kind: "range";
  readonly value: Value;
}

/** A value that the contract does not list. */
export interface NotAllowed extends Placed {
  readonly kind: "values";
  readonly value: Value;
  readonly text: string;
  readonly allowed: readonly (string | number | boolean)[];
}

/** A key that occurs twice in an object. */
export interface DuplicateKey extends Placed {
  readonly kind: "duplicate";
  readonly key: string;
  readonly first: Range;
}

/** A member that only some versions of the service support. */
export interface SinceField extends Placed {
  readonly kind: "since";
  readonly field: FieldShape;
  readonly since: string;
}

/** A plain YAML scalar that fits under only one version of YAML, or that two versions read as different values. */
export interface AmbiguousScalar extends Placed {
  readonly kind: "ambiguous";
  readonly value: Value;
  readonly expected: ScalarShape;
}

/** A key of a map that YAML 1.1 and 1.2 read as different keys. */
export interface AmbiguousKey extends Placed {
  readonly kind: "ambiguous-key";
  readonly member: Member;
}

/** A value that violates a constraint of the contract: a pattern, a bound, a combination. */
export interface BrokenConstraint extends Placed {
  readonly kind: "constraint";
  readonly value: Value;
  readonly violation: Violation;
  /** For a repeated list element: the range of the first occurrence. */
  readonly first?: Range;
}

/** A value that breaks a CEL rule of its kind. */
export interface BrokenRule extends Placed {
  readonly kind: "rule";
  readonly rule: ValidationRule;
  /** The rule's own message, if it has one. */
  readonly message?: string;
  /** Why the rule's evaluation fails on this value. The server rejects the value too. */
  readonly failure?: string;
}

/** A mismatch between a value and its shape. */
export type Mismatch =
  | UnknownField
  | MissingField
  | StrayField
  | WrongType
  | OutOfRange
  | NotAllowed
  | DuplicateKey
  | SinceField
  | AmbiguousScalar
  | AmbiguousKey
  | BrokenConstraint
  | BrokenRule;

/** Formats a path for messages: `spec.resource.keyDetails[0].kmsKeyID`. */
export function printPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** @returns what distinguishes a mismatch from others with the same kind and place. */
function subjectOf(mismatch: Mismatch): string {
  if (mismatch.kind === "constraint") return mismatch.violation.keyword;
  return mismatch.kind === "rule" ? mismatch.rule.rule : "";
}

/** A merge key copies members into several objects. Their mismatches are reported once, at their source. */
export function withoutRepetitions(found: Mismatch[]): Mismatch[] {
  const seen = new Set<string>();
  return found.filter((mismatch) => {
    const { kind, range, path } = mismatch;
    const key = `${kind} ${range.start} ${range.end} ${path.at(-1) ?? ""} ${subjectOf(mismatch)}`;
    return !seen.has(key) && seen.add(key);
  });
}
