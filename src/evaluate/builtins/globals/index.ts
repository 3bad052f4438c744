import { builtinValue } from "../../make";
import type { Abstract, Builtin, Place } from "../../domain";
import { textMethod } from "../texts/methods";
import { classGlobals } from "./classes";
import { encodingGlobals } from "./encoding";
import { environmentGlobals } from "./environment";
import { numberGlobals, stringFunction } from "./numbers";
import { promiseNamespace } from "./promises";

/** Globals that no file declares. */

const textPrototype: Builtin = {
  label: "String.prototype",
  member: (name, place) => {
    const known = textMethod(name);
    return known && builtinValue(known, place);
  },
};

/** `globalThis`, and its names in pages and workers. Its members are the globals. */
const globalObject: Builtin = { label: "globalThis", member: (name, place) => globalBuiltin(name, place) };

const table: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({
    ...classGlobals,
    ...encodingGlobals,
    ...environmentGlobals,
    ...numberGlobals,
    Promise: promiseNamespace,
    String: {
      ...stringFunction,
      member: (name: string, place: Place) =>
        name === "prototype" ? builtinValue(textPrototype, place) : stringFunction.member?.(name, place),
    },
    global: globalObject,
    globalThis: globalObject,
    self: globalObject,
    window: globalObject,
  }),
);

/** @returns a global of the language or the platform; `undefined` for unknown names. */
export function globalBuiltin(name: string, place: Place): Abstract | undefined {
  const known = table.get(name);
  return known && builtinValue(known, place);
}

/** Whether a value is the global object. Its members that clients define are found by the evaluation. */
export function isGlobalObject(value: Abstract): boolean {
  return value.kind === "builtin" && value.builtin === globalObject;
}
