import { isIterating } from "../../syntax/built-ins";
import { builtinValue, computedText, unknown } from "../make";
import { joinAll, mapOptions, optionsOf, primitiveOf } from "../values";
import type { Abstract, Builtin, BuiltinCall, FunctionValue, Place, Scalar, Unknown } from "../domain";
import { arrayMethod } from "./arrays/methods";
import { argument, fromPrimitive, methodsOf, pure, type Row, selfOf } from "./define";
import { fromList, handingOn } from "./handing-on";
import { memberOfAnyObject, objectMethod } from "./objects/members";
import { textForm } from "./texts/form";
import { isFunction } from "./texts/placeholders";
import { memberOfText, textMethod, unknownLength } from "./texts/methods";

/** Members of numbers, functions, promises, and unknown values. */

const numberTable: Readonly<Record<string, Row>> = {
  toExponential: (call) => ofNumber("toExponential", call),
  toFixed: (call) => ofNumber("toFixed", call),
  toLocaleString: pure("Number.toLocaleString", "string"),
  toPrecision: (call) => ofNumber("toPrecision", call),
  toString: (call: BuiltinCall) => ofNumber("toString", call),
  valueOf: selfOf,
};

function ofNumber(name: string, call: BuiltinCall): Abstract {
  return mapOptions(selfOf(call), (option): Abstract => {
    const given = call.arguments.map(primitiveOf);
    if (name === "toString" && call.arguments.length === 0 && !call.more) return textForm(option, call.place);
    if (option.kind !== "scalar" || call.more || given.some((each) => each === undefined))
      return unknown("a number as text", call.place, { is: "string" });
    return (
      run(
        option.value,
        name,
        given.map((each) => each?.value),
        call.place,
      ) ?? unknown("a number as text", call.place, { is: "string" })
    );
  });
}

function run(value: unknown, name: string, given: readonly unknown[], place: Place): Abstract | undefined {
  try {
    const known: unknown = Reflect.get(Object(value) as object, name);
    return typeof known === "function" ? fromPrimitive(Reflect.apply(known, value, given), place) : undefined;
  } catch {
    return undefined;
  }
}

const numberMethods = methodsOf("Number", numberTable);

/** @returns a member of a number or a boolean. */
export function memberOfNumber(value: Scalar | Unknown, name: string, place: Place): Abstract | undefined {
  const isNumber = value.kind === "unknown" || typeof value.value === "number" || typeof value.value === "bigint";
  const known = isNumber || name === "toString" || name === "valueOf" ? numberMethods.get(name) : undefined;
  return known && builtinValue(known, place, value);
}

const functionMethods: ReadonlyMap<string, Builtin> = new Map([
  [
    "apply",
    handingOn("Function.apply", (call) => ({
      callee: selfOf(call),
      self: argument(call, 0),
      ...fromList(call.arguments[1] ?? (call.more ? argument(call, 1) : undefined)),
    })),
  ],
  [
    "call",
    handingOn("Function.call", (call) => ({
      callee: selfOf(call),
      self: argument(call, 0),
      arguments: call.arguments.slice(1),
      more: call.more,
    })),
  ],
  ...methodsOf("Function", {
    bind: (call) => mapOptions(selfOf(call), (option) => bound(option, call)),
    toString: pure("Function.toString", "string"),
  }),
]);

function bound(target: Abstract, call: BuiltinCall): Abstract {
  const self = argument(call, 0);
  const first = call.arguments.slice(1);
  if (target.kind === "function" && !call.more) {
    const before = target.bound ?? [];
    // A bound function keeps its first `this`.
    const result: FunctionValue = { ...target, self: target.bound ? target.self : self, bound: [...before, ...first] };
    return result;
  }
  // Natives do not use `this`.
  if (target.kind === "native" && first.length === 0 && !call.more) return target;
  const later = handingOn("bound function", (inner) => ({
    callee: target,
    self,
    arguments: [...first, ...inner.arguments],
    more: inner.more || call.more,
  }));
  return builtinValue(later, call.place);
}

/** @returns a member that every function has. */
export function memberOfFunction(value: Abstract, name: string, place: Place): Abstract | undefined {
  if (value.kind === "builtin" && !value.builtin.call && !value.builtin.construct)
    return memberOfAnyObject(value, name, place);
  const known = functionMethods.get(name);
  if (known) return builtinValue(known, place, value);
  if (name === "name") return nameOf(value, place);
  if (name === "length") return unknownLength(0, place);
  return memberOfAnyObject(value, name, place);
}

function nameOf(value: Abstract, place: Place): Abstract {
  const name =
    value.kind === "function"
      ? value.file.code.functions[value.function]?.name
      : value.kind === "class"
        ? value.file.code.classes[value.class]?.name
        : undefined;
  return name === undefined ? unknown("the name of a function", place, { is: "string" }) : computedText(name, place);
}

const promiseTable: Readonly<Record<string, Row>> = {
  catch: (call) => {
    const value = settled(call);
    const handler = argument(call, 0);
    return isNoFunction(handler) ? value : joinAll([value, handled(call, handler)], call.place);
  },
  finally: (call) => {
    const callback = argument(call, 0);
    if (!isNoFunction(callback)) call.evaluator.invoke(callback, [], call.place);
    return settled(call);
  },
  then: (call) => {
    const value = settled(call);
    const [callback, failed] = [argument(call, 0), argument(call, 1)];
    const result =
      isNoFunction(callback) || value.kind === "never"
        ? value
        : settledResult(call, call.evaluator.invoke(callback, [value], call.place));
    return isNoFunction(failed) ? result : joinAll([result, handled(call, failed)], call.place);
  },
};

/** The settled value of the receiver. A promise is represented by its value; natives define their own. */
function settled(call: BuiltinCall): Abstract {
  return settledResult(call, selfOf(call));
}

function settledResult({ evaluator, place }: BuiltinCall, value: Abstract): Abstract {
  return evaluator.awaited?.(value, place) ?? value;
}

function handled(call: BuiltinCall, handler: Abstract): Abstract {
  return settledResult(call, call.evaluator.invoke(handler, [unknown("an error", call.place)], call.place));
}

/** Arguments that are not functions are ignored. */
function isNoFunction({ kind }: Abstract): boolean {
  return kind === "scalar" || kind === "text" || kind === "object" || kind === "array";
}

const promiseMethods = methodsOf("Promise", promiseTable);

/** @returns `then`, `catch` or `finally` of a value that may have been a promise. */
export function promiseMember(value: Abstract, name: string, place: Place): Abstract | undefined {
  const known = promiseMethods.get(name);
  return known && builtinValue(known, place, value);
}

/** Names of methods that only strings have. */
const ofTextsAlone =
  /^(?:charAt|charCodeAt|codePointAt|endsWith|localeCompare|padEnd|padStart|replaceAll|startsWith|substr|substring|toLocaleLowerCase|toLocaleUpperCase|toLowerCase|toUpperCase|trim|trimEnd|trimLeft|trimRight|trimStart)$/u;
/** Methods of dates, with the types of their results. */
const ofDates = new Map<string, "number" | "string">([
  ...[
    "getDate",
    "getDay",
    "getFullYear",
    "getHours",
    "getMilliseconds",
    "getMinutes",
    "getMonth",
    "getSeconds",
    "getTime",
    "getTimezoneOffset",
    "getUTCDate",
    "getUTCDay",
    "getUTCFullYear",
    "getUTCHours",
    "getUTCMonth",
  ].map((name): [string, "number"] => [name, "number"]),
  ...["toDateString", "toISOString", "toLocaleDateString", "toLocaleTimeString", "toTimeString", "toUTCString"].map(
    (name): [string, "string"] => [name, "string"],
  ),
]);
const dateMethods = methodsOf(
  "Date",
  Object.fromEntries(
    [...ofDates].map(([name, is]): [string, Row] => [
      name,
      (call) =>
        unknown(`the result of \`${name}()\``, call.place, {
          is,
          origin: { trail: [...(call.self?.origin?.trail ?? []), `${name}()`] },
        }),
    ]),
  ),
);

/**
 * @param given the arguments if the member is called; they may show that the value is a list.
 * @returns a member of a value of which at most the type is known; `undefined` if it may be anything.
 */
export function memberOfUnknown(
  value: Unknown,
  name: string,
  place: Place,
  given?: readonly Abstract[],
): Abstract | undefined {
  switch (value.is) {
    case "string":
      return memberOfText(value, name, place) ?? memberOfAnyObject(value, name, place);
    case "number":
    case "boolean":
      return memberOfNumber(value, name, place);
    case "array":
      return memberOfUnknownList(value, name, place);
    default:
      return memberOfAnything(value, name, place, given);
  }
}

function memberOfUnknownList(value: Unknown, name: string, place: Place): Abstract | undefined {
  const known = arrayMethod(name);
  if (known) return builtinValue(known, place, value);
  return name === "length" ? unknownLength(0, place) : undefined;
}

function memberOfAnything(
  value: Unknown,
  name: string,
  place: Place,
  given: readonly Abstract[] | undefined,
): Abstract | undefined {
  const found = ofTextsAlone.test(name) ? textMethod(name) : (dateMethods.get(name) ?? byArguments(value, name, given));
  if (found) return builtinValue(found, place, value);
  return name === "hasOwnProperty" ? builtinOf(objectMethod(name), place, value) : undefined;
}

function builtinOf(known: Builtin | undefined, place: Place, self: Abstract): Abstract | undefined {
  return known && builtinValue(known, place, self);
}

function byArguments(
  { is, origin }: Unknown,
  name: string,
  given: readonly Abstract[] | undefined,
): Builtin | undefined {
  const [first, second] = given ?? [];
  if (!first) return undefined;
  const isCallback = optionsOf(first).every((option) => isFunction(option) || option.kind === "class");
  // Other objects have methods of these names, too, but without a callback.
  if (isIterating(name)) return isCallback && !isInstance(origin?.trail.at(-1), is) ? arrayMethod(name) : undefined;
  // Strings have this method, too, but are not given arrays.
  if (name === "concat") return first.kind === "array" ? arrayMethod(name) : undefined;
  return isOfText(name, first, second) ? textMethod(name) : undefined;
}

/** Whether the arguments of a method show that its receiver is a string: a regular expression, or two texts for `replace`. */
function isOfText(name: string, first: Abstract, second: Abstract | undefined): boolean {
  const isPattern = first.kind === "object" && first.class === "RegExp";
  if (name === "replace") return isPattern || (first.kind === "text" && second?.kind === "text");
  return isPattern && /^(?:match|matchAll|search|split)$/u.test(name);
}

/** Whether a value is an instance of another class than `Array`: typed arrays and collections of libraries return instances of their own class. */
function isInstance(name: string | undefined, is: Unknown["is"]): boolean {
  return is === "object" || (name?.startsWith("new ") ?? false);
}
