import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const send = `const defaults = { method: "PUT" };
const send = async (path: string, options: any = defaults) => {
  const { method } = { ...defaults, ...options };
  return fetch("https://h" + path, { method });
};
`;

test.each([
  [`send("/a")`, "PUT https://h/a"],
  [`send("/a", { method: "POST" })`, "POST https://h/a"],
  [`send("/a", {})`, "PUT https://h/a"],
])("what is read of a copy of defaults changes none of them: %s", (call, sent) => {
  expect(requestsOf({ "a.ts": `${send}export const go = () => ${call};` })).toContain(sent);
});

test("objects in defaults are changed by what a copy is handed to", () => {
  const text = `declare function touch(value: unknown): void;
const defaults = { headers: { a: "1" } };
const send = (options: any = defaults) => { const { headers } = { ...defaults, ...options }; headers.b = "2"; return fetch("https://h/a", { headers: defaults.headers }); };
export const go = () => send();`;
  expect(requestsOf({ "a.ts": text }).join("\n")).toMatch(/\bb\b/u);
});
