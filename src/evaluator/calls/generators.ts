import { unknown } from "../domain/constructors";
import type { Abstract, Closure } from "../domain/domain";
import { optionally } from "../flow/branches";
import type { Program } from "../program";
import { escape } from "../store/escape";

/**
 * Runs the body of a generator as code of a later time: it goes on when somebody asks the iterator for more, if ever.
 *
 * @param body runs it with the arguments of the call.
 * @returns the iterator, of which nothing is known.
 */
export function startGenerator(
  program: Program,
  closure: Closure,
  body: () => Abstract,
  place: Abstract["place"],
): Abstract {
  program.state.clock += 1;
  program.run.within({ timeline: { since: program.state.clock } }, () => {
    escape(program, optionally(program, body));
  });
  return unknown(`the result of \`${closure.name}()\``, place, { origin: { trail: [`${closure.name}()`] } });
}
