import { isJsonObject, memberOf, withMember, withoutMember, type Json, type JsonObject } from "./json";

/**
 * Applies the body of a PATCH to a resource (conventions 4.3).
 *
 * A value adds or modifies (2, 3), `null` deletes (4), objects are merged into the ones that exist (1), arrays are replaced whole (6), and what
 * is left out stays (7).
 */
export function mergePatch(resource: JsonObject, patch: JsonObject): JsonObject {
  let merged = resource;
  for (const [key, value] of Object.entries(patch)) {
    merged =
      value === null ? withoutMember(merged, key) : withMember(merged, key, mergeValue(memberOf(merged, key), value));
  }
  return merged;
}

function mergeValue(current: Json | undefined, sent: Json): Json {
  if (!isJsonObject(sent)) return sent;
  return mergePatch(current !== undefined && isJsonObject(current) ? current : {}, sent);
}
