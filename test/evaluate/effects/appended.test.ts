import { describe, expect, test } from "vitest";
import { requestsIn, requestsOf } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

/** Parameters and header fields that a function appends, as often as it is called. */

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

describe("a parameter that several calls append", () => {
  test.each([
    ["in a callback", `["x", "y"].forEach((t) => p.append("tag", t));`],
    ["in a function", `const add = (t: string) => p.append("tag", t); add("x"); add("y");`],
    ["in a loop", `for (const t of ["x", "y"]) p.append("tag", t);`],
  ])("is no single value: %s", (_, code) => {
    const [sent = ""] = sentBy(`const p = new URLSearchParams(); ${code} await fetch("https://h/a?" + p);`);
    expect(sent).toMatch(/tag/u);
    expect(sent).not.toMatch(/tag\??=(?:x|y|x\|y) \[\]/u);
  });

  test.each([
    ["that is set", `["x"].forEach((t) => p.set("tag", t));`, "GET /a ?tag?=x []"],
    ["that its own function appends", `[1].forEach(() => p.toString()); p.append("tag", "x");`, "GET /a ?tag?=x []"],
  ])("is one value: %s", (_, code, expected) => {
    expect(sentBy(`const p = new URLSearchParams(); ${code} await fetch("https://h/a?" + p);`)).toEqual([expected]);
  });
});

test("a header field that several calls append is not one of their values", () => {
  const requests = requestsIn({
    "a.ts": `const h = new Headers(); ["a", "b"].forEach((t) => h.append("X-T", t)); await fetch("https://h/a", { headers: h });`,
  });
  const headers = requests[0]?.headers;
  const field = headers?.kind === "object" ? headers.members.find(({ key }) => key === "X-T") : undefined;
  expect(field?.value.kind).toBe("unknown");
});

describe("a text to which a function appends", () => {
  const sent = (begin: string, body: string): readonly string[] =>
    sentBy(
      `export const go = (ids: string[]) => { let text = "${begin}"; ids.forEach((id) => { ${body} }); return fetch("https://h/a" + text); };`,
    );

  test("begins as it did before: a query is no part of the path", () => {
    expect(sent("?", "text += `ids=${id}&`;")).toEqual(["GET /a ?… []"]);
  });

  test("begins with the path that it was", () => {
    const code = `export const go = (ids: string[]) => { let text = "/b"; ids.forEach((id) => { text += "/" + id; }); return fetch("/a" + text); };`;
    expect(requestsOf({ "a.ts": code }).join()).toContain("GET /a/b | /a/b{}");
  });

  test("may begin otherwise where something is put in front of it", () => {
    expect(sent("/b", 'text = "/" + id + text;')).not.toEqual(["GET /a/b []"]);
  });
});
