import { emptyContent } from "../store/content";
import { each, filter, forAll, mapOver, selfOf } from "./array-callbacks";
import { reduce } from "./reduce";
import { copyOf, depthOf, flat, replaced, slice, toSpliced } from "./array-copies";
import { argument, giveUp, type Implementation, isOfAnotherClass, namespace, placeOf, sharedMethod } from "./define";
import { joinItems } from "./joining";
import { listIncludes, listIndexOf } from "./searching";
import { scalar, unknown } from "../domain/constructors";
import type { Abstract, Builtin, BuiltinCall, Content, Item, Reference } from "../domain/domain";
import { cellsOf, isUndefined, join, mapOptions, primitiveOf } from "../domain/values";
import { repeatBody } from "../flow/fixpoint";
import type { Machine } from "../machine";
import { appendAll, elementsOf, unknownElement } from "../store/elements";
import { escape } from "../store/escape";
import { contentOf, newArray, newObject, update } from "../store/heap";
import { isArray } from "../store/instances";
import { appendItems, openItems } from "../store/items";
import { symbolKey } from "../syntax/private-names";

/** `Array` and the methods of arrays. */

export function arrayNamespace(machine: Machine): Builtin {
  return namespace(
    "Array",
    {
      isArray: (call) => {
        const place = placeOf(machine, call);
        return mapOptions(argument(machine, call, 0), (option) => {
          const found = isArray(option);
          return found === undefined ? unknown("`Array.isArray()`", place, { is: "boolean" }) : scalar(found, place);
        });
      },
      of: (call) =>
        isOfAnotherClass(call)
          ? giveUp(machine, call, "Array.of")
          : newArray(machine, placeOf(machine, call), call.node, call.args.values),
      from: (call) => (isOfAnotherClass(call) ? giveUp(machine, call, "Array.from") : from(machine, call)),
    },
    { construct: (call) => giveUp(machine, call, "Array") },
  );
}

function from(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const iterable = argument(machine, call, 0);
  const content = appendAll(machine, emptyContent, iterable, place);
  const copy = newObject(machine, place, { type: "array", made: call.node, content });
  const callback = argument(machine, call, 1);
  return isUndefined(callback)
    ? copy
    : mapOver(machine, { ...call, self: copy, args: { values: [callback], more: false } }).result;
}

/** @returns a method of arrays. */
export function arrayMethod(machine: Machine, name: string): Builtin | undefined {
  const make = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return make && sharedMethod(machine, `Array.${name}`, (call) => make(machine, call));
}

type Make = (machine: Machine, call: BuiltinCall) => ReturnType<Implementation>;

const methods: Readonly<Record<string, Make>> = {
  map: (machine, call) => mapOver(machine, call).result,
  forEach: (machine, call) => {
    forAll(machine, call);
    return scalar(undefined, placeOf(machine, call));
  },
  filter: (machine, call) => filter(machine, call),
  flatMap: (machine, call) => flat(machine, call, mapOver(machine, call).result, 1),
  some: (machine, call) => each(machine, call, "boolean"),
  every: (machine, call) => each(machine, call, "boolean"),
  findIndex: (machine, call) => each(machine, call, "number"),
  find: (machine, call) => {
    each(machine, call, "boolean");
    const self = selfOf(machine, call);
    return join(unknownElement(machine, self, placeOf(machine, call)), scalar(undefined, placeOf(machine, call)));
  },
  reduce: (machine, call) => reduce(machine, call),
  push: (machine, call) => {
    const content = (before: Content): Content => {
      const all = call.args.values.reduce<Content>(push, before);
      return call.args.more
        ? appendAll(machine, all, unknown("more arguments", placeOf(machine, call)), placeOf(machine, call))
        : all;
    };
    return change(machine, call, content);
  },
  unshift: (machine, call) => {
    const added: Item[] = call.args.values.map((value) => ({ value, presence: "always" }));
    return change(machine, call, (before) =>
      before.open || call.args.more
        ? call.args.values.reduce<Content>(push, { ...before, open: true })
        : appendItems({ ...before, items: added }, before.items),
    );
  },
  concat: (machine, call) => concat(machine, call),
  slice: (machine, call) => slice(machine, call),
  flat: (machine, call) => flat(machine, call, selfOf(machine, call), depthOf(argument(machine, call, 0))),
  join: (machine, call) => joinItems(machine, call),
  at: (machine, call) => {
    const index = primitiveOf(argument(machine, call, 0));
    const items = elementsOf(machine, selfOf(machine, call));
    const exact = items?.every((item) => item.presence === "always");
    if (items && exact && typeof index?.value === "number")
      return items.at(index.value)?.value ?? scalar(undefined, placeOf(machine, call));
    return join(
      unknownElement(machine, selfOf(machine, call), placeOf(machine, call)),
      scalar(undefined, placeOf(machine, call)),
    );
  },
  includes: (machine, call) => listIncludes(machine, call),
  indexOf: (machine, call) => listIndexOf(machine, call),
  reverse: (machine, call) => shuffle(machine, call),
  sort: (machine, call) => shuffle(machine, call),
  toReversed: (machine, call) => copyOf(machine, call, (items) => [...items].reverse()),
  toSorted: (machine, call) => {
    callWithElements(machine, call);
    return copyOf(machine, call, () => undefined);
  },
  toSpliced: (machine, call) => toSpliced(machine, call),
  with: (machine, call) => replaced(machine, call),
  pop: (machine, call) => takeOut(machine, call),
  shift: (machine, call) => takeOut(machine, call),
  splice: (machine, call) => {
    for (const value of call.args.values.slice(2)) change(machine, call, (before) => push(before, value));
    takeOut(machine, call);
    return newObject(machine, placeOf(machine, call), {
      type: "array",
      made: call.node,
      content: { open: true, rest: unknownElement(machine, selfOf(machine, call), placeOf(machine, call)) },
    });
  },
};

function push(content: Content, value: Abstract): Content {
  if (content.open) return { ...content, rest: content.rest ? join(content.rest, value) : value };
  return appendItems(content, [{ value, presence: "always" }]);
}

function change(machine: Machine, call: BuiltinCall, apply: (content: Content) => Content): Abstract {
  const self = selfOf(machine, call);
  for (const cell of cellsOf(self)) update(machine, cell, apply);
  if (self.kind !== "reference" || contentOf(machine, self.cell).escaped)
    for (const value of call.args.values) escape(machine, value);
  return unknown("a length", placeOf(machine, call), { is: "number" });
}

/** Calls a comparing function with elements in any order. */
function callWithElements(machine: Machine, call: BuiltinCall): void {
  const callback = argument(machine, call, 0);
  if (callback.kind === "callable")
    repeatBody(machine, call.frame, call.node, () => {
      const element = unknownElement(machine, selfOf(machine, call), placeOf(machine, call));
      machine.steps.invoke(machine, call.frame, callback, [element, element], call.node);
    });
}

function shuffle(machine: Machine, call: BuiltinCall): Abstract {
  callWithElements(machine, call);
  change(machine, call, openItems);
  return selfOf(machine, call);
}

function takeOut(machine: Machine, call: BuiltinCall): Abstract {
  const element = join(
    unknownElement(machine, selfOf(machine, call), placeOf(machine, call)),
    scalar(undefined, placeOf(machine, call)),
  );
  change(machine, call, openItems);
  return element;
}

/** An object may ask to be taken for a list. */
function mayBeSpread(machine: Machine, { cell }: Reference): boolean {
  return contentOf(machine, cell).fields.has(symbolKey("isConcatSpreadable"));
}

function concat(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const self = selfOf(machine, call);
  let content = appendAll(machine, emptyContent, self, place);
  for (const value of call.args.values) {
    const spreads = value.kind === "reference" && value.cell.type === "array";
    const single =
      value.kind === "text" ||
      value.kind === "scalar" ||
      (value.kind === "reference" && value.cell.type === "object" && !mayBeSpread(machine, value));
    if (single) content = push(content, value);
    else if (spreads) content = appendAll(machine, content, value, place);
    else {
      // It is the value itself, or one of its elements.
      const origin = value.origin && { trail: value.origin.trail };
      const element = unknown("an element", place, { pointsTo: cellsOf(value), origin });
      content = {
        ...appendAll(machine, content, value, place),
        open: true,
        rest: content.rest ? join(content.rest, element) : element,
      };
    }
  }
  if (call.args.more) content = { ...content, open: true };
  return newObject(machine, place, { type: "array", made: call.node, content });
}

/** `map`, `forEach`, … on something unknown: taken to be an array. */
export function iterationOf(
  machine: Machine,
  name: string,
  self: Abstract,
  first: Abstract | undefined,
): Builtin | undefined {
  if (self.kind !== "unknown") return undefined;
  const iterates =
    /^(?:map|forEach|filter|flatMap|some|every|find|findIndex|reduce)$/u.test(name) && first?.kind === "callable";
  // A string has this method too, but nobody gives it an array.
  const joins = name === "concat" && first?.kind === "reference";
  const found = iterates || joins || self.is === "array" ? arrayMethod(machine, name) : undefined;
  const isInstance = self.typed !== undefined && machine.ts.isNewExpression(self.typed);
  return found && isInstance && self.is !== "array" ? asInstance(machine, name, found) : found;
}

/** An unknown object that `new` made is no array: typed arrays and libraries' collections return objects of their own class. */
function asInstance(machine: Machine, name: string, found: Builtin): Builtin {
  return sharedMethod(machine, `instance.${name}`, (call) => {
    const result = found.call?.(call);
    return result?.kind === "reference"
      ? unknown(`the result of \`${name}()\``, placeOf(machine, call))
      : (result ?? giveUp(machine, call, name));
  });
}
