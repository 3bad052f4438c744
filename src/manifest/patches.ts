import type { Value } from "../value/value";

/** @returns whether a value holds directives of strategic merge patches (`$patch: replace`, `$setElementOrder/items`), and so is a part of an object only. */
export function isPatch(value: Value, seen = new Set<object>()): boolean {
  const parts = value.kind === "array" ? value.elements : value.kind === "object" ? value.members : [];
  // Aliases make a graph: what was seen is not looked at again.
  if (seen.has(parts)) return false;
  seen.add(parts);
  if (value.kind === "object" && value.members.some((member) => /^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/.test(member.key))) return true;
  return parts.some((part) => isPatch(part.value, seen));
}
