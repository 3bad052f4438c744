import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src/rule/edits";
import type { Edit } from "../../src/rule/finding";

const edit = (start: number, end: number, text: string): Edit => ({ range: { start, end }, text });

describe("applying edits", () => {
  test.each<[string, Edit[][], string, number[]]>([
    ["in any order", [[edit(4, 5, "E")], [edit(0, 1, "A")]], "AbcdEf", [0, 1]],
    ["whole groups", [[edit(0, 1, ""), edit(5, 6, "")]], "bcde", [0]],
    ["that touch", [[edit(0, 2, "x")], [edit(2, 4, "y")]], "xyef", [0, 1]],
    ["the first of two that overlap", [[edit(1, 4, "-")], [edit(3, 5, "+")]], "a-ef", [0]],
    ["no part of a group that overlaps", [[edit(1, 2, "B")], [edit(0, 1, "A"), edit(1, 3, "?")]], "aBcdef", [0]],
    ["one of two insertions at one place", [[edit(3, 3, "1")], [edit(3, 3, "2")]], "abc1def", [0]],
    ["an insertion beside a replacement", [[edit(3, 4, "D")], [edit(3, 3, "+")]], "abc+Def", [0, 1]],
    ["no insertion inside a replacement", [[edit(1, 5, "-")], [edit(3, 3, "+")]], "a-f", [0]],
    ["no group that overlaps itself", [[edit(0, 2, "x"), edit(1, 3, "y")], [edit(0, 1, "A")]], "Abcdef", [1]],
    ["nothing", [[], []], "abcdef", []],
  ])("applies %s", (_, groups, text, applied) => {
    expect(applyEdits("abcdef", groups)).toEqual({ text, applied });
  });
});
