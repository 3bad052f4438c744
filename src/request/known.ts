import type { StringValue, Value } from "../value/value";

/** @returns the text of a string without holes, else `undefined`. */
export function asText(value: Value | undefined): string | undefined {
  if (value?.kind !== "string") return undefined;
  let text = "";
  for (const part of value.parts) {
    if (part.kind === "hole") return undefined;
    text += part.text;
  }
  return text;
}

/** Whether a string has no holes. */
export function isFullyKnown(value: StringValue): boolean {
  return value.parts.every((part) => part.kind === "text");
}
