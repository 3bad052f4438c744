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
])("%s", (_, text, expected) => {
  expect(requestOf(text)).toBe(expected);
});

test("what takes the place of a word at a border may change the piece", () => {
  const text = `export const load = (host: string, id: string) => fetch("https://h/" + (host + "/a").replace("//", "-"));`;
  expect(requestOf(text)).not.toContain("/a");
});
