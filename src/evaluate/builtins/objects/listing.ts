import { limits } from "../../limits";
import { arrayOf, computedText, entry, lazyElement, unknown } from "../../make";
import { dataOf, mapOptions, optionsOf } from "../../values";
import type { Abstract, BuiltinCall, Element, Entry, ObjectValue, Place, Single } from "../../domain";
import { entryList } from "../arrays/elements";
import { argument } from "../define";
import { keyOf } from "../texts/form";

/** Lists of an object's members: `Object.keys`, `Object.values`, `Object.entries`. */

type Part = "entries" | "keys" | "values";

export function listMembers(call: BuiltinCall, part: Part): Abstract {
  const { place } = call;
  return mapOptions(argument(call, 0), (given): Abstract => {
    const option = dataOf(given);
    const elements = elementsFor(option, part, place);
    const sources = part === "keys" ? [] : [option];
    if (elements?.open === undefined && elements)
      return arrayOf(elements.list, place, { sources: part === "values" ? sources : [] });
    if (elements)
      return arrayOf(elements.list, place, { open: elements.open, sources: part === "values" ? sources : [] });
    const origin = option.kind === "unknown" && option.origin ? { ...option.origin, trail: [] } : undefined;
    return unknown("the members of an object that is not fully known", place, { is: "array", origin });
  });
}

interface Parts {
  readonly list: readonly Element[];
  readonly open: string | undefined;
}

/** @returns the parts of the members that can be listed; `undefined` if no member is known. */
function elementsFor(option: Single, part: Part, place: Place): Parts | undefined {
  const pairs = membersOf(option);
  if (!pairs) return undefined;
  const isOpen = pairs.open !== undefined;
  if (isOpen && pairs.members.length === 0) return undefined;
  return {
    open: pairs.open,
    list: pairs.members.map(([key, member]) => elementFor(part, key, member, isOpen, place)),
  };
}

function elementFor(part: Part, key: string, member: Entry, isOpen: boolean, place: Place): Element {
  const presence = isOpen ? "maybe" : member.presence;
  const name = computedText(key, member.keyPlace);
  if (part === "keys") return { value: name, presence };
  if (part === "values") return lazyElement(() => member.value, presence);
  const value = lazyElement(() => member.value);
  return { value: arrayOf([{ value: name, presence: "always" }, value], place), presence };
}

interface Listed {
  readonly members: readonly (readonly [string, Entry])[];
  readonly open: string | undefined;
}

/** @returns members in the order of the language: integer keys come first. */
function membersOf(option: Single): Listed | undefined {
  if (option.kind === "array") {
    if (option.class) return { members: [], open: undefined };
    if (option.open !== undefined || option.elements.some(({ presence }) => presence === "maybe")) return undefined;
    return {
      members: option.elements.map(({ value }, index) => [String(index), entry(value, value.place)] as const),
      open: undefined,
    };
  }
  if (option.kind !== "object")
    return option.kind === "scalar" && !isNothing(option) ? { members: [], open: undefined } : undefined;
  if (
    entryList(option) ||
    /^(?:Date|FormData|Headers|Iterator|Map|RegExp|URL|URLSearchParams|WeakMap|WeakSet)$/u.test(option.class ?? "")
  )
    return { members: [], open: undefined };
  if (option.class !== undefined || option.members.size > limits.members) return undefined;
  return listedMembers(option);
}

/** @returns the members of a plain object or class instance. */
function listedMembers(option: ObjectValue): Listed {
  const members = [...option.members].filter(([key]) => !(key.startsWith("#") && option.instanceOf));
  const isIndex = (key: string): boolean => /^(?:0|[1-9]\d{0,8})$/u.test(key);
  const indexed = members.filter(([key]) => isIndex(key)).sort(([one], [other]) => Number(one) - Number(other));
  const listed = [...indexed, ...members.filter(([key]) => !isIndex(key))];
  // Members read after such a getter may have changed.
  if (listed.some(([, { accessor }]) => changesSelf(accessor?.getter)))
    return { members: listed, open: option.open ?? "a getter that changes its object" };
  return { members: listed, open: option.open ?? (option.unordered && "members in an order that is not known") };
}

function changesSelf(getter: Abstract | undefined): boolean {
  if (getter?.kind !== "function") return false;
  return getter.file.code.functions[getter.function]?.leaves.some(({ what }) => what === "this") ?? false;
}

export function isNothing(value: Single): boolean {
  return value.kind === "scalar" && (value.value === undefined || value.value === null);
}

/** @returns whether an object has an own member; `undefined` if that is unknown. */
export function hasOwn(object: Abstract, key: Abstract, place: Place): boolean | undefined {
  const name = keyOf(key, place);
  const found = optionsOf(object).map((option) => {
    if (option.kind === "array" && !option.class && name === "length") return true;
    const known = membersOf(option);
    if (!known || name === undefined) return undefined;
    const member = known.members.find(([each]) => each === name)?.[1];
    if (member?.presence === "always") return true;
    return member || known.open !== undefined || option.kind === "array" ? undefined : false;
  });
  return found.every((each) => each === found[0]) ? found[0] : undefined;
}
