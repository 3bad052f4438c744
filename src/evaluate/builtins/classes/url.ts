import { type KeptBase, keptOfBase } from "../../../value/url-reference";
import { limits } from "../../limits";
import { computedPart, entry, holePart, never, objectOf, textFrom, unknown } from "../../make";
import { isUndefined, joinAll, mapOptions, optionsOf, plainText } from "../../values";
import type { Abstract, Builtin, BuiltinCall, ObjectValue, Part, Place, Text } from "../../domain";
import { argument, methodsOf, selfOf, truth } from "../define";
import { textForm } from "../texts/form";
import { sliceText } from "../texts/parts";
import { addressOf, queryOf, urlText } from "./url-text";
import { encodedAsInUrl } from "./url-encoding";
import {
  isAbsolute,
  isOfPage,
  isRelativeAlways,
  resolveAtOrigin,
  resolveInFolder,
  shareEnd,
  staysAsWritten,
} from "./url-resolve";

/** `URL`, including URLs that are partly unknown. */

/** @returns the URL of a text. The text keeps its fragment, although it is never sent. */
export function urlOf(href: Text, place: Place): ObjectValue {
  const members = new Map([
    ["href", entry(href, place)],
    ["searchParams", entry(queryOf(href), place)],
  ]);
  return objectOf(members, place, { class: "URL" });
}

export function makeUrl(call: BuiltinCall): Abstract {
  const { place } = call;
  const [first, second] = [argument(call, 0), argument(call, 1)];
  const path = shareEnd(textForm(first, place, call.evaluator), place);
  const base = isUndefined(second) ? undefined : textForm(second, place, call.evaluator);
  if (optionsOf(path).length > limits.alternatives / 2) return urlOf(anyUrl(place), place);
  return mapOptions(path, (option) => resolveEach(option, base, place));
}

/** @param given the text that is resolved: a redirect leads where an answer says. */
function anyUrl(place: Place, given?: Abstract): Text {
  const [first] = given?.kind === "text" ? given.parts : [];
  const response = first?.kind === "hole" ? first.value.origin?.response : undefined;
  const origin = response && { origin: { trail: [], response } };
  return textFrom([holePart(unknown("a URL", place, { is: "string", ...origin }))], place);
}

/** @returns the URL resolved against each alternative of the base. */
function resolveEach(path: Abstract, base: Abstract | undefined, place: Place): Abstract {
  if (path.kind !== "text") return urlOf(anyUrl(place), place);
  const resolved = base
    ? optionsOf(base).map((option) => (option.kind === "text" ? resolve(path, option, place) : undefined))
    : [resolve(path, undefined, place)];
  const known = resolved.filter((href) => href !== undefined && href !== "invalid");
  if (known.length === 0 && resolved.includes("invalid") && !resolved.includes(undefined)) return never(place);
  if (known.length < resolved.length) return urlOf(anyUrl(place, path), place);
  const shared = shareEnd(joinAll(known, place), place);
  return mapOptions(shared, (href) => urlOf(href.kind === "text" ? href : anyUrl(place), place));
}

function resolve(given: Text, base: Text | undefined, place: Place): Text | "invalid" | undefined {
  const wholePath = plainText(given);
  const wholeBase = base && plainText(base);
  if (wholePath !== undefined && (!base || wholeBase !== undefined))
    return resolveWhole(given, wholePath, base, wholeBase, place);
  const path = given.parts.every(staysAsWritten) ? given : encodedAsInUrl(given);
  return path && resolvePart(path, base, place);
}

function resolvePart(path: Text, base: Text | undefined, place: Place): Text | "invalid" | undefined {
  const [first] = path.parts;
  if (!first || !(base?.parts ?? []).every(staysAsWritten)) return undefined;
  if (isAbsolute(path.parts)) return path;
  if (first.kind === "hole") return isOfPage(base) ? path : undefined;
  if (!base) return isRelativeAlways(path) ? "invalid" : undefined;
  if (first.text.startsWith("//")) return undefined;
  return first.text.startsWith("/") ? resolveAtOrigin(path, base, place) : resolveInFolder(path, base, place);
}

/** @returns the URL of a known path and a known base, composed of their parts if these stay as written. */
function resolveWhole(
  path: Text,
  wholePath: string,
  base: Text | undefined,
  wholeBase: string | undefined,
  place: Place,
): Text | "invalid" {
  if (!URL.canParse(wholePath, wholeBase)) return "invalid";
  const { href } = new URL(wholePath, wholeBase);
  const naive = base && wholeBase !== undefined ? joinBase(path, wholePath, base, wholeBase, place) : path;
  return naive && plainText(naive) === href ? naive : textFrom([computedPart(href, place)], place);
}

function joinBase(path: Text, wholePath: string, base: Text, wholeBase: string, place: Place): Text | undefined {
  if (/^[a-z][a-z\d+.-]*:/iu.test(wholePath)) return path;
  const kept = keptOfBase(wholeBase, wholePath);
  return kept && joinKept(path, base, kept, place);
}

function joinKept(path: Text, base: Text, { length, needsSlash }: KeptBase, place: Place): Text | undefined {
  const cut = sliceText(base, 0, length, place);
  return cut && textFrom([...cut.parts, ...(needsSlash ? [computedPart("/", place)] : []), ...path.parts], place);
}

function text(call: BuiltinCall): Abstract {
  return mapOptions(selfOf(call), (option) => {
    const known = option.kind === "object" && option.class === "URL" ? urlText(option, call.place) : undefined;
    return known ?? textFrom([holePart(unknown("a URL", call.place, { is: "string" }))], call.place);
  });
}

export const urlMethods: ReadonlyMap<string, Builtin> = methodsOf("URL", { toJSON: text, toString: text });

export const urlStatics = {
  canParse: (call: BuiltinCall): Abstract => {
    const [path, base] = [plainText(argument(call, 0)), argument(call, 1)];
    const whole = isUndefined(base) ? undefined : plainText(base);
    const isKnown = path !== undefined && (isUndefined(base) || whole !== undefined);
    return truth(isKnown ? URL.canParse(path, whole) : undefined, "`URL.canParse()`", call.place);
  },
  createObjectURL: ({ place }: BuiltinCall): Abstract => unknown("a URL of an object", place, { is: "string" }),
  parse: (call: BuiltinCall): Abstract => {
    const parsed = makeUrl(call);
    return parsed.kind === "never" ? unknown("`URL.parse()`", call.place) : unknownUnlessSure(parsed, call);
  },
};

/** `URL.parse` returns null for invalid URLs, so its result is only known if the URL is. */
function unknownUnlessSure(parsed: Abstract, { place }: BuiltinCall): Abstract {
  const isSure = optionsOf(parsed).every(
    (option) =>
      option.kind === "object" &&
      option.members.get("href")?.value.kind === "text" &&
      plainText(option.members.get("href")?.value) !== undefined,
  );
  return isSure ? parsed : unknown("`URL.parse()`", place);
}

/** @returns the parts of a URL before its query. */
export function addressParts(url: ObjectValue): readonly Part[] | undefined {
  const href = url.members.get("href")?.value;
  return href?.kind === "text" && !href.json ? addressOf(href).parts : undefined;
}

/** @returns a URL with another text, and the parameters of that. */
export function withHref(url: ObjectValue, href: Text, place: Place): ObjectValue {
  const members = new Map(url.members).set("href", entry(href, place)).set("searchParams", entry(queryOf(href), place));
  return { ...url, members };
}

/** @returns a text that is a single hole. */
export function holeText(reason: string, place: Place): Text {
  return textFrom([holePart(unknown(reason, place, { is: "string" }))], place);
}
