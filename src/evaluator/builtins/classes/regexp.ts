import type { BuiltinClass } from "../../domain/builtin-class";
import { fieldOf, text, unknown } from "../../domain/constructors";
import type { Abstract, BuiltinCall, Field } from "../../domain/domain";
import { isUndefined, plainText } from "../../domain/values";
import type { Machine } from "../../machine";
import { newObject } from "../../store/heap";
import { argument, placeOf } from "../define";

/** `RegExp`, made of texts: what matches is not worked out, but for what `replace` understands of its source. */
export const regexpClass: BuiltinClass = {
  name: "RegExp",
  construct: make,
  call: make,
  methods: {
    test: (machine, call) => unknown("whether a regular expression matches", placeOf(machine, call), { is: "boolean" }),
    exec: (machine, call) => unknown("what a regular expression matches", placeOf(machine, call)),
  },
  shown: () => "nothing",
};

function make(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const source = plainText(argument(machine, call, 0));
  const given = argument(machine, call, 1);
  const flags = isUndefined(given) ? "" : plainText(given);
  if (source === undefined || flags === undefined || call.args.more)
    return unknown("a regular expression", place, { is: "object" });
  const field = (value: string): Field => fieldOf(text(value, place), place);
  const fields = new Map([
    ["source", field(source)],
    ["flags", field(flags)],
  ]);
  return newObject(machine, place, { type: "object", made: call.node, class: regexpClass, content: { fields } });
}
