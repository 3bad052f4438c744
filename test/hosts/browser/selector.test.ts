import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { completeSelector, selectorFor, selectPart } from "../../../src/hosts/browser/selector";
import { anyObject, anySelector, Chance } from "../../fields/projections";
import type { Json, JsonObject } from "../../service/json";

const mask = createRequire(__filename)("json-mask") as (object: JsonObject, selector: string) => Json | undefined;

const response = `{"data": {"etag": "e", "items": [{"id": "p1", "price": {"amount": 1, "currency": "EUR"}}, {"id": "p2", "name": "Chair"}]}}`;
const selectedText = (fields: string, text = response): string[] =>
  selectPart(fields, text).selected.map(({ start, end }) => text.slice(start, end));

/** Objects whose plain values are all different, so that a text shows which of them it holds. */
function numbered(value: Json, next: { count: number }): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => numbered(each, next));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, numbered(inner, next)]));
  next.count += 1;
  return `leaf${next.count}.`;
}

const leavesIn = (text: string): string[] => [...text.matchAll(/leaf\d+\./gu)].map(([leaf]) => leaf).sort();

describe("a selector", () => {
  it("lights up what is returned: values, and the keys of what encloses them", () => {
    expect(selectedText("items(id,price/amount)")).toEqual([
      '"items"',
      '"id": "p1"',
      '"price"',
      '"amount": 1',
      '"id": "p2"',
    ]);
    expect(selectedText("etag")).toEqual(['"etag": "e"']);
  });

  it("selects nothing of a response when the service refuses it, and says why", () => {
    for (const [fields, said] of [
      ["etag,", /Extra comma/u],
      ["itmes(id)", /no field `itmes`.*Did you mean `items`/u],
      ["items(idd)", /no field `idd`.*Correct the name/u],
      ["etag/x", /`etag` is a plain value/u],
      ["data/etag", /inside the `data` wrapper/u],
    ] as const) {
      const { selected, mistakes } = selectPart(fields, response);
      expect(selected).toEqual([]);
      expect(mistakes.map(({ message }) => message).join()).toMatch(said);
      expect(mistakes.every(({ message }) => !message.includes("{"))).toBe(true);
    }
  });

  it("selects the same values as json-mask", { tags: ["long"] }, () => {
    const chance = new Chance(5);
    for (let index = 0; index < 2000; index += 1) {
      const object = numbered(anyObject(chance), { count: 0 }) as JsonObject;
      const selector = anySelector(chance, true);
      const report = selectPart(selector, JSON.stringify(object));
      if (report.mistakes.length > 0) continue;
      const text = JSON.stringify(object);
      const shown = report.selected.map(({ start, end }) => text.slice(start, end)).join();
      expect([selector, leavesIn(shown)]).toEqual([selector, leavesIn(JSON.stringify(mask(object, selector) ?? {}))]);
    }
  });

  it("is made of clicked fields, and selects just these", () => {
    const at = (text: string): number => response.indexOf(text) + 1;
    expect(selectorFor(response, [at('"p1"')])).toBe("items/id");
    expect(selectorFor(response, [at('"p1"'), at('"Chair"'), at('"EUR"')])).toBe("items(id,name,price/currency)");
    expect(selectorFor(response, [at('"EUR"'), at('"price"')])).toBe("items/price");
    expect(selectorFor(response, [at('"etag"'), at('"etag"')])).toBe("");
    expect(selectorFor(response, [0])).toBe("");
  });

  it("is completed by what the response has", () => {
    expect(completeSelector("items(pr", 8, response)).toEqual({
      range: { start: 6, end: 8 },
      names: ["id", "price", "name"],
    });
  });

  it("says what keeps a response from being read", () => {
    expect(selectPart("a", '{"a": }').problem?.message).toMatch(/JSON value/u);
    expect(selectPart("a", "").problem?.message).toMatch(/paste a response/u);
    expect(selectorFor("{", [0])).toBe("");
  });
});
