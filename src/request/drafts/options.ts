import type { NativeCall } from "../../clients/native";
import type { Range } from "../../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../../value/value";
import { asText, optionsOf } from "./known";
import { asObject, getProperty, objectOf, oneOf, overlay, undefinedAt, unknown, withoutUndefined } from "./objects";
import { flatten, mapText, partsOf, stringOf, textPart } from "./strings";

/**
 * Reads an option that several layers may set: the client's defaults first, the call's own last.
 *
 * @returns the effective value; undefined if no layer sets it.
 */
export function layered(layers: readonly (Value | undefined)[], key: string, at: Range): Value | undefined {
  let result: Value | undefined;
  for (const layer of layers) {
    const property = getProperty(layer, key);
    if (property.presence === "always") result = property.value;
    else if (property.presence === "maybe" && property.value)
      result = oneOf([...optionsOf(result ?? undefinedAt(at)), ...optionsOf(property.value)], property.value.range);
    else if (property.presence === "unknown")
      result = oneOf(
        [...(result ? optionsOf(result) : []), unknown(`option \`${key}\` is not known`, layer?.range ?? at)],
        at,
      );
  }
  return result?.kind === "undefined" ? undefined : result;
}

/**
 * @returns the visible values of an option; undefined if none. Unknown options are ignored: a hook in them is no more
 * likely than in any other unseen code.
 */
export function seenOption(layer: Value | undefined, key: string): Value | undefined {
  const seen = layer ? optionsOf(layer).flatMap((option) => getProperty(option, key).value ?? []) : [];
  return layer && seen.length > 0 ? oneOf(seen, layer.range) : undefined;
}

/** Header fields given as an object, as pairs, or as `Headers`. */
export function headersOption(value: Value | undefined, at: Range): ObjectValue | UnknownValue {
  if (!value) return objectOf([], at);
  if (value.kind === "array") return headersOfPairs(value.elements, value.open, value.range);
  if (value.kind === "alternatives")
    return asObject({ ...value, options: value.options.map((option) => headersOption(option, at)) });
  return asObject(value);
}

function headersOfPairs(
  elements: readonly { readonly value: Value; readonly presence: Member["presence"] }[],
  isOpen: boolean,
  range: Range,
): ObjectValue {
  const members: Member[] = [];
  let open = isOpen;
  for (const { value: pair, presence } of elements) {
    const [key, value] = pair.kind === "array" ? pair.elements : [];
    const name = asText(key?.value);
    if (name === undefined || !key || !value) open = true;
    else members.push({ key: name, keyRange: key.value.range, value: value.value, presence });
  }
  return { kind: "object", members, open, spreads: [], range };
}

/** How a client treats header fields without a value. */
export interface HeaderStyle {
  /** Kinds of values that are not sent. */
  readonly dropped: readonly Value["kind"][];
  /** Kinds of dropped values that also remove an earlier field. */
  readonly deletes: readonly Value["kind"][];
  /** Two spellings of a name in one layer become one field with both values, as in `Headers`. */
  readonly joins?: true;
}

const usualStyle: HeaderStyle = { dropped: ["undefined"], deletes: ["undefined"] };

/** The style of clients that convert their option to a `Headers`. */
export const joiningStyle: HeaderStyle = { ...usualStyle, joins: true };

/** Layers header fields, ignoring case. */
export function layeredHeaders(layers: readonly (Value | undefined)[], at: Range, style = usualStyle): ObjectValue {
  let result = objectOf([], at);
  for (const layer of layers) {
    const given = headersOption(layer, at);
    const own = style.joins ? joinSpellings(given) : given;
    result = { ...result, members: result.members.flatMap((member) => unlessDeleted(member, own, style)) };
    result = overlay([result, withoutUndefined(own, style.dropped)], at, (key) => key.toLowerCase());
  }
  return result;
}

/** The header fields that several layers of options have under `headers`. */
export function headersOfLayers(layers: readonly (Value | undefined)[], at: Range, style = usualStyle): ObjectValue {
  return layeredHeaders(
    layers.map((layer) => layered([layer], "headers", at)),
    at,
    style,
  );
}

/** @returns an earlier field, unless a later one of the same name removes it; `maybe` if that is uncertain. */
function unlessDeleted(member: Member, later: ObjectValue | UnknownValue, style: HeaderStyle): Member[] {
  const same =
    later.kind === "object"
      ? later.members.findLast((each) => each.key.toLowerCase() === member.key.toLowerCase())
      : undefined;
  const options = same ? optionsOf(same.value) : [];
  if (!same || !options.some((option) => style.deletes.includes(option.kind))) return [member];
  const surely = same.presence === "always" && options.every((option) => style.deletes.includes(option.kind));
  return surely ? [] : [{ ...member, presence: "maybe" }];
}

/** Joins header fields that differ only in case, as `Headers` does for an object: one field with both values. */
export function joinSpellings<T extends ObjectValue | UnknownValue>(headers: T): T | ObjectValue {
  if (headers.kind === "unknown") return headers;
  const byName = new Map<string, Member>();
  for (const member of headers.members) {
    const key = member.key.toLowerCase();
    const before = byName.get(key);
    byName.set(key, before && headers.class === undefined ? joined(before, member) : member);
  }
  return byName.size === headers.members.length ? headers : { ...headers, members: [...byName.values()] };
}

function joined(first: Member, second: Member): Member {
  if (first.presence !== "always" || second.presence !== "always")
    return { ...second, value: unknown("a field of two spellings", second.value.range) };
  const { range } = second.value;
  return {
    ...second,
    value: stringOf([...partsOf(first.value), textPart(", ", range), ...partsOf(second.value)], range),
  };
}

/** @returns the names, in lower case, of header fields that a value in the source may remove. */
export function removedFields(
  given: readonly (ObjectValue | UnknownValue)[],
  removes: (value: Value) => boolean,
): readonly string[] {
  return given.flatMap((headers) =>
    headers.kind === "object"
      ? headers.members.flatMap(({ key, value }) => (optionsOf(value).some(removes) ? key.toLowerCase() : []))
      : [],
  );
}

/**
 * Finds the value of a field that a client adds, unless header fields of the source remove it.
 *
 * @param given the header fields; later ones win.
 * @param removes whether a value removes the client's own field.
 * @returns the value; undefined if the field is not sent, `unknown` if it may be.
 */
export function withoutField(
  given: readonly (ObjectValue | UnknownValue)[],
  name: string,
  usual: string | undefined,
  removes: (value: Value) => boolean,
): string | undefined {
  let result = usual;
  for (const headers of given) {
    const field =
      headers.kind === "object" ? headers.members.findLast(({ key }) => key.toLowerCase() === name) : undefined;
    const options = field ? optionsOf(field.value) : [];
    const missing = options.filter(removes);
    if (missing.length > 0)
      result = missing.length === options.length && field?.presence === "always" ? undefined : "unknown";
  }
  return result;
}

/** Adds the Authorization field that a client builds from user name and password. */
export function withBasicAuthorization(headers: ObjectValue, place: Range): ObjectValue {
  const value = stringOf(
    [textPart("Basic ", place), { kind: "hole", value: unknown("user name and password", place) }],
    place,
  );
  const others = headers.members.filter((member) => member.key.toLowerCase() !== "authorization");
  return { ...headers, members: [...others, { key: "Authorization", keyRange: place, value, presence: "always" }] };
}

/**
 * @returns header fields with the credentials of a URL, which these clients send instead of their own Authorization.
 */
export function withCredentialsOf(headers: ObjectValue, url: Value | undefined): ObjectValue {
  const holding = url ? optionsOf(url).filter(hasCredentials) : [];
  return url && holding.length > 0 && holding.length === optionsOf(url).length
    ? withBasicAuthorization(headers, url.range)
    : headers;
}

/** `https://user:password@host/…`. */
function hasCredentials(url: Value): boolean {
  if (url.kind !== "string") return false;
  const host = /^[a-z][a-z\d+.-]*:\/\/([^/?#\\]*)/iu.exec(flatten(url.parts))?.[1];
  return host?.includes("@") === true;
}

/** Converts a method name to upper case, if it is known. */
export function upperCase(value: Value): Value {
  return eachText(value, (text) => text.toUpperCase());
}

export function lowerCase(value: Value): Value {
  return eachText(value, (text) => text.toLowerCase());
}

function eachText(value: Value, change: (text: string) => string): Value {
  if (value.kind === "alternatives")
    return { ...value, options: value.options.map((option) => eachText(option, change)) };
  return value.kind === "string" ? mapText(value, change) : value;
}

/** The method that the name of a client's function states: `api.patch(...)`. */
export function methodNamed(name: string, at: Range): Value {
  return stringOf([textPart(name.toUpperCase(), at)], at);
}

/** The method in the layers of options, otherwise GET. */
export function methodOrGet(layers: readonly (Value | undefined)[], { range, calleeRange }: NativeCall): Value {
  return methodOr(layered(layers, "method", range), methodNamed("GET", calleeRange));
}

/** The method in an option, otherwise another one. */
export function methodOr(given: Value | undefined, other: Value): Value {
  if (!given) return other;
  return oneOf(
    optionsOf(given).map((option) => (option.kind === "undefined" ? other : option)),
    given.range,
  );
}

/** @returns the range at which a missing header is reported: the method literal, otherwise the callee's name. */
export function anchorOf(method: Value, callee: Range, call: Range): Range {
  const written =
    method.kind === "string" &&
    !method.elsewhere &&
    call.start <= method.range.start &&
    method.range.end <= call.end &&
    partsOf(method).every((part) => part.kind === "text" && !part.elsewhere);
  return written ? method.range : callee;
}
