import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "./json";
import { mergePatch } from "./merge";

interface MergePatchLibrary {
  apply(target: Json, patch: Json): Json;
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- the library has no types and no ES module
const library = require("json-merge-patch") as MergePatchLibrary;

const key = fc.constantFrom("a", "b", "c", "d", "", "toString");
const { json } = fc.letrec<{ json: Json; object: JsonObject }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.array(tie("json"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(key, tie("json"), { maxKeys: 4, noNullPrototype: true }),
}));
const object = json.filter(isJsonObject);

describe("PATCH merge", () => {
  test("is JSON Merge Patch (RFC 7396), which the description's words amount to", { tags: ["long"] }, () => {
    let deleted = 0;
    fc.assert(
      fc.property(object, object, (resource, patch) => {
        deleted += Object.keys(resource).some((name) => patch[name] === null) ? 1 : 0;
        expect(mergePatch(resource, patch)).toEqual(library.apply(structuredClone(resource), structuredClone(patch)));
      }),
      { numRuns: 3000 },
    );
    expect(deleted).toBeGreaterThan(100);
  });

  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["adds", { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ["modifies", { a: 1 }, { a: 2 }, { a: 2 }],
    ["deletes", { a: 1, b: { c: 1 } }, { b: null }, { a: 1 }],
    ["clears without deleting", { a: "x" }, { a: "" }, { a: "" }],
    ["merges into a parent", { a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
    ["replaces arrays whole", { a: [1, 2, 3] }, { a: [4] }, { a: [4] }],
  ])("%s", (_, resource, patch, result) => {
    expect(mergePatch(resource, patch)).toEqual(result);
  });
});
