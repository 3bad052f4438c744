import { arrayOf, computedText, entry, never, objectOf, scalar, text, unknown } from "../../make";
import { isUndefined, optionsOf, plainText } from "../../values";
import type { Abstract, BuiltinCall, Element, ObjectValue, Place } from "../../domain";
import { argument, changingRow, methodsOf, pure, truth, type Row } from "../define";
import { matchesParts } from "../patterns/matching";
import { findFrom, type Found } from "../patterns/run";
import { type Pattern, readPattern } from "../patterns/syntax";

/** `RegExp`: an object of that class with the members `source` and `flags`. */

/** @returns a regular expression as an object. */
export function regularExpression(source: string, flags: string, place: Place): ObjectValue {
  return patternObject(text(source, place), flags, place);
}

function patternObject(source: Abstract, flags: string, place: Place): ObjectValue {
  const members = new Map([
    ["source", entry(source, place)],
    ["flags", entry(computedText(flags, place), place)],
  ]);
  return objectOf(members, place, { class: "RegExp" });
}

export function makeRegExp(call: BuiltinCall): Abstract {
  const { place } = call;
  const source = argument(call, 0);
  const given = argument(call, 1);
  const flags = isUndefined(given) ? "" : plainText(given);
  if (source.kind === "object" && source.class === "RegExp" && isUndefined(given)) return source;
  const isText = optionsOf(source).every((option) => option.kind === "text" && !option.json);
  if (!isText || flags === undefined) return unknown("a regular expression", place, { is: "object" });
  const whole = plainText(source);
  return whole === undefined ? patternObject(source, flags, place) : knownRegExp(source, whole, flags, place);
}

/** The language normalizes source and flags: it escapes slashes. */
function knownRegExp(source: Abstract, whole: string, flags: string, place: Place): Abstract {
  try {
    const compiled = new RegExp(whole, flags);
    return patternObject(
      compiled.source === whole ? source : computedText(compiled.source, place),
      compiled.flags,
      place,
    );
  } catch {
    return never(place);
  }
}

export function isRegExp(value: Abstract): value is ObjectValue {
  return value.kind === "object" && value.class === "RegExp" && value.open === undefined;
}

/** @returns the source of a regular expression, which may be partly unknown. */
export function sourceOf(value: Abstract): Abstract | undefined {
  return isRegExp(value) ? value.members.get("source")?.value : undefined;
}

/** @returns source and flags of a fully known regular expression. */
export function writtenOf(value: Abstract): { readonly source: string; readonly flags: string } | undefined {
  if (!isRegExp(value)) return undefined;
  const source = value.members.get("source")?.value;
  const flags = value.members.get("flags")?.value;
  const [known, given] = [source && plainText(source), flags && plainText(flags)];
  return known === undefined || given === undefined ? undefined : { source: known, flags: given };
}

/** @returns a regular expression as a literal. */
export function literalOf(value: Abstract): string | undefined {
  const written = writtenOf(value);
  return written && `/${written.source}/${written.flags}`;
}

/** @returns the syntax tree of a regular expression. */
export function patternOf(value: Abstract): Pattern | undefined {
  const written = writtenOf(value);
  return written && readPattern(written.source, written.flags);
}

/** @returns the list that `exec` and `match` return for a match. */
export function matchResult(pattern: Pattern, given: string, found: Found, place: Place): Abstract {
  const whole = given.slice(found.start, found.end);
  const elements = [whole, ...found.groups].map((each): Element => ({
    value: each === undefined ? scalar(undefined, place) : computedText(each, place),
    presence: "always",
  }));
  // `matchMember` provides the members `index` and `groups` of the list.
  const list = arrayOf(elements, place);
  matches.set(list.elements, { pattern, found });
  return list;
}

const matches = new WeakMap<readonly Element[], { readonly pattern: Pattern; readonly found: Found }>();

/** @returns a member of a match's list; `undefined` for other lists. */
export function matchMember(elements: readonly Element[], name: string, place: Place): Abstract | undefined {
  const known = matches.get(elements);
  if (!known) return undefined;
  const { pattern, found } = known;
  if (name === "index") return scalar(found.start, place);
  if (name !== "groups") return undefined;
  const named = pattern.names.flatMap((each, index): [string, Abstract][] => {
    const value = found.groups[index];
    return each === undefined
      ? []
      : [[each, value === undefined ? scalar(undefined, place) : computedText(value, place)]];
  });
  if (named.length === 0) return scalar(undefined, place);
  return objectOf(new Map(named.map(([key, value]) => [key, entry(value, place)])), place);
}

/** @returns the result of `match` or `exec` for a partly known text. */
export function matchedOrNot(isFound: boolean, place: Place): Abstract {
  return isFound
    ? unknown("what a regular expression matches", place, { is: "array", truth: true, nullish: false })
    : scalar(null, place);
}

/** Searches the argument. With `g` or `y` the start depends on the previous match, so the result is unknown. */
function search(
  call: BuiltinCall,
): { readonly pattern: Pattern; readonly given: string; readonly found: Found | "none" } | undefined {
  const { self } = call;
  const written = self && writtenOf(self);
  const pattern = self && patternOf(self);
  const given = plainText(argument(call, 0));
  if (!pattern || given === undefined || /[gy]/u.test(written?.flags ?? "g")) return undefined;
  const found = findFrom(pattern, given, 0);
  return found && { pattern, given, found };
}

function isFound(call: BuiltinCall): boolean | undefined {
  const literal = call.self && literalOf(call.self);
  const given = argument(call, 0);
  if (literal === undefined || /[gy][a-z]*$/u.test(literal) || given.kind !== "text" || given.json) return undefined;
  return matchesParts(literal, given.parts);
}

const table: Readonly<Record<string, Row>> = {
  compile: changingRow(pure("RegExp.compile", "object"), (call, index, before) =>
    index < 0 ? unknown("a regular expression", call.place, { is: "object" }) : before,
  ),
  test: (call) => {
    const known = search(call);
    const found = known ? known.found !== "none" : isFound(call);
    return truth(found, "whether a regular expression matches", call.place);
  },
  exec: (call) => {
    const known = search(call);
    if (known)
      return known.found === "none"
        ? scalar(null, call.place)
        : matchResult(known.pattern, known.given, known.found, call.place);
    const found = isFound(call);
    return found === undefined
      ? unknown("what a regular expression matches", call.place)
      : matchedOrNot(found, call.place);
  },
};

export const regexpMethods = methodsOf("RegExp", table);
