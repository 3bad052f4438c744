import type { Mismatch } from "../shape/mismatch";
import type { Value } from "../value/value";
import type { Manifest } from "./manifest";

const directive = /^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/;

/**
 * @returns whether a value contains directives of strategic merge patches (`$patch: replace`,
 * `$setElementOrder/items`), so that it is only a part of an object.
 */
export function isPatch(value: Value, seen = new Set<object>()): boolean {
  const parts = value.kind === "array" ? value.elements : value.kind === "object" ? value.members : [];
  // Aliases form a graph, so each part is visited once.
  if (seen.has(parts)) return false;
  seen.add(parts);
  return hasDirective(value) || parts.some((part) => isPatch(part.value, seen));
}

function hasDirective(value: Value): boolean {
  return value.kind === "object" && value.members.some((member) => directive.test(member.key));
}

/** @returns a manifest as a part of an object. The rest of the object may contain apiVersion and kind. */
export function asPart(manifest: Manifest): Manifest {
  return { ...manifest, partial: true, problems: manifest.problems.filter(({ kind }) => kind !== "missing") };
}

/**
 * Removes mismatches that are valid in a part of an object. A missing field may be in the rest, `null` deletes a member
 * of the rest, and directives control how both are merged.
 */
export function withoutAbsence(mismatches: readonly Mismatch[]): readonly Mismatch[] {
  return mismatches.filter((mismatch) => {
    // The field's parent may be complete in the rest of the object.
    if (mismatch.kind === "missing" || mismatch.kind === "rule" || mismatch.kind === "stray") return false;
    // Lists and objects may have further elements in the rest.
    if (mismatch.kind === "constraint" && (mismatch.value.kind === "object" || mismatch.value.kind === "array"))
      return false;
    if (mismatch.path.some((step) => typeof step === "string" && directive.test(step))) return false;
    if (mismatch.kind !== "type") return true;
    return (
      !(mismatch.value.kind === "null" && typeof mismatch.path.at(-1) === "string") && !hasDirective(mismatch.value)
    );
  });
}
