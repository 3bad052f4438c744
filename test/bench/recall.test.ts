import { beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../harness/fixtures";

interface Comparison {
  readonly known: ReadonlySet<string>;
  readonly wrong: readonly { readonly part: string }[];
}

interface Compare {
  compare: (site: object, row: object) => Comparison;
  findRow: (
    site: object,
    rows: readonly object[],
  ) => (Comparison & { readonly row: { readonly path: string } }) | undefined;
}

let bench: Compare;

beforeAll(async () => {
  bench = (await import(pathToFileURL(join(root, "bench/recall/compare.mjs")).href)) as Compare;
});

const knowable = { method: true, path: true, query: true, headers: true, body: true };
const site = {
  file: "a.ts",
  line: 3,
  end: 5,
  method: "PATCH",
  path: "/users/{}",
  query: ["fields", "page?"],
  headers: { Authorization: "Bearer {}", Accept: "{}" },
  body: ["name", "age?"],
  knowable,
};
const row = {
  file: "a.ts",
  line: 4,
  column: 1,
  client: "fetch",
  method: "PATCH",
  path: "/users/{id}",
  origin: "{base}",
  query: ["fields", "page?"],
  headers: ["authorization", "accept"],
  body: "json {name, age?}",
  gaps: [],
};

/** @returns the parts that are known, and `!part` for what is wrong. */
function verdict(changes: { site?: object; row?: object }): string {
  const { known, wrong } = bench.compare({ ...site, ...changes.site }, { ...row, ...changes.row });
  return [...known, ...wrong.map(({ part }) => `!${part}`)].join(" ");
}

describe("the comparison of a listed request with an annotated call site", () => {
  it("takes for known what agrees", () => {
    expect(verdict({})).toBe("method path query headers body");
  });

  it("takes members of a body that is sent at times for members that are", () => {
    const site = { body: ["name?"] };
    expect(verdict({ site, row: { body: "json {name} | undefined" } })).toContain(" body");
    expect(verdict({ site, row: { body: "json {name}" } })).toContain("!body");
  });

  it("takes one of several methods for unknown where the annotated one is among them, and for wrong where it is not", () => {
    expect(verdict({ row: { method: "PUT | PATCH" } })).toBe("path query headers body");
    expect(verdict({ row: { method: "PUT | POST" } })).toBe("path query headers body !method");
  });

  it.each<[string, { site?: object; row?: object }, string]>([
    [
      "fields that may be set elsewhere",
      { row: { headers: ["accept"], headersElsewhere: true } },
      "method path query body",
    ],
    [
      "fields that are not sent",
      { row: { headers: ["accept"], headersElsewhere: false } },
      "method path query body !headers",
    ],
    ["another method", { row: { method: "PUT" } }, "path query headers body !method"],
    ["no method", { row: { method: undefined } }, "path query headers body"],
    ["another path", { row: { path: "/groups/{id}" } }, "method query headers body !path"],
    ["a path of which less is told", { row: { path: "/{}" } }, "method query headers body"],
    ["a parameter that is a constant", { row: { path: "/users/me" } }, "method path query headers body"],
    [
      "a base that the path tells",
      { row: { origin: undefined, path: "{base}/users/{id}" } },
      "method path query headers body",
    ],
    [
      "alternatives",
      { site: { otherPaths: ["/me"] }, row: { path: "/users/{id} | /me" } },
      "method path query headers body",
    ],
    ["an alternative that is none", { row: { path: "/users/{id} | /me" } }, "method query headers body !path"],
    ["a base that became a segment", { row: { path: "/{base}/users/{id}" } }, "method query headers body !path"],
    [
      "another host",
      { site: { host: "a.example" }, row: { origin: "https://b.example" } },
      "method query headers body !path",
    ],
    [
      "a path of which nothing can be known",
      { site: { path: null, knowable: { ...knowable, path: false } } },
      "method query headers body !path",
    ],
    ["a parameter that is not sent", { row: { query: ["fields", "page?", "x"] } }, "method path headers body !query"],
    ["a parameter that may not be sent", { row: { query: ["fields", "page?", "x?"] } }, "method path headers body"],
    ["a parameter that is left out", { row: { query: ["fields"] } }, "method path headers body !query"],
    [
      "a parameter that is left out, and said to be",
      { row: { query: ["fields"], gaps: [{ part: "query", reason: "" }] } },
      "method path headers body",
    ],
    ["a condition that is lost", { row: { query: ["fields", "page"] } }, "method path headers body !query"],
    ["a header that is left out", { row: { headers: ["accept"] } }, "method path query body !headers"],
    ["an open body", { row: { body: "json {name, …}" } }, "method path query headers"],
    ["no body", { row: { body: undefined } }, "method path query headers !body"],
    ["a body where there is none", { site: { body: "none" } }, "method path query headers !body"],
    ["members of two bodies", { row: { body: "json {name, age} | {name}" } }, "method path query headers body"],
  ])("compares %s", (_, changes, expected) => {
    expect(verdict(changes).split(" ").sort()).toEqual(expected.split(" ").sort());
  });

  it("finds the request at the call's lines, or reached through them, that agrees best", () => {
    const other = { ...row, method: "GET", path: "/token" };
    expect(bench.findRow(site, [other, row])?.row.path).toBe("/users/{id}");
    expect(bench.findRow(site, [{ ...row, line: 6 }])).toBeUndefined();
    expect(
      bench.findRow(site, [{ ...row, file: "b.ts", line: 1, callers: [{ ...row, file: "a.ts", line: 5 }] }]),
    ).toBeDefined();
  });
});
