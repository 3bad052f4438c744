import fc from "fast-check";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const chosen = (condition: string): readonly string[] =>
  requestsOf({ "a.ts": `export function f(x: any, o: any) { fetch(${condition} ? "/one" : "/two"); }` });

describe("comparisons", () => {
  it.each([
    ['({ a: x }) === ""', "GET /two"],
    ['[x] !== "a"', "GET /one"],
    ['(() => x) === "a"', "GET /two"],
    ['`/a/${x}` === ""', "GET /two"],
    ['`/a/${x}` != "/b/c"', "GET /one"],
    ['`${x}/a` == "/b"', "GET /two"],
    ["`/a/${x}` === '/'", "GET /two"],
  ])("that can be decided: %s", (condition, request) => {
    expect(chosen(condition)).toEqual([request]);
  });

  it.each([
    '({ a: x }) == ""',
    '[x] == "a"',
    '`/a/${x}` === "/a/b"',
    '`/a/${x}` === "/a/"',
    '`${x}/a` === "b/a"',
    '`${x}` === ""',
    "`/a/${x}` === o",
    "({ a: x }) === o",
  ])("that cannot: %s", (condition) => {
    expect(chosen(condition)).toEqual(["GET /one | /two"]);
  });

  it("of texts allow for what a run finds", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 3 });
    const operator = fc.constantFrom("===", "!==", "==", "!=");
    fc.assert(
      fc.property(piece, piece, piece, piece, operator, (before, hole, behind, text, by) => {
        const condition = `\`${before}\${x}${behind}\` ${by} ${JSON.stringify(text)}`;
        const real = runInNewContext(condition, { x: hole }) === true ? "/one" : "/two";
        expect(chosen(condition).join(), condition).toContain(real);
      }),
    );
  });
});
