import { describe, expect, it } from "vitest";
import { ImportOrder } from "../../../src/evaluator/reach/import-order";

describe("the order of imports", () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    main: ["a", "c"],
    a: ["b"],
    b: ["a", "low"],
    c: ["low"],
    low: [],
    apart: ["main"],
  };
  const order = (): ImportOrder => new ImportOrder((name) => imports[name] ?? []);

  it("tells which files lead to which, whatever was asked before", () => {
    const reaches = (from: string): ReadonlySet<string> => {
      const seen = new Set([from]);
      for (const name of seen) for (const each of imports[name] ?? []) seen.add(each);
      return seen;
    };
    const names = Object.keys(imports);
    for (const first of names) {
      const asked = order();
      asked.leadsTo(first, "low");
      for (const from of names)
        for (const to of names) expect([from, to, asked.leadsTo(from, to)]).toEqual([from, to, reaches(from).has(to)]);
    }
  });

  it("tells circles in the same order from each of their files", () => {
    expect(["a", "b", "c"].map((name) => order().circleOf(name))).toEqual([["a", "b"], ["a", "b"], ["c"]]);
  });
});
