import { expect, test } from "vitest";
import { requestsOf } from "../harness/project-requests";

const put = `function put(path: string, options?: any) {
  const base = options?.base ?? "https://h";
  return fetch(base + path, { method: options?.more?.method ?? "PUT" });
}
`;

test.each([
  [`put("/a")`, "PUT https://h/a"],
  [`put("/a", undefined)`, "PUT https://h/a"],
  [`put("/a", null)`, "PUT https://h/a"],
  [`put("/a", { base: "https://o" })`, "PUT https://o/a"],
  [`put("/a", { more: { method: "POST" } })`, "POST https://h/a"],
])("an optional chain ends with nothing in %s", (call, sent) => {
  expect(requestsOf({ "a.ts": `${put}export const go = () => ${call};` })).toContain(sent);
});

test("a chain that ends on one way alone goes on on the other", () => {
  const text = `${put}export const go = (own: boolean) => put("/a", own ? { base: "https://o" } : undefined);`;
  expect(requestsOf({ "a.ts": text })).toContain("PUT {https://o | https://h}/a");
});
