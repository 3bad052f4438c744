import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const rowsOf = (text: string): readonly string[] => requestsOf({ "a.ts": text });

describe("a constant text that is JSON", () => {
  const post = (headers: string, body: string): string =>
    `export const a = (c: boolean, type: string) => fetch("/a", { method: "POST", headers: ${headers}, body: ${body} });`;

  test.each([
    ["an empty object", `{ "Content-Type": "application/json" }`, `"{}"`, "json {}"],
    ["an object", `{ "content-type": "application/vnd.github+json; charset=utf-8" }`, `'{"a": 1}'`, "json {a}"],
    ["one of two", `{ "Content-Type": "application/json" }`, `c ? "{}" : '{"b": [1]}'`, "json {} | {b}"],
  ])("is JSON where it is sent as that: %s", (_, headers, body, expected) => {
    expect(rowsOf(post(headers, body)).join()).toContain(expected);
  });

  test.each([
    ["no type is said", `{}`, `"{}"`],
    ["another type is said", `{ "Content-Type": "text/plain" }`, `"{}"`],
    ["a type is said that is not known", `{ "Content-Type": type }`, `"{}"`],
    ["it is no JSON", `{ "Content-Type": "application/json" }`, `"{"`],
  ])("is a text where %s", (_, headers, body) => {
    expect(rowsOf(post(headers, body)).join()).toContain("text");
  });
});

describe("the query of the page", () => {
  test.each([
    ['`fetch("https://h/a" + location.search)`', `export const a = () => fetch("https://h/a" + location.search);`],
    [
      "a template, on a condition",
      "export function a(c: boolean) { const q = c ? window.location.search : ''; return fetch(`https://h/a${q}`); }",
    ],
    [
      "before more of it",
      "export async function a() { try { await fetch(`https://h/a${document.location.search}&b=1`); } catch {} }",
    ],
  ])("is no part of the path: %s", (_, text) => {
    const [row] = rowsOf(text);
    expect(row).toMatch(/^GET https:\/\/h\/a \?.*\+$/u);
  });

  test("is that of a page alone", () => {
    expect(rowsOf("export const a = (o: { search: string }) => fetch(`https://h/a/${o.search}`);")).toEqual([
      "GET https://h/a/{o.search}",
    ]);
  });
});

describe("qs with `indices: false`", () => {
  const tags = (options: string): string =>
    `import qs from "qs"; export const a = (ids: string[]) => fetch("https://h/a?" + qs.stringify({ ids: ["1", "2"] }${options}));`;

  test("repeats the name of a list", () => {
    expect(rowsOf(tags(", { indices: false }"))).toEqual(["GET https://h/a ?ids"]);
  });

  test("is overruled by a format", () => {
    expect(rowsOf(tags(', { indices: false, arrayFormat: "brackets" }'))).toEqual(["GET https://h/a ?ids[]"]);
  });
});
