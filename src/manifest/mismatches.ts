import { createRequire } from "node:module";
import type * as FullCheck from "../shape/check";
import type { Mismatch } from "../shape/mismatch";
import type { Manifest } from "./manifest";
import { withoutAbsence } from "./patches";
import { isReleasedIn } from "./versions";

let loaded: typeof FullCheck | undefined;

/** Loaded with the first manifest that the quick check does not find valid; most runs have none. */
function fullCheck(): typeof FullCheck {
  loaded ??= createRequire(__filename)("../shape/check") as typeof FullCheck;
  return loaded;
}

const checked = new WeakMap<Manifest, readonly Mismatch[]>();

/**
 * @returns the mismatches between a manifest and its kind, computed once for all rules. Fields that the configured
 * version of the group has are not mismatches.
 */
export function getMismatches(manifest: Manifest): readonly Mismatch[] {
  let mismatches = checked.get(manifest);
  if (mismatches === undefined) checked.set(manifest, (mismatches = findMismatches(manifest)));
  return mismatches;
}

/** @returns whether no rule can report on a manifest. */
export function isValid(manifest: Manifest): boolean {
  if (manifest.problems.length > 0) return false;
  // Results of valid manifests are not cached, because there may be very many.
  const found = findMismatches(manifest);
  if (found.length > 0) checked.set(manifest, found);
  return found.length === 0;
}

function findMismatches(manifest: Manifest): readonly Mismatch[] {
  const isReleased = isReleasedIn(manifest.groupVersion);
  const found = fullCheck().checkShape(manifest.value, manifest.shape, manifest.key);
  const mismatches = joinMisplaced(
    found.filter((mismatch) => mismatch.kind !== "since" || !isReleased(mismatch.since)),
  );
  return manifest.partial === true
    ? withoutAbsence(mismatches)
    : mismatches.filter((mismatch) => !isOfDropped(mismatch, manifest.shape));
}

/** Kinds of mismatches that the server reports before it drops a part such as `status`: unknown and duplicate names. */
const toldBefore: ReadonlySet<Mismatch["kind"]> = new Set(["unknown", "duplicate"]);

/**
 * @returns whether a mismatch is in a part that the server drops without validating it. In a part of an object it
 * counts: a test may expect that part.
 */
function isOfDropped({ kind, path }: Mismatch, { fields }: Manifest["shape"]): boolean {
  const [first] = path;
  if (first === undefined || fields.get(String(first))?.subresource !== true) return false;
  return !toldBefore.has(kind) && (path.length > 1 || kind !== "missing");
}

/**
 * Joins a missing required field with the same field at a wrong place into one problem, reported at the wrong place.
 */
function joinMisplaced(found: readonly Mismatch[]): readonly Mismatch[] {
  const absent = found.filter((mismatch) => mismatch.kind === "missing").filter(({ because }) => because === "absent");
  if (absent.length === 0) return found;
  const homes = new Map<Mismatch, Mismatch>();
  for (const mismatch of found) {
    if (mismatch.kind !== "unknown" || mismatch.near.length > 0 || mismatch.present !== undefined) continue;
    const key = mismatch.member.key;
    const home = absent.find((other) => {
      return (other.field.name === key || other.field.underlyingName === key) && !homes.has(other);
    });
    if (home !== undefined) homes.set(home, mismatch);
  }
  if (homes.size === 0) return found;
  const misplaced = new Map([...homes].map(([home, mismatch]) => [mismatch, home]));
  return found.flatMap((mismatch) => {
    if (homes.has(mismatch)) return [];
    const home = misplaced.get(mismatch);
    return home === undefined || mismatch.kind !== "unknown" ? [mismatch] : [{ ...mismatch, home: home.path }];
  });
}
