import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtinContract } from "../../../src/contract/builtin";
import type { Access, PermissionEntry } from "../../../src/contract/contract";
import { covers } from "../../../src/contract/permissions/grants";
import { findLeastSet, type Demand, type Need } from "../../../src/contract/permissions/least";

const { permissions } = builtinContract;

function entry(category: string, access: Access): PermissionEntry {
  return { scope: "s", category, access, method: "GET", path: "/x", tokens: [], additional: false };
}

const categories = ["A", "B", "C", "D", "E"];
const levels: readonly Access[] = ["read", "write", "admin"];
const map = categories.flatMap((category) => levels.map((level) => entry(category, level)));

function least(...uses: readonly (readonly PermissionEntry[])[]): string[] {
  return findLeastSet(
    map,
    uses.map((entries) => ({ entries })),
  ).map(({ category, access }) => `${category} ${access}`);
}

const [readA, writeA] = [entry("A", "read"), entry("A", "write")];
const [readB, writeB, readC] = [entry("B", "read"), entry("B", "write"), entry("C", "read")];

describe("the least set", () => {
  it("takes the highest level of a category that is needed, in the map's order", () => {
    expect(least([readB], [readA], [writeA], [readA])).toEqual(["a write", "b read"]);
    expect(least()).toEqual([]);
  });

  it("takes what is there already before anything new", () => {
    expect(least([readA, readB], [readB])).toEqual(["b read"]);
    expect(least([readB], [writeB, readA], [writeB])).toEqual(["b write"]);
  });

  it("takes fewer permissions, then lower levels, then the first of the map", () => {
    expect(least([readA, readB], [readB, readC], [readA, readC])).toHaveLength(2);
    expect(least([readA, readC], [readB, readC])).toEqual(["c read"]);
    expect(least([writeA, readB])).toEqual(["b read"]);
    expect(least([readB, readA])).toHaveLength(1);
  });

  it("knows the lowest level of several that are enough", () => {
    expect(least([writeA, readA])).toEqual(["a read"]);
  });

  it("names the uses that each permission serves, those that need its level first", () => {
    const [read, write]: Demand[] = [{ entries: [readA] }, { entries: [writeA] }];
    const [need] = findLeastSet(
      map,
      [read, write].filter((use) => use !== undefined),
    );
    expect(need?.uses).toEqual([write, read]);
  });
});

function isServed(use: Demand, needs: readonly Pick<Need, "scope" | "category" | "access">[]): boolean {
  return use.entries.some((each) =>
    needs.some((need) => need.category === each.category.toLowerCase() && covers(need.access, each.access)),
  );
}

const anyUse = fc.record({
  entries: fc.array(fc.constantFrom(...map), { minLength: 1, maxLength: 4 }),
});

/** The slow way: every set there is. */
function smallest(uses: readonly Demand[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (let code = 0; code < 4 ** categories.length; code += 1) {
    const set = categories.flatMap((category, index) => {
      const level = levels[(Math.floor(code / 4 ** index) % 4) - 1];
      return level === undefined ? [] : [{ scope: "s", category: category.toLowerCase(), access: level }];
    });
    if (set.length < best && uses.every((use) => isServed(use, set))) best = set.length;
  }
  return best;
}

describe("properties", () => {
  it("serves every use, with nothing that could be left out or lowered", () => {
    fc.assert(
      fc.property(fc.array(anyUse, { maxLength: 30 }), (uses) => {
        const needs = findLeastSet(map, uses);
        expect(uses.every((use) => isServed(use, needs))).toBe(true);
        for (const need of needs) {
          const others = needs.filter((each) => each !== need);
          const lower = levels[levels.indexOf(need.access) - 1];
          const lowered = lower === undefined ? others : [...others, { ...need, access: lower }];
          expect(uses.every((use) => isServed(use, lowered))).toBe(false);
        }
      }),
    );
  });

  it("is as small as the slow way finds", () => {
    fc.assert(
      fc.property(fc.array(anyUse, { maxLength: 8 }), (uses) => {
        expect(findLeastSet(map, uses)).toHaveLength(smallest(uses));
      }),
      { numRuns: 60 },
    );
  });

  it("takes the whole map at once", () => {
    const needs = findLeastSet(
      permissions,
      permissions.map((each) => ({ entries: [each] })),
    );
    expect(needs).toHaveLength(11);
    expect(needs.every(({ access }) => access === "write")).toBe(true);
  });
});
