import { describe, expect, test } from "vitest";
import { requestsOf } from "../harness/project-requests";

const pages = `class Pages { constructor(private max: number) {} *[Symbol.iterator]() { for (let i = 1; i <= this.max; i++) yield "/" + i; } }`;
const rowsOf = (text: string): string => requestsOf({ "a.ts": `${pages} ${text}` }).join();

describe("what an object of the program gives that is gone through", () => {
  test.each([
    ["the first", `const [first] = new Pages(3); fetch("https://h/a" + first);`],
    ["the rest", `const [, ...rest] = new Pages(3); fetch("https://h/a/" + rest.length);`],
    [
      "the rest of it, in a loop",
      `for (const max of [1, 2]) { const [, ...rest] = new Pages(max); fetch("https://h/a/" + rest[0]); }`,
    ],
    [
      "by a literal's method",
      `const all = { *[Symbol.iterator]() { yield "/1"; } }; try { const [first] = all as any; await fetch("https://h/a" + first); } catch {}`,
    ],
  ])("is not taken for its members: %s", (_, text) => {
    expect(rowsOf(text)).toContain("GET https://h/a");
    expect(rowsOf(text)).not.toMatch(/undefined|a\/0/u);
  });

  test("is told of a list", () => {
    expect(rowsOf(`const [first, ...rest] = ["/1", "/2"]; fetch("https://h" + first + rest[0]);`)).toBe(
      "GET https://h/1/2",
    );
  });
});
