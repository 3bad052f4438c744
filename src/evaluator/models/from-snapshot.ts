import type TS from "typescript";
import type { Located, OpaqueValue, StringPart, Value } from "../../value/value";
import {
  alternatives,
  fieldOf,
  holePart,
  knownPart,
  nativeValue,
  scalar,
  textFrom,
  unknown,
} from "../domain/constructors";
import type { Abstract, Part, Place } from "../domain/domain";
import type { Program } from "../program";
import { newObject } from "../store/heap";
import { nativeOf, stringifiedValue } from "../../clients/native";

/** Turns a value from a library back into an abstract one. A value that the evaluator handed out becomes the same object again. */
export function fromSnapshot(program: Program, value: Value, place: Place): Abstract {
  const known = program.ofSnapshots.get(value);
  if (known) return known;
  return { ...thawAt(program, value, placeOf(value, place), place.file), origin: value.origin };
}

function thawAt(program: Program, value: Value, at: Place, made: TS.Node): Abstract {
  switch (value.kind) {
    case "string": {
      const parts = value.parts.map((part) => thawPart(program, part, at));
      return textFrom(parts, at);
    }
    case "number":
      return scalar(value.value, at, value.text);
    case "boolean":
      return scalar(value.value, at);
    case "null":
      return scalar(null, at);
    case "undefined":
      return scalar(undefined, at);
    case "unknown":
      return unknown(value.reason, at, { is: value.is, identity: value.origin?.identity });
    case "opaque": {
      const json = stringifiedValue(value);
      return json ? textFrom([], at, json) : thawOpaque(value, at);
    }
    case "alternatives": {
      const options = value.options.map((option) => fromSnapshot(program, option, at));
      return alternatives(options, at);
    }
    case "array": {
      const items = value.elements.map((element) => ({
        value: fromSnapshot(program, element.value, at),
        presence: element.presence,
      }));
      const content = {
        items,
        open: value.open,
        sources: value.sources.map((source) => fromSnapshot(program, source, at)),
      };
      return newObject(program, at, { type: "array", made, content });
    }
    case "object": {
      const fields = new Map(
        value.members.map((member) => [
          member.key,
          fieldOf(fromSnapshot(program, member.value, at), at, member.presence),
        ]),
      );
      const content = {
        fields,
        open: value.open,
        sources: value.spreads.map((source) => fromSnapshot(program, source, at)),
      };
      const own = value.class === undefined ? undefined : program.steps.builtins.classNamed(value.class);
      return newObject(program, at, { type: "object", made, content, class: own });
    }
  }
}

function thawPart(program: Program, part: StringPart, place: Place): Part {
  if (part.kind === "hole") return holePart(fromSnapshot(program, part.value, place), part.encoded);
  return knownPart(part.text, placeOf(part, place), part.offsets);
}

/** @returns the place of something that a library gives to code at a place. */
function placeOf({ range, elsewhere }: Located, place: Place): Place {
  return { ...place, range, foreign: elsewhere ? true : place.foreign };
}

function thawOpaque(value: OpaqueValue, place: Place): Abstract {
  const native = nativeOf(value);
  return native ? nativeValue(native, place) : unknown(value.label, place);
}
