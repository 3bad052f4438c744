import type { Member, Value } from "../../value/value";
import { optionsOf } from "./known";
import { oneOf, unknown } from "./objects";

/**
 * Converts a value to its JSON form: `NaN` and infinities become `null`, a `URL` becomes its text.
 *
 * `undefined` and functions are kept: their position decides whether JSON omits them, and rules report that.
 *
 * @returns the value itself if nothing in it changes.
 */
export function asJson(value: Value): Value {
  switch (value.kind) {
    case "number":
      return asJsonNumber(value);
    case "array": {
      const elements = kept(value.elements, (element) => {
        const written = asJson(element.value);
        return written === element.value ? element : { ...element, value: written };
      });
      return elements === value.elements ? value : { ...value, elements };
    }
    case "object": {
      if (value.class === "URL") return value.members.find(({ key }) => key === "href")?.value ?? unknownUrl(value);
      const members = kept(value.members, memberAsJson);
      return members === value.members ? value : { ...value, members };
    }
    case "alternatives": {
      const options = kept(value.options, asJson);
      return options === value.options ? value : oneOf(options.flatMap(optionsOf), value.range);
    }
    default:
      return value;
  }
}

/** For shorter lists, a look-up costs more than the walk. */
const leastKept = 16;

function asJsonNumber(value: Extract<Value, { kind: "number" }>): Value {
  const { range, elsewhere, origin } = value;
  if (typeof value.value === "bigint") return unknown("a bigint, which is not written as JSON", range);
  return Number.isFinite(value.value)
    ? value
    : { kind: "null", range, ...(elsewhere && { elsewhere }), ...(origin && { origin }) };
}

function memberAsJson(member: Member): Member {
  const written = asJson(member.value);
  return written === member.value ? member : { ...member, value: written };
}

function unknownUrl({ range }: Value): Value {
  return unknown("a URL", range, { is: "string" });
}

/** Results for long lists, which many requests may send. */
const known = new WeakMap<readonly unknown[], readonly unknown[]>();

/** @returns the list itself if nothing in it changes. */
function kept<T>(list: readonly T[], change: (each: T) => T): readonly T[] {
  const before = known.get(list);
  if (before) return before as readonly T[];
  const changed = list.map(change);
  const result = changed.every((each, index) => each === list[index]) ? list : changed;
  if (list.length >= leastKept) known.set(list, result);
  return result;
}
