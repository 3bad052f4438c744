import { type Abstract } from "../domain/domain";
import { leastLength, optionsOf, primitiveOf } from "../domain/values";

export function negate(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

/** @returns whether two values are equal, where that is known. */
export function equals(left: Abstract, right: Abstract, operator: "===" | "=="): boolean | undefined {
  let verdict: boolean | undefined;
  for (const [index, one] of optionsOf(left).entries()) {
    for (const [position, other] of optionsOf(right).entries()) {
      const same = equalOptions(one, other, operator);
      if (index + position > 0 && same !== verdict) return undefined;
      verdict = same;
    }
  }
  return verdict;
}

function equalOptions(left: Abstract, right: Abstract, operator: "===" | "=="): boolean | undefined {
  const one = primitiveOf(left);
  const other = primitiveOf(right);
  const strict = operator === "===";
  if (one && other) return strict ? one.value === other.value : looselyEqual(one.value, other.value);
  if (differs(left, right) || differs(right, left)) return false;
  const [a, b] = [typesOfKinds[left.kind], typesOfKinds[right.kind]];
  if (!a || !b) return undefined;
  if (isNullish(left) || isNullish(right)) return false;
  return strict && a !== b ? false : undefined;
}

/** Values of different types are never strictly equal. Before `==` compares an object with a primitive, it makes one of it. */
const typesOfKinds: Partial<Record<Abstract["kind"], "text" | "scalar" | "object">> = {
  text: "text",
  scalar: "scalar",
  reference: "object",
  callable: "object",
  native: "object",
};

/** Whether what is known of a value in part tells it from another one. */
function differs(value: Abstract, other: Abstract): boolean {
  return (
    isOtherText(value, primitiveOf(other)?.value) || isNotAt(value, other) || (isOfSomeType(value) && isNullish(other))
  );
}

/** Whether a text that is partly known surely is not a certain one: `/users/${id}` is neither empty nor `/`. */
function isOtherText(text: Abstract, value: unknown): boolean {
  if (text.kind !== "text" || text.json || typeof value !== "string") return false;
  const [first, last] = [text.parts[0], text.parts.at(-1)];
  return (
    leastLength(text) > value.length ||
    (first?.kind === "text" && !value.startsWith(first.text)) ||
    (last?.kind === "text" && !value.endsWith(last.text))
  );
}

/** Whether a value is unknown, but known to be a string, a number or another primitive. */
function isOfSomeType(value: Abstract): boolean {
  return value.kind === "unknown" && value.is !== undefined;
}

/** Whether a place that is not known surely is not a number: `x.indexOf("/") === -1`, where a slash is in `x`. */
function isNotAt(place: Abstract, number: Abstract): boolean {
  if (place.kind !== "unknown" || !place.index || number.kind !== "scalar" || typeof number.value !== "number")
    return false;
  return number.value < place.index.least || (number.value === 0 && !place.index.mayBeFirst);
}

function isNullish(value: Abstract): boolean {
  return value.kind === "scalar" && (value.value === null || value.value === undefined);
}

function looselyEqual(left: unknown, right: unknown): boolean | undefined {
  if (left === null || left === undefined || right === null || right === undefined)
    return (left ?? undefined) === (right ?? undefined);
  return typeof left === typeof right ? left === right : undefined;
}
