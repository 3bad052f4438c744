import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** Options with a default, of which a wrapper fills in something on some ways: they are what was given, or the default, and never both. */
describe("options that a wrapper fills in", () => {
  const send = (changes: string): string =>
    `const send = (path: string, own: any = {}) => { ${changes} return fetch(path, own); };`;

  it.each([
    ["those that are given", `send("/a", { method: "PUT" });`, "PUT /a"],
    [
      "those of which something is not known",
      `export const f = (m: any) => send("/a", { method: "PUT", mode: m });`,
      "PUT /a",
    ],
    ["the default", `send("/a");`, "GET /a"],
  ])("%s", (_, call, expected) => {
    const text = `${send(`if (!own.mode) { own.mode = "cors"; } if (!own.cache) own.cache = "no-store";`)} ${call}`;
    expect(requestsOf({ "a.ts": text }).slice(1)).toEqual([expected]);
  });

  it.each([
    ["the default", `other.method = "PUT";`, "POST | PUT /a"],
    ["what was given", `given.method = "PUT";`, "GET | PUT /a"],
  ])("a change of %s by its other name", (_, change, expected) => {
    const text = `export function f(given: any, mode: any) {
  const other: any = {};
  const own = mode ? given : other;
  if (mode) { own.cache = "no-store"; }
  ${change}
  return fetch("/a", own);
}
export const g = (mode: any) => f({ method: "POST" }, mode);`;
    expect(requestsOf({ "a.ts": text }).slice(1)).toEqual([expected]);
  });
});
