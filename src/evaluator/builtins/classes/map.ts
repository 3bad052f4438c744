import type { BuiltinClass } from "../../store/builtin-class";
import { reference } from "../../domain/constructors";
import type { Abstract, Content } from "../../domain/domain";
import { mapOptions } from "../../domain/values";
import type { Program } from "../../program";
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
  construct: (program, call) => makeCollection(program, call, mapClass, (pair) => addingPair(program, pair)),
  methods: {
    ...collectionMethods,
    ...iteratorMethods({ entries: "entries", keys: "keys", values: "values" }),
    get: (program, call, cell) => {
      const place = placeOf(program, call);
      return mapOptions(argument(program, call, 0), (key) => valueUnder(contentOf(program, cell), key, place));
    },
    set: (program, call, cell) => {
      const [key, value] = [argument(program, call, 0), argument(program, call, 1)];
      changeCollection(program, cell, [key, value], (content) => put(content, key, value, key.place));
      return call.self ?? reference(cell, placeOf(program, call));
    },
  },
  properties: { size: sizeOf },
  elements: (program, cell) => elementsOfCollection(program, cell, "entries"),
  element: (program, cell, place) => elementOfCollection(program, cell, "entries", place),
  shown: () => "nothing",
};

/** @returns the change that adds a pair of a key and a value. */
function addingPair(program: Program, pair: Abstract): ((content: Content) => Content) | undefined {
  const parts = elementsOf(program, pair);
  const [key, value] = parts ?? [];
  if (!key || !value || parts?.some((part) => part.presence === "maybe")) return undefined;
  return (content) => put(content, key.value, value.value, key.value.place);
}
