import { limits } from "../../limits";
import { computedPart, computedText, holePart, knownPart, textFrom, unknown } from "../../make";
import { isUndefined, mapOptions, nullishOf, optionsOf, plainText, truthOf } from "../../values";
import type { Abstract, ArrayValue, BuiltinEvaluator, Element, ObjectValue, Place, Single } from "../../domain";
import { queryText } from "../classes/queries";
import { urlText } from "../classes/url-text";
import { concat } from "./concat";

/** Conversion of values to strings, as in `${value}`, `+` and `String(value)`. */

/**
 * @param place the expression that is converted.
 * @param evaluator calls `toString` of the program's own objects; without it their text is unknown.
 * @returns a text, or alternatives. Unknown values become holes.
 */
export function textForm(value: Abstract, place: Place, evaluator?: BuiltinEvaluator, depth = 0): Abstract {
  return mapOptions(value, (option) => formOf(option, place, evaluator, depth));
}

function formOf(value: Single, place: Place, evaluator: BuiltinEvaluator | undefined, depth: number): Abstract {
  switch (value.kind) {
    case "text":
      return value.json ? textFrom([holePart(value)], place) : value;
    case "scalar": {
      const written = String(value.value);
      const part = value.text === written ? knownPart(written, value.place) : computedPart(written, place);
      return { ...textFrom([part], place), origin: value.origin };
    }
    case "array":
      return arrayForm(value, place, evaluator, depth);
    case "object":
      return objectForm(value, place, evaluator, depth);
    case "unknown":
      if (value.is === "string" && truthOf(value) === false) return { ...textFrom([], place), emptied: true };
      return textFrom([holePart({ ...value, place })], place);
    default:
      return textFrom([holePart({ ...value, place })], place);
  }
}

function arrayForm(value: ArrayValue, place: Place, evaluator: BuiltinEvaluator | undefined, depth: number): Abstract {
  if (value.class === "Set") return computedText("[object Set]", place);
  const isKnown = value.open === undefined && depth < limits.copyDepth;
  return (
    (isKnown && joinTexts(value.elements, computedText(",", place), place, { evaluator, depth: depth + 1 })) ||
    textFrom([holePart(unknown("a list as a string", place, { is: "string" }))], place)
  );
}

/** Classes whose instances have the text `[object Name]`. */
const tagged =
  /^(?:AbortController|AbortSignal|ArrayBuffer|Blob|DataView|File|FormData|Headers|Map|Promise|Request|Response|WeakMap|WeakSet)$/u;

function objectForm(
  value: ObjectValue,
  place: Place,
  evaluator: BuiltinEvaluator | undefined,
  depth: number,
): Abstract {
  const result =
    value.class === undefined ? ownForm(value, place, evaluator, depth) : classForm(value, value.class, place);
  return result ?? textFrom([holePart(unknown("an object as a string", place, { is: "string" }))], place);
}

function classForm(value: ObjectValue, name: string, place: Place): Abstract | undefined {
  if (name === "URLSearchParams") return queryText(value, place);
  if (name === "URL") return urlText(value, place);
  if (name === "RegExp") return patternForm(value, place);
  return tagged.test(name) ? computedText(`[object ${name}]`, place) : undefined;
}

/** The text of the program's own objects, by their `toString`. */
function ownForm(
  value: ObjectValue,
  place: Place,
  evaluator: BuiltinEvaluator | undefined,
  depth: number,
): Abstract | undefined {
  if (value.open !== undefined) return undefined;
  const own = value.members.get("toString");
  if (!own && value.instanceOf === undefined)
    return value.members.has("valueOf") ? undefined : computedText("[object Object]", place);
  if (!evaluator || depth >= limits.copyDepth) return undefined;
  const callee = evaluator.member(value, "toString", place);
  if (callee.kind !== "function" && !(own && callee.kind === "builtin")) return undefined;
  const result = evaluator.invoke(callee, [], place, value);
  const isText = optionsOf(result).every(({ kind }) => kind === "text" || kind === "scalar");
  return isText ? textForm(result, place, evaluator, depth + 1) : undefined;
}

function patternForm({ members }: ObjectValue, place: Place): Abstract | undefined {
  const [source, flags] = [members.get("source")?.value, members.get("flags")?.value];
  // In the text, slashes of the source are escaped.
  if (!source || !flags || plainText(source) === undefined) return undefined;
  return concat([computedText("/", place), source, computedText("/", place), flags], place);
}

interface Joining {
  readonly evaluator?: BuiltinEvaluator | undefined;
  readonly depth?: number;
}

/** @returns elements joined to a string; `undefined` if some may be absent. */
export function joinTexts(
  elements: readonly Element[],
  separator: Abstract,
  place: Place,
  { evaluator, depth = 0 }: Joining = {},
): Abstract | undefined {
  if (elements.length > limits.members) return undefined;
  const pieces: Abstract[] = [];
  const isEmpty = plainText(separator) === "";
  for (const [index, { value, presence }] of elements.entries()) {
    if (presence === "maybe") return undefined;
    if (index > 0 && !isEmpty) pieces.push(separator);
    pieces.push(elementForm(value, place, evaluator, depth));
  }
  return concat(pieces, place);
}

/** The text of an element in `join`: empty for null and undefined. An unknown element, which may be one of these, becomes a hole. */
function elementForm(value: Abstract, place: Place, evaluator: BuiltinEvaluator | undefined, depth: number): Abstract {
  return mapOptions(value, (option) =>
    nullishOf(option) === true || isUndefined(option)
      ? textFrom([], place)
      : textForm(option, option.kind === "unknown" ? option.place : place, evaluator, depth),
  );
}

/** @returns the name of a computed key; `undefined` if it is unknown. */
export function keyOf(key: Abstract, place: Place): string | undefined {
  return plainText(textForm(key, place));
}
