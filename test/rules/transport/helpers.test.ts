import { describe, expect, test } from "vitest";
import { asksForGzip } from "../../../rules/transport/helpers/encodings";
import { quoteLike } from "../../../rules/transport/helpers/text";
import type { Value } from "../../../src/value/value";

describe("asksForGzip", () => {
  test.each([
    ["gzip", true],
    ["GZIP", true],
    ["deflate, gzip;q=0.1", true],
    ["*", true],
    ["*;q=0.5, br", true],
    ["gzip;q=0", false],
    ["gzip; q = 0.000, *", false],
    ["gzip;q=0.001", true],
    ["identity", false],
    ["br, deflate", false],
    ["", false],
    ["notgzip", false],
  ])("%s: %s", (value, asked) => {
    expect(asksForGzip(value)).toBe(asked);
  });
});

describe("quoteLike", () => {
  const source = `const a = 'one', b = two, c = "x" + y;`;
  const at = (piece: string): Value => {
    const start = source.indexOf(piece);
    return { kind: "string", range: { start, end: start + piece.length }, parts: [] };
  };

  test("keeps the quotes of a literal, and edits nothing else", () => {
    expect(quoteLike(at("'one'"), source, "1")).toEqual({ range: { start: 11, end: 14 }, text: "1" });
    expect(quoteLike(at("two"), source, "1")).toBeUndefined();
    expect(quoteLike(at(`"x" + y`), source, "1")).toBeUndefined();
    expect(quoteLike({ ...at("'one'"), elsewhere: true }, source, "1")).toBeUndefined();
  });
});
