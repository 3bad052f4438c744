import { expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

const requestOf = (text: string): string =>
  requestsIn({ "a.ts": text }).map((each) => renderRequest(each).replace(" []", ""))[0] ?? "";

test.each([
  [
    "the host name of an address with an unknown path",
    `export const load = (id: string) => { const url = new URL("https://h.example:8080/a/" + id); return fetch("/b/" + url.hostname); };`,
    "GET /b/h.example",
  ],
  [
    "a slash at the border of a hole, for two",
    `export const load = (host: string, id: string) => { const url = "https://" + host + "/a/" + id; return fetch(url.substring(0, 8) + url.substring(8).replace("//", "/")); };`,
    "GET /a/{id}",
  ],
  [
    "an entry of a closed table, where it is there",
    `const hosts = { a: "/1/", b: "/1/" } as any; export const load = (key: string) => { const host = hosts[key]; if (!host) return; return fetch(host + "x"); };`,
    "GET /1/x",
  ],
  [
    "a path behind a base that may be empty, with runs of slashes taken together",
    `const base = load(); const join = (...all: string[]) => ["", ...all].join("/").replace(/\\/+$/g, "").replace(/\\/+/g, "/");
export const put = (id: string) => fetch(join(base, \`api//a/\${id}\`), { method: "PUT" });`,
    "PUT /api/a/{id}",
  ],
  [
    "two slashes or more, taken together behind what holds none",
    `export const load = (id: string) => fetch(\`/a//b/\${encodeURIComponent(id)}//c\`.replace(/\\/{2,}/g, "/"));`,
    "GET /a/b/{id}/c",
  ],
])("%s", (_, text, expected) => {
  expect(requestOf(text)).toBe(expected);
});

test("what takes the place of a word at a border may change the piece", () => {
  const text = `export const load = (host: string, id: string) => fetch("https://h/" + (host + "/a").replace("//", "-"));`;
  expect(requestOf(text)).not.toContain("/a");
});

test.each([
  ["more than slashes", "/[/.]+/g", "/"],
  ["a run that becomes something else", "/\\/+/g", "-"],
  ["the first run alone", "/\\/+/", "/"],
])("a path of which %s is replaced is not told as it was", (_, expression, by) => {
  const text = `export const load = (id: string) => fetch("https://h" + \`/a//b/\${id}\`.replace(${expression}, "${by}"));`;
  expect(requestOf(text)).not.toContain("/a//b");
});
