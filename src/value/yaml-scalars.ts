import type { Range } from "../text/range";
import type { BooleanValue, NullValue, NumberValue, OlderReading, StringValue, UnknownValue } from "./value";

export type ScalarValue = StringValue | NumberValue | BooleanValue | NullValue | UnknownValue;

/** A plain scalar as one version of YAML reads it. */
type Reading =
  | { readonly type: "null" }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "number"; readonly value: number | bigint }
  | { readonly type: "string" };

const string: Reading = { type: "string" };

/** Words that at least one version does not read as strings. */
const words = new Set(
  "null Null NULL true True TRUE false False FALSE yes Yes YES no No NO on On ON off Off OFF y Y n N".split(" "),
);

const longestWord = 5;

/** Integers that every reader parses exactly and alike. */
const plainWhole = /^(?:0|[1-9][0-9]{0,14})$/;

/** @returns whether both versions read a plain scalar as a string. */
function isSurelyString(text: string): boolean {
  const code = text.charCodeAt(0);
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return text.length > longestWord || !words.has(text);
  return !/^(?:[-+.0-9~]|$)/.test(text);
}

/** Text that a later step (Helm, Jinja, envsubst, kustomize, Chainsaw's `($name)`) replaces by an unknown value. */
const substitution = /\{\{|\{%|<%|\$\{|\$\(|\(\$/;

/** Characters for which the parsers of clusters reject a whole text, even in comments. */
export const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

const needsReading = new RegExp(`${substitution.source}|${controlCharacter.source}`);

/** Reads a plain scalar as YAML 1.2 (core schema). */
function readCore(text: string): Reading {
  if (/^(?:~|null|Null|NULL|)$/.test(text)) return { type: "null" };
  if (/^(?:true|True|TRUE)$/.test(text)) return { type: "boolean", value: true };
  if (/^(?:false|False|FALSE)$/.test(text)) return { type: "boolean", value: false };
  if (/^[-+]?[0-9]+$/.test(text)) return whole(text, 10);
  if (/^0o[0-7]+$/.test(text)) return whole(text.slice(2), 8);
  if (/^0x[0-9a-fA-F]+$/.test(text)) return whole(text.slice(2), 16);
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text))
    return { type: "number", value: Number(text) };
  return readNonFinite(text);
}

/**
 * Reads a plain scalar as YAML 1.1, plus the capital `0X` and `0B` that the parsers of clusters accept. Timestamps are strings, because JSON has no type for
 * them.
 */
function readOlder(text: string): Reading {
  if (/^(?:~|null|Null|NULL|)$/.test(text)) return { type: "null" };
  if (/^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/.test(text)) return { type: "boolean", value: true };
  if (/^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/.test(text)) return { type: "boolean", value: false };
  const digits = text.replace(/_/g, "");
  const sign = digits.startsWith("-") ? "-" : "";
  const bare = digits.replace(/^[-+]/, "");
  if (/^[-+]?0[bB][0-1_]*[0-1][0-1_]*$/.test(text)) return whole(sign + bare.slice(2), 2);
  if (/^[-+]?0[xX][0-9a-fA-F_]*[0-9a-fA-F][0-9a-fA-F_]*$/.test(text)) return whole(sign + bare.slice(2), 16);
  if (/^[-+]?0[0-7_]*[0-7][0-7_]*$/.test(text)) return whole(digits, 8);
  if (/^[-+]?(?:0|[1-9][0-9_]*)$/.test(text)) return whole(digits, 10);
  if (/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/.test(text) && (text.includes(".") || !/^[-+]?0/.test(text)))
    return readBase60(sign, bare);
  if (/^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?$/.test(text))
    return { type: "number", value: Number(digits) };
  return readNonFinite(text);
}

function readNonFinite(text: string): Reading {
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text))
    return { type: "number", value: text.startsWith("-") ? -Infinity : Infinity };
  if (/^\.(?:nan|NaN|NAN)$/.test(text)) return { type: "number", value: NaN };
  return string;
}

function readBase60(sign: string, text: string): Reading {
  const value = text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { type: "number", value: sign === "-" ? -value : value };
}

function whole(text: string, base: 2 | 8 | 10 | 16): Reading {
  const negative = text.startsWith("-");
  const digits = text.replace(/^[-+]/, "");
  // BigInt takes quadratic time, and real numbers are never this long.
  if (digits.length > 400) return { type: "number", value: Infinity };
  const prefix = { 2: "0b", 8: "0o", 10: "", 16: "0x" }[base];
  const magnitude = BigInt(prefix + digits);
  const value = negative ? -magnitude : magnitude;
  return {
    type: "number",
    value: value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value,
  };
}

function isSame(a: Reading, b: Reading): boolean {
  if (a.type !== b.type) return false;
  if (a.type === "number" && b.type === "number")
    return Object.is(Number(a.value), Number(b.value)) || a.value == b.value;
  return a.type !== "boolean" || b.type !== "boolean" || a.value === b.value;
}

/** @returns whether a text may contain what a fast check misses: template substitutions, or control characters that make it unreadable. */
export function needsFullReading(text: string): boolean {
  return needsReading.test(text);
}

/** @returns whether a plain key is null, which the parsers of clusters reject. */
export function isNullWord(text: string): boolean {
  return text.length === 4 && /^(?:null|Null|NULL)$/.test(text);
}

/** @returns whether a later step may replace a part of the text. */
export function hasSubstitution(text: string): boolean {
  return substitution.test(text);
}

/** @returns the value of a plain scalar under YAML 1.2, with the reading of 1.1 if that differs. */
export function readPlainScalar(text: string, range: Range, { isFinal = false }: TextSource = {}): ScalarValue {
  if (isSurelyString(text)) return makeString(text, range, "plain", { isFinal });
  if (plainWhole.test(text)) return { kind: "number", range, text, value: Number(text) };
  if (text === "true" || text === "false") return { kind: "boolean", range, value: text === "true" };
  const core = readCore(text);
  const older = readOlder(text);
  if (core.type === "null") return { kind: "null", range };
  const value = toValue(core, text, range);
  return isSame(core, older) || older.type === "null" ? value : { ...value, older: toValue(older, text, range) };
}

function toValue(reading: Exclude<Reading, { readonly type: "null" }>, text: string, range: Range): OlderReading {
  switch (reading.type) {
    case "string":
      return { kind: "string", range, parts: [{ kind: "text", text, range }], style: "plain" };
    case "boolean":
      return { kind: "boolean", range, value: reading.value };
    case "number":
      return { kind: "number", range, text, value: reading.value };
  }
}

/** @returns the key as YAML 1.1 reads it, if that differs from 1.2. */
export function getOlderKey(text: string): string | undefined {
  if (isSurelyString(text) || plainWhole.test(text)) return undefined;
  const core = readCore(text);
  const older = readOlder(text);
  return isSame(core, older) || older.type === "null"
    ? undefined
    : older.type === "string"
      ? text
      : String(older.value);
}

interface TextSource {
  /** The range of the text without quotes. */
  readonly content?: Range;
  /** Whether the source contains the text verbatim: no escapes, no folding. */
  readonly isVerbatim?: boolean;
  /** Whether the text is known to contain no substitutions. */
  readonly isFinal?: boolean;
}

/** @returns a string, or an unknown value if a later step replaces a part of it. */
export function makeString(
  text: string,
  range: Range,
  style: "plain" | "quoted" | "block",
  { content = range, isVerbatim = true, isFinal = false }: TextSource = {},
): StringValue | UnknownValue {
  if (!isFinal && substitution.test(text)) return { kind: "unknown", range, reason: "template" };
  const part = { kind: "text", text, range: content } as const;
  return { kind: "string", range, parts: [isVerbatim ? part : { ...part, elsewhere: true }], style };
}

/** @returns the value of a scalar with an explicit tag. With a tag outside of YAML's own, the parsers of clusters read it as text. */
export function readTagged(tag: string, text: string, range: Range, style: "plain" | "quoted" | "block"): ScalarValue {
  switch (tag) {
    case "!":
    case "tag:yaml.org,2002:str":
    case "tag:yaml.org,2002:binary":
    case "tag:yaml.org,2002:timestamp":
      return makeString(text, range, style, { isVerbatim: false });
    case "tag:yaml.org,2002:null":
      return { kind: "null", range };
    case "tag:yaml.org,2002:int":
    case "tag:yaml.org,2002:float":
    case "tag:yaml.org,2002:bool": {
      const core = readCore(text);
      const reading = core.type === "string" ? readOlder(text) : core;
      const wanted = tag.endsWith(":bool") ? "boolean" : "number";
      return reading.type === wanted ? toValue(reading, text, range) : { kind: "unknown", range, reason: `tag ${tag}` };
    }
    default:
      return makeString(text, range, style, { isVerbatim: false });
  }
}
