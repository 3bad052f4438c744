import { selfOf } from "./array-callbacks";
import { argument, placeOf } from "./define";
import type { Abstract, BuiltinCall, Content, Item } from "../domain/domain";
import { join, primitiveOf } from "../domain/values";
import type { Machine } from "../machine";
import { elementsOf, unknownElement } from "../store/elements";
import { newObject } from "../store/heap";

/** Methods of arrays that give an array of the same elements, or some of them, and leave the first as it is. */

export function slice(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const self = selfOf(machine, call);
  const items = elementsOf(machine, self);
  const start = primitiveOf(argument(machine, call, 0));
  const end = primitiveOf(argument(machine, call, 1));
  const exact = items?.every((item) => item.presence === "always");
  const known = (bound: typeof start): bound is { readonly value: number | undefined } =>
    bound !== undefined && (typeof bound.value === "number" || bound.value === undefined);
  const content: Partial<Content> =
    items && exact && known(start) && known(end)
      ? { items: items.slice(start.value, end.value), sources: [self] }
      : { open: true, rest: unknownElement(machine, self, place), sources: [self] };
  return newObject(machine, place, { type: "array", made: call.node, content });
}

/**
 * @param arrange gives the elements of the copy in their order, where it is known.
 * @param added what the copy may hold besides.
 * @returns an array with the elements of another.
 */
export function copyOf(
  machine: Machine,
  call: BuiltinCall,
  arrange: (items: readonly Item[]) => readonly Item[] | undefined,
  added: readonly Abstract[] = [],
): Abstract {
  const place = placeOf(machine, call);
  const self = selfOf(machine, call);
  const items = elementsOf(machine, self);
  const arranged = items?.every((item) => item.presence === "always") ? arrange(items) : undefined;
  const rest = (): Abstract => [unknownElement(machine, self, place), ...added].reduce(join);
  const content: Partial<Content> = arranged ? { items: arranged } : { open: true, rest: rest() };
  return newObject(machine, place, { type: "array", made: call.node, content: { ...content, sources: [self] } });
}

export function toSpliced(machine: Machine, call: BuiltinCall): Abstract {
  const [, , ...added] = call.args.values;
  const bounds = call.args.values.slice(0, 2).map((value) => primitiveOf(value)?.value);
  const isKnown = !call.args.more && bounds.every((bound) => typeof bound === "number");
  const inserted = added.map((value): Item => ({ value, presence: "always" }));
  const arrange = (items: readonly Item[]): readonly Item[] | undefined => {
    const [start, count] = bounds as number[];
    if (!isKnown) return undefined;
    if (start === undefined) return items;
    const copy = [...items];
    copy.splice(start, count ?? items.length, ...inserted);
    return copy;
  };
  return copyOf(machine, call, arrange, added);
}

/** `list.with(index, value)`: it throws where there is no such index. */
export function replaced(machine: Machine, call: BuiltinCall): Abstract {
  const index = primitiveOf(argument(machine, call, 0))?.value;
  const value = argument(machine, call, 1);
  const arrange = (items: readonly Item[]): readonly Item[] | undefined => {
    if (typeof index !== "number" || !Number.isInteger(index)) return undefined;
    const at = index < 0 ? index + items.length : index;
    if (at < 0 || at >= items.length) return undefined;
    return items.map((item, position): Item => (position === at ? { value, presence: "always" } : item));
  };
  return copyOf(machine, call, arrange, [value]);
}
