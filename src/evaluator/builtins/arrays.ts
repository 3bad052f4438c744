import { emptyContent } from "../store/content";
import { each, filter, forAll, mapOver, selfOf } from "./array-callbacks";
import { reduce } from "./reduce";
import { copyOf, depthOf, flat, replaced, slice, toSpliced } from "./array-copies";
import { argument, giveUp, type Implementation, isOfAnotherClass, namespace, placeOf, sharedMethod } from "./define";
import { joinItems } from "./joining";
import { listIncludes, listIndexOf } from "./searching";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Builtin, Call, Content, Item, Reference } from "../domain/domain";
import { cellsOf, isUndefined, join, mapOptions, primitiveOf } from "../domain/values";
import { optionally } from "../flow/branches";
import { repeatBody } from "../flow/fixpoint";
import type { Program } from "../program";
import { appendAll, elementsOf, unknownElement } from "../store/elements";
import { escape } from "../store/escape";
import { contentOf, newArray, newObject, update } from "../store/heap";
import { isArray } from "../store/instances";
import { appendItems, openItems } from "../store/items";
import { symbolKey } from "../../syntax/private-names";

/** `Array` and the methods of arrays. */

export function arrayNamespace(program: Program): Builtin {
  return namespace(
    "Array",
    {
      isArray: (call) => {
        const place = placeOf(program, call);
        return mapOptions(argument(program, call, 0), (option) => {
          const found = isArray(option);
          return found === undefined ? unknown("`Array.isArray()`", place, { is: "boolean" }) : scalar(found, place);
        });
      },
      of: (call) =>
        isOfAnotherClass(call)
          ? giveUp(program, call, "Array.of")
          : newArray(program, placeOf(program, call), call.node, call.args.values),
      from: (call) => (isOfAnotherClass(call) ? giveUp(program, call, "Array.from") : from(program, call)),
    },
    { construct: (call) => giveUp(program, call, "Array") },
  );
}

function from(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const iterable = argument(program, call, 0);
  const content = appendAll(program, emptyContent, iterable, place);
  const copy = newObject(program, place, { type: "array", made: call.node, content });
  const callback = argument(program, call, 1);
  return isUndefined(callback)
    ? copy
    : mapOver(program, { ...call, self: copy, args: { values: [callback], more: false } }).result;
}

/** @returns a method of arrays. */
export function arrayMethod(program: Program, name: string): Builtin | undefined {
  const make = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return make && sharedMethod(program, `Array.${name}`, (call) => make(program, call));
}

type Make = (program: Program, call: Call) => ReturnType<Implementation>;

const methods: Readonly<Record<string, Make>> = {
  map: (program, call) => mapOver(program, call).result,
  forEach: (program, call) => {
    forAll(program, call);
    return scalar(undefined, placeOf(program, call));
  },
  filter: (program, call) => filter(program, call),
  flatMap: (program, call) => flat(program, call, mapOver(program, call).result, 1),
  some: (program, call) => each(program, call, "boolean"),
  every: (program, call) => each(program, call, "boolean"),
  findIndex: (program, call) => each(program, call, "number"),
  find: (program, call) => {
    each(program, call, "boolean");
    const self = selfOf(program, call);
    return join(unknownElement(program, self, placeOf(program, call)), scalar(undefined, placeOf(program, call)));
  },
  reduce: (program, call) => reduce(program, call, "left"),
  reduceRight: (program, call) => reduce(program, call, "right"),
  push: (program, call) => {
    const content = (before: Content): Content => {
      const all = call.args.values.reduce<Content>(push, before);
      return call.args.more
        ? appendAll(program, all, unknown("more arguments", placeOf(program, call)), placeOf(program, call))
        : all;
    };
    return change(program, call, content);
  },
  unshift: (program, call) => {
    const added: Item[] = call.args.values.map((value) => ({ value, presence: "always" }));
    return change(program, call, (before) =>
      before.open || call.args.more
        ? call.args.values.reduce<Content>(push, { ...before, open: true })
        : appendItems({ ...before, items: added }, before.items),
    );
  },
  concat: (program, call) => concat(program, call),
  slice: (program, call) => slice(program, call),
  flat: (program, call) => flat(program, call, selfOf(program, call), depthOf(argument(program, call, 0))),
  join: (program, call) => joinItems(program, call),
  at: (program, call) => {
    const index = primitiveOf(argument(program, call, 0));
    const items = elementsOf(program, selfOf(program, call));
    const exact = items?.every((item) => item.presence === "always");
    if (items && exact && typeof index?.value === "number")
      return items.at(index.value)?.value ?? scalar(undefined, placeOf(program, call));
    return join(
      unknownElement(program, selfOf(program, call), placeOf(program, call)),
      scalar(undefined, placeOf(program, call)),
    );
  },
  includes: (program, call) => listIncludes(program, call),
  indexOf: (program, call) => listIndexOf(program, call),
  reverse: (program, call) => shuffle(program, call),
  sort: (program, call) => shuffle(program, call),
  toReversed: (program, call) => copyOf(program, call, (items) => [...items].reverse()),
  toSorted: (program, call) => {
    callWithElements(program, call);
    return copyOf(program, call, () => undefined);
  },
  toSpliced: (program, call) => toSpliced(program, call),
  with: (program, call) => replaced(program, call),
  pop: (program, call) => takeOut(program, call),
  shift: (program, call) => takeOut(program, call),
  splice: (program, call) => {
    for (const value of call.args.values.slice(2)) change(program, call, (before) => push(before, value));
    takeOut(program, call);
    return newObject(program, placeOf(program, call), {
      type: "array",
      made: call.node,
      content: { open: true, rest: unknownElement(program, selfOf(program, call), placeOf(program, call)) },
    });
  },
};

function push(content: Content, value: Abstract): Content {
  if (content.open) return { ...content, rest: content.rest ? join(content.rest, value) : value };
  return appendItems(content, [{ value, presence: "always" }]);
}

function change(program: Program, call: Call, apply: (content: Content) => Content): Abstract {
  const self = selfOf(program, call);
  for (const cell of cellsOf(self)) {
    const once = (): void => {
      update(program, cell, apply);
    };
    if (self.kind === "reference") once();
    else optionally(program, once);
  }
  if (self.kind !== "reference" || contentOf(program, self.cell).escaped)
    for (const value of call.args.values) escape(program, value);
  return unknown("a length", placeOf(program, call), { is: "number" });
}

/** Calls a comparing function with elements in any order. */
function callWithElements(program: Program, call: Call): void {
  const callback = argument(program, call, 0);
  if (callback.kind === "callable")
    repeatBody(program, call.frame, call.node, () => {
      const element = unknownElement(program, selfOf(program, call), placeOf(program, call));
      program.steps.invoke(program, call.frame, callback, [element, element], call.node);
    });
}

function shuffle(program: Program, call: Call): Abstract {
  callWithElements(program, call);
  change(program, call, openItems);
  return selfOf(program, call);
}

function takeOut(program: Program, call: Call): Abstract {
  const element = join(
    unknownElement(program, selfOf(program, call), placeOf(program, call)),
    scalar(undefined, placeOf(program, call)),
  );
  change(program, call, openItems);
  return element;
}

/** An object may ask to be taken for a list. */
function mayBeSpread(program: Program, { cell }: Reference): boolean {
  return contentOf(program, cell).fields.has(symbolKey("isConcatSpreadable"));
}

function concat(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const self = selfOf(program, call);
  let content = appendAll(program, emptyContent, self, place);
  for (const value of call.args.values) {
    const spreads = value.kind === "reference" && value.cell.type === "array";
    const single =
      value.kind === "text" ||
      value.kind === "scalar" ||
      (value.kind === "reference" && value.cell.type === "object" && !mayBeSpread(program, value));
    if (single) content = push(content, value);
    else if (spreads) content = appendAll(program, content, value, place);
    else {
      // It is the value itself, or one of its elements.
      const origin = value.origin && { trail: value.origin.trail };
      const element = unknown("an element", place, { pointsTo: cellsOf(value), origin });
      content = {
        ...appendAll(program, content, value, place),
        open: true,
        rest: content.rest ? join(content.rest, element) : element,
      };
    }
  }
  if (call.args.more) content = { ...content, open: true };
  return newObject(program, place, { type: "array", made: call.node, content });
}

/** `map`, `forEach`, … on something unknown: taken to be an array. */
export function iterationOf(
  program: Program,
  name: string,
  self: Abstract,
  first: Abstract | undefined,
): Builtin | undefined {
  if (self.kind !== "unknown") return undefined;
  const iterates =
    /^(?:map|forEach|filter|flatMap|some|every|find|findIndex|reduce|reduceRight)$/u.test(name) &&
    first?.kind === "callable";
  // A string has this method too, but nobody gives it an array.
  const joins = name === "concat" && first?.kind === "reference";
  const found = iterates || joins || self.is === "array" ? arrayMethod(program, name) : undefined;
  const isInstance = self.typed !== undefined && program.ts.isNewExpression(self.typed);
  return found && isInstance && self.is !== "array" ? asInstance(program, name, found) : found;
}

/** An unknown object that `new` made is no array: typed arrays and libraries' collections return objects of their own class. */
function asInstance(program: Program, name: string, found: Builtin): Builtin {
  return sharedMethod(program, `instance.${name}`, (call) => {
    const result = found.call?.(call);
    return result?.kind === "reference"
      ? unknown(`the result of \`${name}()\``, placeOf(program, call))
      : (result ?? giveUp(program, call, name));
  });
}
