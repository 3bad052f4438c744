import { checkShape } from "../shape/check";
import type { Mismatch } from "../shape/mismatch";
import type { Manifest } from "./manifest";

const judged = new WeakMap<Manifest, readonly Mismatch[]>();

/** @returns how a manifest does not fit its kind; found once, for all rules. */
export function getMismatches(manifest: Manifest): readonly Mismatch[] {
  let mismatches = judged.get(manifest);
  if (mismatches === undefined) judged.set(manifest, (mismatches = checkShape(manifest.value, manifest.shape, manifest.key)));
  return mismatches;
}

/** @returns whether no rule can have anything to say of a manifest. */
export function isFaultless(manifest: Manifest): boolean {
  return manifest.faults.length === 0 && getMismatches(manifest).length === 0;
}
