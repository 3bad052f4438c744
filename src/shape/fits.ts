import type { ObjectValue, Value } from "../value/value";
import { fitScalar } from "./scalar";
import type { FieldShape, ObjectShape, Shape } from "./shape";

/** Objects with more members, and deeper ones, are left to the full check. */
const greatestMembers = 24;
const greatestDepth = 40;

/** Whether nothing is to be said of the presence of a field that only some versions have. */
type IsReleased = (since: string) => boolean;

/**
 * A quick look, without a trace: whether a value fits a shape beyond doubt.
 *
 * @returns true only where `checkShape` finds nothing; false says nothing.
 */
export function surelyFits(value: Value, shape: Shape, isReleased: IsReleased, depth = 0): boolean {
  // What aliases share is looked at once, which takes book-keeping.
  if (value.anchor !== undefined || depth > greatestDepth) return false;
  switch (shape.type) {
    case "object":
      return value.kind === "object" && value.class === undefined && fitsObject(value, shape, isReleased, depth);
    case "map":
      return value.kind === "object" && value.class === undefined && fitsMembers(value, shape.values, isReleased, depth);
    case "array":
      return value.kind === "array" && value.elements.every((element) => surelyFits(element.value, shape.elements, isReleased, depth + 1));
    case "any":
      if (value.kind === "object") return fitsMembers(value, shape, isReleased, depth);
      return value.kind !== "array" || value.elements.every((element) => surelyFits(element.value, shape, isReleased, depth + 1));
    case "union":
      return shape.options.some((option) => surelyFits(value, option, isReleased, depth + 1));
    default:
      return (value.kind === "string" || value.kind === "number" || value.kind === "boolean") && value.older === undefined && fitScalar(value, shape) === "fits";
  }
}

const any: Shape = { type: "any" };

function fitsObject({ members }: ObjectValue, shape: ObjectShape, isReleased: IsReleased, depth: number): boolean {
  if (members.length > greatestMembers) return false;
  let required = 0;
  for (let index = 0; index < members.length; index++) {
    const member = members[index];
    if (member === undefined || member.inherited !== undefined) return false;
    const field = shape.fields.get(member.key);
    if (field === undefined ? !shape.open : !isThere(field, isReleased)) return false;
    for (let other = 0; other < index; other++) if (members[other]?.key === member.key) return false;
    if (!surelyFits(member.value, field?.shape ?? any, isReleased, depth + 1)) return false;
    if (field?.required === true) required++;
  }
  return required === getRequired(shape);
}

function fitsMembers({ members }: ObjectValue, values: Shape, isReleased: IsReleased, depth: number): boolean {
  if (members.length > greatestMembers) return false;
  for (let index = 0; index < members.length; index++) {
    const member = members[index];
    if (member === undefined || member.inherited !== undefined || (member.olderKey !== undefined && values.type !== "any")) return false;
    for (let other = 0; other < index; other++) if (members[other]?.key === member.key) return false;
    if (!surelyFits(member.value, values, isReleased, depth + 1)) return false;
  }
  return true;
}

function isThere({ since }: FieldShape, isReleased: IsReleased): boolean {
  return since === undefined || isReleased(since);
}

const required = new WeakMap<ObjectShape, number>();

function getRequired(shape: ObjectShape): number {
  let count = required.get(shape);
  if (count === undefined) {
    count = [...shape.fields.values()].filter((field) => field.required).length;
    required.set(shape, count);
  }
  return count;
}
