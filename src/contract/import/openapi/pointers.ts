import { isObject } from "../../../value/plain-object";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Bounds chains of references to references. */
const longestChain = 20;

/** @returns the target of a reference inside a document; `undefined` if it is broken. */
export function findPointer(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith("#/")) return reference === "#" ? document : undefined;
  let at: unknown = document;
  for (const step of stepsOf(reference)) {
    if (Array.isArray(at)) at = at[Number(step)];
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** @returns the unescaped keys of a reference. */
export function stepsOf(reference: string): readonly string[] {
  return reference
    .slice(2)
    .split("/")
    .map((step) => decode(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** @returns an object, or the target of its reference. */
export function follow(document: JsonObject, value: unknown): JsonObject | undefined {
  let at = value;
  for (let length = 0; isObject(at) && typeof at.$ref === "string"; length += 1) {
    if (length > longestChain) return undefined;
    at = findPointer(document, at.$ref);
  }
  return isObject(at) ? at : undefined;
}
