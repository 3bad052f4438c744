import { describe, expect, it } from "vitest";
import { evaluateText, type Draft } from "../../harness/evaluating";

/** @returns the sent text, and the first character of the source of each of its units. */
function sentText(text: string): readonly [string, string] {
  const [value] = (evaluateText(text).sent[0]?.draft as Draft).arguments;
  if (value?.kind !== "string") throw new Error("no string");
  const pieces = value.parts.flatMap((part) => {
    if (part.kind === "hole" || part.elsewhere) throw new Error("not written here");
    const offsetOf = (index: number): number => part.offsets?.[index] ?? part.range.start + index;
    return Array.from(part.text, (unit, index) => ({ unit, at: text.charAt(offsetOf(index)) }));
  });
  return [pieces.map((piece) => piece.unit).join(""), pieces.map((piece) => piece.at).join("")];
}

describe("encoding a known string", () => {
  it("keeps the place of every unit", () => {
    expect(sentText('send(encodeURIComponent("a,b(c)é"))')).toEqual(["a%2Cb(c)%C3%A9", "a,,,b(c)éééééé"]);
  });
  it("keeps it through escapes and around other text", () => {
    const [text, units] = sentText('send(`/x?q=${encodeURI("a\\u0020b")}`)');
    expect(text).toBe("/x?q=a%20b");
    expect(units.slice(5)).toBe("a\\\\\\b");
  });
  it("keeps pieces apart and characters beyond the basic plane together", () => {
    expect(sentText('const end = " z"; send(encodeURIComponent("é" + end))')).toEqual(["%C3%A9%20z", "éééééé   z"]);
    expect(sentText('send(encodeURIComponent("😀"))')[0]).toBe("%F0%9F%98%80");
  });
});
