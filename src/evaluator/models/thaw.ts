import type { OpaqueValue, StringPart, Value } from "../../value/value";
import type { Abstract, Part, Place } from "../domain/domain";
import { unknown } from "../domain/values";
import type { Machine } from "../machine";
import { allocate } from "../store/heap";
import { nativeOf, stringifiedValue } from "./native";

/** Turns a value from a library back into an abstract one. A value that the evaluator handed out becomes the same object again. */
export function thaw(machine: Machine, value: Value, place: Place): Abstract {
  const known = machine.thawed.get(value);
  if (known) return known;
  const at: Place = { ...place, range: value.range, ...(value.elsewhere ? { foreign: true as const } : {}) };
  const base = { place: at, origin: value.origin };
  switch (value.kind) {
    case "string":
      return { kind: "text", parts: value.parts.map((part) => thawPart(machine, part, at)), ...base };
    case "number":
      return { kind: "scalar", value: value.value, text: value.text, ...base };
    case "boolean":
      return { kind: "scalar", value: value.value, ...base };
    case "null":
      return { kind: "scalar", value: null, ...base };
    case "undefined":
      return { kind: "scalar", value: undefined, ...base };
    case "unknown":
      return { ...unknown(value.reason, at, { is: value.is, identity: value.origin?.identity }), origin: value.origin };
    case "opaque": {
      const json = stringifiedValue(value);
      return json ? { kind: "text", parts: [], json, ...base } : thawOpaque(value, at);
    }
    case "alternatives":
      return { kind: "alternatives", options: value.options.map((option) => thaw(machine, option, at)), ...base };
    case "array": {
      const items = value.elements.map((element) => ({
        value: thaw(machine, element.value, at),
        presence: element.presence,
      }));
      const content = { items, open: value.open, sources: value.sources.map((source) => thaw(machine, source, at)) };
      return {
        kind: "reference",
        cell: allocate(machine, { type: "array", made: place.file, content }),
        ...base,
      };
    }
    case "object": {
      const fields = new Map(
        value.members.map((member) => [
          member.key,
          { value: thaw(machine, member.value, at), presence: member.presence, keyPlace: at },
        ]),
      );
      const content = { fields, open: value.open, sources: value.spreads.map((source) => thaw(machine, source, at)) };
      const made = value.class === undefined ? undefined : machine.steps.classNamed(value.class);
      return {
        kind: "reference",
        cell: allocate(machine, { type: "object", made: place.file, content, class: made }),
        ...base,
      };
    }
  }
}

function thawPart(machine: Machine, part: StringPart, place: Place): Part {
  if (part.kind === "hole") return { ...part, value: thaw(machine, part.value, place) };
  return {
    kind: "text",
    text: part.text,
    offsets: part.offsets,
    place: { ...place, range: part.range, ...(part.elsewhere ? { foreign: true as const } : {}) },
  };
}

function thawOpaque(value: OpaqueValue, place: Place): Abstract {
  const native = nativeOf(value);
  return native
    ? { kind: "native", native, place, origin: value.origin }
    : unknown(value.label, place, { origin: value.origin });
}
