import { unknown } from "../domain/constructors";
import type { Abstract, Closure } from "../domain/domain";
import { optionally } from "../flow/branches";
import type { Machine } from "../machine";
import { escape } from "../store/escape";

/**
 * Runs the body of a generator as code of a later time: it goes on when somebody asks the iterator for more, if ever.
 *
 * @param body runs it with the arguments of the call.
 * @returns the iterator, of which nothing is known.
 */
export function startGenerator(
  machine: Machine,
  closure: Closure,
  body: () => Abstract,
  place: Abstract["place"],
): Abstract {
  machine.state.clock += 1;
  machine.within({ timeline: { since: machine.state.clock } }, () => {
    escape(machine, optionally(machine, body));
  });
  return unknown(`the result of \`${closure.name}()\``, place, { origin: { trail: [`${closure.name}()`] } });
}
