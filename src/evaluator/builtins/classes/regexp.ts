import type TS from "typescript";
import type { BuiltinClass } from "../../domain/builtin-class";
import { fieldOf, scalar, text, unknown } from "../../domain/constructors";
import type { Abstract, BuiltinCall, Cell, Frame, Place } from "../../domain/domain";
import { isUndefined, optionsOf, plainText } from "../../domain/values";
import type { Machine } from "../../machine";
import { contentOf, newObject } from "../../store/heap";
import { argument, placeOf } from "../define";
import { matches } from "../matching";

/** `RegExp`: what it captures is not worked out, but for what `replace` understands of its source. */
export const regexpClass: BuiltinClass = {
  name: "RegExp",
  construct: make,
  call: make,
  methods: {
    test: (machine, call, cell) => {
      const place = placeOf(machine, call);
      const found = findsIn(machine, call, cell);
      return found === undefined
        ? unknown("whether a regular expression matches", place, { is: "boolean" })
        : scalar(found, place);
    },
    exec: (machine, call, cell) => {
      const place = placeOf(machine, call);
      const found = findsIn(machine, call, cell);
      return found === undefined ? unknown("what a regular expression matches", place) : matched(found, place);
    },
  },
  shown: () => "nothing",
};

/** @returns what is known of the result of `match` and `exec`. */
export function matched(found: boolean, place: Place): Abstract {
  return found
    ? unknown("what a regular expression matches", place, { is: "array", truth: true, nullish: false })
    : scalar(null, place);
}

/** Whether the expression matches the argument. With `g` it goes on from where the last match has ended. */
function findsIn(machine: Machine, call: BuiltinCall, cell: Cell): boolean | undefined {
  const literal = writtenOf(machine, cell);
  const given = argument(machine, call, 0);
  if (literal === undefined || /[gy][a-z]*$/u.test(literal) || given.kind !== "text" || given.json) return undefined;
  return matches(literal, given.parts);
}

/** @returns a regular expression as it would be written. */
export function literalOf(machine: Machine, given: Abstract): string | undefined {
  return given.kind === "reference" && given.cell.class === regexpClass ? writtenOf(machine, given.cell) : undefined;
}

function writtenOf(machine: Machine, cell: Cell): string | undefined {
  const { fields } = contentOf(machine, cell);
  const [source, flags] = ["source", "flags"].map((key) => {
    const field = fields.get(key);
    return field && plainText(field.value);
  });
  return source !== undefined && flags !== undefined ? `/${source}/${flags}` : undefined;
}

/** @returns the source of a regular expression that is made of a text, of which a part need not be known. */
export function sourceOf(machine: Machine, given: Abstract): Abstract | undefined {
  return given.kind === "reference" && given.cell.class === regexpClass
    ? contentOf(machine, given.cell).fields.get("source")?.value
    : undefined;
}

/** @returns the object that a literal makes. */
export function regularExpression(machine: Machine, frame: Frame, node: TS.RegularExpressionLiteral): Abstract {
  const end = node.text.lastIndexOf("/");
  const place = machine.place(frame, node);
  return made(machine, place, node, text(node.text.slice(1, end), place), node.text.slice(end + 1));
}

function make(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const source = argument(machine, call, 0);
  const given = argument(machine, call, 1);
  const flags = isUndefined(given) ? "" : plainText(given);
  const isText = optionsOf(source).every((option) => option.kind === "text" && !option.json);
  if (!isText || flags === undefined || call.args.more) return unknown("a regular expression", place, { is: "object" });
  return made(machine, place, call.node, source, flags);
}

function made(machine: Machine, place: Place, node: TS.Node, source: Abstract, flags: string): Abstract {
  const fields = new Map([
    ["source", fieldOf(source, place)],
    ["flags", fieldOf(text(flags, place), place)],
  ]);
  return newObject(machine, place, { type: "object", made: node, class: regexpClass, content: { fields } });
}
