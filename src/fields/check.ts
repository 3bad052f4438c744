import type { Shape } from "../shape/shape";
import { findNear } from "../text/near";
import type { Segment, Selector } from "./selection";
import { possibleShapes, stepInto, type PossibleShapes } from "./shapes";

/** A selector that does not fit the shape of the response (conventions 7). */
export type Misfit =
  /** `near`: the names that may be meant, nearest first. If dots were written for slashes, the path with slashes. */
  | { readonly kind: "unknownField"; readonly segment: Segment; readonly near: readonly string[] }
  /** The segment follows `parent`, which has no fields. */
  | { readonly kind: "insideScalar"; readonly segment: Segment; readonly parent: Segment };

/**
 * Checks selectors against the shape of the response.
 *
 * Arrays are transparent (conventions 4.2.5), maps have every key, `*` leads to every child. Open and unknown parts are not checked. Checking a selector stops
 * at its first misfit.
 *
 * @returns the misfits in text order.
 */
export function checkFields(selectors: readonly Selector[], response: Shape): readonly Misfit[] {
  const misfits: Misfit[] = [];
  const root = possibleShapes([response]);
  const pending = selectors.map(
    (selector): { selector: Selector; place: PossibleShapes; parent: Segment | undefined } => ({
      selector,
      place: root,
      parent: undefined,
    }),
  );
  for (let next = pending.pop(); next; next = pending.pop()) {
    let { place, parent } = next;
    let fits = true;
    for (const segment of next.selector.path) {
      const step = stepInto(place, segment.name);
      if (step.kind === "found") {
        place = step.place;
        parent = segment;
        continue;
      }
      fits = false;
      if (step.kind === "unknownField")
        misfits.push({ kind: "unknownField", segment, near: findMeant(segment.name, step.names, place) });
      else if (parent) misfits.push({ kind: "insideScalar", segment, parent });
      break;
    }
    if (!fits) continue;
    for (const selector of next.selector.group?.selectors ?? []) pending.push({ selector, place, parent });
  }
  return misfits.sort((a, b) => a.segment.range.start - b.segment.range.start);
}

/** Longer dotted names cannot be meant as paths. */
const mostParts = 19;

/** Tries dots as slashes first, because other languages write `a.b` for `a/b`. */
function findMeant(name: string, names: readonly string[], place: PossibleShapes): readonly string[] {
  const path = name.split(".");
  if (path.length <= mostParts) {
    let at: PossibleShapes = place;
    const reaches = path.every((each) => {
      const step = stepInto(at, each);
      at = step.kind === "found" ? step.place : undefined;
      return step.kind === "found";
    });
    if (reaches) return [path.join("/")];
  }
  return findNear(name, names);
}
