import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFields } from "../../src/fields/parse";
import { InvalidSelection, parseSelection } from "./selection";

/** Pieces of which selectors and their mistakes are made. */
const piece = fc.constantFrom("a", "b", "items", "*", ",", "/", "(", ")", " ", "a/b", "a(b)", "a*", "()", ",,");
const sound = fc.letrec<{ list: string; selector: string }>((tie) => ({
  selector: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("a", "id", "*", "a.b-c"),
    fc.tuple(fc.constantFrom("a", "*"), tie("selector")).map(([name, rest]) => `${name}/${rest}`),
    fc.tuple(fc.constantFrom("a", "items"), tie("list")).map(([name, list]) => `${name}(${list})`),
  ),
  list: fc.array(tie("selector"), { minLength: 1, maxLength: 3 }).map((selectors) => selectors.join(",")),
})).list;

function isRefused(text: string): boolean {
  try {
    parseSelection(text);
    return false;
  } catch (error) {
    if (error instanceof InvalidSelection) return true;
    throw error;
  }
}

test("the parser finds a mistake in exactly the selectors that the service refuses", { tags: ["long"] }, () => {
  let refused = 0;
  const property = fc.property(
    fc.oneof(
      sound,
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    ),
    (text) => {
      const isWrong = isRefused(text);
      refused += isWrong ? 1 : 0;
      expect(parseFields(text).mistakes.length > 0).toBe(isWrong);
    },
  );
  fc.assert(property, { numRuns: 10_000 });
  expect(refused).toBeGreaterThan(1000);
  expect(refused).toBeLessThan(9000);
});
