import { getFormat } from "./constraints/formats";
import { examineNumber, examineText } from "./constraints/scalars";
import type { Constraints } from "./constraints/schema";
import { quote, type Violation } from "./constraints/violation";
import { describeShape } from "./describe";
import { isScalar } from "./scalar";
import type { ScalarShape, Shape } from "./shape";

/** Why a text in a URL or header field is not a value of a shape. */
export type TextMisfit =
  | { readonly kind: "type"; readonly expected: string }
  | { readonly kind: "values"; readonly allowed: readonly string[] }
  | { readonly kind: "constraint"; readonly violation: Violation };

/** How strictly a server treats numbers that are out of bounds. */
export interface Strictness {
  /** Whether a number above `maximum` is rejected. Many servers reduce it to the maximum instead. */
  readonly maximum: boolean;
}

/**
 * Checks whether a text is a value of a shape. URLs and header fields contain only texts.
 *
 * Reports only what a server certainly rejects. An empty text, and 0 below a `minimum`, may mean unset. Only the formats `uuid`, `date` and `date-time` are
 * checked, in all notations that servers accept.
 *
 * @returns `undefined` if the text may be a value, or if the shape is not a scalar.
 */
export function findTextMisfit(text: string, shape: Shape, strictness: Strictness): TextMisfit | undefined {
  if (placeholder.test(text)) return undefined;
  if (shape.type === "union") return findInUnion(text, shape.options, strictness);
  if (!isScalar(shape)) return undefined;
  if (!reads(text, shape)) return { kind: "type", expected: describeShape(shape) };
  const { values, constraints } = shape;
  if (values !== undefined && !values.some((allowed) => String(allowed) === text))
    return { kind: "values", allowed: values.map(String) };
  const violation =
    text === "" || constraints === undefined ? undefined : examine(text, shape, constraints, strictness);
  return violation && { kind: "constraint", violation };
}

/** Placeholders for values that a library fills in: `{id}`, `:id`, `%s`. */
const placeholder = /^:[a-z_]|\{[^{}]*\}|%s/iu;

/** A text is valid if it is a value of one option. */
function findInUnion(text: string, options: readonly Shape[], strictness: Strictness): TextMisfit | undefined {
  if (options.length === 0 || !options.every(isScalar)) return undefined;
  const misfits = options.flatMap((option) => findTextMisfit(text, option, strictness) ?? []);
  if (misfits.length < options.length) return undefined;
  // If the text has the type of one option, its other problem is reported.
  return (
    misfits.find(({ kind }) => kind !== "type") ?? { kind: "type", expected: options.map(describeShape).join(" or ") }
  );
}

/** Whether a text may be a value of a type. Many services accept an empty text, and 0 and 1 as booleans. */
function reads(text: string, { type }: ScalarShape): boolean {
  switch (type) {
    case "string":
      return true;
    case "boolean":
      return /^(?:true|false|0|1|)$/iu.test(text);
    case "int64":
      return /^(?:[-+]?\d+|)$/u.test(text);
    case "number":
      return text.trim() === "" || Number.isFinite(Number(text));
  }
}

function examine(
  text: string,
  { type }: ScalarShape,
  { format, ...constraints }: Constraints,
  { maximum }: Strictness,
): Violation | undefined {
  let first: Violation | undefined;
  const report = (violation: Violation): void => {
    first ??= violation;
  };
  if (type === "string") {
    examineText(text, constraints, [], report);
    const form = format === undefined || wideFormats[format]?.(text) !== false ? undefined : getFormat(format);
    if (form) report({ keyword: "format", path: [], found: `is ${quote(text)}`, expected: `be ${form.words}` });
  } else if (type !== "boolean") {
    const number = Number(text);
    const ignored = [...(number === 0 ? lower : []), ...(maximum ? [] : upper)];
    const checked = Object.entries(constraints).filter(([keyword]) => !ignored.includes(keyword));
    examineNumber(number, Object.fromEntries(checked), [], report);
  }
  return first;
}

const lower = ["minimum", "exclusiveMinimum"];
const upper = ["maximum", "exclusiveMaximum"];

/** The checked formats, each with a test for the notations that servers accept. */
const wideFormats: Readonly<Partial<Record<string, (text: string) => boolean>>> = {
  uuid: isUuid,
  date: isTime,
  "date-time": isTime,
};

/** Servers accept UUIDs without dashes, in braces, and as URNs. */
function isUuid(text: string): boolean {
  return /^[0-9a-f]{32}$/iu.test(text.replace(/^(?:urn:uuid:|\{)|\}$/giu, "").replaceAll("-", ""));
}

/** An HTTP date begins with the day of the week. */
const httpDate = /^[a-z]{3,9}, \d{2}[ -][a-z]{3}[ -]\d{2,4} /iu;
/** An unescaped `+` in a query is a blank. */
const timeOfDay = /^[t ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s?(?:z|[-+ ]?\d{2}(?::?\d{2})?)?$/iu;

/** Servers accept a date for the start of its day, a time for its date, seconds since 1970, and times without a zone. */
function isTime(text: string): boolean {
  if (/^-?\d+(?:\.\d+)?$/u.test(text) || httpDate.test(text)) return true;
  const date = text.slice(0, 10);
  if (getFormat("date")?.fits(date) !== true) return false;
  if (text === date) return true;
  const [, hour = "", minute = "", second = ""] = timeOfDay.exec(text.slice(10)) ?? [];
  return hour !== "" && hour <= "24" && minute <= "59" && second <= "60";
}
