import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

/** Objects that a function changes, which has them from a variable, a member or a declared type. */

const sentBy = (text: string): readonly string[] => requestsIn({ "a.ts": text }).map(renderRequest);

describe("a list that a member holds", () => {
  const group = (put: string): readonly string[] =>
    sentBy(`const rows = [{ t: "a", n: 1 }, { t: "b", n: 2 }, { t: "a", n: 3 }];
const by = rows.reduce((m: any, r) => { ${put} return m; }, {});
await fetch("https://h/" + by.a.join("-") + "/" + by.b.join("-"));`);

  test.each([
    ["is assigned where there is none", "(m[r.t] ??= []).push(r.n);"],
    ["is assigned by `||=`", "(m[r.t] ||= []).push(r.n);"],
    ["has a name", "const list = (m[r.t] ??= []); list.push(r.n);"],
  ])("%s", (_, put) => {
    expect(group(put)).toEqual(["GET /1-3/2 []"]);
  });

  test("is the one that was there", () => {
    expect(
      sentBy(`const m: any = { a: ["x"] }; (m.a ??= []).push("y"); (m.b ??= []).push("z");
await fetch("https://h/" + m.a.join("-") + "/" + m.b.join("-"));`),
    ).toEqual(["GET /x-y/z []"]);
  });
});

describe("an object of a module that a function changes", () => {
  test.each([
    ["and gives, by `Object.assign`", "(o: any) => Object.assign(shared, o)"],
    ["and gives by its name", "(o: any) => { Object.assign(shared, o); return shared; }"],
  ])("%s", (_, code) => {
    const sent = sentBy(`const shared: any = { limit: 10 }; const change = ${code};
change({ q: "x" }); await fetch("https://h/a?" + new URLSearchParams(change({ p: "2" })));`);
    // What another call has put there may be there too.
    expect(sent).toEqual(["GET /a ?limit=10|…&p=2&… []"]);
  });

  test("and gives, by a name that it does not know", () => {
    const sent =
      sentBy(`const shared: any = { limit: 10 }; const change = (k: string, v: string) => { shared[k] = v; return shared; };
change("q", "x"); await fetch("https://h/a?" + new URLSearchParams(change("p", "2")));`);
    expect(sent).toEqual(["GET /a ?limit=10|…&p=2&… []"]);
  });

  test("is another one for each call where it is copied", () => {
    const sent = sentBy(`const shared = { limit: "10" }; const with_ = (o: any) => ({ ...shared, ...o });
with_({ q: "x" }); await fetch("https://h/a?" + new URLSearchParams(with_({ p: "2" })));`);
    expect(sent).toEqual(["GET /a ?limit=10&p=2 []"]);
  });
});

describe("what is known by its declared type alone", () => {
  const config = `const config = { prefix: "/v1" };`;

  test("may change what it is assigned to", () => {
    const sent =
      sentBy(`${config} export const configure = (c: Partial<typeof config>) => { Object.assign(config, c); };
export const run = () => fetch("https://h" + config.prefix + "/run");`);
    expect(sent).toEqual(["GET ? []"]);
  });

  test.each([
    ["has values of its own", `Object.values(c).join("-")`],
    ["is copied", `structuredClone(c).prefix`],
    ["is spread", `Object.assign({}, c).prefix`],
  ])("%s", (_, value) => {
    const sent = sentBy(`${config} export const send = (c: typeof config) => fetch("https://h/x/" + ${value});`);
    expect(sent).not.toContain("GET /x//v1 []");
  });
});
