import type { FieldShape, ObjectShape, ScalarShape, Shape } from "./shape";
import type { Range } from "../text/range";
import type { Member, ObjectValue, Value } from "../value/value";
import type { ValidationRule } from "./constraints/schema";
import type { Violation } from "./constraints/violation";

/** Keys and indexes from the root of the checked value. */
export type Path = readonly (string | number)[];

interface Placed {
  readonly path: Path;
  /** The smallest place that shows the problem: a key, a scalar; for something missing, the key of the object that lacks it. */
  readonly range: Range;
  /** Whether the place can be edited without changing what another place means: not written elsewhere, not shared through an anchor. */
  readonly editable: boolean;
}

/** A member that the shape does not have. */
export interface UnknownField extends Placed {
  readonly kind: "unknown";
  readonly member: Member;
  readonly owner: ObjectShape;
  /** Near names of fields that are not set yet. */
  readonly near: readonly FieldShape[];
  /** The key is the provider's own name of `near[0]`. */
  readonly underlying: boolean;
  /** Exactly one near field exists, and the value fits it. */
  readonly isSure: boolean;
  /** Where the field belongs: a required one of this name is missing there, or an object around or inside has one that is not set. */
  readonly home?: Path;
  /** The field of the same meaning that is present already: `databaseName` beside `database_name`. */
  readonly present?: FieldShape;
}

/** A text in a map of texts that has the name and the form of a field which an object around the map lacks: it slipped in there. */
export interface StrayField extends Placed {
  readonly kind: "stray";
  readonly member: Member;
  /** Where the field belongs. */
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

/** A value of another JSON type, or one that is no whole number where one is needed. */
export interface WrongType extends Placed {
  readonly kind: "type";
  readonly value: Value;
  readonly expected: Shape;
  /** The value's own JSON type, in words. */
  readonly found: string;
  /** Where the member belongs, if it slipped into a map of texts: see `StrayField`. */
  readonly home?: Path;
}

/** A whole number beyond 64 bits. */
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

/** A key that is written twice in one object. */
export interface DuplicateKey extends Placed {
  readonly kind: "duplicate";
  readonly key: string;
  readonly first: Range;
}

/** A member that only some versions of the service have. */
export interface SinceField extends Placed {
  readonly kind: "since";
  readonly field: FieldShape;
  readonly since: string;
}

/** A plain YAML scalar that fits under one version of YAML only, or fits as different values. */
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

/** A value that does not meet a constraint of the contract: a pattern, a bound, a combination. */
export interface BrokenConstraint extends Placed {
  readonly kind: "constraint";
  readonly value: Value;
  readonly violation: Violation;
  /** For a repeated list element: the range of the first one. */
  readonly first?: Range;
}

/** A value that does not meet a CEL rule of its kind. */
export interface BrokenRule extends Placed {
  readonly kind: "rule";
  readonly rule: ValidationRule;
  /** What the rule says of the value; absent where it says nothing. */
  readonly message?: string;
  /** Why the rule cannot be evaluated on the value, which is as bad. */
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

/** Prints a path as people write it: `spec.resource.keyDetails[0].kmsKeyID`. */
export function printPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** @returns what tells a mismatch from others of its kind at its place. */
function subjectOf(mismatch: Mismatch): string {
  if (mismatch.kind === "constraint") return mismatch.violation.keyword;
  return mismatch.kind === "rule" ? mismatch.rule.rule : "";
}

/** Members that a merge key copies into several objects are reported once, where they stand. */
export function withoutRepetitions(found: Mismatch[]): Mismatch[] {
  const seen = new Set<string>();
  return found.filter((mismatch) => {
    const { kind, range, path } = mismatch;
    const key = `${kind} ${range.start} ${range.end} ${path.at(-1) ?? ""} ${subjectOf(mismatch)}`;
    return !seen.has(key) && seen.add(key);
  });
}
