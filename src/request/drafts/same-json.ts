import { optionsOf } from "./known";
import type { ArrayValue, Member, ObjectValue, StringPart, StringValue, UnknownValue, Value } from "../../value/value";

/**
 * Whether two values have the same JSON. Unknown parts must be the same unknown value on both sides, by their origin.
 */
export function isSameJson(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind) return false;
  switch (left.kind) {
    case "object":
      return isSameObject(left, right);
    case "string":
      return isSameText(left, right);
    case "number":
    case "boolean":
      return "value" in right && left.value === right.value;
    case "array":
      return isSameArray(left, right);
    case "alternatives":
      return right.kind === "alternatives" && isSameList(left.options, right.options, isSameJson);
    case "unknown":
      return right.kind === "unknown" && isSameUnknown(left, right);
    case "opaque":
      return right.kind === "opaque" && left.handle === right.handle;
    default:
      return true;
  }
}

function isSameText(left: StringValue, right: Value): boolean {
  return right.kind === "string" && isSameList(left.parts, right.parts, isSamePart);
}

function isSameArray(left: ArrayValue, right: Value): boolean {
  return (
    right.kind === "array" &&
    left.open === right.open &&
    isSameList(left.elements, right.elements, (a, b) => a.presence === b.presence && isSameJson(a.value, b.value))
  );
}

function isSameObject(left: ObjectValue, right: Value): boolean {
  if (right.kind !== "object" || left.open !== right.open || left.class !== right.class) return false;
  return isSameList(
    written(left),
    written(right),
    (a, b) => a.key === b.key && isSure(a) === isSure(b) && isSameJson(a.value, b.value),
  );
}

/** A member that is surely `undefined` is omitted. */
function written({ members }: ObjectValue): readonly Member[] {
  return members.filter(({ value }) => value.kind !== "undefined");
}

/** Whether a member is written on all paths. One that may be `undefined` may be omitted. */
function isSure({ presence, value }: Member): boolean {
  return presence === "always" && optionsOf(value).every(({ kind }) => kind !== "unknown" && kind !== "undefined");
}

function isSamePart(left: StringPart, right: StringPart): boolean {
  if (left.kind === "hole") return right.kind === "hole" && isSameJson(left.value, right.value);
  return right.kind === "text" && left.text === right.text;
}

/** A copy of an unknown value is another object, but has the same reason and the same start of its trail. */
function isSameUnknown(left: UnknownValue, right: UnknownValue): boolean {
  const [a, b] = [left.origin, right.origin];
  if (a?.identity !== undefined && a.identity === b?.identity) return true;
  return (
    left.reason === right.reason &&
    (a?.trail ?? []).every((name, index) => name === b?.trail[index]) &&
    isSameAnswer(a?.response, b?.response)
  );
}

type Answer = NonNullable<UnknownValue["origin"]>["response"];

/** Whether two values are the same part of one answer, or both of none. */
function isSameAnswer(left: Answer, right: Answer): boolean {
  return left?.request === right?.request && left?.path.join("\0") === right?.path.join("\0");
}

function isSameList<T>(left: readonly T[], right: readonly T[], same: (a: T, b: T) => boolean): boolean {
  return left.length === right.length && left.every((each, index) => same(each, right[index] as T));
}
