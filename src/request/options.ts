import type { Range } from "../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../value/value";
import { asText, optionsOf } from "./known";
import { asObject, getProperty, objectOf, oneOf, overlay, undefinedAt, unknown, withoutUndefined } from "./objects";
import { mapText, partsOf, stringOf, textPart } from "./strings";

/**
 * Reads an option that may be set in several places: a client's defaults first, the call's own last.
 *
 * @returns the value that counts, `undefined` where none of the places sets it.
 */
export function layered(layers: readonly (Value | undefined)[], key: string, at: Range): Value | undefined {
  let result: Value | undefined;
  for (const layer of layers) {
    const property = getProperty(layer, key);
    if (property.presence === "always") result = property.value;
    else if (property.presence === "maybe" && property.value) result = oneOf([...optionsOf(result ?? undefinedAt(at)), ...optionsOf(property.value)], property.value.range);
    else if (property.presence === "unknown") result = oneOf([...(result ? optionsOf(result) : []), unknown(`option \`${key}\` is not known`, layer?.range ?? at)], at);
  }
  return result?.kind === "undefined" ? undefined : result;
}

/** Header fields given as an object, as pairs, or as `Headers`. */
export function headersOption(value: Value | undefined, at: Range): ObjectValue | UnknownValue {
  if (!value) return objectOf([], at);
  if (value.kind === "array") return headersOfPairs(value.elements, value.open, value.range);
  if (value.kind === "alternatives") return asObject({ ...value, options: value.options.map((option) => headersOption(option, at)) });
  return asObject(value);
}

function headersOfPairs(elements: readonly { readonly value: Value; readonly presence: Member["presence"] }[], isOpen: boolean, range: Range): ObjectValue {
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

/** Lays header fields of several places over one another, without regard to case. `undefined` ones do not count. */
export function layeredHeaders(layers: readonly (Value | undefined)[], at: Range, dropped: readonly Value["kind"][] = ["undefined"]): ObjectValue {
  const objects = layers.map((layer) => withoutUndefined(headersOption(layer, at), dropped));
  return overlay(objects, at, (key) => key.toLowerCase());
}

/** The Authorization field that a client makes of user name and password. */
export function withBasicAuthorization(headers: ObjectValue, place: Range): ObjectValue {
  const value = stringOf([textPart("Basic ", place), { kind: "hole", value: unknown("user name and password", place) }], place);
  const others = headers.members.filter((member) => member.key.toLowerCase() !== "authorization");
  return { ...headers, members: [...others, { key: "Authorization", keyRange: place, value, presence: "always" }] };
}

/** A method name in upper case, where it is known. */
export function upperCase(value: Value): Value {
  if (value.kind === "alternatives") return { ...value, options: value.options.map(upperCase) };
  return value.kind === "string" ? mapText(value, (text) => text.toUpperCase()) : value;
}

/** A method that the client's function name says: `api.patch(...)`. */
export function methodNamed(name: string, at: Range): Value {
  return stringOf([textPart(name.toUpperCase(), at)], at);
}

/** The place at which a missing header is reported: the method literal where the call has one, else the callee's name. */
export function anchorOf(method: Value, callee: Range, call: Range): Range {
  const written = method.kind === "string" && !method.elsewhere && call.start <= method.range.start && method.range.end <= call.end && partsOf(method).every((part) => part.kind === "text" && !part.elsewhere);
  return written ? method.range : callee;
}
