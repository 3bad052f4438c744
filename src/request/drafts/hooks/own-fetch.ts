import type TS from "typescript";
import { isForwarder } from "../../../syntax/forwarders";
import type { Value } from "../../../value/value";
import { optionsOf } from "../known";
import { sourceOf } from "./hooks";
import type { Part } from "./parts";

/**
 * The parts of a request that functions may change through which a client sends in place of `fetch`. Whatever they add to the header fields, clients
 * take for unseen by themselves.
 *
 * @param given the values of the client's option, by layer. What is no function of the program passes on what it gets.
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
