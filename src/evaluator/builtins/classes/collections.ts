import type TS from "typescript";
import type { BuiltinClass, BuiltinMethod } from "../../store/builtin-class";
import { fieldOf, reference, scalar, unknown } from "../../domain/constructors";
import type { Abstract, Call, Cell, Content, Item, Place } from "../../domain/domain";
import { computedText } from "../../domain/texts/texts";
import { cellsOf, isUndefined, plainText } from "../../domain/values";
import { repeatBody } from "../../flow/fixpoint";
import { bounds } from "../../domain/limits";
import type { Program } from "../../program";
import { contentLattice } from "../../store/content-lattice";
import { elementsOf } from "../../store/elements";
import { escape } from "../../store/escape";
import { contentOf, newArray, newObject, update } from "../../store/heap";
import { internalKey } from "../../../syntax/private-names";
import { skipWrappersOutwards } from "../../../syntax/wrappers";
import { argument, placeOf } from "../define";
import { entriesOf, hasKey, remove, removeAll, someKey, someValue } from "./keyed-content";

/** The common part of `Map` and `Set`. */

/** The part of each entry that an iteration gives. */
type Part = "keys" | "values" | "entries";

/** @returns the elements of an iteration over a collection, if all are known. */
export function elementsOfCollection(program: Program, cell: Cell, part: Part): readonly Item[] | undefined {
  const entries = entriesOf(contentOf(program, cell));
  return entries?.map(({ key, value }): Item => {
    const pair = (): Abstract => newArray(program, key.place, cell.allocationSite, [key, value]);
    return { value: part === "keys" ? key : part === "values" ? value : pair(), presence: "always" };
  });
}

/** @returns one unspecified element of an iteration over a collection. */
export function elementOfCollection(program: Program, cell: Cell, part: Part, place: Place): Abstract {
  const content = contentOf(program, cell);
  if (part === "keys") return someKey(content, place);
  if (part === "values") return someValue(content, place);
  return newArray(program, place, cell.allocationSite, [someKey(content, place), someValue(content, place)]);
}

/**
 * Makes a collection from the elements that its constructor is given.
 *
 * @param adding gives the change that adds an element to the content; `undefined` for an element that is not understood, which makes the whole
 *   content unknown.
 */
export function makeCollection(
  program: Program,
  call: Call,
  of: BuiltinClass,
  adding: (element: Abstract) => ((content: Content) => Content) | undefined,
): Abstract {
  const place = placeOf(program, call);
  const given = argument(program, call, 0);
  const made = newObject(program, place, { type: "object", made: call.node, class: of });
  if (isUndefined(given) || (given.kind === "scalar" && given.value === null)) return made;
  const additions = elementsOf(program, given)?.map(({ value, presence }) => {
    const add = adding(value);
    if (!add || presence === "always") return add;
    return (content: Content): Content => contentLattice.join(content, add(content));
  });
  if (additions?.every((add) => add !== undefined)) {
    for (const add of additions) update(program, made.cell, add);
    return made;
  }
  escape(program, given);
  const rest = unknown("an entry of a collection that is not fully known", place, { pointsTo: cellsOf(given) });
  update(program, made.cell, (content) => ({ ...content, open: true, rest }));
  return made;
}

/** Changes a collection. Values that are put into an escaped collection escape too. */
export function changeCollection(
  program: Program,
  cell: Cell,
  held: readonly Abstract[],
  change: (content: Content) => Content,
): void {
  update(program, cell, change);
  if (contentOf(program, cell).escaped) for (const value of held) escape(program, value);
}

/** @returns the number of entries. */
export function sizeOf(program: Program, cell: Cell, place: Place): Abstract {
  const entries = entriesOf(contentOf(program, cell));
  return entries ? scalar(entries.length, place) : unknown("a size", place, { is: "number" });
}

/** The methods that both classes have. */
export const collectionMethods: Readonly<Record<string, BuiltinMethod>> = {
  has: (program, call, cell) => {
    const found = hasKey(contentOf(program, cell), argument(program, call, 0));
    return truth(program, call, found);
  },
  delete: (program, call, cell) => {
    const key = argument(program, call, 0);
    const found = hasKey(contentOf(program, cell), key);
    update(program, cell, (content) => remove(content, key));
    return truth(program, call, found);
  },
  clear: (program, call, cell) => {
    update(program, cell, removeAll);
    return scalar(undefined, placeOf(program, call));
  },
  forEach: (program, call, cell) => {
    if (!eachEntry(program, call, cell)) {
      const place = placeOf(program, call);
      repeatBody(program, call.frame, call.node, () => {
        const content = contentOf(program, cell);
        callBack(program, call, cell, someKey(content, place), someValue(content, place));
      });
    }
    return scalar(undefined, placeOf(program, call));
  },
};

function truth(program: Program, call: Call, found: boolean | undefined): Abstract {
  const place = placeOf(program, call);
  return found === undefined ? unknown("whether a key is there", place, { is: "boolean" }) : scalar(found, place);
}

/**
 * Calls a callback for each of a few known entries.
 *
 * @returns whether that was done. It is taken back if the callback sends requests, or changes the collection.
 */
function eachEntry(program: Program, call: Call, cell: Cell): boolean {
  const entries = entriesOf(contentOf(program, cell));
  if (!entries || entries.length > bounds.unrolled) return false;
  const checkpoint = program.state.checkpoint();
  const attempt = program.pass.recorder.begin();
  const before = cell.slot.value;
  for (const { key, value } of entries) callBack(program, call, cell, key, value);
  if (!program.pass.recorder.hasSent(attempt) && cell.slot.value === before) return true;
  program.state.rollback(checkpoint);
  program.pass.recorder.abandon(attempt);
  return false;
}

function callBack(program: Program, call: Call, cell: Cell, key: Abstract, value: Abstract): void {
  const self = reference(cell, placeOf(program, call));
  program.steps.invoke(program, call.frame, argument(program, call, 0), [value, key, self], call.node);
}

/** @returns the methods that give iterators. */
export function iteratorMethods(parts: Readonly<Record<string, Part>>): Readonly<Record<string, BuiltinMethod>> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]): [string, BuiltinMethod] => [
      name,
      (program, call, cell) => iteratorOver(program, call, cell, part),
    ]),
  );
}

const collection = internalKey("collection");
const iterated = internalKey("part");

/** The iterator of `map.keys()` and its like. It reads the collection when it is iterated. */
const iteratorClass: BuiltinClass = {
  name: "Iterator",
  elements: (program, cell) => {
    const { over, part } = iteratedBy(program, cell);
    return over && elementsOfCollection(program, over, part);
  },
  element: (program, cell, place) => {
    const { over, part } = iteratedBy(program, cell);
    return over ? elementOfCollection(program, over, part, place) : unknown("an element", place);
  },
  shown: () => "nothing",
};

function iteratedBy(program: Program, cell: Cell): { readonly over: Cell | undefined; readonly part: Part } {
  const { fields } = contentOf(program, cell);
  const over = fields.get(collection)?.value;
  const part = fields.get(iterated)?.value;
  return {
    over: over?.kind === "reference" ? over.cell : undefined,
    part: ((part && plainText(part)) as Part | undefined) ?? "entries",
  };
}

/** An iterator gives its elements once. It is known only if it is used up where it is made. */
function iteratorOver(program: Program, call: Call, cell: Cell, part: Part): Abstract {
  const place = placeOf(program, call);
  const self = reference(cell, place);
  if (!isUsedUpAtOnce(program.ts, call.node)) {
    escape(program, self);
    return unknown("an iterator", place, { is: "object", pointsTo: cellsOf(self) });
  }
  const fields = new Map([
    [collection, fieldOf(self, place, "always" as const)],
    [iterated, fieldOf(computedText(part, place), place, "always" as const)],
  ]);
  return newObject(program, place, { type: "object", made: call.node, class: iteratorClass, content: { fields } });
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
