import type { WayOfCopying } from "../../../clients/native";
import { arrayOf, entry, objectOf, unknown } from "../../make";
import { assuming, isUndefined, joinAll, mapOptions, optionsOf, plainText, truthOf } from "../../values";
import type { Abstract, Element, Entry, ObjectValue, Place } from "../../domain";
import { isEmptyNowhere } from "../arrays/callbacks";
import { elementsOf } from "../arrays/elements";
import { deepCopy } from "./clone";
import { assigned } from "./namespace";
import { copyInto, emptyObject, hasHiddenMembers } from "./spread";

/** Copies by libraries: `cloneDeep` keeps functions, `merge` merges nested objects, `compact` keeps truthy elements, `pick` and `omit` select members. */

const ways: Readonly<Record<WayOfCopying, (args: readonly Abstract[], place: Place) => Abstract | undefined>> = {
  assign: ([target, ...sources]) => target && assigned(target, sources),
  cloneDeep: ([value], place) => value && deepCopy(value, place, "library"),
  compact: ([list], place) => list && compact(list, place),
  merge: ([target, ...sources], place) => target && merge(target, sources, place),
  omit: ([value, ...keys], place) => value && selected(value, keys, "omit", place),
  pick: ([value, ...keys], place) => value && selected(value, keys, "pick", place),
};

/** @returns the result of a library's copying function. */
export function copy(way: WayOfCopying, args: readonly Abstract[], place: Place): Abstract {
  return ways[way](args, place) ?? unknown(`the result of \`${way}\``, place, { origin: { trail: [`${way}()`] } });
}

/** @returns a list of the elements that are, or may be, truthy. */
function compact(list: Abstract, place: Place): Abstract | undefined {
  const elements = elementsOf(list)?.flatMap((element): readonly Element[] => {
    const truth = truthOf(element.value);
    if (truth === true) return [element];
    const value = joinAll(
      optionsOf(element.value).filter((option) => truthOf(option) !== false),
      place,
    );
    const unlessEmpty = element.presence === "always" && isEmptyNowhere(element.value, truthOf) ? true : undefined;
    return truth === false || value.kind === "never" ? [] : [{ value, presence: "maybe", unlessEmpty }];
  });
  return elements && arrayOf(elements, place, { sources: [list] });
}

function isPlain(value: Abstract): value is ObjectValue {
  return value.kind === "object" && !hasHiddenMembers(value) && value.instanceOf === undefined && !value.outside;
}

/** `merge(target, …sources)`: like `Object.assign`, but merges objects that both sides have, and never overwrites with `undefined`. */
function merge(target: Abstract, sources: readonly Abstract[], place: Place): Abstract | undefined {
  if (!isPlain(target)) return undefined;
  return sources.reduce<Abstract>((into, source) => mergeOne(into, source, place), target);
}

function mergeOne(target: Abstract, source: Abstract, place: Place): Abstract {
  if (!isPlain(target)) return target;
  const added = mapOptions(source, (option): Abstract => {
    if (option.kind !== "object") return option;
    return isPlain(option)
      ? assuming(addition(target, option, place), option.assumes)
      : unknown("what is merged", place);
  });
  return assigned(target, [added]);
}

/** @returns the members that `Object.assign` would have to copy for a merge. The merge of lists, or with something unknown, is unknown. */
function addition(into: ObjectValue, source: ObjectValue, place: Place): ObjectValue {
  const members = new Map<string, Entry>();
  for (const [key, member] of source.members) {
    const before = into.members.get(key);
    if (before && isUndefined(member.value)) continue;
    const isReplaced = optionsOf(member.value).every(
      (option) => (option.kind === "text" || option.kind === "scalar") && !isUndefined(option),
    );
    if (isReplaced || (!before && into.open === undefined)) members.set(key, member);
    else members.set(key, entry(mergedMember(before, member, place), member.keyPlace, member.presence));
  }
  return { ...source, members };
}

function mergedMember(before: Entry | undefined, member: Entry, place: Place): Abstract {
  const isSure = before?.presence === "always" && member.presence === "always";
  return before && isSure && isPlain(before.value) && isPlain(member.value)
    ? mergeOne(before.value, member.value, place)
    : unknown("what two objects were merged to", place);
}

/** `pick(object, ["a"], "b")` and `omit`: a copy with only these members, or without them. */
function selected(
  value: Abstract,
  given: readonly Abstract[],
  way: "omit" | "pick",
  place: Place,
): Abstract | undefined {
  const keys = keysIn(given);
  if (!keys) return undefined;
  return mapOptions(value, (option): Abstract => {
    const isNothing = option.kind === "scalar" && (option.value === undefined || option.value === null);
    if (!isPlain(option) && option.kind !== "unknown" && !isNothing)
      return unknown(`what \`${way}\` gives`, place, { is: "object" });
    const draft = copyInto(emptyObject, option);
    const members = new Map([...draft.members].filter(([key]) => keys.has(key) === (way === "pick")));
    const isOpen = draft.open !== undefined && (way === "omit" || members.size < keys.size);
    // The result of `pick` does not count as a spread of the whole object; that of `omit` does.
    return objectOf(members, place, {
      open: isOpen ? draft.open : undefined,
      spreads: way === "omit" ? [option] : [],
    });
  });
}

/** @returns names of members, given directly or in lists; `undefined` if one is unknown, or may be a path such as `a.b`. */
function keysIn(given: readonly Abstract[]): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  for (const value of given) {
    const elements = value.kind === "array" ? elementsOf(value) : [{ value, presence: "always" as const }];
    if (!elements) return undefined;
    for (const element of elements) {
      const key = element.presence === "always" ? plainText(element.value) : undefined;
      if (key === undefined || /[.[\]]/u.test(key)) return undefined;
      keys.add(key);
    }
  }
  return keys;
}
