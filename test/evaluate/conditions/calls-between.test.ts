import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** Calls between a test of a member and its use. */

const sent = (call: string): readonly string[] =>
  requestsOf({
    "a.ts": `let method; export const change = () => { method = "PUT"; };
      export const run = (o, list, timer) => { if (o.method === "POST") { ${call}; return fetch("/a", { method: o.method }); } };`,
  });

describe("a condition on a member", () => {
  test.each([
    "clearTimeout(timer)",
    "isNaN(timer)",
    "structuredClone(list)",
    "new Map(list)",
    "Array.from(list)",
    "Object.assign({}, list)",
    "JSON.stringify(list, undefined, 2)",
  ])("still holds after a call that runs no code of the program: %s", (call) => {
    expect(sent(call)).toEqual(["POST /a"]);
  });

  test.each(["other(timer)", "Object.groupBy(list, change)", "Array.from(list, change)", "JSON.parse(list, change)"])(
    "may no longer hold after one that may run some: %s",
    (call) => {
      expect(sent(call)).toEqual(["? /a"]);
    },
  );
});
