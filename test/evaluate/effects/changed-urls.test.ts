import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

describe("a URL whose parameters were changed", () => {
  test.each([
    ["its text", "u.href"],
    ["the URL", "u"],
    ["what it is as a text", "u.toString()"],
    ["what is made of it", "new URL(u)"],
  ])("has them in %s", (_, given) => {
    expect(
      sentBy(`const u = new URL("https://h/x?keep=1"); u.searchParams.append("n", "2"); u.searchParams.delete("keep");
await fetch(${given});`),
    ).toEqual(["GET /x ?n=2 []"]);
  });

  test("has them surely in a function, too", () => {
    expect(
      sentBy(
        `export function load(id: string) { const u = new URL("https://h/x"); u.searchParams.set("n", "2"); u.pathname += "/y"; return fetch(u); }`,
      ),
    ).toEqual(["GET /x/y ?n=2 []"]);
  });

  test("gives them, and its path, apart", () => {
    const given = (set: string): string => `const shown = (u: URL) => u.pathname + u.search + u.hash;
const fill = (u: URL, given: any) => { const all = new URLSearchParams(u.search); ${set} u.search = all.toString(); };
export function load(id: string, n: string) { const u = new URL("/x/" + id, "https://h"); fill(u, n); return fetch("https://host" + shown(u)); }`;
    expect(sentBy(given(""))).toEqual(["GET /x/{id} []"]);
    expect(sentBy(given(`all.set("n", given);`))).toEqual(["GET /x/{id} ?n=… []"]);
    expect(sentBy(given(`if (given) all.set("n", given);`))).toEqual(["GET /x/{id} ?n?=… []"]);
  });

  test("does not have those of a copy", () => {
    expect(
      sentBy(`const u = new URL("https://h/x"); u.searchParams.append("n", "2"); const v = new URL(u); v.searchParams.set("z", "1");
await fetch(u.href); await fetch(v.href);`),
    ).toEqual(["GET /x ?n=2 []", "GET /x ?n=2&z=1 []"]);
  });
});

describe("a URL to which members are assigned", () => {
  const assigned = (parts: string, given = "url"): readonly string[] =>
    sentBy(
      `export const f = (id: string, parts: object) => { const url = new URL("https://h/x?a=1"); Object.assign(url, ${parts}); return fetch(${given}); };`,
    );

  test.each([
    ["that are not known", "parts"],
    ["among which some are not known", '{ pathname: "/y", ...parts }'],
  ])("%s is not known", (_, parts) => {
    expect(assigned(parts)).toEqual(["GET ? ?… []"]);
  });

  test("has those that are known", () => {
    expect(assigned('parts ? { pathname: "/" + id } : { search: "?b=2" }', "url.href")).toEqual([
      "GET ? ?a?=1&b?=2 []",
    ]);
    expect(assigned("{ pathname: `/y/${id}` }")).toEqual(["GET /y/{id} ?a=1 []"]);
  });
});
