import type { BuiltinClass, BuiltinMethod } from "../../store/builtin-class";
import { reference, unknown } from "../../domain/constructors";
import { isUndefined } from "../../domain/values";
import { escape } from "../../store/escape";
import { newObject } from "../../store/heap";
import { argument, placeOf } from "../define";

/**
 * `WeakMap` and `WeakSet`. Nobody gets a key out of them, so that what is put in as one does not escape. What they hold is not kept: a value
 * escapes when it is put in, and is unknown when it is read.
 */

const truth: BuiltinMethod = (program, call) =>
  unknown("whether a key is there", placeOf(program, call), { is: "boolean" });

function weakClass(name: string, methods: Readonly<Record<string, BuiltinMethod>>): BuiltinClass {
  const made: BuiltinClass = {
    name,
    construct: (program, call) => {
      const given = argument(program, call, 0);
      if (!isUndefined(given)) escape(program, given);
      return newObject(program, placeOf(program, call), { type: "object", made: call.node, class: made });
    },
    methods: { has: truth, delete: truth, ...methods },
    keepsNothing: true,
    shown: () => "nothing",
  };
  return made;
}

/** `WeakMap`. */
export const weakMapClass = weakClass("WeakMap", {
  get: (program, call) => unknown("a value of a `WeakMap`", placeOf(program, call)),
  set: (program, call, cell) => {
    escape(program, argument(program, call, 1));
    return call.self ?? reference(cell, placeOf(program, call));
  },
});

/** `WeakSet`. */
export const weakSetClass = weakClass("WeakSet", {
  add: (program, call, cell) => call.self ?? reference(cell, placeOf(program, call)),
});
