import type { Value } from "../../value/value";
import { readPlainYaml } from "../../value/from-plain-yaml";
import { splitDocuments } from "../../value/yaml-stream";

/** Thrown inside, never out. */
const doubt = new Error("not plain data");

/**
 * Reads the content of a data file that is written plainly, without the parser that takes longer to load than such a file to be read.
 *
 * @returns the data, `null` of an empty text, as the full parser reads them (YAML 1.2); or `undefined` where it has to decide: anchors,
 * tags, several documents, mistakes.
 */
export function readPlainData(text: string): { readonly value: unknown } | undefined {
  // YAML has no line that ends with a carriage return alone.
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

/** A text in double quotes, and the colon that makes it a key. */
const texts = /"(?:[^"\\]|\\.)*"(\s*:)?/gu;

/** @returns the content of JSON text without duplicate keys; `undefined` of any other text. */
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

/** Counts the keys in plain data, however deep. */
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
      // Beyond the exact numbers of JavaScript, and minus zero.
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

/** A text such as `${X}`, which a manifest's templates may replace, stands for itself here. */
function toText({ range }: Value, text: string): string {
  const source = text.slice(range.start, range.end);
  if (source.startsWith("|")) throw doubt;
  return /^["']/.test(source) ? source.slice(1, -1) : source;
}

/** A key that is a number or null is another text once it has been read. */
const isWord = /^(?!null$|Null$|NULL$)[A-Za-z_$@/]/;

function toObject({ members }: Extract<Value, { readonly kind: "object" }>, text: string): object {
  const data: Record<string, unknown> = {};
  for (const { key, value } of members) {
    // The full parser names the place of a key that is there twice.
    if (Object.hasOwn(data, key) || key === "__proto__" || !isWord.test(key)) throw doubt;
    data[key] = toData(value, text);
  }
  return data;
}
