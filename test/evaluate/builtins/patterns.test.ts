import fc from "fast-check";
import { expect, it } from "vitest";
import { findAll } from "../../../src/evaluate/builtins/patterns/run";
import { readPattern } from "../../../src/evaluate/builtins/patterns/syntax";
import { runsOf } from "../../harness/runs";

const atoms = fc.constantFrom("a", "b", "/", ".", "\\w", "\\d", "[ab]", "[^a]", "\\/", "\\.", "-", "\\s", "1", ":");
const pattern = fc.letrec<{ term: string; sequence: string }>((tie) => ({
  term: fc.oneof(
    { weight: 6, arbitrary: atoms },
    fc.constantFrom("^", "$", "\\b", "\\B", "\\1", "\\2", "\\k<n>"),
    fc
      .tuple(fc.constantFrom("(", "(?:", "(?=", "(?!", "(?<n>"), tie("sequence"))
      .map(([open, inner]) => `${open}${inner})`),
    fc
      .tuple(
        fc.oneof(
          atoms,
          tie("sequence").map((inner) => `(${inner})`),
        ),
        fc.constantFrom("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,}?"),
      )
      .map(([inner, times]) => `${inner}${times}`),
  ),
  sequence: fc
    .array(tie("term"), { minLength: 0, maxLength: 3, depthIdentifier: "pattern" })
    .chain((terms) => fc.constantFrom(terms.join(""), terms.join("|"))),
})).sequence;
const texts = fc.string({ unit: fc.constantFrom("a", "b", "/", "1", "-", ":", ".", "\n", "A", " "), maxLength: 8 });
const flags = fc.constantFrom("", "g", "gi", "i", "gm", "s", "gu", "y");

it("finds what the language finds", { tags: ["long"] }, () => {
  let understood = 0;
  fc.assert(
    fc.property(pattern, flags, texts, (source, given, text) => {
      const read = readPattern(source, given);
      if (!read) return;
      const found = findAll(read, text);
      if (!found) return;
      understood += 1;
      const expression = new RegExp(source, given);
      const real = given.includes("g")
        ? [...text.matchAll(expression)]
        : [expression.exec(text)].filter((each) => each !== null);
      expect(found.map(({ start, end, groups }) => [start, text.slice(start, end), ...groups])).toEqual(
        real.map((each) => [each.index, ...each]),
      );
    }),
    { numRuns: runsOf(20_000, 1 / 10) },
  );
  expect(understood).toBeGreaterThan(runsOf(20_000, 1 / 10) / 4);
});

it("gives up an expression that takes too long", () => {
  const read = readPattern("(a+)+b", "");
  expect(read && findAll(read, "a".repeat(60))).toBeUndefined();
  const long = readPattern("\\w+", "g");
  expect(long && findAll(long, "a".repeat(5_000))).toBeUndefined();
});
