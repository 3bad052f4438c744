/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy of an object with one member set; `__proto__` is a key like any other. */
export function withMember(object: JsonObject, key: string, value: Json): JsonObject {
  return Object.fromEntries([...Object.entries(object).filter(([other]) => other !== key), [key, value]]);
}

export function withoutMember(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== key));
}

/** Own members only: `toString` is no field of an empty object. */
export function memberOf(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
