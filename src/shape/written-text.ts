import { getFormat } from "./constraints/formats";
import { examineNumber, examineText } from "./constraints/scalars";
import type { Constraints } from "./constraints/schema";
import { quote, type Violation } from "./constraints/violation";
import { describeShape } from "./describe";
import { isScalar } from "./scalar";
import type { ScalarShape, Shape } from "./shape";

/** In what a text of a URL or a header field does not stand for a value of a shape. */
export type TextMisfit =
  | { readonly kind: "type"; readonly expected: string }
  | { readonly kind: "values"; readonly allowed: readonly string[] }
  | { readonly kind: "constraint"; readonly violation: Violation };

/** How much a server makes of numbers that are out of bounds. */
export interface Strictness {
  /** Whether a number above `maximum` is refused, where many servers take the greatest one that they allow. */
  readonly maximum: boolean;
}

/**
 * Finds in what a text, which is the only type that URLs and header fields have, does not stand for a value of a shape.
 *
 * Only what a server surely refuses is found. An empty text, and 0 below a `minimum`, may say that nothing is set. Of formats `uuid`, `date` and
 * `date-time` are checked, each as widely as servers read it.
 *
 * @returns `undefined` where the text may stand for one, and for shapes that are no scalars.
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

/** What stands in for a value that a library puts in later: `{id}`, `:id`, `%s`. */
const placeholder = /^:[a-z_]|\{[^{}]*\}|%s/iu;

/** A text that stands for a value of one option is right. */
function findInUnion(text: string, options: readonly Shape[], strictness: Strictness): TextMisfit | undefined {
  if (options.length === 0 || !options.every(isScalar)) return undefined;
  const misfits = options.flatMap((option) => findTextMisfit(text, option, strictness) ?? []);
  if (misfits.length < options.length) return undefined;
  // What has the type of one option is wrong in another way.
  return (
    misfits.find(({ kind }) => kind !== "type") ?? { kind: "type", expected: options.map(describeShape).join(" or ") }
  );
}

/** Whether a text may stand for a value of a type. An empty one, and 0 and 1 for booleans, are what many services take. */
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

/** The formats that are checked, each by what a server may read as it. */
const wideFormats: Readonly<Partial<Record<string, (text: string) => boolean>>> = {
  uuid: isUuid,
  date: isTime,
  "date-time": isTime,
};

/** Servers read UUIDs without dashes, in braces and as URNs. */
function isUuid(text: string): boolean {
  return /^[0-9a-f]{32}$/iu.test(text.replace(/^(?:urn:uuid:|\{)|\}$/giu, "").replaceAll("-", ""));
}

/** As HTTP writes it, a time begins with the day of the week. */
const httpDate = /^[a-z]{3,9}, \d{2}[ -][a-z]{3}[ -]\d{2,4} /iu;
/** In a query, a `+` that is not escaped is a blank. */
const timeOfDay = /^[t ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s?(?:z|[-+ ]?\d{2}(?::?\d{2})?)?$/iu;

/** Servers read a date as the beginning of its day, the day of a time as its date, seconds since 1970, and times without a zone. */
function isTime(text: string): boolean {
  if (/^-?\d+(?:\.\d+)?$/u.test(text) || httpDate.test(text)) return true;
  const date = text.slice(0, 10);
  if (getFormat("date")?.fits(date) !== true) return false;
  if (text === date) return true;
  const [, hour = "", minute = "", second = ""] = timeOfDay.exec(text.slice(10)) ?? [];
  return hour !== "" && hour <= "24" && minute <= "59" && second <= "60";
}
