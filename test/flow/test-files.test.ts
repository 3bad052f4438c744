import { describe, expect, test } from "vitest";
import { listSites } from "./listed-sites";
import { requestsOf } from "../harness/project-requests";

/** Functions that call one another, `calls` of them before the one that sends. */
function chain(calls: number): string {
  const functions = ["export const f0 = (id: string) => fetch('https://h/' + id);"];
  for (let index = 1; index <= calls; index += 1)
    functions.push(`export const f${index} = (id: string) => f${index - 1}(id);`);
  return functions.join("\n");
}

/** @returns what a file sends that imports the outermost one. */
function sentBy(text: string, calls: number): readonly string[] {
  return requestsOf({ "a.ts": `import { f${calls} } from "./api";\n${text}`, "api.ts": chain(calls) });
}

describe("what a test hands to the application", () => {
  test.each([
    ["by a global function", (call: string) => `describe("a", () => { it("b", () => { ${call} }); });`],
    ["by a member of one", (call: string) => `test.each([1])("b", () => { ${call} });`],
    ["by a runner's function", (call: string) => `import { test as t } from "node:test";\nt("b", () => { ${call} });`],
  ])("is told as far as three calls of it: %s", (_, program) => {
    expect(sentBy(program("f2('7');"), 2)).toEqual(["GET https://h/7"]);
    expect(sentBy(program("f3('7');"), 3)).toEqual([]);
  });

  test("is no other code's", () => {
    expect(sentBy(`f2("7");`, 2)).toEqual(["GET https://h/7"]);
    expect(sentBy(`const it = (run: () => void) => run(); it(() => { f3("7"); });`, 3)).toEqual(["GET https://h/7"]);
  });

  test("does not decide what is told of other code that comes to the same calls, nor that of it", () => {
    const api = `${chain(3)}
export const make = (base: string) => ({ save: (id: string) => f3(base) });
export const api = make("7");`;
    const [spec, code] = [`it("a", () => { api.save("1"); });`, `api.save("1");`].map(
      (call) => `import { api } from "./api";\n${call}`,
    );
    const orders = [
      { "a.test.ts": spec, "b.ts": code },
      { "b.ts": code, "a.test.ts": spec },
    ] as Record<string, string>[];
    for (const files of orders) {
      const sites = listSites({ ...files, "api.ts": api });
      expect(sites.get("a.test.ts")).toEqual([]);
      expect(sites.get("b.ts")).toEqual([{ line: 2, method: "GET", url: "https://h/7" }]);
    }
  });
});
