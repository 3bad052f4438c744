import { describe, expect, test } from "vitest";
import type { Constraints } from "../../src/shape/constraints/schema";
import type { ScalarShape } from "../../src/shape/shape";
import { findTextMisfit } from "../../src/shape/written-text";

/** @returns what is wrong with a text of a URL, in words. */
function misfit(text: string, type: ScalarShape["type"], constraints: Constraints, maximum = false): string {
  const found = findTextMisfit(text, { type, constraints }, { maximum });
  if (found === undefined) return "right";
  return found.kind === "constraint" ? found.violation.expected : found.kind;
}

describe("a time in a URL", () => {
  test.each([
    "2024-02-29",
    "2024-02-29T12:30:00Z",
    "2024-02-29t12:30:00.123z",
    "2024-02-29T12:30:00+02:00",
    // A `+` that is not escaped.
    "2024-02-29T12:30:00 02:00",
    "2024-02-29T12:30:00+0200",
    "2024-02-29 12:30:00",
    "2024-02-29T12:30",
    "1709208000",
    "1709208000.25",
    "Thu, 29 Feb 2024 12:30:00 GMT",
    "{since}",
    ":since",
    "",
  ])("may be %j", (text) => {
    expect([misfit(text, "string", { format: "date" }), misfit(text, "string", { format: "date-time" })]).toEqual([
      "right",
      "right",
    ]);
  });

  test.each([
    "yesterday",
    "2023-02-29",
    "2024-13-01",
    "2024-1-1",
    "01/02/2024",
    "2024-02-29T25:00:00Z",
    "2024-02-29T12:61:00Z",
    "2024-02-29Z",
    "2024-02-29T",
    "[object Object]",
    "undefined",
  ])("cannot be %j", (text) => {
    expect(misfit(text, "string", { format: "date" })).toBe("be a date, such as 2006-01-02");
    expect(misfit(text, "string", { format: "date-time" })).toBe("be a date and time, such as 2006-01-02T15:04:05Z");
  });
});

test.each<[text: string, type: ScalarShape["type"], constraints: Constraints, expected: string]>([
  ["abc", "string", { minLength: 3, maxLength: 3, pattern: "^[a-c]+$" }, "right"],
  ["ab", "string", { minLength: 3 }, "have at least 3 characters"],
  ["abcd", "string", { maxLength: 3 }, "have at most 3 characters"],
  ["xyz", "string", { pattern: "^[a-c]+$" }, "match `^[a-c]+$`"],
  ["7", "int64", { minimum: 7 }, "right"],
  ["6", "int64", { minimum: 7 }, "be at least 7"],
  ["7", "int64", { exclusiveMinimum: 7 }, "be greater than 7"],
  ["0", "int64", { minimum: 7 }, "right"],
  ["9", "int64", { maximum: 8 }, "right"],
  ["9", "int64", { multipleOf: 2 }, "be a multiple of 2"],
  ["12345678-1234-1234-1234-123456789abc", "string", { format: "uuid" }, "right"],
  ["12345678", "string", { format: "uuid" }, "be a UUID"],
  // In OpenAPI other formats are hints.
  ["x", "string", { format: "email" }, "right"],
])("%j as %s under %j: %s", (text, type, constraints, expected) => {
  expect(misfit(text, type, constraints)).toBe(expected);
});

test("a number above `maximum` is wrong where the strict option says so", () => {
  expect(misfit("9", "int64", { maximum: 8 }, true)).toBe("be at most 8");
});
