import type { BuiltinClass } from "../../domain/builtin-class";
import type { Abstract, BuiltinCall, Cell, Item } from "../../domain/domain";
import { cellsOf, isUndefined, mapOptions, unknown } from "../../domain/values";
import type { Machine } from "../../machine";
import { contentLattice } from "../../store/content-lattice";
import { elementsOf } from "../../store/elements";
import { escape } from "../../store/escape";
import { contentOf, newObject, reference, update } from "../../store/heap";
import { argument, placeOf } from "../define";
import {
  changeCollection,
  collectionMethods,
  elementOfCollection,
  elementsOfCollection,
  iteratorMethods,
  sizeOf,
} from "./collections";
import { put, valueUnder } from "./keyed-content";

/** `Map`. */
export const mapClass: BuiltinClass = {
  name: "Map",
  construct: makeMap,
  methods: {
    ...collectionMethods,
    ...iteratorMethods({ entries: "entries", keys: "keys", values: "values" }),
    get: (machine, call, cell) => {
      const place = placeOf(machine, call);
      return mapOptions(argument(machine, call, 0), (key) => valueUnder(contentOf(machine, cell), key, place));
    },
    set: (machine, call, cell) => {
      const [key, value] = [argument(machine, call, 0), argument(machine, call, 1)];
      changeCollection(machine, cell, [key, value], (content) => put(content, key, value, key.place));
      return call.self ?? reference(cell, placeOf(machine, call));
    },
  },
  properties: { size: sizeOf },
  elements: (machine, cell) => elementsOfCollection(machine, cell, "entries"),
  element: (machine, cell, place) => elementOfCollection(machine, cell, "entries", place),
  shown: () => "nothing",
};

function makeMap(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const given = argument(machine, call, 0);
  const made = newObject(machine, place, { type: "object", made: call.node, class: mapClass });
  if (isUndefined(given) || (given.kind === "scalar" && given.value === null)) return made;
  const pairs = elementsOf(machine, given);
  if (pairs?.every((pair) => addPair(machine, made.cell, pair)) !== true) {
    escape(machine, given);
    const rest = unknown("an entry of a map that is not fully known", place, { pointsTo: cellsOf(given) });
    update(machine, made.cell, (content) => ({ ...content, fields: new Map(), items: [], open: true, rest }));
  }
  return made;
}

/** @returns whether an element is the pair of a key and a value. */
function addPair(machine: Machine, cell: Cell, { value: pair, presence }: Item): boolean {
  const parts = elementsOf(machine, pair);
  const [key, value] = parts ?? [];
  if (!key || !value || parts?.some((part) => part.presence === "maybe")) return false;
  update(machine, cell, (content) => {
    const added = put(content, key.value, value.value, key.value.place);
    return presence === "always" ? added : contentLattice.join(content, added);
  });
  return true;
}
