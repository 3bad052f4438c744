import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const requests = (text: string): readonly string[] => requestsOf({ "a.ts": text });

describe("loops", () => {
  it("a jump leaves the loop around it, and not one that has ended", () => {
    const text = `export function f(xs) { let url = "/a"; for (;;) { for (const x of xs) g(x); url = "/b"; break; } fetch(url); }`;
    expect(requests(text)).toEqual(["GET /b"]);
  });

  it("`var` of a loop is the function's own", () => {
    expect(requests(`export function f(xs) { for (var x of ["/a"]) g(); fetch(x); }`)).toEqual(["GET /a"]);
  });
});

describe("conditions", () => {
  it("a comparison with `null` leaves out the texts and objects that a value may be", () => {
    const text = `export function f(x) { const a = x ? \`/a/\${x}\` : null; if (a == null) fetch(a ?? "/b"); }`;
    expect(requests(text)).toEqual(["GET /b"]);
  });

  it("a text that is anywhere in another one is neither its beginning nor its end", () => {
    expect(requests(`export function f(x) { if (x.includes("/a")) fetch("/b/" + x); }`)).toEqual(["GET /b/{x}"]);
  });

  it("a longer beginning than what is known adds nothing to that", () => {
    const text = `export function f(x) { const path = \`/v1/\${x}\`; if (path.startsWith("/v1/users")) fetch(path); }`;
    expect(requests(text)).toEqual(["GET /v1/{x}"]);
  });

  it("a spread of an empty text adds nothing", () => {
    expect(requests(`const q = ""; const o = { a: "/x", ...(q && { a: "/y" }) }; fetch(o.a);`)).toEqual(["GET /x"]);
  });
});
