import type { Mismatch } from "../shape/mismatch";
import type { Value } from "../value/value";
import type { Manifest } from "./manifest";

const directive = /^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/;

/** @returns whether a value holds directives of strategic merge patches (`$patch: replace`, `$setElementOrder/items`), and so is a part of an object only. */
export function isPatch(value: Value, seen = new Set<object>()): boolean {
  const parts = value.kind === "array" ? value.elements : value.kind === "object" ? value.members : [];
  // Aliases make a graph: what was seen is not looked at again.
  if (seen.has(parts)) return false;
  seen.add(parts);
  return hasDirective(value) || parts.some((part) => isPatch(part.value, seen));
}

function hasDirective(value: Value): boolean {
  return value.kind === "object" && value.members.some((member) => directive.test(member.key));
}

/** @returns a manifest as a part of an object, whose apiVersion and kind may stand in the rest. */
export function asPart(manifest: Manifest): Manifest {
  return { ...manifest, partial: true, problems: manifest.problems.filter(({ kind }) => kind !== "missing") };
}

/**
 * Leaves out mismatches that are right in a part of an object: a field that is missing here may stand in the rest, a `null` deletes a member of
 * the rest, and directives tell the program that merges the two what to do.
 */
export function withoutAbsence(mismatches: readonly Mismatch[]): readonly Mismatch[] {
  return mismatches.filter((mismatch) => {
    // The object around a stray field may have it elsewhere.
    if (mismatch.kind === "missing" || mismatch.kind === "rule" || mismatch.kind === "stray") return false;
    // Of lists and objects there may be more elsewhere.
    if (mismatch.kind === "constraint" && (mismatch.value.kind === "object" || mismatch.value.kind === "array"))
      return false;
    if (mismatch.path.some((step) => typeof step === "string" && directive.test(step))) return false;
    if (mismatch.kind !== "type") return true;
    return (
      !(mismatch.value.kind === "null" && typeof mismatch.path.at(-1) === "string") && !hasDirective(mismatch.value)
    );
  });
}
