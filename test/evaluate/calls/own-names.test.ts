import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

test("a function expression calls itself by its own name", () => {
  const text = `const load = () => fetch("/a"); export const other = function load(again) { if (again) load(false); };`;
  expect(requestsOf({ "a.ts": text })).toEqual(["GET /a"]);
});

test("a promise that nobody awaits is none of the text that it gives", () => {
  const text = `async function load() { return "x"; } fetch(\`/a/\${load()}\`);`;
  expect(requestsOf({ "a.ts": text })).not.toEqual(["GET /a/x"]);
});
