import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

/** Objects that a function is given, and that another function has which it is given beside them, and calls. */

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

describe("what a function was given", () => {
  test.each([
    ["assigns", "() => { c.id = '2'; }"],
    ["assigns by a function that it calls", "() => change()"],
    ["gives to a function", "() => fill(c)"],
    ["has by another name, and assigns", "() => { const held = c; held.id = '2'; }"],
    ["assigns later", "async () => { await null; c.id = '2'; }"],
  ])("is not known after a call of one that %s it", (_, next) => {
    const sent =
      sentBy(`const c: any = { id: "1" }; const change = () => { c.id = "2"; }; function fill(o: any) { o.id = "2"; }
async function step(given: any, next: any) { await next(); await fetch("https://h/" + given.id); }
await step(c, ${next});`);
    expect(sent).not.toContain("GET /1 []");
    expect(sent.length).toBeGreaterThan(0);
  });

  test.each([
    ["reads", "() => { console.log(c.id); }"],
    ["has nothing of", "() => { other.id = '2'; }"],
  ])("is known after a call of one that only %s it", (_, next) => {
    const sent = sentBy(`const c: any = { id: "1" }; const other: any = {};
async function step(given: any, next: any) { await next(); await fetch("https://h/" + given.id); }
await step(c, ${next});`);
    expect(sent).toContain("GET /1 []");
  });

  test("is not known after `next` of a chain", () => {
    const sent =
      sentBy(`const chain = (fs: any[]) => (c: any) => { const run = (i: number): any => fs[i]?.(c, () => run(i + 1)); return run(0); };
await chain([async (c: any, next: any) => { await next(); await fetch("https://h/" + c.id); }, async (c: any) => { c.id = "2"; }])({ id: "1" });`);
    expect(sent).not.toContain("GET /1 []");
    expect(sent.length).toBeGreaterThan(0);
  });

  test("may be another one where a function was called that nobody knows", () => {
    const sent = sentBy(
      `export async function step(c: any, next: any) { c.method = "POST"; await next(); await fetch("https://h/a", { method: c.method }); }`,
    );
    expect(sent).toEqual(["? /a []"]);
  });

  test("has what was assigned after that", () => {
    const sent = sentBy(
      `export async function step(c: any, next: any) { await next(); c.method = "POST"; await fetch("https://h/a", { method: c.method }); }`,
    );
    expect(sent).toEqual(["POST /a []"]);
  });

  test("may be another one in what it holds", () => {
    const sent = sentBy(
      `export async function step(c: any, next: any) { const held = c.inner; held.id = "1"; await next(); await fetch("https://h/" + c.inner.id); }`,
    );
    expect(sent).not.toContain("GET /1 []");
  });
});
