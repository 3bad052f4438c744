import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { checkFields } from "../../src/fields/check";
import { parseFields } from "../../src/fields/parse";
import { InvalidSelection, parseSelection, project } from "../service/selection";
import { isJsonObject, type Json, type JsonObject } from "../service/json";
import { anyObject, anySelector, Chance, isCovered, projectBy, prune, shapeOf } from "./projections";
import { runsOf, seed } from "../harness/runs";

const mask = createRequire(__filename)("json-mask") as (object: JsonObject, selector: string) => Json | undefined;
const pairs = runsOf(10_000, 1 / 5);

/** What the reference service leaves of an object; `refused` for what it answers 400 to. */
function answered(object: JsonObject, selector: string): Json | undefined {
  try {
    return prune(project(object, parseSelection(selector), new Set()));
  } catch (error) {
    if (error instanceof InvalidSelection) return "refused";
    throw error;
  }
}

describe(`${pairs} objects and selectors`, () => {
  it("are projected as json-mask does, where no field is named twice", { timeout: 120_000, tags: ["long"] }, () => {
    const chance = new Chance(3 * seed + 1);
    for (let index = 0; index < pairs; index += 1) {
      const object = anyObject(chance);
      const selector = anySelector(chance, true);
      const expected: unknown = mask(object, selector);
      expect([selector, prune(projectBy(selector, object))]).toEqual([selector, prune(expected as Json | undefined)]);
    }
  });

  it(
    "are projected as the reference service does, and refused where that refuses them",
    { timeout: 120_000, tags: ["long"] },
    () => {
      const chance = new Chance(3 * seed + 2);
      let refused = 0;
      for (let index = 0; index < pairs; index += 1) {
        const object = anyObject(chance);
        const selector = anySelector(chance, false);
        const expected = answered(object, selector);
        const misfits = checkFields(parseFields(selector).selectors, shapeOf(object));
        // A wildcard may also stand for the elements of an array, and is no mistake for the service where there is no child object.
        const isExact = !selector.includes("*") && !isCovered(selector);
        if (isExact) expect([selector, misfits.length > 0]).toEqual([selector, expected === "refused"]);
        if (expected === "refused") refused += 1;
        else expect([selector, prune(projectBy(selector, object))]).toEqual([selector, expected]);
      }
      expect(refused).toBeGreaterThan(pairs / 10);
      expect(refused).toBeLessThan((pairs * 9) / 10);
    },
  );

  it("have exactly those paths as unknown that select nothing", { timeout: 120_000, tags: ["long"] }, () => {
    const chance = new Chance(3 * seed + 3);
    for (let index = 0; index < pairs; index += 1) {
      const object = anyObject(chance);
      const path = anySelector(chance, true).split(/[,()]/u)[0] ?? "a";
      if (/[*/]$/u.test(path)) continue;
      const misfits = checkFields(parseFields(path).selectors, shapeOf(object));
      const selected: unknown = mask(object, path);
      const nothing = prune(isJsonObject(selected) ? selected : undefined) === undefined;
      if (misfits.length > 0) expect([path, object, nothing]).toEqual([path, object, true]);
      else if (!path.includes("*")) expect([path, object, nothing]).toEqual([path, object, false]);
    }
  });
});
