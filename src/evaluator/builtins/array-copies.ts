import { selfOf } from "./array-callbacks";
import { argument, placeOf } from "./define";
import { unknown } from "../domain/constructors";
import type { Abstract, Call, Content, Item } from "../domain/domain";
import { bounds } from "../domain/limits";
import { cellsOf, isUndefined, join, primitiveOf } from "../domain/values";
import type { Program } from "../program";
import { elementsOf, unknownElement } from "../store/elements";
import { newObject } from "../store/heap";

/** Methods of arrays that copy all or some elements into a new array. */

export function slice(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const self = selfOf(program, call);
  const items = elementsOf(program, self);
  const start = primitiveOf(argument(program, call, 0));
  const end = primitiveOf(argument(program, call, 1));
  const exact = items?.every((item) => item.presence === "always");
  const known = (bound: typeof start): bound is { readonly value: number | undefined } =>
    bound !== undefined && (typeof bound.value === "number" || bound.value === undefined);
  const content: Partial<Content> =
    items && exact && known(start) && known(end)
      ? { items: items.slice(start.value, end.value), sources: [self] }
      : { open: true, rest: unknownElement(program, self, place), sources: [self] };
  return newObject(program, place, { type: "array", made: call.node, content });
}

/**
 * @param arrange gives the elements of the copy in their order, if that is known.
 * @param added other elements that the copy may hold.
 * @returns an array with the elements of another.
 */
export function copyOf(
  program: Program,
  call: Call,
  arrange: (items: readonly Item[]) => readonly Item[] | undefined,
  added: readonly Abstract[] = [],
): Abstract {
  const place = placeOf(program, call);
  const self = selfOf(program, call);
  const items = elementsOf(program, self);
  const arranged = items?.every((item) => item.presence === "always") ? arrange(items) : undefined;
  const rest = (): Abstract => [unknownElement(program, self, place), ...added].reduce(join);
  const content: Partial<Content> = arranged ? { items: arranged } : { open: true, rest: rest() };
  return newObject(program, place, { type: "array", made: call.node, content: { ...content, sources: [self] } });
}

export function toSpliced(program: Program, call: Call): Abstract {
  const [, , ...added] = call.args.values;
  const given = call.args.values.slice(0, 2).map((value) => primitiveOf(value)?.value);
  const isKnown = !call.args.more && given.every((bound) => typeof bound === "number");
  const inserted = added.map((value): Item => ({ value, presence: "always" }));
  const arrange = (items: readonly Item[]): readonly Item[] | undefined => {
    const [start, count] = given as number[];
    if (!isKnown) return undefined;
    if (start === undefined) return items;
    const copy = [...items];
    copy.splice(start, count ?? items.length, ...inserted);
    return copy;
  };
  return copyOf(program, call, arrange, added);
}

/** `list.with(index, value)`: it throws where there is no such index. */
export function replaced(program: Program, call: Call): Abstract {
  const index = primitiveOf(argument(program, call, 0))?.value;
  const value = argument(program, call, 1);
  const arrange = (items: readonly Item[]): readonly Item[] | undefined => {
    if (typeof index !== "number" || !Number.isInteger(index)) return undefined;
    const at = index < 0 ? index + items.length : index;
    if (at < 0 || at >= items.length) return undefined;
    return items.map((item, position): Item => (position === at ? { value, presence: "always" } : item));
  };
  return copyOf(program, call, arrange, [value]);
}

/** @returns how many levels `flat` takes away; `undefined` where that is not known. */
export function depthOf(given: Abstract): number | undefined {
  if (isUndefined(given)) return 1;
  const known = primitiveOf(given)?.value;
  if (known === undefined || typeof known === "bigint") return undefined;
  const depth = Math.trunc(Number(known));
  return Number.isNaN(depth) ? 0 : depth;
}

/** @returns the elements with those of arrays, to some depth, in the place of the arrays. */
export function flat(program: Program, call: Call, value: Abstract, depth: number | undefined): Abstract {
  const place = placeOf(program, call);
  const all = elementsOf(program, value);
  let items = all;
  const most = Math.max(bounds.items, all?.length ?? 0);
  for (let level = 0; items && level < (depth ?? 0); level += 1) {
    const flattened: readonly Item[] | undefined = flattenOnce(program, items, most);
    const isFlat: boolean = flattened?.length === items.length && flattened.every((item, at) => item === items?.[at]);
    items = flattened;
    if (isFlat) break;
  }
  if (!items || depth === undefined) {
    const element = unknown("an element", place, { pointsTo: cellsOf(unknownElement(program, value, place)) });
    return newObject(program, place, {
      type: "array",
      made: call.node,
      content: { open: true, rest: element, sources: [selfOf(program, call)] },
    });
  }
  const content: Partial<Content> = { items, sources: [selfOf(program, call)] };
  return newObject(program, place, { type: "array", made: call.node, content });
}

/** @returns the elements with those of arrays in the place of the arrays; `undefined` where that is not known, or too much. */
function flattenOnce(program: Program, items: readonly Item[], most: number): readonly Item[] | undefined {
  const flattened: Item[] = [];
  for (const item of items) {
    const inner = elementsOf(program, item.value);
    const leaf = item.value.kind === "text" || item.value.kind === "scalar";
    if (leaf) flattened.push(item);
    else if (inner && item.presence === "always" && inner.length <= bounds.items) flattened.push(...inner);
    else return undefined;
    if (flattened.length > most) return undefined;
  }
  return flattened;
}
