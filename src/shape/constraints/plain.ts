/** Plain values, on which constraints are checked. They are JSON with gaps: a value may be `unknown`, and an object or array may have unlisted parts. */

/** Represents an unknown value. */
export const unknown: unique symbol = Symbol("unknown");

/** A JSON value with possible unknown parts. */
export type Plain = string | number | bigint | boolean | null | typeof unknown | readonly Plain[] | PlainObject;

/** A JSON object with possible unknown parts. Read and write members with `getPlain` and `setPlain`, which ignore inherited ones. */
export interface PlainObject {
  readonly [key: string]: Plain;
}

const open = new WeakSet<object>();

/** Marks an object or array that may have unlisted members or elements. */
export function markOpen<T extends object>(part: T): T {
  open.add(part);
  return part;
}

/** @returns whether an object or array may have unlisted members or elements. */
export function isOpen(part: object): boolean {
  return open.has(part);
}

/** @returns a member of an object. */
export function getPlain(object: PlainObject, key: string): Plain | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Adds a member to an object. Supports any key, including `__proto__`. */
export function setPlain(object: Record<string, Plain>, key: string, value: Plain): void {
  if (key === "__proto__") Object.defineProperty(object, key, { value, enumerable: true, configurable: true });
  else object[key] = value;
}

/** @returns whether a value is an array. */
export function isPlainArray(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

/** @returns whether a value is an object. */
export function isPlainObject(value: Plain): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @returns whether a value and all of its parts are known. */
export function isKnown(value: Plain): boolean {
  if (value === unknown) return false;
  if (typeof value !== "object" || value === null) return true;
  if (open.has(value)) return false;
  return (isPlainArray(value) ? value : Object.values(value)).every(isKnown);
}

/** @returns a canonical text of a known value: equal values have equal texts. Members are sorted by key, and numbers compare by value. */
export function keyOf(value: Plain): string {
  if (isPlainArray(value)) return `[${value.map(keyOf).join()}]`;
  if (isPlainObject(value))
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${keyOf(value[key] ?? null)}`)
      .join()}}`;
  if (typeof value === "symbol") return "unknown";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
