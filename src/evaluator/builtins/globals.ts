import { callable, holePart, scalar, textFrom, unknown } from "../domain/constructors";
import type { Abstract, Builtin, Call, HolePart, Part, Text } from "../domain/domain";
import { computedText, mapPart } from "../domain/texts/texts";
import { mapOptions, primitiveOf, promised, rejectedPromise, settling } from "../domain/values";
import type { Program } from "../program";
import { contentOf } from "../store/heap";
import { toText } from "../store/text-form";
import { truthOf } from "../store/truth";
import { arrayNamespace } from "./arrays";
import { classGlobal } from "./classes";
import { argument, giveUp, type Implementation, isOfAnotherClass, method, namespace, placeOf, pure } from "./define";
import { clone, jsonNamespace } from "./json";
import { functionMethod } from "./members";
import { objectNamespace } from "./objects";

/** The platform's globals of which the evaluator knows the meaning. */

export function globalBuiltin(program: Program, name: string): Builtin | undefined {
  const table = program.globals;
  if (!table.has(name))
    table.set(name, Object.hasOwn(makers, name) ? makers[name]?.(program) : classGlobal(program, name));
  return table.get(name);
}

const makers: Readonly<Record<string, (program: Program) => Builtin>> = {
  Object: objectNamespace,
  Reflect: (program) => namespace("Reflect", { apply: (call) => reflectApply(program, call) }),
  Array: arrayNamespace,
  JSON: jsonNamespace,
  Promise: promiseNamespace,
  String: stringFunction,
  Number: (program) => ({
    ...namespace("Number", {
      parseInt: pure(program, "parseInt", "number"),
      isInteger: pure(program, "Number.isInteger", "boolean"),
    }),
    call: numberCall(program),
  }),
  Boolean: (program) =>
    method("Boolean", (call) => {
      const truth = truthOf(program, argument(program, call, 0));
      return truth === undefined
        ? unknown("`Boolean()`", placeOf(program, call), { is: "boolean" })
        : scalar(truth, placeOf(program, call));
    }),
  parseInt: (program) => method("parseInt", pure(program, "parseInt", "number")),
  parseFloat: (program) => method("parseFloat", pure(program, "parseFloat", "number")),
  isNaN: (program) => method("isNaN", pure(program, "isNaN", "boolean")),
  encodeURIComponent: (program) => method("encodeURIComponent", encode(program, encodeURIComponent)),
  encodeURI: (program) => method("encodeURI", encode(program, encodeURI)),
  decodeURIComponent: (program) => method("decodeURIComponent", pure(program, "decodeURIComponent", "string")),
  structuredClone: (program) => method("structuredClone", (call) => clone(program, call, argument(program, call, 0))),
  ArrayBuffer: (program) => ({
    ...namespace("ArrayBuffer", { isView: pure(program, "ArrayBuffer.isView", "boolean") }),
    construct: (call) => unknown("bytes", placeOf(program, call), { origin: { trail: ["new ArrayBuffer()"] } }),
  }),
  console: (program) => quiet(program, "console", undefined),
  Math: (program) => quiet(program, "Math", "number", functionsOf(Math)),
  Symbol: (program) => ({
    ...quiet(program, "Symbol", undefined, new Set(["for", "keyFor"])),
    call: pure(program, "Symbol"),
  }),
};

/** `Reflect.apply(f, self, list)` is `f.apply(self, list)`. */
function reflectApply(program: Program, call: Call): Abstract {
  const [target, ...rest] = call.args.values;
  const apply = target && functionMethod(program, target, "apply")?.call;
  return apply
    ? apply({ ...call, self: target, args: { values: rest, more: call.args.more } })
    : giveUp(program, call, "Reflect.apply()");
}

/** @returns the names of an object's own functions. */
function functionsOf(holder: object): ReadonlySet<string> {
  const values = Object.entries(Object.getOwnPropertyDescriptors(holder));
  return new Set(values.filter(([, { value }]) => typeof value === "function").map(([name]) => name));
}

/**
 * An object whose functions change nothing.
 *
 * @param names what of it is a function; absent: all.
 */
function quiet(program: Program, label: string, is: "number" | undefined, names?: ReadonlySet<string>): Builtin {
  return {
    type: "builtin",
    label,
    get: (name) =>
      names && !names.has(name) ? undefined : method(`${label}.${name}`, pure(program, `${label}.${name}`, is)),
  };
}

function numberCall(program: Program): Implementation {
  return (call) => {
    const known = primitiveOf(argument(program, call, 0));
    const place = placeOf(program, call);
    if (known?.value === undefined || typeof known.value === "bigint")
      return unknown("`Number()`", place, { is: "number" });
    return scalar(Number(known.value), place);
  };
}

function stringFunction(program: Program): Builtin {
  return {
    ...namespace("String", { raw: pure(program, "String.raw", "string") }),
    call: (call) => {
      const place = placeOf(program, call);
      if (call.args.values.length === 0 && !call.args.more) return computedText("", place);
      return toText(program, argument(program, call, 0), place);
    },
  };
}

/** Encodes the known text. Holes stay holes, as an encoded unknown value is unknown. */
function encode(program: Program, apply: typeof encodeURI | typeof encodeURIComponent): Implementation {
  return (call) => {
    const place = placeOf(program, call);
    const encodedHole = ({ value }: Pick<HolePart, "value">): HolePart => {
      const origin = { trail: value.origin?.trail ?? [] };
      const encoded = unknown("an encoded string", place, { is: "string", origin });
      return holePart(encoded, apply === encodeURIComponent || undefined);
    };
    return mapOptions(toText(program, argument(program, call, 0), place), (option) => {
      if (option.kind !== "text" || option.json) return textFrom([encodedHole({ value: option })], place);
      try {
        // What is known beside a hole stays known. Half of a pair of surrogates cannot be encoded alone.
        const { parts } = encodeParts(option, apply);
        return textFrom(
          parts.map((part) => (part.kind === "hole" ? encodedHole(part) : part)),
          place,
        );
      } catch {
        return unknown("a string that cannot be encoded", place, { is: "string" });
      }
    });
  };
}

function encodeParts(value: Text, apply: (text: string) => string): Text {
  return {
    ...value,
    parts: value.parts.map((part): Part =>
      part.kind === "hole" || part.place.foreign ? encodeForeign(part, apply) : mapPart(part, apply),
    ),
  };
}

function encodeForeign(part: Part, apply: (text: string) => string): Part {
  return part.kind === "hole" ? part : { ...part, text: apply(part.text), offsets: undefined };
}

function promiseNamespace(program: Program): Builtin {
  const all = (call: Call): Abstract => {
    if (isOfAnotherClass(call)) return giveUp(program, call, "Promise.all");
    const list = argument(program, call, 0);
    const place = placeOf(program, call);
    const settled = mapOptions(list, (option) =>
      option.kind === "text" || option.kind === "scalar" ? unknown("settled promises", place) : option,
    );
    return promised(settling(settled, settlesOf(program, list)));
  };
  return namespace(
    "Promise",
    {
      resolve: (call) =>
        isOfAnotherClass(call) ? giveUp(program, call, "Promise.resolve") : promised(argument(program, call, 0)),
      all,
      reject: (call) =>
        isOfAnotherClass(call)
          ? giveUp(program, call, "Promise.reject")
          : unknown(rejectedPromise, placeOf(program, call)),
      allSettled: (call) =>
        isOfAnotherClass(call)
          ? giveUp(program, call, "Promise.allSettled")
          : settling(
              unknown("settled promises", placeOf(program, call), { is: "array" }),
              settlesOf(program, argument(program, call, 0)),
            ),
    },
    {
      construct: (call) => {
        const place = placeOf(program, call);
        const give = (label: string): Abstract =>
          callable(
            method(label, (inner) => giveUp(program, inner, label)),
            place,
          );
        program.steps.invoke(
          program,
          call.frame,
          argument(program, call, 0),
          [give("resolve"), give("reject")],
          call.node,
        );
        return unknown("a promise", place);
      },
    },
  );
}

function settlesOf(program: Program, list: Abstract): readonly number[] {
  if (list.kind !== "reference") return list.settles ?? [];
  const content = contentOf(program, list.cell);
  const always = content.items.filter((item) => item.presence === "always");
  return always.flatMap((item) => item.value.settles ?? []);
}
