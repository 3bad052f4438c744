import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const sentBy = (code: string): readonly string[] =>
  requestsOf({
    "a.ts": `import axios from "axios";
const api = axios.create({ baseURL: "https://h", headers: { "Content-Type": "application/json", "X-Key": "k" } });
export const run = (given: object, options: object, flag: boolean) => ${code};`,
  });

/** Without data axios sends the content type in Node, and in browsers it does not: nothing in the code says where it runs. */
test.each([
  ["a GET", 'api.get("/a")', "GET https://h/a [Content-Type?, X-Key]"],
  ["a POST without a body", 'api.post("/a")', "POST https://h/a [Content-Type?, X-Key]"],
  ["a DELETE with one", 'api.delete("/a", { data: { x: 1 } })', "DELETE https://h/a [Content-Type, X-Key] json {x}"],
  ["a POST with one", 'api.post("/a", { x: 1 })', "POST https://h/a [Content-Type, X-Key] json {x}"],
  ["a POST of null", 'api.post("/a", null)', "POST https://h/a [Content-Type, X-Key] json null"],
  [
    "a POST with what a caller gives",
    'api.post("/a", given)',
    "POST https://h/a [Content-Type, X-Key] unknown unknown",
  ],
  [
    "one that has a body perhaps",
    'api.post("/a", flag ? { x: 1 } : undefined)',
    "POST https://h/a [Content-Type?, X-Key] json {x} | undefined",
  ],
])("axios sends the content type of its options with data: %s", (_, code, expected) => {
  expect(sentBy(code)).toEqual([expected]);
});

test("options that are not known have no data, or some", () => {
  expect(sentBy('api.delete("/a", options)').join()).toContain("Content-Type?");
});
