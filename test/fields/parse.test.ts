import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFields } from "../../src/fields/parse";
import { printFields } from "./print";
import type { Selector } from "../../src/fields/selection";
import { tokenise, type FieldsText } from "../../src/fields/tokens";
import { isSound } from "./recogniser";
import { slippedTexts, soundTexts } from "./texts";
import { runsOf } from "../harness/runs";

/** Texts of the language's own characters: most are nearly sound. */
const nearlySound = fc
  .array(fc.constantFrom("a", "b", "items", "*", ",", "/", "(", ")", " ", "\n", "$x", "a.b"), { maxLength: 14 })
  .map((pieces) => pieces.join(""));

const anyText = fc.oneof(
  nearlySound,
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
);

const names = ["a", "b", "nextPageToken", "*", "hbase.zookeeper.quorum", "$type", "x-1", "名", "😀"];
const sound = soundTexts(...names);

describe("the parser", () => {
  test("accepts exactly what a naive recogniser accepts", { tags: ["long"] }, () => {
    fc.assert(
      fc.property(fc.oneof(nearlySound, sound, slippedTexts(...names)), (text) => {
        expect(parseFields(text).mistakes.length === 0).toBe(isSound(text));
      }),
      { numRuns: runsOf(1000) },
    );
  });

  test("takes any text, and its ranges lie in it in order", () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(60)), (text, positions) => {
        const source = withHoles(text, positions);
        const { mistakes, selectors } = parseFields(source);
        let last = 0;
        for (const { range } of mistakes) {
          expect(range.start >= last && range.end >= range.start && range.end <= text.length).toBe(true);
          last = range.start;
        }
        for (const each of segmentsOf(selectors)) expect(text.slice(each.range.start, each.range.end)).toBe(each.name);
      }),
      { numRuns: runsOf(600) },
    );
  });

  test("splits a text into tokens that tile it, but for white space", () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(60)), (text, positions) => {
        let end = 0;
        for (const { range } of tokenise(withHoles(text, positions))) {
          expect(text.slice(end, range.start).trim()).toBe("");
          expect(range.end).toBeGreaterThan(range.start);
          end = range.end;
        }
        expect(text.slice(end).trim()).toBe("");
      }),
    );
  });

  test("reads what the printer writes as the same selectors", () => {
    fc.assert(
      fc.property(sound, (text) => {
        const { selectors, mistakes } = parseFields(text);
        expect(mistakes).toEqual([]);
        expect(printFields(selectors)).toBe(text);
      }),
      { numRuns: runsOf(300) },
    );
  });

  test("does not mind white space round names", () => {
    const space = fc.constantFrom("", " ", "\n   ", "\t");
    fc.assert(
      fc.property(sound, fc.infiniteStream(space), (text, spaces) => {
        const spaced = text.replace(
          /[,/()]|[^,/()]+/gu,
          (piece) => `${String(spaces.next().value)}${piece}${String(spaces.next().value)}`,
        );
        const { selectors, mistakes } = parseFields(spaced);
        expect(mistakes).toEqual([]);
        expect(printFields(selectors)).toBe(text);
      }),
    );
  });

  test("does work in proportion to the text", () => {
    for (const piece of [
      "a(",
      "a)",
      "a,",
      ",",
      "(",
      ")",
      "/",
      "a(b)c",
      "a(b)(c)d(",
      "*a*",
      "a b ",
      "   ",
      "%2C",
      "{[",
      "a()",
    ]) {
      const [small = 0, large = 0] = [1000, 10_000].map((times) => parseFields(piece.repeat(times)).work);
      expect(large / Math.max(small, 1)).toBeLessThan(11);
      expect(large).toBeLessThan(10_000 * piece.length * 4 + 10);
    }
  });

  test("reads a hundred thousand nested groups", { tags: ["long"] }, () => {
    const depth = 100_000;
    const text = "a(".repeat(depth) + "b" + ")".repeat(depth);
    expect(printFields(parseFields(text).selectors)).toBe(text);
  });
});

describe("a mistake in a text with holes", () => {
  const piece = fc.constantFrom("a", "*", ",", "/", "(", ")");
  const around = fc.tuple(fc.array(piece, { maxLength: 4 }), fc.array(piece, { maxLength: 4 }));
  const upTo = (times: number, text: string): string[] =>
    Array.from({ length: times + 1 }, (_, count) => text.repeat(count));

  /** What one hole may hold, so chosen that one of them fixes whatever can be fixed: it ends a selector, closes groups, opens others, begins a selector. */
  const fillings = ["", "a", "/a", ",a", "(a)"].flatMap((left) =>
    upTo(4, ")").flatMap((closing) =>
      ["", ",a"].flatMap((between) =>
        upTo(4, "(a").flatMap((opening) =>
          ["", ",", "/", "("].map((right) => left + closing + between + opening + right),
        ),
      ),
    ),
  );

  test("is one whatever a hole holds, and only then", { tags: ["long"] }, () => {
    fc.assert(
      fc.property(around, ([left, right]) => {
        const certain = parseFields(ofPieces([...left, "HOLE", ...right])).mistakes.length > 0;
        const fixed = fillings.map((filling) => left.join("") + filling + right.join("")).find(isSound);
        expect({ left, right, certain }).toEqual({ left, right, certain: fixed === undefined });
      }),
      { numRuns: runsOf(400, 1 / 4) },
    );
  });

  test("is one whatever several holes hold", { tags: ["long"] }, () => {
    const hole = fc.constantFrom("", "a", ",", "a,", ",a", "/a", "a(a", "a),a", ")", "),a(a", "(a", "a/");
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.option(hole)), { minLength: 1, maxLength: 8 }), (parts) => {
        const text = parts.map(([each, filling]) => each + (filling ?? "")).join("");
        fc.pre(isSound(text));
        expect(
          parseFields(ofPieces(parts.flatMap(([each, filling]) => (filling === null ? [each] : [each, "HOLE"]))))
            .mistakes,
        ).toEqual([]);
      }),
      { numRuns: runsOf(200) },
    );
  });
});

describe("the selectors of a text with holes", () => {
  test.each([
    ["a,b${}", "a"],
    ["a,${}", "a"],
    ["a/${}", "a"],
    ["a(b,${})", "a(b)"],
    ["${},a/b", "a/b"],
    ["${}),a", "a"],
    ["x(${},a)", "x()"],
    ["${}a,b(c)", "b(c)"],
    ["a,${},b,${},c", "a,c"],
  ])("%s gives %s", (marked, printed) => {
    const fields = parseFields(ofPieces(marked.split(/(\$\{\})/u).map((piece) => (piece === "${}" ? "HOLE" : piece))));
    expect(fields.mistakes).toEqual([]);
    expect(fields.open).toBe(true);
    expect(printFields(fields.selectors)).toBe(printed);
  });
});

describe("each kind of mistake", () => {
  test.each([
    ["", "emptyValue", ""],
    ["  ", "emptyValue", "  "],
    ["a,,b", "emptySelector", ","],
    ["a(b,)", "emptySelector", ","],
    [",a", "emptySelector", ","],
    ["a()", "emptyGroup", "()"],
    ["a( )", "emptyGroup", "( )"],
    ["a(b", "unclosedGroup", "("],
    ["a)", "strayParenthesis", ")"],
    ["a),b", "strayParenthesis", ")"],
    ["(a)", "groupWithoutField", "("],
    ["/a", "straySlash", "/"],
    ["a/", "straySlash", "/"],
    ["a//b", "straySlash", "/"],
    ["a/(b)", "straySlash", "/"],
    ["a/,b", "straySlash", "/"],
    ["a(b)c", "textAfterGroup", "c"],
    ["a(b)/c(d),e", "textAfterGroup", "/c(d)"],
    ["a(b)(c)", "textAfterGroup", "(c)"],
    ["x(a(b)c)", "textAfterGroup", "c"],
    ["x(a(b)/c(d)),e", "textAfterGroup", "/c(d)"],
    ["a*", "mixedWildcard", "a*"],
    ["**", "mixedWildcard", "**"],
    ["*all,b", "mixedWildcard", "*all"],
    ["children{id,name}", "otherBrackets", "{"],
    ["items[0]/id", "otherBrackets", "["],
    ["a%2Cb%28c%29", "encodedTwice", "%2C"],
    ["a%2Cb,c%2Cd", "encodedTwice", "%2C"],
  ])("%j: %s at %j", (text, kind, shown) => {
    const found = parseFields(text).mistakes.map((mistake) => [
      mistake.kind,
      text.slice(mistake.range.start, mistake.range.end),
    ]);
    expect(found).toEqual([[kind, shown]]);
  });

  test.each([
    "*",
    "*/*",
    "files(*)",
    "items/*/x",
    "items/*/instances/name",
    "a/b(c/d)",
    "items/properties/hbase.zookeeper.quorum",
    "$type,a(b,$id)",
    "users(customSchemas/Accounts/github(value))",
    "a, b(\n  c,\n  d )\n   ",
    "etag,items/id(x),items/snippet(y)",
    "+properties",
  ])("%j has none", (text) => {
    expect(parseFields(text).mistakes).toEqual([]);
  });
});

test("what is written after a group ends before a hole, which may hold the missing comma", () => {
  const { mistakes } = parseFields(ofPieces(["a(b)cd", "HOLE", "e,f"]));
  expect(mistakes.map(({ kind, range }) => [kind, range])).toEqual([["textAfterGroup", { start: 4, end: 6 }]]);
});

function ofPieces(pieces: readonly string[]): FieldsText {
  const holes: number[] = [];
  let text = "";
  for (const piece of pieces) {
    if (piece === "HOLE") holes.push(text.length);
    text += piece === "HOLE" ? "\uFFFC" : piece;
  }
  return { text, holes };
}

function withHoles(text: string, positions: readonly number[]): FieldsText {
  const holes = [...new Set(positions)].filter((at) => at < text.length).sort((a, b) => a - b);
  return { text, holes };
}

function segmentsOf(selectors: readonly Selector[]): { name: string; range: { start: number; end: number } }[] {
  return selectors.flatMap(({ path, group }) => [...path, ...segmentsOf(group?.selectors ?? [])]);
}
