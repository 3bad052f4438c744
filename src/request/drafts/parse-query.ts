import type { Range } from "../../text/range";
import type { ArrayValue, Member, ObjectValue, StringPart, Value } from "../../value/value";
import { HOLE } from "../../value/located-text";
import { optionsOf } from "./known";
import { asObject, objectOf, unknown } from "./objects";
import { decodeQuery } from "./percent";
import { flatten, holeAt, partsOf, slice, stringOf } from "./strings";
import { addTo } from "../../text/groups";

/**
 * Splits a query into its parameters, percent-decoded and with their ranges in the source.
 *
 * @param parts the query without `?`.
 * @param fallback the range of empty values.
 */
export function parseQuery(parts: readonly StringPart[], fallback: Range): ObjectValue {
  const members: Member[] = [];
  let open = false;
  let start = 0;
  for (const piece of flatten(parts).split("&")) {
    const end = start + piece.length;
    if (piece === HOLE) {
      const inner = parametersOf(holeAt(parts, start)?.value, fallback);
      members.push(...inner.members);
      open ||= inner.open;
    } else if (piece !== "") {
      const parameter = parseParameter(piece, slice(parts, start, end), fallback);
      members.push(...parameter.members);
      open ||= parameter.open;
    }
    start = end + 1;
  }
  return groupRepeated(objectOf(members, fallback, open));
}

/**
 * @returns a parameter with a known name, the parameters of queries within its value, and whether its text may contain
 * others.
 */
function parseParameter(
  text: string,
  parts: readonly StringPart[],
  fallback: Range,
): { readonly members: readonly Member[]; readonly open: boolean } {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  if (name.includes(HOLE)) return { members: [], open: true };
  const key = decodeQuery(stringOf(slice(parts, 0, name.length), fallback));
  const written = equals < 0 ? [] : slice(parts, equals + 1);
  const [first, ...more] = written;
  const isHole = first?.kind === "hole" && more.length === 0;
  const queries = queriesIn(written.at(-1));
  const isQuery = isHole && queries.length > 0;
  const value = isQuery
    ? unknown("a query", fallback)
    : isHole
      ? first.value
      : decodeQuery(stringOf(written, fallback));
  const last = more.at(-1);
  return {
    members: [
      { key: flatten(key.parts), keyRange: key.range, value, presence: "always" },
      ...queries.flatMap(({ members }) => members.map(asAdded)),
    ],
    // A hole at the end of a text may contain further parameters: `?a=1${more}`.
    open: queries.some(({ open }) => open) || (last?.kind === "hole" && !last.encoded && !followsSeparator(written)),
  };
}

/** @returns the queries that may end the value of a parameter. */
function queriesIn(last: StringPart | undefined): readonly ObjectValue[] {
  if (last?.kind !== "hole" || last.encoded) return [];
  return optionsOf(last.value).flatMap((option) =>
    option.kind === "object" && option.class === "URLSearchParams" ? [option] : [],
  );
}

/**
 * The first parameter of a query within a value belongs to the value, unless it is omitted; the others are parameters.
 */
function asAdded(member: Member): Member {
  const value = unknown("a parameter of a query within another one", member.value.range);
  return { ...member, value, presence: "maybe" };
}

/** Whether the last hole is a piece of a list: `a,b,${c}`. */
function followsSeparator(parts: readonly StringPart[]): boolean {
  return /[,/(]$/.test(flatten(parts.slice(0, -1)));
}

function parametersOf(value: Value | undefined, fallback: Range): ObjectValue {
  if (value?.kind === "object" && value.class === "URLSearchParams") return value;
  if (value?.kind === "alternatives") {
    const objects = value.options.map((option) => parametersOf(option, fallback));
    const joined = asObject({ kind: "alternatives", options: objects, range: value.range });
    return joined.kind === "object" ? joined : objectOf([], fallback, true);
  }
  return value?.kind === "string" ? parseQuery(partsOf(value), fallback) : objectOf([], fallback, true);
}

/** Joins parameters of one name into an array. */
export function groupRepeated(object: ObjectValue): ObjectValue {
  const groups = new Map<string, Member[]>();
  for (const member of object.members) addTo(groups, member.key, member);
  const members = [...groups.values()].flatMap(([first, ...others]): Member[] =>
    first ? [others.length === 0 ? first : repeated(first, others)] : [],
  );
  return { ...object, members };
}

function repeated(first: Member, others: readonly Member[]): Member {
  const all = [first, ...others];
  const value: ArrayValue = {
    kind: "array",
    range: first.value.range,
    open: false,
    sources: [],
    elements: all.flatMap(({ value: each, presence }) =>
      each.kind === "array" ? each.elements : [{ value: each, presence }],
    ),
  };
  return { ...first, value, presence: all.some((each) => each.presence === "always") ? "always" : "maybe" };
}
