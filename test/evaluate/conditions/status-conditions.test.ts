import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

test("looking at what an answer is compared with sends nothing once more", () => {
  const text = `const r = await fetch("/a");
if (r.status === (await fetch("/b")).status) await fetch("/c");
`;
  expect(requestsOf({ "a.mjs": text })).toEqual(["GET /a", "GET /b", "GET /c"]);
});
