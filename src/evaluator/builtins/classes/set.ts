import type { BuiltinClass } from "../../store/builtin-class";
import { reference } from "../../domain/constructors";
import type { Abstract, Content } from "../../domain/domain";
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
import { put } from "./keyed-content";

/** `Set`: each element is the value under itself. */
export const setClass: BuiltinClass = {
  name: "Set",
  construct: (program, call) =>
    makeCollection(program, call, setClass, (element) => (content) => add(content, element)),
  methods: {
    ...collectionMethods,
    ...iteratorMethods({ entries: "entries", keys: "values", values: "values" }),
    add: (program, call, cell) => {
      const element = argument(program, call, 0);
      changeCollection(program, cell, [element], (content) => add(content, element));
      return call.self ?? reference(cell, placeOf(program, call));
    },
  },
  properties: { size: sizeOf },
  elements: (program, cell) => elementsOfCollection(program, cell, "values"),
  element: (program, cell, place) => elementOfCollection(program, cell, "values", place),
  shown: () => "nothing",
};

/** An unknown element cannot change the known ones. */
function add(content: Content, element: Abstract): Content {
  const added = put(content, element, element, element.place);
  return added.open && !content.open ? { ...added, fields: content.fields } : added;
}
