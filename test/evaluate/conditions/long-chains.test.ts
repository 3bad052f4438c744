import { describe, expect, it } from "vitest";
import { evaluateText } from "../../harness/evaluating";
import { requestsOf } from "../../harness/project-requests";

const api = `const api = { get: (path: string) => fetch("/api" + path) };
export const one = () => api.get("/one");
`;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe("values that take many rounds to settle", () => {
  /** In each round of a loop one more of the variables holds something that it did not hold before. */
  const shifted = (count: number): string => `${api}
export function shift(list: string[]) {
  ${upTo(count)
    .map((index) => `let v${index} = "a";`)
    .join("\n")}
  for (const each of list) {
    ${upTo(count - 1)
      .reverse()
      .map((index) => `v${index + 1} = v${index};`)
      .join("\n")}
    v0 = each;
  }
  return api.get("/" + v${count - 1});
}`;

  it.each([4, 8, 40, 200])("leave what else the file sends known: %d variables of a loop", (count) => {
    expect(requestsOf({ "a.ts": shifted(count) })).toEqual(["GET /api{path} ?+", "GET /api/one", "GET /api/{}"]);
  });

  it("make a file incomplete where so many functions depend on each other that all is taken to be written", () => {
    const text = `const api = { get: (path) => send(path) };
export const one = () => api.get("/one");
let v0 = "a";
${upTo(40)
  .map((index) => `let v${index + 1} = "a"; export const g${index} = () => v${index + 1};`)
  .join("\n")}
${upTo(40)
  .reverse()
  .map((index) => `export function f${index}() { later(() => { v${index + 1} = v${index}; }); }`)
  .join("\n")}
export function first(value) { v0 = "b"; }`;
    expect(evaluateText(text).complete).toBe(false);
  });
});
