import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

/** Objects that a function is given, and that functions inside it change. */

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

describe("what a function is given", () => {
  test("may be another one after functions inside it were given it", () => {
    const sent = sentBy(`type Fn = (c: any, next: () => void) => void;
const chain = (...fs: Fn[]) => (c: any) => { let i = 0; const next = (): void => { const f = fs[i++]; if (f) f(c, next); }; next(); };
const c = { url: "https://h/x" }; chain((c, n) => { c.url += "/y"; n(); })(c); await fetch(c.url);`);
    expect(sent).toHaveLength(1);
    expect(sent).not.toContain("GET /x []");
  });

  test("has what a function inside it assigns", () => {
    const sent = sentBy(`function fill(c: any) { const run = () => { c.tag = "y"; }; run(); }
const c = { tag: "x" }; fill(c); await fetch("https://h/" + c.tag);`);
    expect(sent).not.toEqual(["GET /x []"]);
  });

  test("is the same where functions inside it only read it", () => {
    const sent = sentBy(`function show(c: any) { const run = () => { console.log(c.tag); }; run(); }
const c = { tag: "x" }; show(c); await fetch("https://h/" + c.tag);`);
    expect(sent).toEqual(["GET /x []"]);
  });
});
