import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Call, Content, Item } from "../domain/domain";
import { bounds } from "../domain/limits";
import { optionsOf } from "../domain/values";
import { fork, optionally } from "../flow/branches";
import { repeatBody } from "../flow/fixpoint";
import type { Program } from "../program";
import { elementsOf, unknownElement } from "../store/elements";
import { contentOf, newObject } from "../store/heap";
import { keep, truthOf } from "../store/truth";
import { argument, placeOf } from "./define";

/** Methods of arrays that call a function for each element: `map`, `filter`, `reduce`, and searches. */

/** @returns the array on which a method is called. */
export function selfOf(program: Program, call: Call): Abstract {
  return call.self ?? unknown("an array", placeOf(program, call));
}

interface Mapped {
  readonly result: Abstract;
  readonly results: readonly { readonly item: Item; readonly result: Abstract }[] | undefined;
}

/** Calls a callback for every element: one by one where they are few and known, else once for some element. */
export function mapOver(program: Program, call: Call): Mapped {
  const place = placeOf(program, call);
  const self = selfOf(program, call);
  const callback = argument(program, call, 0);
  const items = elementsOf(program, self);
  const mapped = items && items.length <= bounds.visited ? oneByOne(program, call, callback, items) : undefined;
  if (mapped) {
    const made = mapped.map(({ item, result }): Item => ({ value: result, presence: item.presence }));
    return {
      result: newObject(program, place, { type: "array", made: call.node, content: { items: made, sources: [self] } }),
      results: mapped,
    };
  }
  const some = forSome(program, call, callback, () => unknownElement(program, self, place));
  const result = newObject(program, place, {
    type: "array",
    made: call.node,
    content: { open: true, rest: some, sources: [self] },
  });
  return { result, results: undefined };
}

/** Calls a callback for elements of which it is not known how many there are. */
function forSome(program: Program, call: Call, callback: Abstract, element: () => Abstract): Abstract | undefined {
  const place = placeOf(program, call);
  const self = selfOf(program, call);
  let some: Abstract | undefined;
  repeatBody(program, call.frame, call.node, () => {
    const index = unknown("an index", place, isArray(self) ? { is: "number" } : {});
    some = program.steps.invoke(program, call.frame, callback, [element(), index, self], call.node);
  });
  return some;
}

/** Calls a callback for every element of a list, of which a few are known: for those one by one, and for some other. */
export function forAll(program: Program, call: Call): void {
  const self = selfOf(program, call);
  const content = self.kind === "reference" && self.cell.type === "array" ? contentOf(program, self.cell) : undefined;
  const isPart = content?.open === true && !content.escaped && content.items.length > 0;
  const callback = argument(program, call, 0);
  if (
    !isPart ||
    content.items.length > bounds.visited ||
    !oneByOne(program, call, callback, content.items, "unordered")
  ) {
    mapOver(program, call);
    return;
  }
  forSome(program, call, callback, () => content.rest ?? unknown("an element", placeOf(program, call)));
}

/** Maps and sets, headers and forms have a `forEach` too, which gives a key where an array gives an index. */
export function isArray(value: Abstract): boolean {
  return optionsOf(value).every((option) =>
    option.kind === "reference" ? option.cell.type === "array" : option.kind === "unknown" && option.is === "array",
  );
}

/** @returns the content of the array on which a method is called. */
export function elementsNow(program: Program, { self }: Call): Content | undefined {
  return self?.kind === "reference" ? contentOf(program, self.cell) : undefined;
}

/** Whether the elements have stayed as they were, and are known. */
export function isSame(before: Content | undefined, after: Content | undefined): boolean {
  return before?.items === after?.items && before?.open === after?.open && before?.escaped === after?.escaped;
}

/** @param order whether each stands at its index. */
function oneByOne(
  program: Program,
  call: Call,
  callback: Abstract,
  items: readonly Item[],
  order: "ordered" | "unordered" = "ordered",
): Mapped["results"] {
  const { state } = program;
  const place = placeOf(program, call);
  const checkpoint = state.checkpoint();
  const attempt = program.pass.recorder.begin();
  const before = elementsNow(program, call);
  const sure = items.findIndex(({ presence }) => presence === "maybe");
  const results = items.map((item, index) => {
    const isSure = order === "ordered" && (sure < 0 || index <= sure);
    const position = isSure ? scalar(index, place) : unknown("an index", place, { is: "number" });
    const run = (): Abstract =>
      program.steps.invoke(program, call.frame, callback, [item.value, position, selfOf(program, call)], call.node);
    return { item, result: item.presence === "always" ? run() : optionally(program, run) };
  });
  if (!program.pass.recorder.hasSent(attempt) && isSame(before, elementsNow(program, call))) return results;
  state.rollback(checkpoint);
  program.pass.recorder.abandon(attempt);
  return undefined;
}

/** Calls a callback for some of the elements. The result is unknown. */
export function each(program: Program, call: Call, is: "boolean" | "number"): Abstract {
  // The callback may not be called for all elements.
  repeatBody(program, call.frame, call.node, () => {
    const place = placeOf(program, call);
    program.steps.invoke(
      program,
      call.frame,
      argument(program, call, 0),
      [
        unknownElement(program, selfOf(program, call), place),
        unknown("an index", place, { is: "number" }),
        selfOf(program, call),
      ],
      call.node,
    );
  });
  return unknown("a search", placeOf(program, call), { is });
}

/** @returns an array of the elements of a list that are, or may be, truthy; `undefined` if they are not known. */
export function truthyElements(program: Program, call: Call, list: Abstract): Abstract | undefined {
  const kept = elementsOf(program, list)?.map((item): Item | undefined => {
    const truth = truthOf(program, item.value);
    const value = keep(item.value, (option) => truthOf(program, option));
    return truth === false ? undefined : { value, presence: truth === true ? item.presence : "maybe" };
  });
  const items = kept?.filter((item) => item !== undefined);
  const place = placeOf(program, call);
  return items && newObject(program, place, { type: "array", made: call.node, content: { items, sources: [list] } });
}

/** @returns an array of the elements that pass, or may pass. */
export function filter(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const self = selfOf(program, call);
  const callback = argument(program, call, 0);
  if (callback.kind === "callable" && callback.target.type === "builtin" && callback.target.label === "Boolean") {
    const kept = truthyElements(program, call, self);
    if (kept) return kept;
  }
  const { results } = mapOver(program, call);
  if (results) {
    const items = results.flatMap(({ item, result }): Item[] => {
      const truth = truthOf(program, result);
      if (truth === false) return [];
      if (truth === true) return [item];
      return [{ value: passing(program, call, callback, item.value), presence: "maybe" }];
    });
    return newObject(program, place, { type: "array", made: call.node, content: { items, sources: [self] } });
  }
  return newObject(program, place, {
    type: "array",
    made: call.node,
    content: { open: true, rest: unknownElement(program, self, place), sources: [self] },
  });
}

/** @returns the alternatives of an element for which a callback may give something truthy. */
function passing(program: Program, call: Call, callback: Abstract, value: Abstract): Abstract {
  return keep(value, (option) => {
    const attempt = program.pass.recorder.begin();
    const [side] = fork(program, [() => program.steps.invoke(program, call.frame, callback, [option], call.node)]);
    program.pass.recorder.abandon(attempt);
    return side && truthOf(program, side.result);
  });
}
