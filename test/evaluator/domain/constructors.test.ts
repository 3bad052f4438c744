import ts from "typescript";
import { describe, expect, it } from "vitest";
import { nowhere } from "../../../src/evaluator/domain/activations";
import { alternatives, fieldOf, nativeValue, scalar, text, unknown } from "../../../src/evaluator/domain/constructors";
import type { Abstract, Content } from "../../../src/evaluator/domain/domain";
import { join, moveTo, named, promised, settling, unwrapped } from "../../../src/evaluator/domain/values";
import { emptyContent, setField } from "../../../src/evaluator/store/content";
import { contentLattice } from "../../../src/evaluator/store/content-lattice";

const place = nowhere(ts.createSourceFile("a.ts", "", ts.ScriptTarget.Latest));
const elsewhere = nowhere(ts.createSourceFile("b.ts", "", ts.ScriptTarget.Latest));

/** Objects have one shape if they have the same members in the same order. */
function shapeOf(object: object): readonly string[] {
  return Object.keys(object);
}

describe("objects of one kind have one shape", () => {
  const bare: readonly Abstract[] = [
    unknown("unknown", place),
    scalar(1, place),
    text("a", place),
    nativeValue({ label: "fetch" }, place),
    alternatives([scalar(1, place), scalar(2, place)], place),
  ];
  it.each(bare)("whatever becomes of a value: $kind", (value) => {
    for (const made of [
      moveTo(value, elsewhere),
      settling(value, [1]),
      named(value, "name"),
      unwrapped(promised(value)),
    ])
      expect(shapeOf(made)).toEqual(shapeOf(value));
    expect(shapeOf(moveTo(value, elsewhere).place)).toEqual(shapeOf(place));
  });

  it("whatever is said of an unknown value", () => {
    const told = unknown("unknown", place, { is: "string", truth: true, any: true, promise: true });
    expect(shapeOf(told)).toEqual(shapeOf(unknown("unknown", place)));
    expect(shapeOf(join(told, scalar(1, place)))).toEqual(shapeOf(join(scalar(2, place), scalar(1, place))));
  });

  it("whatever becomes of an object", () => {
    const field = fieldOf(scalar(1, place), place);
    const one = setField(emptyContent, "a", field);
    const other: Content = { ...one, open: true, rest: unknown("unknown", place) };
    const joined = contentLattice.join(one, other);
    for (const content of [one, other, joined]) expect(shapeOf(content)).toEqual(shapeOf(emptyContent));
    expect(shapeOf(joined.fields.get("a") ?? {})).toEqual(shapeOf(field));
  });
});
