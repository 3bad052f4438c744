import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

/** Members of what is declared to be one of several types. */

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

describe("a member of a union", () => {
  test("is of the types of all its parts", () => {
    const sent = sentBy(`type Act = { verb: "PUT"; id: string } | { verb: "DELETE"; id: string };
export const run = (a: Act) => fetch("https://h/x", { method: a.verb });`);
    expect(sent).toEqual(["PUT|DELETE /x []"]);
  });

  test("tells the parts apart", () => {
    const sent = sentBy(`type Act = { type: "one"; id: 1 } | { type: "all" };
export const run = (a: Act) => fetch(a.type === "one" ? "https://h/x/" + a.id : "https://h/x");`);
    expect(sent).not.toEqual(["GET /x/1 []"]);
    expect(sent).not.toEqual(["GET /x []"]);
  });

  test("is of the one type that they have", () => {
    const sent = sentBy(`class Api { load() { return fetch("https://h/x"); } }
type Props = { api: Api; a: string } | { api: Api; b: string };
export const run = (p: Props) => p.api.load();`);
    expect(sent).toEqual(["GET /x []"]);
  });

  test("may be missing where a part leaves it out", () => {
    const sent = sentBy(`type Act = { verb?: "PUT" } | { verb: "PUT"; id: string };
export const run = (a: Act) => fetch("https://h/x", { method: a.verb ?? "GET" });`);
    expect(sent).not.toEqual(["PUT /x []"]);
  });
});

describe("a state that a reducer makes", () => {
  test("has what each action puts there", () => {
    const sent = sentBy(`type Act = { type: "page"; n: "2" } | { type: "name"; v: "y" };
const reduce = (s = { page: "1", name: "x" }, a: Act) => {
  switch (a.type) { case "page": return { ...s, page: a.n }; case "name": return { ...s, name: a.v }; default: return s; } };
let state = reduce(undefined, { type: "page", n: "2" }); const dispatch = (a: Act) => { state = reduce(state, a); };
dispatch({ type: "name", v: "y" }); await fetch("https://h/" + state.page + "/" + state.name);`);
    expect(sent).not.toContain("GET /2/x []");
    expect(sent).toHaveLength(1);
  });

  test("is followed from one to the next", () => {
    const sent = sentBy(`const reduce = (s: { page: string; name: string }, a: any) => {
  switch (a.type) { case "page": return { ...s, page: a.n }; case "name": return { ...s, name: a.v }; default: return s; } };
const state = [{ type: "page", n: "2" }, { type: "name", v: "y" }].reduce(reduce, { page: "1", name: "x" });
await fetch("https://h/" + state.page + "/" + state.name);`);
    expect(sent).toEqual(["GET /2/y []"]);
  });
});

test("what is spread beside something unknown may be another one", () => {
  const sent = sentBy(`export const run = (given: any, flag: boolean) =>
  fetch("https://h/a?" + new URLSearchParams({ ...(flag ? given : { tag: "x" }) }));`);
  expect(sent.join()).toMatch(/tag\??=x\|…/u);
});
