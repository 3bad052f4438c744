import { createRequire } from "node:module";
import type * as FullCheck from "../shape/check";
import type { Mismatch } from "../shape/mismatch";
import type { Manifest } from "./manifest";
import { withoutAbsence } from "./patches";
import { isReleasedIn } from "./versions";

let loaded: typeof FullCheck | undefined;

/** Loaded with the first manifest that a quick look does not find right: most runs have none. */
function fullCheck(): typeof FullCheck {
  loaded ??= createRequire(__filename)("../shape/check") as typeof FullCheck;
  return loaded;
}

const checked = new WeakMap<Manifest, readonly Mismatch[]>();

/** @returns how a manifest does not fit its kind; found once, for all rules. Fields that the group's version in use has are no mismatch. */
export function getMismatches(manifest: Manifest): readonly Mismatch[] {
  let mismatches = checked.get(manifest);
  if (mismatches === undefined) checked.set(manifest, (mismatches = findMismatches(manifest)));
  return mismatches;
}

/** @returns whether no rule can have anything to say of a manifest. */
export function isValid(manifest: Manifest): boolean {
  if (manifest.problems.length > 0) return false;
  // Valid manifests are not remembered: there may be very many of them.
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

/** What of a part that the server drops (a status) is told before: names that it does not know. */
const toldBefore: ReadonlySet<Mismatch["kind"]> = new Set(["unknown", "duplicate"]);

/** @returns whether a mismatch is in a part that the server drops, and does not look at. A part of an object may be what a test expects of it. */
function isOfDropped({ kind, path }: Mismatch, { fields }: Manifest["shape"]): boolean {
  const [first] = path;
  if (first === undefined || fields.get(String(first))?.subresource !== true) return false;
  return !toldBefore.has(kind) && (path.length > 1 || kind !== "missing");
}

/** A required field that stands at the wrong place is one problem: the field there is told where it belongs, and is not missing as well. */
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
