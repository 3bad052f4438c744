import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowsPath } from "../../../rules/patch/helpers/allowed-paths";
import { matchesTemplate } from "../../../rules/patch/helpers/path-template";
import { provenanceOf } from "../../../rules/patch/helpers/provenance";
import { isSameValue } from "../../../rules/patch/helpers/same-value";
import type { ArrayValue, ResponseOrigin, StringValue, Value } from "../../../src/value/value";

const range = { start: 0, end: 0 };

/** A path with a hole for each `?`. */
function pathOf(text: string, identity?: number): StringValue {
  const hole: Value = {
    kind: "unknown",
    range,
    reason: "parameter",
    ...(identity === undefined ? {} : { origin: { trail: [], identity } }),
  };
  const parts = text.split(/(\?)/).filter((part) => part !== "");
  return {
    kind: "string",
    range,
    parts: parts.map((part) => (part === "?" ? { kind: "hole", value: hole } : { kind: "text", range, text: part })),
  };
}

const arrayOf = (sources: readonly Value[], elements: readonly Value[] = [], open = false): ArrayValue => ({
  kind: "array",
  range,
  elements: elements.map((value) => ({ value, presence: "always" })),
  open,
  sources,
});

const partOf = (request: number, ...path: string[]): Value => {
  const response: ResponseOrigin = { request, part: "body", path };
  return { kind: "unknown", range, reason: "answer", origin: { trail: [], response } };
};

const parameter: Value = {
  kind: "unknown",
  range,
  reason: "parameter",
  origin: { trail: ["tags"], parameter: { name: "tags" } },
};

describe("allowsPath", () => {
  test.each([
    ["labels", "labels", true],
    ["labels", "labels/deep", true],
    ["labels", "label", false],
    ["spec/ports", "spec/ports", true],
    ["spec/ports", "spec", false],
    ["spec/ports", "ports", false],
    ["rules(hosts,paths)", "rules/paths", true],
    ["rules(hosts,paths)", "rules/names", false],
    ["rules(hosts,paths)", "rules", false],
    ["*/tags", "any/tags", true],
    ["*/tags", "tags", false],
    ["a, b", "b", true],
    ["a(b(c),d/e)", "a/d/e", true],
    ["", "a", false],
  ])("%j allows %j: %s", (selector, path, allowed) => {
    expect(allowsPath([selector], path.split("/"))).toBe(allowed);
  });

  test("a path allows itself and what is inside", () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.array(name, { maxLength: 3 }), (path, below) => {
        expect(allowsPath(["other", path.join("/")], [...path, ...below])).toBe(true);
        expect(allowsPath([[...path, "x-y"].join("/")], path)).toBe(false);
      }),
    );
  });
});

describe("matchesTemplate", () => {
  test.each([
    ["/items/{id}", "/items/1", true],
    ["/items/{id}", "/items/?", true],
    ["/items/{id}", "/items/a-?", true],
    ["/items/{id}", "/items/?/", true],
    ["/items/{id}", "/?/1", false],
    ["/items/{id}", "/items", false],
    ["/items/{id}", "/items/", false],
    ["/items/{id}", "/items/1/parts", false],
    ["/items/{id}/parts", "/items/?/parts", true],
  ])("%s, %s: %s", (template, path, matches) => {
    expect(matchesTemplate(template, pathOf(path))).toBe(matches);
  });
});

describe("isSameValue", () => {
  const text = (value: string): StringValue => ({
    kind: "string",
    range,
    parts: [{ kind: "text", range, text: value }],
  });

  test("knows the same value by its identity, or by the answer that it is part of", () => {
    expect(isSameValue(partOf(1, "etag"), partOf(1, "etag"))).toBe(true);
    expect(isSameValue(partOf(1, "etag"), partOf(2, "etag"))).toBe(false);
    expect(isSameValue(partOf(1, "items", "*", "etag"), partOf(1, "items", "*", "etag"))).toBe(false);
    expect(isSameValue(parameter, parameter)).toBe(false);
    expect(isSameValue(text("a"), text("a"))).toBe(true);
    expect(isSameValue(pathOf("/items/?", 7), pathOf("/items/?", 7))).toBe(true);
    expect(isSameValue(pathOf("/items/?", 7), pathOf("/items/?", 8))).toBe(false);
    expect(isSameValue(pathOf("/items/?"), pathOf("/items/?"))).toBe(false);
    expect(isSameValue(pathOf("/items/?", 7), pathOf("/items/?/x", 7))).toBe(false);
  });
});

describe("provenanceOf", () => {
  const element = partOf(1, "items", "*");
  const fresh = arrayOf([], [{ kind: "null", range }]);

  test.each<[string, Value, boolean, readonly number[]]>([
    ["a literal", fresh, true, []],
    ["made of a literal", arrayOf([fresh]), true, []],
    ["made of the answer's array", arrayOf([partOf(3, "tags")]), false, [3]],
    ["through two steps", arrayOf([arrayOf([partOf(3, "tags")])]), false, [3]],
    ["of an element of the answer's array", arrayOf([], [element]), false, [1]],
    ["of a single value of the answer", arrayOf([], [partOf(1, "name")]), true, []],
    ["of a parameter", arrayOf([parameter]), false, []],
    ["of either", arrayOf([{ kind: "alternatives", range, options: [partOf(3, "tags"), fresh] }]), false, [3]],
    [
      "of an absent or a fresh one",
      arrayOf([{ kind: "alternatives", range, options: [{ kind: "undefined", range }, fresh] }]),
      true,
      [],
    ],
    ["open, of nothing that is known", arrayOf([], [], true), false, []],
    ["unknown", { kind: "unknown", range, reason: "call" }, false, []],
  ])("%s", (_, value, isFresh, reads) => {
    expect(provenanceOf(value)).toEqual({ fresh: isFresh, reads: new Set(reads) });
  });
});
