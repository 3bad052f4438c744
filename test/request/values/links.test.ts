import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const sent = (code: string): string | undefined =>
  requestsOf({ "a.ts": `export async function go(id: string) { ${code} }` }).at(-1);

test.each([
  [
    "with a condition in front",
    "let url: any = `/items/${id}?page=1`; while (url) { const page: any = await (await fetch(url)).json(); url = page.next; }",
  ],
  [
    "with a condition behind",
    "let url: any = `/items/${id}?page=1`; do { const page: any = await (await fetch(url)).json(); url = page.links.next; } while (url);",
  ],
  [
    "behind a host",
    'let url = `/items/${id}?page=1`; for (;;) { const page: any = await (await fetch(url)).json(); if (!page.next) break; url = "https://h.test" + page.next; }',
  ],
  [
    "in a header field",
    'let url: any = `/items/${id}?page=1`; while (url) { const answer = await fetch(url); url = answer.headers.get("link"); }',
  ],
  [
    "of a redirect",
    'let url = `/items/${id}?page=1`; for (let n = 0; n < 5; n++) { const answer = await fetch(url, { redirect: "manual" }); const to = answer.headers.get("location"); if (!to) return answer; url = new URL(to, url).toString(); }',
  ],
])("a loop that follows the links of answers sends its first request: %s", (_, code) => {
  expect(sent(code)).toBe("GET /items/{id} ?page");
});

test("what an answer gives alone is not known", () => {
  expect(sent('const first: any = await (await fetch("/first")).json(); await fetch(first.next);')).toBe("GET ?");
});

test("an answer in a query is no link", () => {
  const code =
    "let cursor: any = null; do { const page: any = await (await fetch(`/items?cursor=${cursor}`)).json(); cursor = page.next; } while (cursor);";
  expect(sent(code)).toBe("GET /items ?cursor");
});

test("what else a loop computes stays one of several addresses", () => {
  expect(sent('let url = "/a"; for (let n = 0; n < 3; n++) { await fetch(url); url = other(url); }')).toBe("GET ?");
});

test("a loop that copies its options in one of two ways keeps them", () => {
  const text = `import axios from "axios";
export async function send(given: any) {
  let url = given.url;
  let options: any = { ...given };
  for (let n = 0; n < 5; n++) {
    const target = await resolve(url);
    options = { ...options, url, ...(target.safe ? { httpsAgent: one(target) } : { httpAgent: one(target) }) };
    const answer = await axios(options);
    if (answer.status < 300) return answer;
    url = new URL(answer.headers.location, url).toString();
    if (answer.status === 303) { options.method = "GET"; delete options.data; }
  }
}
export const go = () => send({ url: "/a", method: "POST" });`;
  expect(requestsOf({ "a.ts": text }).at(-1)).toBe("POST | GET /a");
});

test("a loop that sets parameters of an address leaves its path", () => {
  const code =
    "let url = `https://h.test/items/${id}/parts`; for (const [key, value] of extra) { const next = new URL(url); next.searchParams.set(key, value); url = next.href; } await fetch(url);";
  expect(sent(code)).toBe("GET https://h.test/items/{id}/parts ?+");
});
