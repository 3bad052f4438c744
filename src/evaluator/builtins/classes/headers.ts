import type { BuiltinClass } from "../../store/builtin-class";
import { type EntryStyle, entryMethods, makeEntries } from "./string-entries";

const style: EntryStyle = { foldsCase: true, separator: ", " };

/** `Headers`: names in any case; several values of one name are one text. */
export const headersClass: BuiltinClass = {
  name: "Headers",
  construct: (program, call) => makeEntries(program, call, headersClass, style),
  methods: entryMethods(style),
};
