import { limits } from "../../limits";
import { arrayOf, computedText, entry, jsonText, lazyEntry, objectOf, scalar, unknown } from "../../make";
import { isUndefined, mapOptions, plainText, primitiveOf } from "../../values";
import type {
  Abstract,
  ArrayValue,
  BuiltinCall,
  BuiltinEvaluator,
  Element,
  Entry,
  ObjectValue,
  Place,
  Single,
} from "../../domain";
import { argument, namespace } from "../define";
import { urlText } from "../classes/url-text";
import { hasHiddenMembers } from "./spread";
import { deepCopy } from "./clone";

/** `JSON`. A JSON text carries the value that was serialized, as it was at that time. */

/** @returns the result of `JSON.stringify(value)`. */
export function jsonOf(value: Abstract, place: Place, evaluator?: BuiltinEvaluator): Abstract {
  return mapOptions(jsonForm(value, place, evaluator, 0), (option) => {
    if (isUndefined(option)) return option;
    if (isFunction(option)) return scalar(undefined, place);
    // Of an object like `Math` only the functions are known.
    if (option.kind === "builtin") return unknown("JSON text of a built-in object", place);
    const known = primitiveOf(option);
    if (known && typeof known.value === "bigint") return unknown("JSON text of a bigint", place);
    if (known) return computedText(JSON.stringify(known.value), place);
    return jsonText(option, place);
  });
}

function isFunction(value: Single): boolean {
  if (value.kind === "builtin") return value.builtin.call !== undefined || value.builtin.construct !== undefined;
  return value.kind === "function" || value.kind === "class";
}

/** @returns a value in its JSON form: objects with `toJSON` are replaced by its result. Undefined members stay, as rules report them. */
function jsonForm(value: Abstract, place: Place, evaluator: BuiltinEvaluator | undefined, depth: number): Abstract {
  if (depth > limits.copyDepth) return value;
  return mapOptions(value, (option): Abstract => {
    if (option.kind === "array")
      return option.class ? objectOf(new Map(), option.place) : formOfList(option, place, evaluator, depth);
    // A date becomes a string in JSON, and a boxed number a number.
    if (
      option.kind === "unknown" &&
      option.is === "object" &&
      option.origin?.trail.some((each) => each.startsWith("new "))
    )
      return { ...option, is: undefined, truth: undefined, nullish: undefined };
    if (option.kind !== "object") return option;
    if (option.class !== undefined) return formOfClass(option, place);
    if (hasToJson(option, place, evaluator)) return formByCall(option, place, evaluator, depth);
    return formOfObject(option, place, evaluator, depth);
  });
}

function formOfList(
  list: ArrayValue,
  place: Place,
  evaluator: BuiltinEvaluator | undefined,
  depth: number,
): ArrayValue {
  if (list.elements.every(({ value }) => value.kind === "text" || value.kind === "scalar")) return list;
  const elements = list.elements.map((element): Element => ({
    value: jsonForm(element.value, place, evaluator, depth + 1),
    presence: element.presence,
  }));
  return { ...list, elements };
}

/** Most objects of the platform have no members in JSON; a URL and a date are strings. */
function formOfClass(value: ObjectValue, place: Place): Abstract {
  if (value.class === "URL") return urlText(value, place) ?? unknown("a URL", place, { is: "string" });
  if (value.class === "Date") return unknown("a date", place, { is: "string", origin: value.origin });
  return hasHiddenMembers(value) &&
    /^(?:Map|RegExp|Headers|URLSearchParams|FormData|Iterator)$/u.test(value.class ?? "")
    ? objectOf(new Map(), value.place)
    : unknown(`JSON of a ${value.class ?? "value"}`, place, { is: "object" });
}

function hasToJson(value: ObjectValue, place: Place, evaluator: BuiltinEvaluator | undefined): boolean {
  if (value.members.has("toJSON")) return true;
  if (!value.instanceOf || !evaluator) return value.instanceOf !== undefined && evaluator !== undefined;
  return evaluator.member(value, "toJSON", place).kind === "function";
}

function formByCall(
  value: ObjectValue,
  place: Place,
  evaluator: BuiltinEvaluator | undefined,
  depth: number,
): Abstract {
  const callee = evaluator?.member(value, "toJSON", place);
  if (!evaluator || callee?.kind !== "function") return unknown("an object with a `toJSON`", place);
  return jsonForm(evaluator.invoke(callee, [computedText("", place)], place, value), place, evaluator, depth + 1);
}

function formOfObject(
  value: ObjectValue,
  place: Place,
  evaluator: BuiltinEvaluator | undefined,
  depth: number,
): ObjectValue {
  const members = new Map<string, Entry>();
  for (const [key, member] of value.members) {
    const written = (): Abstract => jsonForm(member.value, place, evaluator, depth + 1);
    members.set(key, lazyEntry(written, member.keyPlace, member.presence));
  }
  return { ...value, members };
}

function stringify(call: BuiltinCall): Abstract {
  const { place } = call;
  const replacer = argument(call, 1);
  const isPlain = isUndefined(replacer) || (replacer.kind === "scalar" && replacer.value === null);
  // With a replacer, there may be no text at all.
  if (!isPlain) return unknown("JSON text made with a replacer", place);
  const space = argument(call, 2);
  const isDense = isUndefined(space) || (space.kind === "scalar" && !space.value);
  const written = jsonOf(argument(call, 0), place, call.evaluator);
  return isDense
    ? written
    : mapOptions(written, (option) =>
        option.kind === "text" || option.kind === "scalar" ? option : unknown("JSON text", place),
      );
}

function parse(call: BuiltinCall): Abstract {
  const { place } = call;
  const isPlain = isUndefined(argument(call, 1));
  return mapOptions(argument(call, 0), (option) => {
    if (option.kind === "text" && option.json && isPlain) return deepCopy(option.json, place, "json");
    const whole = isPlain ? plainText(option) : undefined;
    return (
      (whole === undefined ? undefined : parsed(whole, place)) ??
      unknown("parsed JSON", place, { origin: { trail: ["JSON.parse()"] } })
    );
  });
}

function parsed(whole: string, place: Place): Abstract | undefined {
  if (whole.length > limits.length) return undefined;
  try {
    return fromJson(JSON.parse(whole), place);
  } catch {
    return undefined;
  }
}

/** Converts parsed JSON. The text is short, which bounds the number of values. */
function fromJson(value: unknown, place: Place): Abstract {
  if (Array.isArray(value))
    return arrayOf(
      value.map((each): Element => ({ value: fromJson(each, place), presence: "always" })),
      place,
    );
  if (typeof value === "object" && value !== null)
    return objectOf(
      new Map(Object.entries(value).map(([key, each]) => [key, entry(fromJson(each, place), place)])),
      place,
    );
  return typeof value === "string" ? computedText(value, place) : scalar(value as number | boolean | null, place);
}

export const jsonNamespace = namespace("JSON", { parse, stringify });
