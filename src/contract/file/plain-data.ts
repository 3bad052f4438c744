import type { Value } from "../../value/value";
import { readPlainYaml } from "../../value/from-plain-yaml";
import { splitDocuments } from "../../value/yaml-stream";

/** Thrown and caught in this file. */
const doubt = new Error("not plain data");

/**
 * Reads simple data files without the full parser, which takes longer to load than such a file to read.
 *
 * @returns the data as the full parser would (YAML 1.2), `null` for an empty text; `undefined` if only the full parser can decide: anchors, tags, several
 * documents, mistakes.
 */
export function readPlainData(text: string): { readonly value: unknown } | undefined {
  // In YAML, a lone carriage return does not end a line.
  if (/^\s*\{/u.test(text) && !/\r(?!\n)/u.test(text)) {
    const value = readJson(text);
    if (value !== undefined) return { value };
  }
  const [piece, second] = splitDocuments(text);
  if (piece === undefined || second !== undefined) return undefined;
  const document = readPlainYaml(text, piece.start, piece.end, []);
  if (document === undefined) return undefined;
  if (document === "none" || document.value === undefined) return { value: null };
  try {
    return { value: toData(document.value, text) };
  } catch (error) {
    if (error === doubt) return undefined;
    throw error;
  }
}

/** A double-quoted text, and the colon after it if it is a key. */
const texts = /"(?:[^"\\]|\\.)*"(\s*:)?/gu;

/** @returns the content of a JSON text; `undefined` if it is not JSON, or has duplicate keys. */
function readJson(text: string): object | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  let keys = 0;
  for (const [, colon] of text.matchAll(texts)) if (colon !== undefined) keys += 1;
  const isWhole = typeof value === "object" && value !== null && keys === countKeys(value);
  return isWhole && !text.includes("__proto__") ? (value as object) : undefined;
}

/** Counts the keys in nested plain data. Iterative, because the data may be deep. */
function countKeys(data: object): number {
  let count = 0;
  const pending: unknown[] = [data];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const values: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += values.length;
    for (const value of values) if (typeof value === "object") pending.push(value);
  }
  return count;
}

function toData(value: Value, text: string): unknown {
  switch (value.kind) {
    case "null":
      return null;
    case "boolean":
      return value.value;
    case "number":
      // Not exact as a JavaScript number, or minus zero.
      if (typeof value.value === "bigint" || (value.value === 0 && value.text.startsWith("-"))) throw doubt;
      return value.value;
    case "string":
      return value.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
    case "unknown":
      return toText(value, text);
    case "array":
      return value.elements.map((element) => toData(element.value, text));
    case "object":
      return toObject(value, text);
    default:
      throw doubt;
  }
}

/** The reader of manifests leaves `${X}` unknown as a template. Here it is plain text. */
function toText({ range }: Value, text: string): string {
  const source = text.slice(range.start, range.end);
  if (source.startsWith("|")) throw doubt;
  return /^["']/.test(source) ? source.slice(1, -1) : source;
}

/** Matches keys that keep their text. A number or null may be read as another text. */
const isWord = /^(?!null$|Null$|NULL$)[A-Za-z_$@/]/;

function toObject({ members }: Extract<Value, { readonly kind: "object" }>, text: string): object {
  const data: Record<string, unknown> = {};
  for (const { key, value } of members) {
    // The full parser reports the position of a duplicate key.
    if (Object.hasOwn(data, key) || key === "__proto__" || !isWord.test(key)) throw doubt;
    data[key] = toData(value, text);
  }
  return data;
}
