import ts from "typescript";
import { expect, it } from "vitest";
import { fieldOf, scalar, unknown } from "../../../src/evaluator/domain/constructors";
import { nowhere } from "../../../src/evaluator/domain/activations";
import { hide } from "../../../src/evaluator/interference/hidden-members";
import { TimelessValues } from "../../../src/evaluator/interference/timeless-values";
import { emptyContent, setField } from "../../../src/evaluator/store/content";

const place = nowhere(ts.createSourceFile("a.ts", "", ts.ScriptTarget.Latest));
const content = setField(emptyContent, "api", fieldOf(unknown("handed in", place), place));

it("keeps an object as it is where code calls methods on a member at another time that change nothing known", () => {
  const called = new TimelessValues();
  called.addMethod("get");
  expect(hide(content, [["api", called]], place)).toBe(content);
});

it("adds what code assigns to a member at another time", () => {
  const assigned = new TimelessValues();
  assigned.add(scalar(1, place));
  expect(hide(content, [["api", assigned]], place).fields.get("api")).toMatchObject({ presence: "maybe" });
});
