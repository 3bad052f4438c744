import { expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

const requestOf = (text: string): string =>
  requestsIn({ "a.ts": text }).map((each) => renderRequest(each).replace(" []", ""))[0] ?? "";

test.each([
  [
    "what stands in a path, and nothing where it may be anything",
    `let config: any = { owner: null }; export const reset = () => { config = {}; }; export const set = (owner: string) => { config = { owner }; };
export const load = () => fetch("/a/" + config.owner + "/b");`,
    "GET /a/{owner}/b",
  ],
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
  ...[
    ["/([^:]\\/)\\/+/g", "$1"],
    ["/([^:])\\/\\/+/g", "$1/"],
    ["/(?<!:)\\/{2,}/g", "/"],
  ].map(([expression = "", by = ""]) => [
    `an address without doubled slashes in its path: ${expression}`,
    `export const load = (host: string, id: string) => fetch(\`https://\${host}//a///\${id}//b\`.replace(${expression}, "${by}"));`,
    "GET /a/{id}/b",
  ]),
  [
    "the query behind a path without doubled slashes",
    `export const load = (id: string) => { const query = new URLSearchParams({ size: "1" }).toString(); const url = query ? \`/a//\${id}?\${query}\` : "/b";
return fetch(url.replace(/([^:]\\/)\\/+/g, "$1")); };`,
    "GET /a/{id} ?size=1",
  ],
  [
    "a base from which a slash at its end is cut",
    `const join = (base: string, path: string) => { if (base.endsWith("/")) base = base.slice(0, -1); return base + "/" + path; };
export const load = (name: string) => { if (name) return fetch(join("/clusters/" + name, "nodes")); };`,
    "GET /clusters/{name}/nodes",
  ],
  [
    "a text that is cut in an unknown base, and put together again",
    `export const load = (base: string, id: string) => { const url = \`\${base}/a/\${id}/b\`; return fetch(url.substring(0, 8) + url.substring(8).replace("//", "/")); };`,
    "GET /a/{id}/b",
  ],
  [
    "a text that is cut in an unknown base, with runs of slashes taken together behind that",
    `export const load = (base: string, id: string) => { const url = base + "/a/" + id; return fetch(url.slice(0, 8) + url.slice(8).replace(/\\/+/g, "/")); };`,
    "GET /a/{id}",
  ],
  [
    "the origin of an unknown URL, which stands at its beginning, replaced by one of several",
    `const hosts = load(); export const read = (base: string, id: string) => { const url = new URL(base + "/a/" + id); const origin = url.protocol + "//" + url.hostname;
const moved = (base + "/a/" + id).replace(origin, hosts[origin] ?? origin); return fetch(moved.substring(0, 8) + moved.substring(8).replace("//", "/")); };`,
    "GET /a/{id}",
  ],
  [
    "the origin of a URL with an unknown host",
    `export const load = (host: string, other: string) => { const url = "https://" + host + "/a"; return fetch(url.replace(new URL(url).origin, other)); };`,
    "GET /a",
  ],
  [
    "the host name of a URL whose query is encoded",
    `export const load = (id: string) => { const url = new URL("https://h.example/a?$filter=name eq '" + encodeURIComponent(id) + "'"); return fetch("/b/" + url.hostname); };`,
    "GET /b/h.example",
  ],
  [
    "a path that is no URL, whatever stands in it",
    `const pathOf = (text: string) => { let host, path; try { ({ host, pathname: path } = new URL(text)); } catch { path = text; } return host ? text : path; };
export const load = (id: string) => fetch("/b" + pathOf("/a/" + id));`,
    "GET /b/a/{id}",
  ],
  [
    "a segment that is given back as it is where it is empty",
    `const encoded = (value: string) => { if (!value) return value; return encodeURIComponent(value); }; export const load = (id: string) => fetch(\`/a/\${encoded(id)}/b\`);`,
    "GET /a/{id}/b",
  ],
])("%s", (_, text, expected) => {
  expect(requestOf(text)).toBe(expected);
});

test("what takes the place of a word at a border may change the piece", () => {
  const text = `export const load = (host: string, id: string) => fetch("https://h/" + (host + "/a").replace("//", "-"));`;
  expect(requestOf(text)).not.toContain("/a");
});

test.each([
  ["the end alone", `url.substring(8)`],
  ["another end", `url.substring(0, 8) + url.substring(9)`],
  ["the end of another text", `url.substring(0, 8) + other.substring(8)`],
  ["the pieces the other way round", `url.substring(8) + url.substring(0, 8)`],
  ["an end in which a known word is replaced", `url.substring(0, 8) + url.substring(8).replace("/a", "/b")`],
  ["what is replaced at the border of the base", `url.substring(0, 8) + url.substring(8).replace("//", "-")`],
])("of a text that is cut in an unknown base, %s is not told", (_, expression) => {
  const text = `export const load = (base: string, id: string) => { const url = base + "/a/" + id, other = id + "/a/" + base; return fetch(${expression}); };`;
  expect(requestOf(text)).not.toContain("/a");
});

test("what is added behind a word is empty, where a caller gives nothing", () => {
  const text = `export const load = (query: string) => { const search = query ? "?" + query : query; return fetch("/a" + search); };`;
  expect(requestOf(text)).not.toContain("{query}");
});

test.each([
  ["more than slashes", "/[/.]+/g", "/"],
  ["a run that becomes something else", "/\\/+/g", "-"],
  ["the first run alone", "/\\/+/", "/"],
])("a path of which %s is replaced is not told as it was", (_, expression, by) => {
  const text = `export const load = (id: string) => fetch("https://h" + \`/a//b/\${id}\`.replace(${expression}, "${by}"));`;
  expect(requestOf(text)).not.toContain("/a//b");
});
