import { hasJsonMembers, type Value } from "../../value/value";
import { findBrokenRules, type BrokenRule } from "../broken-rules";
import type { Mismatch, Path } from "../mismatch";
import { getElementKey, getPath, inside, type Position } from "../position";
import type { Shape } from "../shape";
import { examineArray } from "./arrays";
import { examineConstraints } from "./examine";
import { isPlainArray, isPlainObject, type Plain } from "./plain";
import { PlainReader } from "./read-plain";
import type { Violation } from "./violation";

/** Mismatches that do not affect what the value is as a whole. */
const harmless: ReadonlySet<Mismatch["kind"]> = new Set(["since", "constraint", "rule", "stray"]);

/** Checks located values against the constraints of their shapes. */
export class ConstraintCheck {
  readonly #plain = new PlainReader();

  /**
   * Finds the constraints that a value violates.
   *
   * @param found the mismatches of the value's type and members. If a part is wrong, checks of the whole value are skipped, as they would report the same
   * problem again.
   */
  check(value: Value, shape: Shape, place: Position, found: readonly Mismatch[]): Mismatch[] {
    const { constraints } = shape;
    if (constraints === undefined || (value.kind === "object" && !hasJsonMembers(value))) return [];
    const mismatches: Mismatch[] = [];
    const report = (violation: Violation): void => {
      mismatches.push(locate(violation, value, place));
    };
    const isWhole = found.every(({ kind }) => harmless.has(kind));
    if (!isWhole && value.kind !== "array") return [];
    const plain = this.#plain.read(value, shape);
    if (isWhole) {
      const verdict = examineConstraints(plain, constraints, [], report);
      // An empty value is reported once, however many constraints it violates.
      if (isEmpty(plain)) mismatches.splice(1);
      // Rules often repeat the constraint of a list type or a pattern.
      if (verdict === "fails") return mismatches;
      for (const broken of findBrokenRules(plain, shape)) mismatches.push(locateRule(broken, value, place));
    } else if (isPlainArray(plain)) examineArray(plain, constraints, [], report);
    return mismatches;
  }
}

/** Locates a violation at the scalar, or at the key of the object or list. */
function locate(violation: Violation, root: Value, at: Position): Mismatch {
  const { value, place } = follow(violation.path, root, at);
  const range = isCollection(value) || violation.keyword === "propertyNames" ? place.key : value.range;
  const first = violation.first && follow(violation.first, root, at).place.key;
  const { editable } = place;
  return { kind: "constraint", path: getPath(place), range, editable, value, violation, ...(first && { first }) };
}

function locateRule({ path, ...broken }: BrokenRule, root: Value, at: Position): Mismatch {
  const { value, place } = follow(path, root, at);
  const range = isCollection(value) ? place.key : value.range;
  const { editable } = place;
  return { kind: "rule", path: getPath(place), range, editable, ...broken };
}

function isEmpty(value: Plain): boolean {
  if (isPlainArray(value)) return value.length === 0;
  return value === "" || (isPlainObject(value) && Object.keys(value).length === 0);
}

function isCollection({ kind }: Value): boolean {
  return kind === "object" || kind === "array";
}

/** Follows a path through the written part of the value. Defaults have no location. */
function follow(path: Path, root: Value, at: Position): { readonly value: Value; readonly place: Position } {
  let [value, place] = [root, at];
  for (const step of path) {
    if (value.kind === "object") {
      const member = value.members.findLast(({ key }) => key === step);
      if (member === undefined) break;
      place = inside(place, member);
      value = member.value;
    } else if (value.kind === "array" && typeof step === "number") {
      const element = value.elements[step]?.value;
      if (element === undefined) break;
      place = { step, outer: place, key: getElementKey(element), editable: place.editable, depth: place.depth + 1 };
      value = element;
    } else break;
  }
  return { value, place };
}
