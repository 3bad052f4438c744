import { arrayOf, builtinValue, objectOf, scalar, unknown } from "../../make";
import { isUndefined, mapOptions, primitiveOf } from "../../values";
import type { Abstract, Builtin, BuiltinCall, Element, Single, Unknown } from "../../domain";
import { argument, isOfAnotherClass, method, methodsOf, namespace, pure, resultOf, truth } from "../define";
import { mapList } from "../arrays/callbacks";
import { arrayMethod } from "../arrays/methods";
import { emptyList, withAll } from "../arrays/elements";
import { makeMap, makeSet } from "../classes/collections";
import { headersOf, makeFormData, searchParamsOf } from "../classes/entry-methods";
import { makeRegExp } from "../classes/regexp";
import { makeUrl, urlStatics } from "../classes/url";
import { deepCopy } from "../objects/clone";
import { jsonNamespace } from "../objects/json";
import { objectNamespace, reflectNamespace } from "../objects/namespace";
import { limits } from "../../limits";

/** Global classes of the language and the platform. */

function isArray(call: BuiltinCall): Abstract {
  return mapOptions(argument(call, 0), (option) => truth(isList(option), "`Array.isArray()`", call.place));
}

function isList(option: Single): boolean | undefined {
  if (option.kind === "array") return option.class === undefined;
  if (option.kind === "builtin") return option.builtin.call ? false : undefined;
  if (option.kind !== "unknown") return option.kind === "native" ? undefined : false;
  if (option.is === "array") return true;
  return option.is === undefined ? undefined : option.is === "object" ? undefined : false;
}

/** A buffer that the program makes is an object of which only its kind is known. */
function isBuffer(option: Single): boolean | undefined {
  if (option.kind === "unknown") return isAlways(option.is) || option.nullish === true ? false : undefined;
  if (option.kind === "native" || (option.kind === "object" && (option.outside ?? option.instanceOf))) return undefined;
  return false;
}

function isAlways(is: Unknown["is"]): boolean {
  return is === "string" || is === "number" || is === "boolean" || is === "array";
}

function from(call: BuiltinCall): Abstract {
  const { place } = call;
  if (isOfAnotherClass(call)) return resultOf("Array.from", place);
  return mapOptions(argument(call, 0), (option): Abstract => {
    const counted =
      option.kind === "object" && option.class === undefined
        ? numbered(option, call)
        : withAll(emptyList, option, place);
    const list = arrayOf(counted.elements, place, counted);
    const callback = argument(call, 1);
    if (isUndefined(callback)) return list;
    const inner: BuiltinCall = { ...call, arguments: [callback, ...call.arguments.slice(2)] };
    return mapList({ self: list, call: inner });
  });
}

/** `Array.from({ length: n })`, or from another array-like object. */
function numbered(
  { members, open }: Extract<Single, { kind: "object" }>,
  { place }: BuiltinCall,
): { readonly elements: readonly Element[]; readonly open: string | undefined; readonly sources: readonly Abstract[] } {
  const length = members.get("length");
  const count = length?.presence === "always" ? primitiveOf(length.value)?.value : length ? undefined : 0;
  const isKnown = typeof count === "number" && count >= 0 && count <= limits.rounds && open === undefined;
  if (!isKnown) return { elements: [], open: "a list of a length that is not known", sources: [] };
  const elements = Array.from({ length: Math.trunc(count) }, (_, index): Element => {
    const member = members.get(String(index));
    return {
      value:
        member?.presence === "always" ? member.value : member ? unknown("an element", place) : scalar(undefined, place),
      presence: "always",
    };
  });
  return { elements, open: undefined, sources: [] };
}

function constructArray(call: BuiltinCall): Abstract {
  const [first, ...others] = call.arguments;
  // `Array(3)` has a length, but no elements.
  const isLength = first !== undefined && others.length === 0 && first.kind !== "text";
  if (call.more || isLength) return resultOf("Array", call.place, "array");
  return arrayOf(
    call.arguments.map((value): Element => ({ value, presence: "always" })),
    call.place,
  );
}

/** @returns a prototype, whose methods have no receiver: `Array.prototype.slice.call(list)`. */
function prototypeOf(label: string, methodNamed: (name: string) => Builtin | undefined): Builtin {
  return {
    label: `${label}.prototype`,
    member: (name, place) => {
      const known = methodNamed(name);
      return known && builtinValue(known, place);
    },
  };
}

function withPrototype(builtin: Builtin, methodNamed: (name: string) => Builtin | undefined): Builtin {
  const prototype = prototypeOf(builtin.label, methodNamed);
  return {
    ...builtin,
    member: (name, place) => (name === "prototype" ? builtinValue(prototype, place) : builtin.member?.(name, place)),
  };
}

export const arrayNamespace = withPrototype(
  namespace(
    "Array",
    {
      from,
      fromAsync: pure("Array.fromAsync"),
      isArray,
      of: (call) =>
        isOfAnotherClass(call) || call.more
          ? resultOf("Array.of", call.place)
          : arrayOf(
              call.arguments.map((value): Element => ({ value, presence: "always" })),
              call.place,
            ),
    },
    { call: constructArray, construct: constructArray },
  ),
  arrayMethod,
);

/** A class whose instances are unknown apart from their class. */
function plainClass(name: string): Builtin {
  return {
    label: name,
    construct: ({ place }) =>
      unknown(`a ${name}`, place, { is: "object", truth: true, nullish: false, origin: { trail: [`new ${name}()`] } }),
  };
}

function hidden(name: string): Builtin {
  return { label: name, construct: ({ place }) => objectOf(new Map(), place, { class: name }) };
}

/** A class of errors, which can be called without `new`. */
function errorClass(name: string): Builtin {
  const base = plainClass(name);
  return { ...base, call: (call) => base.construct?.(call) ?? resultOf(name, call.place) };
}

const dates = methodsOf("Date", {
  UTC: pure("Date.UTC", "number"),
  now: pure("Date.now", "number"),
  parse: pure("Date.parse", "number"),
});

const dateClass: Builtin = {
  ...plainClass("Date"),
  call: pure("Date", "string"),
  member: (name, place) => {
    const known = dates.get(name);
    return known && builtinValue(known, place);
  },
};

const bufferNamespace = namespace("Buffer", {
  alloc: pure("Buffer.alloc", "object"),
  byteLength: pure("Buffer.byteLength", "number"),
  concat: pure("Buffer.concat", "object"),
  from: pure("Buffer.from", "object"),
  isBuffer: (call) =>
    mapOptions(argument(call, 0), (option) => truth(isBuffer(option), "`Buffer.isBuffer()`", call.place)),
});

const signals = namespace("AbortSignal", {
  abort: pure("AbortSignal.abort", "object"),
  any: pure("AbortSignal.any", "object"),
  timeout: pure("AbortSignal.timeout", "object"),
});

function symbol(): Builtin {
  return namespace("Symbol", { for: pure("Symbol.for"), keyFor: pure("Symbol.keyFor") }, { call: pure("Symbol") });
}

const plainClasses = [
  "AbortController",
  "ArrayBuffer",
  "Blob",
  "File",
  "FileReader",
  "TextDecoder",
  "TextEncoder",
  "Uint8Array",
];
const errors = [
  "AggregateError",
  "DOMException",
  "Error",
  "EvalError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "URIError",
];

export const classGlobals: Readonly<Record<string, Builtin>> = {
  ...Object.fromEntries(plainClasses.map((name) => [name, plainClass(name)])),
  ...Object.fromEntries(errors.map((name) => [name, errorClass(name)])),
  AbortSignal: signals,
  Array: arrayNamespace,
  Buffer: bufferNamespace,
  Date: dateClass,
  FormData: { label: "FormData", construct: makeFormData },
  Headers: { label: "Headers", construct: (call) => headersOf(argument(call, 0), call) },
  JSON: jsonNamespace,
  Map: { label: "Map", construct: makeMap },
  Object: objectNamespace,
  Reflect: reflectNamespace,
  RegExp: { label: "RegExp", call: makeRegExp, construct: makeRegExp },
  Set: { label: "Set", construct: makeSet },
  Symbol: symbol(),
  URL: namespace("URL", urlStatics, { construct: makeUrl }),
  URLSearchParams: { label: "URLSearchParams", construct: (call) => searchParamsOf(argument(call, 0), call) },
  WeakMap: hidden("WeakMap"),
  WeakSet: hidden("WeakSet"),
  structuredClone: method("structuredClone", (call) => deepCopy(argument(call, 0), call.place, "structured")),
};
