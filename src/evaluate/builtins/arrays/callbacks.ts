import { limits } from "../../limits";
import { arrayOf, never, scalar, unknown } from "../../make";
import { assuming, joinAll, mapOptions, mayBeMissing, nullishOf, optionsOf, truthOf } from "../../values";
import type { Abstract, BuiltinCall, Element, Place, Single, Unknown } from "../../domain";
import { argument } from "../define";
import { elementsOf, someElement } from "./elements";

/** Methods of lists that call a callback for each element. */

/** A list on which a method is called: one alternative of `self`. */
export interface Listed {
  readonly self: Single;
  readonly call: BuiltinCall;
}

/** @returns the callback's results by element, if the elements are known and few. */
function resultsFor({
  self,
  call,
}: Listed): readonly { readonly element: Element; readonly result: Abstract }[] | undefined {
  const elements = elementsOf(self);
  if (!elements || elements.length > limits.rounds || changesList(argument(call, 0), self)) return undefined;
  const unsure = elements.findIndex(({ presence }) => presence === "maybe");
  return elements.map((element, index) => {
    const isSure = unsure < 0 || index <= unsure;
    const at = isSure ? scalar(index, call.place) : unknown("an index", call.place, { is: "number" });
    return { element, result: callWith({ self, call }, element.value, at) };
  });
}

/** Whether a callback assigns the variable that holds the iterated list. */
function changesList(callback: Abstract, { place }: Single): boolean {
  if (callback.kind !== "function" || callback.file !== place.file) return false;
  const { values, functions, variables } = callback.file.code;
  return (functions[callback.function]?.assigns ?? []).some((id) =>
    variables[id]?.assigned.some(({ value }) => {
      const node = values[value];
      return node?.start === place.start && node.end === place.end;
    }),
  );
}

function callWith({ self, call }: Listed, value: Abstract, index: Abstract): Abstract {
  return call.evaluator.invoke(argument(call, 0), [value, index, self], call.place, call.arguments[1]);
}

/** @returns the callback's result for some element. */
function resultForSome({ self, call }: Listed): Abstract {
  const isList = self.kind === "array" || (self.kind === "unknown" && self.is === "array");
  const index = unknown("an index", call.place, isList ? { is: "number" } : {});
  return callWith({ self, call }, someElement(self, call.place), index);
}

export function mapList(listed: Listed): Abstract {
  const { self, call } = listed;
  const results = resultsFor(listed);
  if (results) {
    if (results.some(({ element, result }) => result.kind === "never" && element.presence === "always"))
      return never(call.place);
    const elements = results.map(({ element, result }): Element => ({
      value: result,
      presence: element.presence,
      unlessEmpty: element.unlessEmpty,
    }));
    return arrayOf(
      elements.filter(({ value }) => value.kind !== "never"),
      call.place,
      { sources: [self] },
    );
  }
  const result = resultForSome(listed);
  const elements = optionsOf(result).map((value): Element => ({ value, presence: "maybe" }));
  return arrayOf(elements, call.place, { open: openReason(self), sources: [self] });
}

export function openReason(self: Single): string {
  if (self.kind === "array") return self.open ?? "a long list";
  return self.kind === "unknown" ? self.reason : "elements that are not known";
}

/** Calls the callback for each element; its results are not used. */
export function forEach(listed: Listed): Abstract {
  if (!resultsFor(listed)) resultForSome(listed);
  return scalar(undefined, listed.call.place);
}

/** @returns the alternatives of a value that pass a test, or may pass it. */
function keepOptions(value: Abstract, place: Place, test: (option: Single) => boolean | undefined): Abstract {
  if (value.kind !== "alternatives") return value;
  return joinAll(
    value.options.filter((option) => test(option) !== false),
    place,
  );
}

/** @returns a list of the elements that pass, or may pass. */
export function filterList(listed: Listed): Abstract {
  const { self, call } = listed;
  const results = resultsFor(listed);
  if (!results)
    return arrayOf(passingSome(listed), call.place, {
      open: openReason(self),
      sources: [self],
    });
  const truthFor = (option: Single): boolean | undefined => truthOf(testFor(listed, option));
  const elements = results.flatMap(({ element, result }): readonly Element[] => {
    const truth = truthOf(result);
    if (truth === false) return [];
    if (truth === true) return [element];
    const value = keepOptions(element.value, call.place, truthFor);
    if (value.kind === "never") return [];
    const unlessEmpty = element.presence === "always" && isEmptyNowhere(element.value, truthFor) ? true : undefined;
    return [{ value, presence: "maybe", unlessEmpty }];
  });
  return arrayOf(elements, call.place, { sources: [self] });
}

/** Whether an element passes a test unless it is empty: an unknown alternative passes when it is assumed truthy, and so do all others as they are. */
export function isEmptyNowhere(value: Abstract, truthFor: (assumed: Single) => boolean | undefined): boolean {
  return optionsOf(value).every((option) => {
    const open = openIn(option);
    const isOpen = open?.truth === undefined && nullishOf(open ?? option) === undefined;
    return truthFor(open && isOpen && !mayBeMissing(open) ? { ...open, truth: true } : option) === true;
  });
}

/** @returns the unknown value that an option is, also as a text of its own: `${id}`. */
function openIn(option: Single): Unknown | undefined {
  if (option.kind === "unknown") return option;
  const [part, ...others] = option.kind === "text" && !option.json ? option.parts : [];
  return part?.kind === "hole" && others.length === 0 && part.value.kind === "unknown" ? part.value : undefined;
}

function testFor(listed: Listed, option: Single): Abstract {
  return callWith(listed, option, unknown("an index", listed.call.place, { is: "number" }));
}

function passingSome(listed: Listed): readonly Element[] {
  const { self, call } = listed;
  const some = self.kind === "array" ? self.elements.slice(0, limits.rounds) : [];
  const others = self.kind === "array" && some.length < self.elements.length ? [] : undefined;
  if (others) return [{ value: someElement(self, call.place), presence: "maybe" }];
  const kept = some.filter(({ value }) => truthOf(testFor(listed, assumedOf(value))) !== false);
  const known = kept.map(({ value }): Element => ({ value, presence: "maybe" }));
  return self.kind === "array" ? known : [{ value: someElement(self, call.place), presence: "maybe" }];
}

function assumedOf(value: Abstract): Single {
  const [first, ...others] = optionsOf(value);
  return first && others.length === 0 ? first : unknown("an element", value.place);
}

/** Direction and result of a search. */
export interface Search {
  readonly from: "start" | "end";
  readonly gives: "element" | "index";
}

/** `find`, `findIndex`, `findLast`, `findLastIndex`. */
export function findInList(listed: Listed, { from, gives }: Search): Abstract {
  const { self, call } = listed;
  const { place } = call;
  const nothing = gives === "element" ? scalar(undefined, place) : scalar(-1, place);
  const results = resultsFor(listed);
  if (!results) resultForSome(listed);
  if (!results || (gives === "index" && results.some(({ element }) => element.presence === "maybe")))
    return gives === "index"
      ? unknown("a search", place, { is: "number", index: { least: -1, mayBeFirst: true } })
      : joinAll([someElement(self, place), nothing], place);
  const found: Abstract[] = [];
  const indexed = results.map((each, index) => ({ ...each, index }));
  for (const { element, result, index } of from === "start" ? indexed : indexed.reverse()) {
    const truth = truthOf(result);
    if (truth === false) continue;
    const value = keepOptions(element.value, place, (option) => truthOf(testFor(listed, option)));
    found.push(gives === "index" ? scalar(index, place) : truth === true ? element.value : value);
    if (truth === true && element.presence === "always") return joinAll(found, place);
  }
  return joinAll([...found, nothing], place);
}

/** `some` and `every`. */
export function quantify(listed: Listed, every: boolean): Abstract {
  const { place } = listed.call;
  const results = resultsFor(listed);
  if (!results) {
    resultForSome(listed);
    return unknown("a search", place, { is: "boolean" });
  }
  let isSure = true;
  for (const { element, result } of results) {
    const truth = truthOf(result);
    if (truth === every) continue;
    if (truth !== undefined && element.presence === "always") return scalar(!every, place);
    isSure = false;
  }
  return isSure ? scalar(every, place) : unknown("a search", place, { is: "boolean" });
}

/** Applies a method to each alternative of its receiver. */
export function eachList(call: BuiltinCall, apply: (listed: Listed) => Abstract): Abstract {
  return mapOptions(call.self ?? unknown("an array", call.place), (self) =>
    assuming(apply({ self, call }), self.assumes),
  );
}
