import { scalar, unknown } from "../domain/constructors";
import type { Abstract, BuiltinCall } from "../domain/domain";
import { bounds } from "../domain/limits";
import { Slot } from "../domain/slots";
import { optionsOf } from "../domain/values";
import { variableLattice } from "../domain/variable-lattice";
import { repeatBody } from "../flow/fixpoint";
import type { Machine } from "../machine";
import { elementsOf, unknownElement } from "../store/elements";
import { escape } from "../store/escape";
import { elementsNow, isArray, isSame, selfOf } from "./array-callbacks";
import { argument, placeOf } from "./define";

/** `reduce` of arrays. */

/** @returns the last total, where each step towards it is known. */
export function reduce(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const self = selfOf(machine, call);
  const callback = argument(machine, call, 0);
  const items = elementsOf(machine, self);
  const starts = call.args.values.length > 1;
  const first = starts ? argument(machine, call, 1) : items?.[0]?.value;
  if (first && items && items.length <= bounds.visited && items.every((item) => item.presence === "always")) {
    const checkpoint = machine.state.checkpoint();
    const attempt = machine.recorder.begin();
    const before = elementsNow(machine, call);
    let total = first;
    for (const [index, item] of items.entries()) {
      if (index === 0 && !starts) continue;
      total = machine.steps.invoke(
        machine,
        call.frame,
        callback,
        [total, item.value, scalar(index, place), self],
        call.node,
      );
    }
    if (!machine.recorder.hasSent(attempt) && isSame(before, elementsNow(machine, call))) return total;
    machine.state.rollback(checkpoint);
    machine.recorder.abandon(attempt);
  }
  // Without a start the first element is it, which may be any.
  return starts && first && isText(first) ? reduceText(machine, call, first) : reduceAny(machine, call);
}

/** A text that is made piece by piece is like a variable to which a loop adds. */
function reduceText(machine: Machine, call: BuiltinCall, first: Abstract): Abstract {
  const total = new Slot<Abstract | undefined>(undefined, variableLattice, undefined, machine.state.clock, undefined);
  machine.state.write(total, first);
  repeatBody(machine, call.frame, call.node, () => {
    const result = step(machine, call, total.value ?? first);
    if (!isText(result)) escape(machine, result);
    machine.state.write(total, isText(result) ? result : unknown("a running total", result.place));
  });
  return total.value ?? first;
}

function isText(value: Abstract): boolean {
  return optionsOf(value).every(({ kind }) => kind === "text");
}

function reduceAny(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  escape(machine, argument(machine, call, 1));
  repeatBody(machine, call.frame, call.node, () => {
    escape(machine, step(machine, call, unknown("a running total", place)));
  });
  return unknown("the result of `reduce()`", place);
}

/** Calls the callback for any element. */
function step(machine: Machine, call: BuiltinCall, total: Abstract): Abstract {
  const place = placeOf(machine, call);
  const self = selfOf(machine, call);
  const index = unknown("an index", place, isArray(self) ? { is: "number" } : {});
  const given = [total, unknownElement(machine, self, place), index, self];
  return machine.steps.invoke(machine, call.frame, argument(machine, call, 0), given, call.node);
}
