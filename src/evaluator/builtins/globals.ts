import { callable, holePart, scalar, textFrom, unknown } from "../domain/constructors";
import type { Abstract, Builtin, BuiltinCall, HolePart, Part, Text } from "../domain/domain";
import { computedText, mapPart } from "../domain/texts/texts";
import { mapOptions, plainText, primitiveOf, promised, settling } from "../domain/values";
import type { Machine } from "../machine";
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

export function globalBuiltin(machine: Machine, name: string): Builtin | undefined {
  const table = machine.globals;
  if (!table.has(name))
    table.set(name, Object.hasOwn(makers, name) ? makers[name]?.(machine) : classGlobal(machine, name));
  return table.get(name);
}

const makers: Readonly<Record<string, (machine: Machine) => Builtin>> = {
  Object: objectNamespace,
  Reflect: (machine) => namespace("Reflect", { apply: (call) => reflectApply(machine, call) }),
  Array: arrayNamespace,
  JSON: jsonNamespace,
  Promise: promiseNamespace,
  String: stringFunction,
  Number: (machine) => ({
    ...namespace("Number", {
      parseInt: pure(machine, "parseInt", "number"),
      isInteger: pure(machine, "Number.isInteger", "boolean"),
    }),
    call: numberCall(machine),
  }),
  Boolean: (machine) =>
    method("Boolean", (call) => {
      const truth = truthOf(machine, argument(machine, call, 0));
      return truth === undefined
        ? unknown("`Boolean()`", placeOf(machine, call), { is: "boolean" })
        : scalar(truth, placeOf(machine, call));
    }),
  parseInt: (machine) => method("parseInt", pure(machine, "parseInt", "number")),
  parseFloat: (machine) => method("parseFloat", pure(machine, "parseFloat", "number")),
  isNaN: (machine) => method("isNaN", pure(machine, "isNaN", "boolean")),
  encodeURIComponent: (machine) => method("encodeURIComponent", encode(machine, encodeURIComponent, true)),
  encodeURI: (machine) => method("encodeURI", encode(machine, encodeURI)),
  decodeURIComponent: (machine) => method("decodeURIComponent", pure(machine, "decodeURIComponent", "string")),
  structuredClone: (machine) => method("structuredClone", (call) => clone(machine, call, argument(machine, call, 0))),
  ArrayBuffer: (machine) => ({
    ...namespace("ArrayBuffer", { isView: pure(machine, "ArrayBuffer.isView", "boolean") }),
    construct: (call) => unknown("bytes", placeOf(machine, call), { origin: { trail: ["new ArrayBuffer()"] } }),
  }),
  console: (machine) => quiet(machine, "console", undefined),
  Math: (machine) => quiet(machine, "Math", "number", functionsOf(Math)),
  Symbol: (machine) => ({
    ...quiet(machine, "Symbol", undefined, new Set(["for", "keyFor"])),
    call: pure(machine, "Symbol"),
  }),
};

/** `Reflect.apply(f, self, list)` is `f.apply(self, list)`. */
function reflectApply(machine: Machine, call: BuiltinCall): Abstract {
  const [target, ...rest] = call.args.values;
  const apply = target && functionMethod(machine, target, "apply")?.call;
  return apply
    ? apply({ ...call, self: target, args: { values: rest, more: call.args.more } })
    : giveUp(machine, call, "Reflect.apply()");
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
function quiet(machine: Machine, label: string, is: "number" | undefined, names?: ReadonlySet<string>): Builtin {
  return {
    type: "builtin",
    label,
    get: (name) =>
      names && !names.has(name) ? undefined : method(`${label}.${name}`, pure(machine, `${label}.${name}`, is)),
  };
}

function numberCall(machine: Machine): Implementation {
  return (call) => {
    const known = primitiveOf(argument(machine, call, 0));
    const place = placeOf(machine, call);
    if (known?.value === undefined || typeof known.value === "bigint")
      return unknown("`Number()`", place, { is: "number" });
    return scalar(Number(known.value), place);
  };
}

function stringFunction(machine: Machine): Builtin {
  return {
    ...namespace("String", { raw: pure(machine, "String.raw", "string") }),
    call: (call) => {
      const place = placeOf(machine, call);
      if (call.args.values.length === 0 && !call.args.more) return computedText("", place);
      return toText(machine, argument(machine, call, 0), place);
    },
  };
}

/**
 * Encodes the known text. Holes stay holes, as an encoded unknown value is unknown.
 *
 * @param isPiece whether all is encoded that means anything in a URL.
 */
function encode(machine: Machine, apply: (text: string) => string, isPiece = false): Implementation {
  return (call) => {
    const place = placeOf(machine, call);
    const encodedHole = ({ value }: Pick<HolePart, "value">): HolePart => {
      const origin = { trail: value.origin?.trail ?? [] };
      const encoded = unknown("an encoded string", place, { is: "string", origin });
      return holePart(encoded, isPiece ? true : undefined);
    };
    return mapOptions(toText(machine, argument(machine, call, 0), place), (option) => {
      const whole = plainText(option);
      if (whole !== undefined && option.kind === "text") {
        try {
          // The whole text is encoded first, as a pair of surrogates may be split over two pieces.
          const encoded = apply(whole);
          const mapped = encodeParts(option, apply);
          return encoded === whole
            ? option
            : plainText(mapped) === encoded
              ? { ...mapped, place }
              : computedText(encoded, place);
        } catch {
          return unknown("a string that cannot be encoded", place, { is: "string" });
        }
      }
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

function promiseNamespace(machine: Machine): Builtin {
  const all = (call: BuiltinCall): Abstract => {
    if (isOfAnotherClass(call)) return giveUp(machine, call, "Promise.all");
    const list = argument(machine, call, 0);
    const place = placeOf(machine, call);
    const settled = mapOptions(list, (option) =>
      option.kind === "text" || option.kind === "scalar" ? unknown("settled promises", place) : option,
    );
    return promised(settling(settled, settlesOf(machine, list)));
  };
  return namespace(
    "Promise",
    {
      resolve: (call) =>
        isOfAnotherClass(call) ? giveUp(machine, call, "Promise.resolve") : promised(argument(machine, call, 0)),
      all,
      reject: (call) =>
        isOfAnotherClass(call)
          ? giveUp(machine, call, "Promise.reject")
          : unknown("a rejected promise", placeOf(machine, call)),
      allSettled: (call) =>
        isOfAnotherClass(call)
          ? giveUp(machine, call, "Promise.allSettled")
          : settling(
              unknown("settled promises", placeOf(machine, call), { is: "array" }),
              settlesOf(machine, argument(machine, call, 0)),
            ),
    },
    {
      construct: (call) => {
        const place = placeOf(machine, call);
        const give = (label: string): Abstract =>
          callable(
            method(label, (inner) => giveUp(machine, inner, label)),
            place,
          );
        machine.steps.invoke(
          machine,
          call.frame,
          argument(machine, call, 0),
          [give("resolve"), give("reject")],
          call.node,
        );
        return unknown("a promise", place);
      },
    },
  );
}

function settlesOf(machine: Machine, list: Abstract): readonly number[] {
  if (list.kind !== "reference") return list.settles ?? [];
  const content = contentOf(machine, list.cell);
  const always = content.items.filter((item) => item.presence === "always");
  return always.flatMap((item) => item.value.settles ?? []);
}
