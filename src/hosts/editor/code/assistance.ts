import type TS from "typescript";
import type { FileRequests } from "../file-checker";
import type { Explanation, Offer } from "../offers";
import { explainCall } from "./calls";
import { headerKeyOffers } from "./headers";
import { explainRequest, requestOffers } from "./requests";
import { explainSegment, selectorOffers } from "./selectors";

/** Completion and hover in code, the same in every editor. */

/** @returns the completions at a position of a request. */
export function codeOffers(ts: typeof TS, place: FileRequests, position: number): readonly Offer[] {
  return [
    ...selectorOffers(place, position),
    ...requestOffers(place, position),
    ...headerKeyOffers(ts, place, position),
  ];
}

/**
 * @returns the explanation of the text at a position of a request, such as its path. Editors have no hover of their own
 * there.
 */
export function explainText(place: FileRequests, position: number): Explanation | undefined {
  return explainSegment(place, position) ?? explainRequest(place, position);
}

/**
 * @param describeCallers as for `explainCall`.
 * @returns the explanation of a request at a position, in its text or its callee.
 */
export function explainCode(
  place: FileRequests,
  position: number,
  describeCallers: () => string | undefined,
): Explanation | undefined {
  return explainText(place, position) ?? explainCall(place, position, describeCallers);
}
