import type TS from "typescript";
import type { BuiltinClass } from "../../store/builtin-class";
import { fieldOf, scalar, text, unknown } from "../../domain/constructors";
import type { Abstract, Call, Cell, Frame, Place } from "../../domain/domain";
import { isUndefined, optionsOf, plainText } from "../../domain/values";
import type { Program } from "../../program";
import { contentOf, newObject } from "../../store/heap";
import { argument, placeOf } from "../define";
import { matches } from "../texts/matching";

/** `RegExp`: what it captures is not worked out, but for what `replace` understands of its source. */
export const regexpClass: BuiltinClass = {
  name: "RegExp",
  construct: make,
  call: make,
  methods: {
    test: (program, call, cell) => {
      const place = placeOf(program, call);
      const found = findsIn(program, call, cell);
      return found === undefined
        ? unknown("whether a regular expression matches", place, { is: "boolean" })
        : scalar(found, place);
    },
    exec: (program, call, cell) => {
      const place = placeOf(program, call);
      const found = findsIn(program, call, cell);
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
function findsIn(program: Program, call: Call, cell: Cell): boolean | undefined {
  const literal = writtenOf(program, cell);
  const given = argument(program, call, 0);
  if (literal === undefined || /[gy][a-z]*$/u.test(literal) || given.kind !== "text" || given.json) return undefined;
  return matches(literal, given.parts);
}

/** @returns a regular expression as it would be written. */
export function literalOf(program: Program, given: Abstract): string | undefined {
  return given.kind === "reference" && given.cell.class === regexpClass ? writtenOf(program, given.cell) : undefined;
}

function writtenOf(program: Program, cell: Cell): string | undefined {
  const { fields } = contentOf(program, cell);
  const [source, flags] = ["source", "flags"].map((key) => {
    const field = fields.get(key);
    return field && plainText(field.value);
  });
  return source !== undefined && flags !== undefined ? `/${source}/${flags}` : undefined;
}

/** @returns the source of a regular expression that is made of a text, of which a part need not be known. */
export function sourceOf(program: Program, given: Abstract): Abstract | undefined {
  return given.kind === "reference" && given.cell.class === regexpClass
    ? contentOf(program, given.cell).fields.get("source")?.value
    : undefined;
}

/** @returns the object that a literal makes. */
export function regularExpression(program: Program, frame: Frame, node: TS.RegularExpressionLiteral): Abstract {
  const end = node.text.lastIndexOf("/");
  const place = program.place(frame, node);
  return made(program, place, node, text(node.text.slice(1, end), place), node.text.slice(end + 1));
}

function make(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const source = argument(program, call, 0);
  const given = argument(program, call, 1);
  const flags = isUndefined(given) ? "" : plainText(given);
  const isText = optionsOf(source).every((option) => option.kind === "text" && !option.json);
  if (!isText || flags === undefined || call.args.more) return unknown("a regular expression", place, { is: "object" });
  return made(program, place, call.node, source, flags);
}

function made(program: Program, place: Place, node: TS.Node, source: Abstract, flags: string): Abstract {
  const fields = new Map([
    ["source", fieldOf(source, place)],
    ["flags", fieldOf(text(flags, place), place)],
  ]);
  return newObject(program, place, { type: "object", made: node, class: regexpClass, content: { fields } });
}
