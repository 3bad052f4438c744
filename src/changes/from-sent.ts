import type { Sent } from "../usage/usage";
import type { StringValue, Value } from "../value/value";

const range = { start: 0, end: 0 };

/** @returns the known parts of a sent value as a located value. */
export function toValue(sent: Sent): Value {
  const options = sent.types.flatMap((type): Value[] => {
    switch (type) {
      case "object":
        return [toObject(sent)];
      case "array":
        return [toArray(sent)];
      case "null":
        return [{ kind: "null", range }];
      case "unknown":
        return [{ kind: "unknown", range, reason: "" }];
      default: {
        const known = sent.values?.filter((value) => typeof value === type);
        return known ? known.map(toScalar) : [{ kind: "unknown", range, reason: "", is: type }];
      }
    }
  });
  const [only, ...others] = options;
  if (!only) return { kind: "unknown", range, reason: "" };
  return others.length === 0 ? only : { kind: "alternatives", range, options };
}

/**
 * Converts a value of the query or of a header: a text that may represent a number. An unknown text has an unknown
 * type.
 *
 * @param type the type that the schema requires.
 */
export function textValue(value: Value, type: string | undefined): Value {
  switch (value.kind) {
    case "string":
      return readText(value, type);
    case "number":
    case "boolean":
      return type === "string" ? toScalar(String(value.value)) : value;
    default:
      return { kind: "unknown", range, reason: "" };
  }
}

function readText(value: StringValue, type: string | undefined): Value {
  const [part] = value.parts;
  const text = part?.kind === "text" ? part.text : "";
  const isNumber = (type === "integer" || type === "number") && text.trim() !== "" && Number.isFinite(Number(text));
  if (isNumber) return toScalar(Number(text));
  return type === "boolean" && /^(?:true|false)$/u.test(text) ? toScalar(text === "true") : value;
}

function toObject({ fields = {}, open }: Sent): Value {
  const members = Object.entries(fields).map(([key, { presence, ...value }]) => {
    return { key, keyRange: range, value: toValue(value), presence };
  });
  return { kind: "object", range, members, open: open === true, spreads: [] };
}

function toArray({ elements, open }: Sent): Value {
  const values = elements ? [{ value: toValue(elements), presence: "maybe" as const }] : [];
  // The number of elements is not known.
  return { kind: "array", range, elements: values, open: open === true || elements !== undefined, sources: [] };
}

function toScalar(value: string | number | boolean): Value {
  if (typeof value === "string") return { kind: "string", range, parts: [{ kind: "text", range, text: value }] };
  if (typeof value === "number") return { kind: "number", range, text: String(value), value };
  return { kind: "boolean", range, value };
}

/** @returns whether a value is completely known. */
export function isKnown(value: Value): boolean {
  switch (value.kind) {
    case "object":
      return !value.open && value.members.every((member) => isKnown(member.value));
    case "array":
      return !value.open && value.elements.every((element) => isKnown(element.value));
    case "alternatives":
      return value.options.every(isKnown);
    default:
      return value.kind !== "unknown" && value.kind !== "opaque";
  }
}
