import { nativeOf, stringifiedValue } from "../../clients/native";
import type { Located, OpaqueValue, StringPart, UnknownValue, Value } from "../../value/value";
import type { Abstract, Part, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { arrayOf, entry, jsonText, knownPart, nativeValue, objectOf, scalar, textFrom, unknown } from "../make";
import { sourceOf } from "./snapshot";
import { joinAll } from "../values";

/** @returns the abstract value of a result of a client. For a snapshot, this is the value from which it was taken. */
export function fromValue(evaluation: Evaluation, value: Value, place: Place): Abstract {
  const known = sourceOf(value);
  if (known) return known;
  const result = make(evaluation, value, placeOf(evaluation, value, place));
  return value.origin && result.kind !== "never" ? { ...result, origin: value.origin } : result;
}

function placeOf({ positions }: Evaluation, { range }: Located, place: Place): Place {
  const at = positions.at(range);
  // Ranges of a file carry no context: a range in the file of the call belongs to the context of the call.
  return at?.file === place.file && at.context === undefined ? { ...at, context: place.context } : (at ?? place);
}

function make(evaluation: Evaluation, value: Value, at: Place): Abstract {
  switch (value.kind) {
    case "string":
      return textFrom(
        value.parts.map((part) => partOf(evaluation, part, at)),
        at,
      );
    case "number":
      return scalar(value.value, at, value.text);
    case "boolean":
      return scalar(value.value, at);
    case "null":
      return scalar(null, at);
    case "undefined":
      return scalar(undefined, at);
    case "unknown":
      return fromUnknown(value, at);
    case "opaque":
      return fromOpaque(evaluation, value, at);
    case "alternatives":
      return joinAll(
        value.options.map((option) => fromValue(evaluation, option, at)),
        at,
      );
    case "array":
      return arrayOf(
        value.elements.map((element) => ({
          value: fromValue(evaluation, element.value, at),
          presence: element.presence,
        })),
        at,
        {
          open: value.open ? "a list that may be longer" : undefined,
          sources: value.sources.map((each) => fromValue(evaluation, each, at)),
        },
      );
    case "object":
      return objectOf(
        new Map(
          value.members.map((member) => [
            member.key,
            entry(fromValue(evaluation, member.value, at), at, member.presence),
          ]),
        ),
        at,
        {
          open: value.open ? "an object that may have more members" : undefined,
          spreads: value.spreads.map((each) => fromValue(evaluation, each, at)),
          class: value.class,
        },
      );
  }
}

function fromUnknown({ reason, is, origin }: UnknownValue, at: Place): Abstract {
  const { identity } = origin ?? {};
  return unknown(reason, at, { ...(is && { is }), ...(identity !== undefined && { identity }) });
}

function fromOpaque(evaluation: Evaluation, value: OpaqueValue, at: Place): Abstract {
  const json = stringifiedValue(value);
  if (json) return jsonText(fromValue(evaluation, json, at), at);
  const native = nativeOf(value);
  return native ? nativeValue(native, at) : unknown(value.label, at);
}

function partOf(evaluation: Evaluation, part: StringPart, at: Place): Part {
  if (part.kind === "hole")
    return { kind: "hole", value: fromValue(evaluation, part.value, at), encoded: part.encoded };
  const place = placeOf(evaluation, part, at);
  const shift = evaluation.positions.rangeOf(place).start - place.start;
  return knownPart(
    part.text,
    place,
    part.offsets?.map((offset) => offset - shift),
  );
}
