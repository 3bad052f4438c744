import { expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

test.each([
  [`import { URL } from "url"; fetch(new URL("/a", "https://h"));`, "GET /a"],
  [`import { URL as Address } from "node:url"; fetch(new Address("/a", "https://h"));`, "GET /a"],
  [`import url from "node:url"; fetch(new url.URL("/a", "https://h"));`, "GET /a"],
  [`const { URLSearchParams: Query } = require("url"); fetch("https://h/a?" + new Query({ x: "1" }));`, "GET /a ?x=1"],
])("what modules of Node export of the platform is the platform's: %s", (text, expected) => {
  const [request] = requestsIn({ "a.ts": text });
  expect(request && renderRequest(request)).toMatch(new RegExp(`^${expected.replace("?", "\\?")}`, "u"));
});
