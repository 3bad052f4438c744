import { builtinValue, never, scalar, unknown } from "../../make";
import { plainText } from "../../values";
import type { Abstract, ArrayValue, Builtin, ObjectValue, Place } from "../../domain";
import { memberOfAnyObject } from "../objects/members";
import { arrayMethod } from "../arrays/methods";
import { writeToList } from "../arrays/changes";
import { listOfIterator } from "../arrays/elements";
import { method, methodsOf, type Row, selfOf } from "../define";
import { keyOf, textForm } from "../texts/form";
import { mapMethods, setMethods, sizeOf, weakMapMethods, weakSetMethods } from "./collections";
import { formDataMethods, headersMethods, searchParamsMethods, sizeOfEntries } from "./entry-methods";
import { regexpMethods } from "./regexp";
import { urlMethods } from "./url";
import { memberOfUrl, writeToUrl } from "./url-parts";

/** Members that objects have by their class. */

const methodsByClass: Readonly<Record<string, ReadonlyMap<string, Builtin>>> = {
  FormData: formDataMethods,
  Headers: headersMethods,
  Iterator: iteratorMethods(),
  Map: mapMethods,
  RegExp: regexpMethods,
  Set: setMethods,
  URL: urlMethods,
  URLSearchParams: searchParamsMethods,
  WeakMap: weakMapMethods,
  WeakSet: weakSetMethods,
};

const patternText = method("RegExp.toString", (call) => textForm(selfOf(call), call.place));

/** Iterators have some methods of lists, applied to their elements. */
function iteratorMethods(): ReadonlyMap<string, Builtin> {
  const table: Record<string, Row> = {
    next: ({ place }) => unknown("a step of an iterator", place, { is: "object" }),
    toArray: (call) => listOf(selfOf(call)),
  };
  for (const name of ["every", "find", "forEach", "reduce", "some"])
    table[name] = (call) => arrayMethod(name)?.call?.({ ...call, self: listOf(selfOf(call)) }) ?? never(call.place);
  return methodsOf("Iterator", table);
}

function listOf(value: Abstract): Abstract {
  return (value.kind === "object" ? listOfIterator(value) : undefined) ?? value;
}

/**
 * @returns a member that an object has by its class, or that all objects have; `undefined` if there is none. Own members have precedence, except on
 *   platform objects, whose members are internal state.
 */
export function memberOfObject(object: ObjectValue, name: string, place: Place): Abstract | undefined {
  const { class: of } = object;
  if (of === undefined) return memberOfAnyObject(object, name, place);
  if (name === "toString" && of === "RegExp") return builtinValue(patternText, place, object);
  const own = Object.hasOwn(methodsByClass, of) ? methodsByClass[of]?.get(name) : undefined;
  if (own) return builtinValue(own, place, object);
  if (of === "URL") return memberOfUrl(object, name, place) ?? memberOfAnyObject(object, name, place);
  if (of === "RegExp") return memberOfRegExp(object, name, place) ?? memberOfAnyObject(object, name, place);
  if (name === "size" && of === "Map") return sizeOf(object, place);
  if (name === "size" && of === "URLSearchParams") return sizeOfEntries(object, place);
  return memberOfAnyObject(object, name, place);
}

/** @returns a member of a `Set`; `undefined` if there is none. */
export function memberOfSet(set: ArrayValue, name: string, place: Place): Abstract | undefined {
  if (name === "size") return sizeOf(set, place);
  const own = setMethods.get(name);
  return own ? builtinValue(own, place, set) : memberOfAnyObject(set, name, place);
}

const flagNames: Readonly<Record<string, string>> = {
  dotAll: "s",
  global: "g",
  hasIndices: "d",
  ignoreCase: "i",
  multiline: "m",
  sticky: "y",
  unicode: "u",
  unicodeSets: "v",
};

function memberOfRegExp({ members }: ObjectValue, name: string, place: Place): Abstract | undefined {
  if (name === "source" || name === "flags") {
    const known = members.get(name)?.value;
    return known && plainText(known) !== undefined ? known : unknown(`\`${name}\``, place, { is: "string" });
  }
  if (name === "lastIndex") return unknown("where the last match ended", place, { is: "number" });
  const flag = Object.hasOwn(flagNames, name) ? flagNames[name] : undefined;
  const flags = members.get("flags");
  const known = flags && plainText(flags.value);
  return flag === undefined || known === undefined ? undefined : scalar(known.includes(flag), place);
}

/** Whether an object's members are internal state of its class rather than properties. */
export function hasHiddenMembers({ class: of }: ObjectValue): boolean {
  return of !== undefined && Object.hasOwn(methodsByClass, of);
}

/** @returns a platform object or list after an assignment to one of its members; `undefined` for objects whose members are ordinary properties. */
export function writeToPlatformObject(
  object: ObjectValue | ArrayValue,
  key: Abstract | string,
  value: Abstract,
  place: Place,
): Abstract | undefined {
  const name = typeof key === "string" ? key : keyOf(key, place);
  if (object.kind === "array") return object.class ? object : writeToList(object, name, value);
  if (object.class === "URL") return writeToUrl(object, name, value, place);
  return hasHiddenMembers(object) ? object : undefined;
}
