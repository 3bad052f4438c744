import { describe, expect, test } from "vitest";
import { requestsIn, requestsOf } from "../../harness/project-requests";

/** What clients and frameworks decide, and the code does not. */

const rowsOf = (code: string): readonly string[] => requestsOf({ "a.tsx": code });

describe("a method of an object literal", () => {
  test("has members of `this` that the literal does not have", () => {
    const component = `export default { props: ["id"], methods: { save() { return fetch("https://h/five/" + this.id, { method: "PUT" }); } } };`;
    expect(rowsOf(component)).toEqual(["PUT https://h/five/{id}"]);
  });

  test("has those of the literal", () => {
    const api = `export const api = { base: "https://h", save() { return fetch(this.base + "/a", { method: "PUT" }); } };`;
    expect(rowsOf(api)).toEqual(["PUT https://h/a"]);
  });
});

describe("a context of React", () => {
  const made = `import { createContext, useContext } from "react"; const Api = createContext({ path: "/default" });`;
  const used = `export function B() { const { path } = useContext(Api); return <a onClick={() => fetch("https://h" + path, { method: "PUT" })} />; }`;

  test("is not taken for its default where another file may provide it", () => {
    expect(rowsOf(`${made.replace("const Api", "export const Api")} ${used}`).join()).not.toContain("default");
  });

  test("is its default where nobody provides it", () => {
    expect(rowsOf(`${made} ${used}`)).toEqual(["PUT https://h/default"]);
  });
});

describe("a request that a function gets", () => {
  test.each([
    [
      "ky",
      `import ky from "ky"; export const again = async (req, options, response) => { const next = req.clone(); next.headers.set("A", "b"); return ky(next); };`,
    ],
    ["fetch", `export const again = (request) => fetch(request);`],
    ["fetch", `export const again = (event) => fetch(event.request);`],
  ])("has a method of its own: %s", (_, code) => {
    expect(rowsOf(code)).toEqual([expect.stringMatching(/^\? \?/u)]);
  });

  test("is a URL by another name", () => {
    expect(rowsOf(`export const load = (url) => fetch(url);`)).toEqual([expect.stringMatching(/^GET /u)]);
  });
});

test("octokit sends GraphQL as JSON", () => {
  const [request] = requestsIn({
    "a.ts": `import { Octokit } from "@octokit/core"; new Octokit().graphql("query { x }");`,
  });
  expect(request?.defaults.contentType).toBe(true);
});

test.each([
  [`"https://h/a"`, "GET https://h/a ?y"],
  [`"https://h/a?x=1"`, "GET ?"],
])("stringifyUrl puts a query together with that of the URL: %s", (url, expected) => {
  const code = `import qs from "query-string"; fetch(qs.stringifyUrl({ url: ${url}, query: { y: 2 } }));`;
  expect(rowsOf(code)).toEqual([expected]);
});

describe("a call of a wrapper sends what its arguments choose", () => {
  test.each([
    [
      "from a table",
      `const ways: any = { read: (p: string) => fetch("https://h/r" + p), write: (p: string) => fetch("https://h/w" + p, { method: "POST" }) };
const run = (way: string, p: string) => ways[way](p);`,
    ],
    [
      "by conditions",
      `function run(way: string, p: string) { if (way === "read") fetch("https://h/r" + p); if (way === "write") fetch("https://h/w" + p, { method: "POST" }); }`,
    ],
  ])("%s", (_, code) => {
    expect(rowsOf(`${code} run("write", "/x");`).filter((row) => row.endsWith("/x"))).toEqual(["POST https://h/w/x"]);
  });

  test("whatever another call has chosen before", () => {
    const code = `const x = "/x";
function run(way: string, p: string) { if (way === "read") fetch("https://h/r" + p); if (way === "write") fetch("https://h/w" + p, { method: "POST" }); }
run("read", x); run("write", x); run("none", x);`;
    expect(rowsOf(code).filter((row) => row.endsWith("/x"))).toEqual(["GET https://h/r/x", "POST https://h/w/x"]);
  });

  test.each([
    [12, 12],
    [13, 0],
  ])("unless they are many: of %i it is told %i", (count, told) => {
    const sends = Array.from({ length: count }, (_, index) => `fetch("https://h/${index}" + p);`).join(" ");
    const rows = rowsOf(`const x = "/x"; function run(p: string) { ${sends} } run(x);`);
    expect(rows.filter((row) => row.endsWith("/x")).length).toBe(told);
  });
});

describe("`json` of an older got says only how `body` is written", () => {
  test.each([
    [`got.post("https://h/a", { json: true, body: { name } })`, ["POST https://h/a json {name}"]],
    [`got("https://h/a", { json: true })`, ["GET https://h/a"]],
    [`got.post("https://h/a", { json: { name } })`, ["POST https://h/a json {name}"]],
  ])("%s", (call, rows) => {
    expect(rowsOf(`import got from "got"; export const f = (name) => ${call};`)).toEqual(rows);
  });
});
