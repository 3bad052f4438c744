import type { Range } from "../../text/range";
import type { ArrayValue, Member, ObjectValue, StringPart, UnknownValue, Value } from "../../value/value";
import { asScalarText, optionsOf } from "./known";
import { asObject, objectOf, oneOf, unknown } from "./objects";
import { groupRepeated, parseQuery } from "./parse-query";
import { flatten, partsOf, slice, stringOf } from "./strings";

/** Joins the queries of a request. All parameters of all queries are sent. */
export function joinQueries(queries: readonly (ObjectValue | UnknownValue)[], range: Range): ObjectValue {
  const members = queries.flatMap((query) => (query.kind === "object" ? query.members : []));
  const open = queries.some((query) => query.kind === "unknown" || query.open);
  return groupRepeated(objectOf(members, range, open));
}

/**
 * The parameters that a client builds from a query option: an object, a `URLSearchParams`, a string, or pairs if the
 * client accepts them.
 */
export function queryOption(value: Value | undefined, at: Range, style: QueryStyle): ObjectValue | UnknownValue {
  if (!value || value.kind === "undefined" || value.kind === "null") return objectOf([], at);
  if (value.kind === "string") return parseQuery(partsOf(withoutQuestionMark(value.parts, value.range)), at);
  if (value.kind === "alternatives" && value.options.some(({ kind }) => kind === "string" || kind === "array")) {
    return asObject({ ...value, options: value.options.map((option) => queryOption(option, at, style)) });
  }
  if (value.kind === "array" && style.pairs) return parametersOfPairs(value);
  const object = asObject(value);
  if (object.kind === "unknown" || object.class === "URLSearchParams") return object;
  if (object.class !== undefined) return unknown(`a ${object.class} as query`, object.range);
  const members = object.members.flatMap((member) => serialise(member, style));
  return { ...object, members, open: object.open || object.members.some((member) => mayBeSpread(member, style)) };
}

/** Whether an object or list may be written under other keys than its own. */
function mayBeSpread({ value }: Member, style: QueryStyle): boolean {
  const isOneOfSeveral = optionsOf(value).length > 1;
  return optionsOf(value).some((option) => {
    if (option.kind === "unknown") return isNoScalar(option, style);
    if (option.kind === "object")
      return style.nested !== true || option.open || isOneOfSeveral || hasUnnumbered(option, style);
    if (option.kind !== "array") return false;
    const isUnderBrackets = isOneOfSeveral && style.arrays === "brackets";
    return isUnderBrackets || option.elements.some(({ value: { kind } }) => kind === "object" || kind === "array");
  });
}

/** Whether an object holds a list with elements at unknown indexes. */
function hasUnnumbered({ members }: ObjectValue, style: QueryStyle): boolean {
  if (style.innerArrays !== "numbers") return false;
  return members.some(({ value }) => {
    if (value.kind === "object") return hasUnnumbered(value, style);
    return value.kind === "array" ? !isNumbered(value) : optionsOf(value).some(({ kind }) => kind === "array");
  });
}

/** How a client serializes its query option. */
export interface QueryStyle {
  /** Kinds of values that are omitted. */
  readonly dropped: readonly Value["kind"][];
  /** Kinds of values that are written as an empty text: `n=`. */
  readonly empty?: readonly Value["kind"][];
  /**
   * How lists are written: the key repeated (`repeat`), followed by `brackets` or `numbers`, or once with `comma`
   * between elements.
   */
  readonly arrays: "repeat" | "brackets" | "numbers" | "comma" | "unknown";
  /** The same for lists inside objects, if it differs. */
  readonly innerArrays?: "numbers";
  /** `dropped` and `empty` apply to the elements of a list, too. */
  readonly elementsAlike?: true;
  /** An object's members are written as `key[member]`. */
  readonly nested?: true;
  /** A list holds pairs of a name and a value, as `URLSearchParams` takes them. */
  readonly pairs?: true;
}

/** Writes each pair as `URLSearchParams` does: the value becomes a text. */
function parametersOfPairs({ elements, open, range }: ArrayValue): ObjectValue {
  const members = elements.map(({ value: pair, presence }): Member | undefined => {
    const [key, value] = pair.kind === "array" && !pair.open ? pair.elements : [];
    const name = asScalarText(key?.value);
    if (name === undefined || !key || !value) return undefined;
    const written = oneOf(
      optionsOf(value.value).map((option) => (option.kind === "array" ? joined(option) : option)),
      value.value.range,
    );
    return { key: name, keyRange: key.value.range, value: written, presence };
  });
  const known = members.filter((member) => member !== undefined);
  return groupRepeated(objectOf(known, range, open || known.length < members.length));
}

/** The query of clients that append a text unchanged, and do not read the members of a `URLSearchParams`. */
export function asAppended(query: Value): Value {
  const options = optionsOf(query).map((option) =>
    (option.kind === "object" && option.class !== undefined) ||
    (option.kind === "string" && flatten(option.parts).startsWith("?"))
      ? unknown("written into the query by the client", option.range)
      : option,
  );
  return oneOf(options, query.range);
}

function withoutQuestionMark(parts: readonly StringPart[], range: Range): Value {
  return stringOf(flatten(parts).startsWith("?") ? slice(parts, 1) : parts, range);
}

function serialise(member: Member, style: QueryStyle): Member[] {
  const emptied = (option: Value): Value => (style.empty?.includes(option.kind) ? stringOf([], option.range) : option);
  const options = optionsOf(member.value)
    .filter((option) => !style.dropped.includes(option.kind))
    .map(emptied);
  if (options.length === 0) return [];
  const maybe = options.length < optionsOf(member.value).length;
  const presence = maybe ? "maybe" : member.presence;
  const value: Value =
    options.length === 1 && options[0] ? options[0] : { kind: "alternatives", options, range: member.value.range };
  if (value.kind === "object" && style.nested && !value.open && value.class === undefined)
    return value.members.flatMap((inner) =>
      serialise(
        { ...inner, key: `${member.key}[${inner.key}]`, presence: presence === "maybe" ? "maybe" : inner.presence },
        style.innerArrays ? { ...style, arrays: style.innerArrays } : style,
      ),
    );
  if (value.kind === "array") {
    const written = { ...value, elements: elementsOf(value, style) };
    return serialiseArray({ ...member, value: written, presence }, written, style);
  }
  if (options.some((option) => isNoScalar(option, style))) {
    const isSure = options.every((option) => !isNoScalar(option, style) || hasSurely(option, style));
    const written = unknown("written into the query by the client", value.range);
    return [{ ...member, presence: isSure ? presence : "maybe", value: written }];
  }
  return [{ ...member, value, presence }];
}

/** Whether a list is surely written under its own key: it has an element, and no brackets are added. */
function hasSurely(option: Value, style: QueryStyle): boolean {
  return (
    option.kind === "array" &&
    (style.arrays === "repeat" || style.arrays === "comma") &&
    elementsOf(option, style).some(
      ({ value, presence }) => presence === "always" && optionsOf(value).every((each) => !isNoScalar(each, style)),
    )
  );
}

/** Whether a value may be written under other keys than its own. */
function isNoScalar(value: Value, { arrays }: QueryStyle): boolean {
  // Clients write dates as texts.
  if (value.kind === "unknown" && value.origin?.trail[0] === "new Date()") return false;
  if (value.kind === "unknown") return value.is === "object" || (value.is === "array" && arrays === "brackets");
  return value.kind === "array" || value.kind === "object" || value.kind === "opaque";
}

function elementsOf({ elements }: ArrayValue, style: QueryStyle): ArrayValue["elements"] {
  const empty = style.arrays === "comma" ? ["undefined", "null"] : style.elementsAlike ? (style.empty ?? []) : [];
  const dropped = style.elementsAlike ? style.dropped : [];
  return elements.flatMap((element) => {
    const options = optionsOf(element.value);
    const sent = options.filter(({ kind }) => !dropped.includes(kind));
    if (sent.length === 0) return [];
    const texts = sent.map((option) => (empty.includes(option.kind) ? stringOf([], option.range) : option));
    const isSure = sent.length === options.length && element.presence === "always";
    return [{ value: oneOf(texts, element.value.range), presence: isSure ? ("always" as const) : ("maybe" as const) }];
  });
}

function serialiseArray(member: Member, value: ArrayValue, style: QueryStyle): Member[] {
  switch (style.arrays) {
    case "repeat":
      return value.elements.length === 0 && !value.open ? [] : [member];
    case "brackets":
      if (value.elements.some(({ value: element }) => element.kind === "object" || element.kind === "array"))
        return [{ ...member, value: unknown("written into the query by the client", value.range), presence: "maybe" }];
      return value.elements.length === 0 && !value.open ? [] : [{ ...member, key: `${member.key}[]` }];
    case "numbers":
      return numbered(member, value);
    case "comma":
      return [{ ...member, value: joined(value) }];
    case "unknown":
      return [{ ...member, value: unknown("written into the query by the client", value.range), presence: "maybe" }];
  }
}

/** `list[0]=a&list[1]=b`: the number of an element is unknown if an earlier one may be missing. */
function numbered(member: Member, value: ArrayValue): Member[] {
  if (!isNumbered(value))
    return [{ ...member, value: unknown("written into the query by the client", value.range), presence: "maybe" }];
  return value.elements.map((element, index) => ({
    ...member,
    key: `${member.key}[${index}]`,
    value: element.value,
  }));
}

function isNumbered({ open, elements }: ArrayValue): boolean {
  return !open && elements.every(({ value, presence }) => presence === "always" && isScalarOrHole(value));
}

function isScalarOrHole(value: Value): boolean {
  return optionsOf(value).every(({ kind }) => kind === "string" || kind === "number" || kind === "boolean");
}

function joined(value: ArrayValue): Value {
  if (value.open || value.elements.some((element) => element.presence === "maybe"))
    return unknown("joined list", value.range, { is: "string" });
  const parts = value.elements.flatMap(({ value: element }, index): StringPart[] => [
    ...(index > 0 ? [{ kind: "text" as const, text: ",", range: value.range, elsewhere: true as const }] : []),
    ...partsOf(element),
  ]);
  return stringOf(parts, value.range);
}
