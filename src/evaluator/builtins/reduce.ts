import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Call, Item } from "../domain/domain";
import { bounds } from "../domain/limits";
import { Slot } from "../domain/slots";
import { optionsOf } from "../domain/values";
import { variableLattice } from "../domain/variable-lattice";
import { repeatBody } from "../flow/fixpoint";
import type { Program } from "../program";
import { elementsOf, unknownElement } from "../store/elements";
import { escape } from "../store/escape";
import { elementsNow, isArray, isSame, selfOf } from "./array-callbacks";
import { argument, placeOf } from "./define";

/** `reduce` and `reduceRight` of arrays. */

/** An element, with its place in the array. */
interface Numbered {
  readonly index: number;
  readonly item: Item;
}

/** @returns the last total, where each step towards it is known. */
export function reduce(program: Program, call: Call, from: "left" | "right"): Abstract {
  const items = elementsOf(program, selfOf(program, call));
  const start = call.args.values[1];
  const isKnown = items && items.length <= bounds.visited && items.every(({ presence }) => presence === "always");
  const total = isKnown ? reduceKnown(program, call, numbered(items, from), start) : undefined;
  if (total) return total;
  // Without a start the first element is it, which may be any.
  return start && isText(start) ? reduceText(program, call, start) : reduceAny(program, call);
}

/** @returns the last total; `undefined` if a step sends a request or changes the array, or there is none to begin with. */
function reduceKnown(
  program: Program,
  call: Call,
  items: readonly Numbered[],
  start: Abstract | undefined,
): Abstract | undefined {
  const [head] = items;
  const first = start ?? head?.item.value;
  if (!first) return undefined;
  const place = placeOf(program, call);
  const callback = argument(program, call, 0);
  const checkpoint = program.state.checkpoint();
  const attempt = program.pass.recorder.begin();
  const before = elementsNow(program, call);
  let total = first;
  for (const { index, item } of start ? items : items.slice(1)) {
    const given = [total, item.value, scalar(index, place), selfOf(program, call)];
    total = program.steps.invoke(program, call.frame, callback, given, call.node);
  }
  if (!program.pass.recorder.hasSent(attempt) && isSame(before, elementsNow(program, call))) return total;
  program.state.rollback(checkpoint);
  program.pass.recorder.abandon(attempt);
  return undefined;
}

function numbered(items: readonly Item[], from: "left" | "right"): readonly Numbered[] {
  const all = items.map((item, index) => ({ index, item }));
  return from === "left" ? all : all.reverse();
}

/** A text that is made piece by piece is like a variable to which a loop adds. */
function reduceText(program: Program, call: Call, first: Abstract): Abstract {
  const total = new Slot<Abstract | undefined>(undefined, variableLattice, undefined, program.state.clock, undefined);
  program.state.write(total, first);
  repeatBody(program, call.frame, call.node, () => {
    const result = step(program, call, total.value ?? first);
    if (!isText(result)) escape(program, result);
    program.state.write(total, isText(result) ? result : unknown("a running total", result.place));
  });
  return total.value ?? first;
}

function isText(value: Abstract): boolean {
  return optionsOf(value).every(({ kind }) => kind === "text");
}

function reduceAny(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  escape(program, argument(program, call, 1));
  repeatBody(program, call.frame, call.node, () => {
    escape(program, step(program, call, unknown("a running total", place)));
  });
  return unknown("the result of `reduce()`", place);
}

/** Calls the callback for any element. */
function step(program: Program, call: Call, total: Abstract): Abstract {
  const place = placeOf(program, call);
  const self = selfOf(program, call);
  const index = unknown("an index", place, isArray(self) ? { is: "number" } : {});
  const given = [total, unknownElement(program, self, place), index, self];
  return program.steps.invoke(program, call.frame, argument(program, call, 0), given, call.node);
}
