import type { BuiltinClass } from "../../domain/builtin-class";
import type { Abstract, BuiltinCall, Content } from "../../domain/domain";
import { cellsOf, isUndefined, unknown } from "../../domain/values";
import type { Machine } from "../../machine";
import { contentLattice } from "../../store/content-lattice";
import { elementsOf } from "../../store/elements";
import { escape } from "../../store/escape";
import { newObject, reference, update } from "../../store/heap";
import { argument, placeOf } from "../define";
import {
  changeCollection,
  collectionMethods,
  elementOfCollection,
  elementsOfCollection,
  iteratorMethods,
  sizeOf,
} from "./collections";
import { put } from "./keyed-content";

/** `Set`: each element is the value under itself. */
export const setClass: BuiltinClass = {
  name: "Set",
  construct: makeSet,
  methods: {
    ...collectionMethods,
    ...iteratorMethods({ entries: "entries", keys: "values", values: "values" }),
    add: (machine, call, cell) => {
      const element = argument(machine, call, 0);
      changeCollection(machine, cell, [element], (content) => add(content, element));
      return call.self ?? reference(cell, placeOf(machine, call));
    },
  },
  properties: { size: sizeOf },
  elements: (machine, cell) => elementsOfCollection(machine, cell, "values"),
  element: (machine, cell, place) => elementOfCollection(machine, cell, "values", place),
  shown: () => "nothing",
};

/** Another element changes none of those that are there. */
function add(content: Content, element: Abstract): Content {
  const added = put(content, element, element, element.place);
  return added.open && !content.open ? { ...added, fields: content.fields } : added;
}

function makeSet(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const given = argument(machine, call, 0);
  const made = newObject(machine, place, { type: "object", made: call.node, class: setClass });
  if (isUndefined(given) || (given.kind === "scalar" && given.value === null)) return made;
  const items = elementsOf(machine, given);
  if (!items) {
    escape(machine, given);
    const rest = unknown("an element of a set that is not fully known", place, { pointsTo: cellsOf(given) });
    update(machine, made.cell, (content) => ({ ...content, open: true, rest }));
  }
  for (const { value, presence } of items ?? [])
    update(machine, made.cell, (content) => {
      const added = add(content, value);
      return presence === "always" ? added : contentLattice.join(content, added);
    });
  return made;
}
