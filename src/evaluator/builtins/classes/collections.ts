import type TS from "typescript";
import type { BuiltinClass, BuiltinMethod } from "../../domain/builtin-class";
import { fieldOf, reference, scalar, unknown } from "../../domain/constructors";
import type { Abstract, BuiltinCall, Cell, Content, Item, Place } from "../../domain/domain";
import { computedText } from "../../domain/texts/texts";
import { cellsOf, isUndefined, plainText } from "../../domain/values";
import { repeatBody } from "../../flow/fixpoint";
import { bounds } from "../../domain/limits";
import type { Machine } from "../../machine";
import { contentLattice } from "../../store/content-lattice";
import { elementsOf } from "../../store/elements";
import { escape } from "../../store/escape";
import { contentOf, newArray, newObject, update } from "../../store/heap";
import { internalKey } from "../../syntax/private-names";
import { skipWrappersOutwards } from "../../syntax/wrappers";
import { argument, placeOf } from "../define";
import { entriesOf, hasKey, remove, removeAll, someKey, someValue } from "./keyed-content";

/** The common part of `Map` and `Set`. */

/** The part of each entry that an iteration gives. */
type Part = "keys" | "values" | "entries";

/** @returns the elements of an iteration over a collection, if all are known. */
export function elementsOfCollection(machine: Machine, cell: Cell, part: Part): readonly Item[] | undefined {
  const entries = entriesOf(contentOf(machine, cell));
  return entries?.map(({ key, value }): Item => {
    const pair = (): Abstract => newArray(machine, key.place, cell.allocationSite, [key, value]);
    return { value: part === "keys" ? key : part === "values" ? value : pair(), presence: "always" };
  });
}

/** @returns one unspecified element of an iteration over a collection. */
export function elementOfCollection(machine: Machine, cell: Cell, part: Part, place: Place): Abstract {
  const content = contentOf(machine, cell);
  if (part === "keys") return someKey(content, place);
  if (part === "values") return someValue(content, place);
  return newArray(machine, place, cell.allocationSite, [someKey(content, place), someValue(content, place)]);
}

/**
 * Makes a collection from the elements that its constructor is given.
 *
 * @param adding gives the change that adds an element to the content; `undefined` for an element that is not understood, which makes the whole
 *   content unknown.
 */
export function makeCollection(
  machine: Machine,
  call: BuiltinCall,
  of: BuiltinClass,
  adding: (element: Abstract) => ((content: Content) => Content) | undefined,
): Abstract {
  const place = placeOf(machine, call);
  const given = argument(machine, call, 0);
  const made = newObject(machine, place, { type: "object", made: call.node, class: of });
  if (isUndefined(given) || (given.kind === "scalar" && given.value === null)) return made;
  const additions = elementsOf(machine, given)?.map(({ value, presence }) => {
    const add = adding(value);
    if (!add || presence === "always") return add;
    return (content: Content): Content => contentLattice.join(content, add(content));
  });
  if (additions?.every((add) => add !== undefined)) {
    for (const add of additions) update(machine, made.cell, add);
    return made;
  }
  escape(machine, given);
  const rest = unknown("an entry of a collection that is not fully known", place, { pointsTo: cellsOf(given) });
  update(machine, made.cell, (content) => ({ ...content, open: true, rest }));
  return made;
}

/** Changes a collection. Values that are put into an escaped collection escape too. */
export function changeCollection(
  machine: Machine,
  cell: Cell,
  held: readonly Abstract[],
  change: (content: Content) => Content,
): void {
  update(machine, cell, change);
  if (contentOf(machine, cell).escaped) for (const value of held) escape(machine, value);
}

/** @returns the number of entries. */
export function sizeOf(machine: Machine, cell: Cell, place: Place): Abstract {
  const entries = entriesOf(contentOf(machine, cell));
  return entries ? scalar(entries.length, place) : unknown("a size", place, { is: "number" });
}

/** The methods that both classes have. */
export const collectionMethods: Readonly<Record<string, BuiltinMethod>> = {
  has: (machine, call, cell) => {
    const found = hasKey(contentOf(machine, cell), argument(machine, call, 0));
    return truth(machine, call, found);
  },
  delete: (machine, call, cell) => {
    const key = argument(machine, call, 0);
    const found = hasKey(contentOf(machine, cell), key);
    update(machine, cell, (content) => remove(content, key));
    return truth(machine, call, found);
  },
  clear: (machine, call, cell) => {
    update(machine, cell, removeAll);
    return scalar(undefined, placeOf(machine, call));
  },
  forEach: (machine, call, cell) => {
    if (!eachEntry(machine, call, cell)) {
      const place = placeOf(machine, call);
      repeatBody(machine, call.frame, call.node, () => {
        const content = contentOf(machine, cell);
        callBack(machine, call, cell, someKey(content, place), someValue(content, place));
      });
    }
    return scalar(undefined, placeOf(machine, call));
  },
};

function truth(machine: Machine, call: BuiltinCall, found: boolean | undefined): Abstract {
  const place = placeOf(machine, call);
  return found === undefined ? unknown("whether a key is there", place, { is: "boolean" }) : scalar(found, place);
}

/**
 * Calls a callback for each of a few known entries.
 *
 * @returns whether that was done. It is taken back if the callback sends requests, or changes the collection.
 */
function eachEntry(machine: Machine, call: BuiltinCall, cell: Cell): boolean {
  const entries = entriesOf(contentOf(machine, cell));
  if (!entries || entries.length > bounds.unrolled) return false;
  const checkpoint = machine.state.checkpoint();
  const attempt = machine.recorder.begin();
  const before = cell.slot.value;
  for (const { key, value } of entries) callBack(machine, call, cell, key, value);
  if (!machine.recorder.hasSent(attempt) && cell.slot.value === before) return true;
  machine.state.rollback(checkpoint);
  machine.recorder.abandon(attempt);
  return false;
}

function callBack(machine: Machine, call: BuiltinCall, cell: Cell, key: Abstract, value: Abstract): void {
  const self = reference(cell, placeOf(machine, call));
  machine.steps.invoke(machine, call.frame, argument(machine, call, 0), [value, key, self], call.node);
}

/** @returns the methods that give iterators. */
export function iteratorMethods(parts: Readonly<Record<string, Part>>): Readonly<Record<string, BuiltinMethod>> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]): [string, BuiltinMethod] => [
      name,
      (machine, call, cell) => iteratorOver(machine, call, cell, part),
    ]),
  );
}

const collection = internalKey("collection");
const iterated = internalKey("part");

/** The iterator of `map.keys()` and its like. It reads the collection when it is iterated. */
const iteratorClass: BuiltinClass = {
  name: "Iterator",
  elements: (machine, cell) => {
    const { over, part } = iteratedBy(machine, cell);
    return over && elementsOfCollection(machine, over, part);
  },
  element: (machine, cell, place) => {
    const { over, part } = iteratedBy(machine, cell);
    return over ? elementOfCollection(machine, over, part, place) : unknown("an element", place);
  },
  shown: () => "nothing",
};

function iteratedBy(machine: Machine, cell: Cell): { readonly over: Cell | undefined; readonly part: Part } {
  const { fields } = contentOf(machine, cell);
  const over = fields.get(collection)?.value;
  const part = fields.get(iterated)?.value;
  return {
    over: over?.kind === "reference" ? over.cell : undefined,
    part: ((part && plainText(part)) as Part | undefined) ?? "entries",
  };
}

/** An iterator gives its elements once. It is known only if it is used up where it is made. */
function iteratorOver(machine: Machine, call: BuiltinCall, cell: Cell, part: Part): Abstract {
  const place = placeOf(machine, call);
  const self = reference(cell, place);
  if (!isUsedUpAtOnce(machine.ts, call.node)) {
    escape(machine, self);
    return unknown("an iterator", place, { is: "object", pointsTo: cellsOf(self) });
  }
  const fields = new Map([
    [collection, fieldOf(self, place, "always" as const)],
    [iterated, fieldOf(computedText(part, place), place, "always" as const)],
  ]);
  return newObject(machine, place, { type: "object", made: call.node, class: iteratorClass, content: { fields } });
}

const readers = /^(?:Array\.from|Object\.fromEntries|Map|Set|URLSearchParams|Headers)$/u;

function isUsedUpAtOnce(ts: typeof TS, node: TS.Node): boolean {
  const outer = skipWrappersOutwards(ts, node);
  const { parent } = outer;
  if (ts.isSpreadElement(parent)) return true;
  if (ts.isForOfStatement(parent)) return parent.expression === outer;
  return (
    (ts.isCallExpression(parent) || ts.isNewExpression(parent)) &&
    parent.arguments?.[0] === outer &&
    readers.test(parent.expression.getText())
  );
}
