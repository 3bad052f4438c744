import type { BuiltinClass } from "../../store/builtin-class";
import { isUndefined } from "../../domain/values";
import { newObject, update } from "../../store/heap";
import { argument, placeOf } from "../define";
import { type EntryStyle, entryMethods } from "./string-entries";

const style: EntryStyle = { foldsCase: false };

/** `FormData`: a name that is given twice holds an array. One that is made of a form of the page has the fields of that. */
export const formDataClass: BuiltinClass = {
  name: "FormData",
  construct: (program, call) => {
    const place = placeOf(program, call);
    const made = newObject(program, place, { type: "object", made: call.node, class: formDataClass });
    if (!isUndefined(argument(program, call, 0))) update(program, made.cell, (content) => ({ ...content, open: true }));
    return made;
  },
  methods: entryMethods(style),
};
