import { scalar, unknown } from "../domain/constructors";
import type { Abstract, BuiltinCall, Content, Item } from "../domain/domain";
import { bounds } from "../domain/limits";
import { optionsOf } from "../domain/values";
import { fork, optionally } from "../flow/branches";
import { repeatBody } from "../flow/fixpoint";
import type { Machine } from "../machine";
import { elementsOf, unknownElement } from "../store/elements";
import { contentOf, newObject } from "../store/heap";
import { keep, truthOf } from "../store/truth";
import { argument, placeOf } from "./define";

/** Methods of arrays that call a function for each element: `map`, `filter`, `reduce`, and searches. */

/** @returns the array on which a method is called. */
export function selfOf(machine: Machine, call: BuiltinCall): Abstract {
  return call.self ?? unknown("an array", placeOf(machine, call));
}

interface Mapped {
  readonly result: Abstract;
  readonly results: readonly { readonly item: Item; readonly result: Abstract }[] | undefined;
}

/** Calls a callback for every element: one by one where they are few and known, else once for some element. */
export function mapOver(machine: Machine, call: BuiltinCall): Mapped {
  const place = placeOf(machine, call);
  const self = selfOf(machine, call);
  const callback = argument(machine, call, 0);
  const items = elementsOf(machine, self);
  const mapped = items && items.length <= bounds.visited ? oneByOne(machine, call, callback, items) : undefined;
  if (mapped) {
    const made = mapped.map(({ item, result }): Item => ({ value: result, presence: item.presence }));
    return {
      result: newObject(machine, place, { type: "array", made: call.node, content: { items: made, sources: [self] } }),
      results: mapped,
    };
  }
  const some = forSome(machine, call, callback, () => unknownElement(machine, self, place));
  const result = newObject(machine, place, {
    type: "array",
    made: call.node,
    content: { open: true, rest: some, sources: [self] },
  });
  return { result, results: undefined };
}

/** Calls a callback for elements of which it is not known how many there are. */
function forSome(
  machine: Machine,
  call: BuiltinCall,
  callback: Abstract,
  element: () => Abstract,
): Abstract | undefined {
  const place = placeOf(machine, call);
  const self = selfOf(machine, call);
  let some: Abstract | undefined;
  repeatBody(machine, call.frame, call.node, () => {
    const index = unknown("an index", place, isArray(self) ? { is: "number" } : {});
    some = machine.steps.invoke(machine, call.frame, callback, [element(), index, self], call.node);
  });
  return some;
}

/** Calls a callback for every element of a list, of which a few are known: for those one by one, and for some other. */
export function forAll(machine: Machine, call: BuiltinCall): void {
  const self = selfOf(machine, call);
  const content = self.kind === "reference" && self.cell.type === "array" ? contentOf(machine, self.cell) : undefined;
  const isPart = content?.open === true && !content.escaped && content.items.length > 0;
  const callback = argument(machine, call, 0);
  if (!isPart || content.items.length > bounds.visited || !oneByOne(machine, call, callback, content.items, false)) {
    mapOver(machine, call);
    return;
  }
  forSome(machine, call, callback, () => content.rest ?? unknown("an element", placeOf(machine, call)));
}

/** Maps and sets, headers and forms have a `forEach` too, which gives a key where an array gives an index. */
export function isArray(value: Abstract): boolean {
  return optionsOf(value).every((option) =>
    option.kind === "reference" ? option.cell.type === "array" : option.kind === "unknown" && option.is === "array",
  );
}

/** @returns the content of the array on which a method is called. */
export function elementsNow(machine: Machine, { self }: BuiltinCall): Content | undefined {
  return self?.kind === "reference" ? contentOf(machine, self.cell) : undefined;
}

/** Whether the elements have stayed as they were, and are known. */
export function isSame(before: Content | undefined, after: Content | undefined): boolean {
  return before?.items === after?.items && before?.open === after?.open && before?.escaped === after?.escaped;
}

/** @param isOrdered whether each stands at its index. */
function oneByOne(
  machine: Machine,
  call: BuiltinCall,
  callback: Abstract,
  items: readonly Item[],
  isOrdered = true,
): Mapped["results"] {
  const { state } = machine;
  const place = placeOf(machine, call);
  const checkpoint = state.checkpoint();
  const attempt = machine.recorder.begin();
  const before = elementsNow(machine, call);
  const sure = items.findIndex(({ presence }) => presence === "maybe");
  const results = items.map((item, index) => {
    const isSure = isOrdered && (sure < 0 || index <= sure);
    const position = isSure ? scalar(index, place) : unknown("an index", place, { is: "number" });
    const run = (): Abstract =>
      machine.steps.invoke(machine, call.frame, callback, [item.value, position, selfOf(machine, call)], call.node);
    return { item, result: item.presence === "always" ? run() : optionally(machine, run) };
  });
  if (!machine.recorder.hasSent(attempt) && isSame(before, elementsNow(machine, call))) return results;
  state.rollback(checkpoint);
  machine.recorder.abandon(attempt);
  return undefined;
}

/** Calls a callback for some of the elements. The result is unknown. */
export function each(machine: Machine, call: BuiltinCall, is: "boolean" | "number"): Abstract {
  // The callback may not be called for all elements.
  repeatBody(machine, call.frame, call.node, () => {
    const place = placeOf(machine, call);
    machine.steps.invoke(
      machine,
      call.frame,
      argument(machine, call, 0),
      [
        unknownElement(machine, selfOf(machine, call), place),
        unknown("an index", place, { is: "number" }),
        selfOf(machine, call),
      ],
      call.node,
    );
  });
  return unknown("a search", placeOf(machine, call), { is });
}

/** @returns an array of the elements of a list that are, or may be, truthy; `undefined` if they are not known. */
export function truthyElements(machine: Machine, call: BuiltinCall, list: Abstract): Abstract | undefined {
  const kept = elementsOf(machine, list)?.map((item): Item | undefined => {
    const truth = truthOf(machine, item.value);
    const value = keep(item.value, (option) => truthOf(machine, option));
    return truth === false ? undefined : { value, presence: truth === true ? item.presence : "maybe" };
  });
  const items = kept?.filter((item) => item !== undefined);
  const place = placeOf(machine, call);
  return items && newObject(machine, place, { type: "array", made: call.node, content: { items, sources: [list] } });
}

/** @returns an array of the elements that pass, or may pass. */
export function filter(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const self = selfOf(machine, call);
  const callback = argument(machine, call, 0);
  if (callback.kind === "callable" && callback.target.type === "builtin" && callback.target.label === "Boolean") {
    const kept = truthyElements(machine, call, self);
    if (kept) return kept;
  }
  const { results } = mapOver(machine, call);
  if (results) {
    const items = results.flatMap(({ item, result }): Item[] => {
      const truth = truthOf(machine, result);
      if (truth === false) return [];
      if (truth === true) return [item];
      return [{ value: passing(machine, call, callback, item.value), presence: "maybe" }];
    });
    return newObject(machine, place, { type: "array", made: call.node, content: { items, sources: [self] } });
  }
  return newObject(machine, place, {
    type: "array",
    made: call.node,
    content: { open: true, rest: unknownElement(machine, self, place), sources: [self] },
  });
}

/** @returns the alternatives of an element for which a callback may give something truthy. */
function passing(machine: Machine, call: BuiltinCall, callback: Abstract, value: Abstract): Abstract {
  return keep(value, (option) => {
    const attempt = machine.recorder.begin();
    const [side] = fork(machine, [() => machine.steps.invoke(machine, call.frame, callback, [option], call.node)]);
    machine.recorder.abandon(attempt);
    return side && truthOf(machine, side.result);
  });
}
