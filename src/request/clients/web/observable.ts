import { opaque, type Native } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import { callable, namespace } from "../../drafts/natives";
import { unknown } from "../../drafts/objects";
import { layered } from "../../drafts/options";

/** An observable with a single value. */
export interface Observable extends Native {
  readonly held: Value;
}

/** @returns an observable of a request. Subscribers get the value `held`. */
export function observable(held: Value): Native {
  const native: Observable = {
    ...namespace("Observable", {
      subscribe: () =>
        callable("subscribe", (call) => {
          const given = argument(call, 0);
          const next = given?.kind === "object" ? layered([given], "next", call.range) : given;
          if (next) call.invoke(next, [held]);
          return unknown("a subscription", call.range);
        }),
      toPromise: () => callable("toPromise", () => held),
    }),
    class: "Observable",
    held,
  };
  return native;
}

/** @returns the value of an observable; unknown if it does not come from a request. */
export function heldBy(native: Native | undefined, at: Range): Value {
  return native && "held" in native ? (native as Observable).held : unknown("what an observable gives", at);
}

/** @returns an observable as a value. */
export function observed(held: Value, at: Range): Value {
  return opaque(observable(held), at);
}
