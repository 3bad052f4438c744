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

  test("does not have those of a copy", () => {
    expect(
      sentBy(`const u = new URL("https://h/x"); u.searchParams.append("n", "2"); const v = new URL(u); v.searchParams.set("z", "1");
await fetch(u.href); await fetch(v.href);`),
    ).toEqual(["GET /x ?n=2 []", "GET /x ?n=2&z=1 []"]);
  });
});
