import type { Origin, StringValue, Value } from "../../../src/value/value";

/** Whether two unknown values are certainly equal at run time. */
export function isSameValue(one: Value, other: Value): boolean {
  if (one.kind === "string" && other.kind === "string") return isSameString(one, other);
  return one.kind !== "string" && other.kind !== "string" && isSameOrigin(one.origin, other.origin);
}

function isSameOrigin(one: Origin | undefined, other: Origin | undefined): boolean {
  if (!one || !other) return false;
  if (one.identity !== undefined && other.identity !== undefined) return one.identity === other.identity;
  const [first, second] = [one.response, other.response];
  // Two unspecified elements of an array may differ.
  if (!first || !second || first.path.includes("*")) return false;
  return (
    first.request === second.request && first.part === second.part && first.path.join("/") === second.path.join("/")
  );
}

function isSameString(one: StringValue, other: StringValue): boolean {
  if (one.parts.length !== other.parts.length) return false;
  return one.parts.every((part, index) => {
    const counterpart = other.parts[index];
    if (part.kind === "text") return counterpart?.kind === "text" && counterpart.text === part.text;
    return counterpart?.kind === "hole" && isSameValue(part.value, counterpart.value);
  });
}
