import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** An API with one endpoint, `Argument` being the type of its argument. */
const endpoint = (base: string, definition: string, types = "string"): readonly string[] =>
  requestsOf({
    "a.ts": `import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";
      interface Filter { id: string; page?: number; size: number | undefined }
      createApi({
        baseQuery: fetchBaseQuery({ baseUrl: "/api", ${base} }),
        endpoints: (build) => ({ one: build.query<Answer, ${types}>(${definition}) }),
      });`,
  });

describe("`prepareHeaders`", () => {
  it.each([
    ["returns what it has changed", "(headers) => { headers.set('x-ui', '1'); return headers; }", "[x-ui]"],
    ["returns nothing", "(headers) => { headers.set('x-ui', '1'); }", "[x-ui]"],
    ["returns nothing later", "async (headers) => { headers.set('x-ui', '1'); }", "[x-ui]"],
    ["returns nothing on some paths", "(headers) => { if (!ui) return; headers.set('x-ui', '1'); }", "[x-ui?]"],
    ["returns other header fields", "() => new Headers({ 'x-own': '1' })", "[x-own]"],
    ["returns what is not known", "(headers) => own(headers)", "[]+"],
  ])("%s", (_, prepare, headers) => {
    expect(endpoint(`prepareHeaders: ${prepare}`, "{ query: () => '/one' }")).toEqual([`GET /api/one ${headers}`]);
  });
});

describe("`paramsSerializer`", () => {
  const loop = `(params) => {
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(params)) if (value !== undefined) search.append(key, value);
    return search.toString();
  }`;
  const filtered = "{ query: ({ id, page }) => ({ url: '/one', params: { id, page, all: true } }) }";

  it.each([
    ["writes the parameters", loop, filtered, "?id&page?&all"],
    ["adds one", "(params) => 'v=2&' + new URLSearchParams(params)", filtered, "?v&id&page&all"],
    ["is not known", "written", filtered, "?+"],
    ["is not asked where there is none", "written", "{ query: () => ({ url: '/one' }) }", ""],
  ])("%s", (_, serializer, definition, query) => {
    const [found = ""] = endpoint(`paramsSerializer: ${serializer}`, definition, "Filter");
    expect(found.split(" ").slice(2).join(" ")).toBe(query);
  });
});

it("the type of an endpoint's argument tells which of its members may be missing", () => {
  const definition =
    "{ query: (arg) => ({ url: `/${arg.id}`, params: { id: arg.id, page: arg.page, size: arg.size } }) }";
  expect(endpoint("", definition, "Filter")).toEqual(["GET /api/{arg.id} ?id&page?&size?"]);
  expect(endpoint("", definition, "{ id: string; page?: string }")).toEqual(["GET /api/{arg.id} ?id&page?&size"]);
});

it("an endpoint's own function sends by the base query that it gets", () => {
  const text = `import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";
    const plain = fetchBaseQuery({ baseUrl: "/api" });
    createApi({
      baseQuery: async (args, api, extra) => { const result = await plain(args, api, extra); return result; },
      endpoints: (build) => ({ one: build.query({ queryFn: async (id, _, __, send) => send("/one/" + id) }) }),
    });`;
  expect(requestsOf({ "a.ts": text })).toContain("GET /api/one/{id}");
});
