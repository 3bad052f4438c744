import type { Range } from "../../text/range";
import type { Value } from "../../value/value";
import { asText } from "./known";

/** @returns the object or list that a constant text holds as JSON: `"{}"`; `undefined` for other texts. */
export function jsonOfText(value: Value): Value | undefined {
  const text = asText(value);
  if (text === undefined || !/^\s*[[{]/u.test(text)) return undefined;
  try {
    return valueOf(JSON.parse(text), value.range);
  } catch {
    return undefined;
  }
}

function valueOf(json: unknown, range: Range): Value {
  const base = { range, elsewhere: true as const };
  if (json === null) return { kind: "null", ...base };
  if (typeof json === "string") return { kind: "string", parts: [{ kind: "text", text: json, ...base }], ...base };
  if (typeof json === "boolean") return { kind: "boolean", value: json, ...base };
  if (typeof json === "number") return { kind: "number", value: json, text: String(json), ...base };
  if (Array.isArray(json)) {
    const elements = json.map((each) => ({ value: valueOf(each, range), presence: "always" as const }));
    return { kind: "array", elements, open: false, sources: [], ...base };
  }
  const members = Object.entries(json as object).map(([key, each]) => ({
    key,
    keyRange: range,
    value: valueOf(each, range),
    presence: "always" as const,
  }));
  return { kind: "object", members, open: false, spreads: [], ...base };
}
