import type { Value } from "../../value/value";

/** @returns the text of a string without holes; undefined for other values. */
export function asText(value: Value | undefined): string | undefined {
  if (value?.kind !== "string") return undefined;
  let text = "";
  for (const part of value.parts) {
    if (part.kind === "hole") return undefined;
    text += part.text;
  }
  return text;
}

/** @returns the result of `String(value)`, if it is known. */
export function asScalarText(value: Value | undefined): string | undefined {
  switch (value?.kind) {
    case "string":
      return asText(value);
    case "number":
    case "boolean":
      return String(value.value);
    case "null":
    case "undefined":
      return value.kind;
    default:
      return undefined;
  }
}

/** Whether a value is surely a string, known or not. */
export function isString(value: Value | undefined): boolean {
  return (
    value !== undefined &&
    optionsOf(value).every(
      (option) => option.kind === "string" || (option.kind === "unknown" && option.is === "string"),
    )
  );
}

/** @returns the possible values: the alternatives, or the value itself. */
export function optionsOf(value: Value): readonly Value[] {
  return value.kind === "alternatives" ? value.options : [value];
}
