import { type Abstract } from "../domain/domain";
import { optionsOf, primitiveOf } from "../domain/values";

export function negate(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

/** @returns whether two values are equal, where that is known. */
export function equals(left: Abstract, right: Abstract, strict: boolean): boolean | undefined {
  let verdict: boolean | undefined;
  for (const [index, one] of optionsOf(left).entries()) {
    for (const [position, other] of optionsOf(right).entries()) {
      const same = equalOptions(one, other, strict);
      if (same === undefined) return undefined;
      if (index + position > 0 && same !== verdict) return undefined;
      verdict = same;
    }
  }
  return verdict;
}

function equalOptions(left: Abstract, right: Abstract, strict: boolean): boolean | undefined {
  const one = primitiveOf(left);
  const other = primitiveOf(right);
  if (one && other) return strict ? one.value === other.value : looselyEqual(one.value, other.value);
  if (differs(left, other?.value) || differs(right, one?.value)) return false;
  const kinds = [left.kind, right.kind];
  if (isNotAt(left, right) || isNotAt(right, left)) return false;
  if ((isOfSomeType(left) && isNullish(right)) || (isOfSomeType(right) && isNullish(left))) return false;
  if (kinds.includes("unknown") || kinds.includes("never")) return undefined;
  if (left.kind === "reference" && right.kind === "reference") return undefined;
  if (kinds.includes("scalar")) {
    const value = left.kind === "scalar" ? left.value : right.kind === "scalar" ? right.value : undefined;
    return strict || value === null || value === undefined ? false : undefined;
  }
  return strict && kinds.includes("text") && kinds.some((kind) => objects.has(kind)) ? false : undefined;
}

/** Whether a text that is partly known surely is not a certain one: `/users/${id}` is neither empty nor `/`. */
function differs(text: Abstract, value: unknown): boolean {
  if (text.kind !== "text" || text.json || typeof value !== "string") return false;
  const [first, last] = [text.parts[0], text.parts.at(-1)];
  const least = text.parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 0), 0);
  return (
    least > value.length ||
    (first?.kind === "text" && !value.startsWith(first.text)) ||
    (last?.kind === "text" && !value.endsWith(last.text))
  );
}

/** Kinds of values that are objects or functions: `==` makes a text of them first. */
const objects: ReadonlySet<Abstract["kind"]> = new Set(["reference", "callable", "native"] as const);

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
