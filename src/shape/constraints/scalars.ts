import type { Path } from "../mismatch";
import { getFormat } from "./formats";
import { matches } from "./patterns";
import type { Constraints } from "./schema";
import { quote, type Report, type Verdict } from "./violation";
import { count } from "../../text/words";

/** Checks the constraints of strings. */
export function examineText(text: string, constraints: Constraints, path: Path, report: Report): Verdict {
  const { minLength, maxLength, pattern, format } = constraints;
  let verdict: Verdict = "fits";
  const fail = (keyword: string, found: string, expected: string): void => {
    verdict = "fails";
    report?.({ keyword, path, found, expected });
  };
  if (minLength !== undefined || maxLength !== undefined) {
    const length = codePointsOf(text);
    if (minLength !== undefined && length < minLength)
      fail("minLength", sizeOf(length), `have at least ${count(minLength, "character")}`);
    if (maxLength !== undefined && length > maxLength)
      fail("maxLength", sizeOf(length), `have at most ${count(maxLength, "character")}`);
  }
  if (format !== undefined) {
    const form = getFormat(format);
    if (form !== undefined && !form.fits(text)) fail("format", `is ${quote(text)}`, `be ${form.words}`);
  }
  if (pattern !== undefined) {
    const isFound = matches(text, constraints, pattern);
    if (isFound === false) fail("pattern", `is ${quote(text)}`, `match \`${pattern}\``);
    else if (isFound === undefined && (verdict as Verdict) !== "fails") return "unknown";
  }
  return verdict;
}

function sizeOf(length: number): string {
  return length === 0 ? "is empty" : `has ${count(length, "character")}`;
}

/** @returns the number of code points; a lone surrogate counts as one. */
function codePointsOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) at += 1;
    length += 1;
  }
  return length;
}

const int32: readonly [number, number] = [-(2 ** 31), 2 ** 31 - 1];

/** Checks the constraints of numbers. Integers are compared exactly, whatever their size. */
export function examineNumber(number: number | bigint, constraints: Constraints, path: Path, report: Report): Verdict {
  const { multipleOf, format } = constraints;
  let verdict: Verdict = "fits";
  const fail = (keyword: string, expected: string): void => {
    verdict = "fails";
    report?.({ keyword, path, found: `is ${quote(number)}`, expected });
  };
  examineLowerBounds(number, constraints, fail);
  examineUpperBounds(number, constraints, fail);
  if (multipleOf !== undefined && !isMultiple(number, multipleOf)) fail("multipleOf", `be a multiple of ${multipleOf}`);
  if (format === "int32" && (number < int32[0] || number > int32[1]))
    fail("format", `be from ${int32[0]} to ${int32[1]}`);
  return verdict;
}

type Fail = (keyword: string, expected: string) => void;

/** `exclusiveMinimum` is a separate bound, or a flag which excludes `minimum` itself. */
function examineLowerBounds(number: number | bigint, { minimum, exclusiveMinimum }: Constraints, fail: Fail): void {
  if (minimum !== undefined && (number < minimum || (exclusiveMinimum === true && isEqual(number, minimum))))
    fail("minimum", exclusiveMinimum === true ? `be greater than ${minimum}` : `be at least ${minimum}`);
  if (typeof exclusiveMinimum === "number" && number <= exclusiveMinimum)
    fail("exclusiveMinimum", `be greater than ${exclusiveMinimum}`);
}

function examineUpperBounds(number: number | bigint, { maximum, exclusiveMaximum }: Constraints, fail: Fail): void {
  if (maximum !== undefined && (number > maximum || (exclusiveMaximum === true && isEqual(number, maximum))))
    fail("maximum", exclusiveMaximum === true ? `be less than ${maximum}` : `be at most ${maximum}`);
  if (typeof exclusiveMaximum === "number" && number >= exclusiveMaximum)
    fail("exclusiveMaximum", `be less than ${exclusiveMaximum}`);
}

function isEqual(left: number | bigint, right: number): boolean {
  return !(left < right) && !(left > right);
}

function isMultiple(number: number | bigint, of: number): boolean {
  if (of <= 0) return true;
  if (typeof number === "bigint") return !Number.isInteger(of) || number % BigInt(of) === 0n;
  const quotient = number / of;
  // Rounding: 0.3 / 0.1 is not 3, so a nearly integral quotient counts as integral.
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.max(1, Math.abs(quotient));
}
