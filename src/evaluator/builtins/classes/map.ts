import type { BuiltinClass } from "../../domain/builtin-class";
import { reference } from "../../domain/constructors";
import type { Abstract, Content } from "../../domain/domain";
import { mapOptions } from "../../domain/values";
import type { Machine } from "../../machine";
import { elementsOf } from "../../store/elements";
import { contentOf } from "../../store/heap";
import { argument, placeOf } from "../define";
import {
  changeCollection,
  collectionMethods,
  elementOfCollection,
  elementsOfCollection,
  iteratorMethods,
  makeCollection,
  sizeOf,
} from "./collections";
import { put, valueUnder } from "./keyed-content";

/** `Map`. */
export const mapClass: BuiltinClass = {
  name: "Map",
  construct: (machine, call) => makeCollection(machine, call, mapClass, (pair) => addingPair(machine, pair)),
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

/** @returns the change that adds a pair of a key and a value. */
function addingPair(machine: Machine, pair: Abstract): ((content: Content) => Content) | undefined {
  const parts = elementsOf(machine, pair);
  const [key, value] = parts ?? [];
  if (!key || !value || parts?.some((part) => part.presence === "maybe")) return undefined;
  return (content) => put(content, key.value, value.value, key.value.place);
}
