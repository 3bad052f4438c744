import type TS from "typescript";
import { isForwarder } from "../../../syntax/forwarders";
import type { Value } from "../../../value/value";
import { optionsOf } from "../known";
import { sourceOf } from "./hooks";
import type { Part } from "./parts";

/**
 * @returns the parts of a request that a client's replacement for `fetch` may change, without header fields: clients
 * treat these as unseen anyway.
 * @param given the values of the client's option, by layer. A value that is no function of the program passes its
 * arguments on.
 */
export function changedByFetch(ts: typeof TS, given: readonly (Value | undefined)[]): ReadonlySet<Part> {
  const changes = given.some((value) =>
    (value ? optionsOf(value) : []).some((option) => {
      const source = sourceOf(ts, option);
      return source !== undefined && !isForwarder(ts, source);
    }),
  );
  return new Set(changes ? ["body"] : []);
}
