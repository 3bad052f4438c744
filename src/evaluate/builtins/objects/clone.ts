import { limits } from "../../limits";
import { arrayOf, objectOf, scalar, unknown } from "../../make";
import { dataOf, isUndefined, mapOptions, optionsOf, truthOf } from "../../values";
import type { Abstract, ArrayValue, Element, Entry, ObjectValue, Place, Single, Unknown } from "../../domain";

/** Deep copies: `structuredClone`, `JSON.parse(JSON.stringify(x))`, and those of libraries. */

/** `json`: through JSON text, which drops some values. `library`: functions, clients and class instances are shared with the original. */
export type Copying = "json" | "structured" | "library";

interface Task {
  readonly place: Place;
  readonly way: Copying;
  /** Values that may still be copied. */
  left: number;
}

export function deepCopy(value: Abstract, place: Place, way: Copying): Abstract {
  return copy(value, { place, way, left: limits.copied }, 0);
}

function copy(value: Abstract, task: Task, depth: number): Abstract {
  const { place, way } = task;
  task.left -= 1;
  if (task.left < 0 || depth > limits.copyDepth) return unknown("a copy", place);
  return mapOptions(value, (given) => {
    const option = way === "library" ? given : dataOf(given);
    switch (option.kind) {
      case "text":
        return option;
      case "scalar":
        return way === "json" && typeof option.value === "number" && !Number.isFinite(option.value)
          ? scalar(null, place)
          : option;
      case "unknown":
        return copyOfUnknown(option, task);
      case "array":
        return copyList(option, task, depth);
      case "object":
        return copyObject(option, task, depth);
      default:
        return copyOfOther(option, task);
    }
  });
}

function copyOfOther(value: Single, { way, place }: Task): Abstract {
  if (way === "library") return value;
  return way === "json" && (value.kind === "function" || value.kind === "class")
    ? scalar(undefined, place)
    : unknown("a copy", place);
}

/** The copy has the members of the original. Through JSON this is certain only for values that came as JSON: a date becomes a string. */
function copyOfUnknown(original: Unknown, { place, way }: Task): Unknown {
  const isExact = way !== "json" || original.origin?.response?.part === "body";
  const { is, origin, reason } = original;
  if (isExact) return { ...original, place };
  return unknown(reason, place, { is: is === "object" ? undefined : is, origin });
}

function copyList(list: ArrayValue, task: Task, depth: number): Abstract {
  const { place, way } = task;
  if (list.class) return way === "json" ? objectOf(new Map(), place) : list;
  const elements = list.elements.map(({ value: element, presence }): Element => {
    const value = copy(element, task, depth + 1);
    // In arrays, JSON replaces `undefined` by null.
    return {
      value: way === "json" ? mapOptions(value, (each) => (isUndefined(each) ? scalar(null, place) : each)) : value,
      presence,
    };
  });
  return arrayOf(elements, place, { open: list.open, sources: list.sources });
}

function copyObject(object: ObjectValue, task: Task, depth: number): Abstract {
  const { place, way } = task;
  if (object.class !== undefined) return way === "json" ? unknown("a copy", place) : object;
  if (object.instanceOf && way === "library") return object;
  if (way === "json" && object.members.has("toJSON")) return unknown("a copy", place);
  const members = new Map<string, Entry>();
  for (const [key, member] of object.members) {
    if (key.startsWith("#") && object.instanceOf) continue;
    const value = copy(member.value, task, depth + 1);
    if (way === "json" && isUndefined(value)) continue;
    const presence = way === "json" && mayBeLeftOut(value) ? "maybe" : member.presence;
    members.set(key, { value, presence, keyPlace: member.keyPlace });
  }
  return objectOf(members, place, { open: object.open, spreads: object.spreads });
}

/** Whether JSON may omit a member because it is undefined. */
function mayBeLeftOut(value: Abstract): boolean {
  return optionsOf(value).some(
    (option) =>
      isUndefined(option) || (option.kind === "unknown" && truthOf(option) !== true && option.is === undefined),
  );
}
