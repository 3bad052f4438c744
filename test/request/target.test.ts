import { describe, expect, it } from "vitest";
import { noFacts } from "../../src/contract/configuration/configuration";
import { basesOf } from "../../src/request/base-urls";
import { templateOf } from "../../src/request/derived/describe";
import type { Address } from "../../src/request/drafts/draft";
import { stringOf } from "../../src/request/drafts/strings";
import { locate } from "../../src/request/target";
import type { AlternativesValue, ObjectValue, StringPart, StringValue, Value } from "../../src/value/value";
import { objectOf } from "../../src/request/drafts/objects";

const at = { start: 0, end: 0 };

/** `${NAME}` in the text is a hole that came from the expression NAME; `{{NAME=text}}` a text that did. */
function address(url: string, more: Partial<Address> & { readonly from?: string } = {}): Address {
  return { url: parse(url), join: "append", ownsRelative: false, ...more };
}

function parse(text: string): StringValue {
  const parts = text.split(/(\$\{.*?\}|\{\{.*?\}\})/).flatMap((piece): StringPart[] => {
    if (piece === "") return [];
    const hole = /^\$\{(.*)\}$/.exec(piece)?.[1];
    if (hole !== undefined)
      return [{ kind: "hole", value: { kind: "unknown", reason: hole, range: at, origin: { trail: [hole] } } }];
    const [, name, known] = /^\{\{(.*?)=(.*)\}\}$/.exec(piece) ?? [];
    if (name !== undefined)
      return [{ kind: "text", text: known ?? "", range: at, elsewhere: true, origin: { trail: [name] } }];
    return [{ kind: "text", text: piece, range: at, elsewhere: true }];
  });
  return stringOf(parts, at);
}

function show(given: Address, baseUrls?: readonly string[]): string {
  const { target } = locate(given, baseUrls && basesOf({ ...noFacts, service: { baseUrls, etags: true } }), at);
  return `${target.service} ${target.origin ? templateOf(target.origin) : "-"} ${target.path ? templateOf(target.path) : "?"}`;
}

describe("locate without a configured service", () => {
  it.each([
    ["https://api.example.com/v1/widgets/${id}", "yes https://api.example.com /v1/widgets/{id}"],
    ["${BASE}/widgets?fields=a", "yes {BASE} /widgets"],
    ["/widgets#x", "yes - /widgets"],
    ["//${host}/health", "yes //{host} /health"],
    ["${scheme}://${host}/health", "yes {scheme}://{host} /health"],
    ["http${location}", "yes http{location} ?"],
    ["http${location}/health", "yes http{location} /health"],
    ["https://api.example.com${path}", "yes https://api.example.com{path} ?"],
    ["http://localhost:${port}", "yes http://localhost:{port} /"],
    ["${BASE}${path}", "yes {BASE}{path} ?"],
    ["https://api.example.com", "yes https://api.example.com /"],
    ["https://${host}/x", "yes https://{host} /x"],
    ["${BASE}widgets", "yes {BASE} /widgets"],
    ["${HOST}:8080/widgets", "yes {HOST}:8080 /widgets"],
    ["${host}:${port}/widgets", "yes {host}:{port} /widgets"],
    ["${item}:/createUploadSession", "yes {item}:/createUploadSession ?"],
    ["${item}.json", "yes {item}.json ?"],
    ["/widgets${page}&type=${type}", "yes - /widgets{page}"],
    ["/widgets/${id}&type=${type}", "yes - /widgets/{id}&type={type}"],
    ["/widgets/${id}/a&b=c", "yes - /widgets/{id}/a&b=c"],
    ["${url}&type=${type}", "yes {url} ?"],
  ])("%s", (url, expected) => {
    expect(show(address(url))).toBe(expected);
  });

  it("keeps the origin that all alternatives have", () => {
    const options = ["https://a.test/x", "https://a.test/y?z=1"].map(parse);
    const url = { kind: "alternatives" as const, range: at, options };
    expect(show({ url, join: "append", ownsRelative: false })).toBe("yes https://a.test ?");
  });
});

describe("locate with a configured service", () => {
  const bases = ["https://api.example.com/v1", "${API_URL}", "/api"];
  it.each([
    ["https://api.example.com/v1/widgets", "yes https://api.example.com/v1 /widgets"],
    ["https://API.example.com/v1/widgets", "yes https://API.example.com/v1 /widgets"],
    ["https://api.example.com/v10/widgets", "no https://api.example.com /v10/widgets"],
    ["https://api.example.com.evil.com/v1/x", "no https://api.example.com.evil.com /v1/x"],
    ["https://other.example.com/v1/x", "no https://other.example.com /v1/x"],
    ["https://${host}/v1/x", "unknown https://{host} /v1/x"],
    ["${API_URL}/widgets/${id}", "yes {API_URL} /widgets/{id}"],
    ["{{API_URL=https://x.test/v9}}/widgets", "yes https://x.test/v9 /widgets"],
    ["${process.env.OTHER}/widgets", "unknown {process.env.OTHER} /widgets"],
    ["${baseUrl}/widgets", "unknown {baseUrl} /widgets"],
    ["/api/widgets", "yes /api /widgets"],
    ["/widgets", "no - /widgets"],
    ["https://api.example.com/v1${path}", "yes https://api.example.com/v1 ?"],
  ])("%s", (url, expected) => {
    expect(show(address(url), bases)).toBe(expected);
  });

  it("counts a path on a client whose base is not known", () => {
    expect(show(address("/widgets", { ownsRelative: true }), bases)).toBe("yes - /widgets");
  });

  it("matches the default of an environment variable", () => {
    const base = {
      kind: "alternatives" as const,
      range: at,
      options: [{ kind: "unknown" as const, reason: "env", range: at }, parse("https://api.example.com/v1")],
    };
    const url = stringOf([{ kind: "hole", value: base }, ...parse("/widgets").parts], at);
    expect(show({ url, join: "append", ownsRelative: false }, bases)).toMatch(/^yes .* \/widgets$/);
  });
});

describe("joining with a base", () => {
  it.each([
    ["https://a.test/v1/", "/x", "append", "yes https://a.test /v1/x"],
    ["https://a.test/v1", "x", "append", "yes https://a.test /v1/x"],
    ["https://a.test/v1/", "https://b.test/y", "append", "yes https://b.test /y"],
    ["https://a.test/v1/y", "/x", "resolve", "yes https://a.test /x"],
    ["https://a.test/v1/", "x", "resolve", "yes https://a.test /v1/x"],
    ["https://a.test/v1", "x", "resolve", "yes https://a.test /x"],
    ["https://a.test", "x", "resolve", "yes https://a.test /x"],
    ["https://a.test/v1/y?to=/z", "x", "resolve", "yes https://a.test /v1/x"],
    ["${base}", "/x", "append", "yes {base} /x"],
    ["${base}", "${server}/x", "append", "yes {server} /x"],
    ["${base}/v1", "${server}/x", "append", "yes {server} /x"],
    ["${base}", "${server}/x", "resolve", "yes {server} /x"],
    ["${base}", "${server}", "append", "yes {server} ?"],
  ] as const)("%s and %s by %s", (base, url, join, expected) => {
    expect(show(address(url, { base: parse(base), join }))).toBe(expected);
  });
});

const text = (value: string): StringValue => parse(value);
const either = (...options: readonly string[]): AlternativesValue => ({
  kind: "alternatives",
  options: options.map(text),
  range: at,
});
const urlObject = (href: string, params?: Value): ObjectValue => ({
  ...objectOf(
    [
      { key: "href", keyRange: at, value: text(href), presence: "always" as const },
      ...(params ? [{ key: "searchParams", keyRange: at, value: params, presence: "always" as const }] : []),
    ],
    at,
  ),
  class: "URL",
});

/** `x=1&y=…`, with `…` at the end of a query that may hold more. */
function showQuery(given: Address): string {
  const { query } = locate(given, undefined, at);
  if (query.kind === "unknown") return "?";
  const members = query.members.map(({ key, value }) => `${key}=${value.kind === "string" ? templateOf(value) : "…"}`);
  return [...members, ...(query.open ? ["…"] : [])].join("&");
}

describe("an address as the URL parser reads it", () => {
  it.each([
    ["/a\tb", "/ab"],
    ["\n/a\r\n/b\n", "/a/b"],
    ["  /a  ", "/a"],
    ["/a b", "/a b"],
    ["\\a\\b", "/a/b"],
    ["https:\\\\a.test\\b", "/b"],
    ["${BASE}\\a\\${id}", "/a/{id}"],
    ["${BASE}/a?x=\\", "/a"],
    ["/a#\\b", "/a"],
    [" \t", "/"],
    ["/a/../b", "/b"],
    ["/a/./b", "/a/b"],
    ["/a/b/..", "/a/"],
    ["/a/.", "/a/"],
    ["/../b", "/b"],
    ["/a/%2e%2E/b", "/b"],
    ["/a/.%2e/%2E/b", "/b"],
    ["/a/..b/.c/d..", "/a/..b/.c/d.."],
    ["/a/${id}/../b", "?"],
    ["/a/${id}/b/../c", "/a/{id}/c"],
    ["/a/b/../../c/d", "/c/d"],
  ])("%j", (url, path) => {
    expect(show(address(url)).split(" ").slice(2).join(" ")).toBe(path);
  });

  it("keeps the place of what is left", () => {
    const url: StringValue = {
      kind: "string",
      range: { start: 10, end: 16 },
      parts: [{ kind: "text", text: " /a\nb ", range: { start: 10, end: 16 } }],
    };
    const { path } = locate({ url, join: "append", ownsRelative: false }, undefined, at).target;
    expect(
      path?.parts.map(({ kind, ...part }) => [kind, "text" in part && part.text, "range" in part && part.range]),
    ).toEqual([
      ["text", "/a", { start: 11, end: 13 }],
      ["text", "b", { start: 14, end: 15 }],
    ]);
  });
});

describe("the query of an address", () => {
  it.each([
    ["/a?x=1&y=${y}", "x=1&y=…"],
    ["/a?x=1#h?y=2", "x=1"],
    ["/a#h?x=1", ""],
    ["/a?", ""],
    ["/a", ""],
    ["/a${query}", "…"],
    ["/a/${id}", ""],
    ["/a${more}?x=1", "x=1"],
    ["/a${page}&y=2", "y=2&…"],
    ["/a/${id}${page}&y=2", "y=2&…"],
    ["/a/${id}&y=2", ""],
    ["/a${page}&y", ""],
    ["/a?x=1\n&y=2", "x=1&y=2"],
  ])("%j", (url, query) => {
    expect(showQuery(address(url))).toBe(query);
  });

  it("is that of the parameters of a URL object", () => {
    const params = { ...objectOf([{ key: "y", keyRange: at, value: text("2"), presence: "always" }], at) };
    const given = { url: urlObject("https://a.test/x?z=1", params), join: "append", ownsRelative: false } as const;
    expect([show(given), showQuery(given)]).toEqual(["yes https://a.test /x", "y=2"]);
    expect(showQuery({ ...given, url: urlObject("https://a.test/x?z=1") })).toBe("z=1");
  });

  it("is not known where the URL is not", () => {
    expect(showQuery({ url: { kind: "unknown", reason: "r", range: at }, join: "append", ownsRelative: true })).toBe(
      "?",
    );
  });
});

describe("what stands alone", () => {
  const base = text("https://a.test/p");
  it.each([
    ["https://b.test/y", {}, "yes https://b.test /y"],
    ["https://b.test/y", { alone: "never" }, "yes https://a.test /p/https://b.test/y"],
    ["//b.test/y", {}, "yes //b.test /y"],
    ["//b.test/y", { alone: "scheme" }, "yes https://a.test /p//b.test/y"],
    ["https://b.test/y", { alone: "scheme" }, "yes https://b.test /y"],
    ["${host}/y", { alone: "never" }, "yes https://a.test /p/{host}/y"],
    ["", {}, "yes https://a.test /p"],
    ["", { isPrefix: true }, "yes https://a.test /p/"],
    ["", { join: "resolve" }, "yes https://a.test /p"],
    ["?x=1", { join: "resolve" }, "yes https://a.test /p"],
    ["#h", { join: "resolve" }, "yes https://a.test /p"],
    [" /y", {}, "yes https://a.test /p/ /y"],
    [" /y", { join: "resolve" }, "yes https://a.test /y"],
    ["y", { base: { kind: "undefined", range: at } }, "yes - /y"],
    ["y", { base: text("") }, "yes - /y"],
    ["/y", { base: text("${base}"), alone: "never" }, "yes {base} /y"],
    ["${host}/y", { base: text("${base}"), alone: "never" }, "yes {base} /{host}/y"],
    ["/y", { base: text("${base}"), join: "resolve" }, "yes {} /y"],
    ["/y", { base: urlObject("https://c.test/q") }, "yes https://c.test /q/y"],
  ] as const)("%j with %j", (url, more, expected) => {
    expect(show(address(url, { base, ...more }))).toBe(expected);
  });

  it("is a URL object, where the client prefixes texts alone", () => {
    const url = urlObject("https://b.test/y");
    expect(show({ url, base, join: "append", alone: "never", ownsRelative: true })).toBe("yes https://b.test /y");
  });
});

describe("one of several addresses", () => {
  const plain = { join: "append", ownsRelative: false } as const;
  it("has the service and the path that all have", () => {
    const bases = ["https://a.test/v1"];
    expect(show({ ...plain, url: either("https://a.test/v1/x", "https://a.test/v1/x?y=1") }, bases)).toBe(
      "yes https://a.test/v1 /x",
    );
    expect(show({ ...plain, url: either("https://a.test/v1/x", "https://b.test/x") }, bases)).toMatch(
      /^unknown .* \/x$/u,
    );
    expect(show({ ...plain, url: either("https://b.test/x", "https://c.test/x") }, bases)).toMatch(/^no .* \/x$/u);
    expect(show({ ...plain, url: either("https://a.test/v1/x", "https://${host}/x") }, bases)).toMatch(/^yes .* \/x$/u);
  });

  it("has the paths of all, where they differ", () => {
    const { target } = locate({ ...plain, url: either("/x", "/y") }, undefined, at);
    expect(target.paths?.map(templateOf)).toEqual(["/x", "/y"]);
    expect(locate({ ...plain, url: either("/x", "${all}") }, undefined, at).target.paths).toBeUndefined();
  });

  it("may be on several bases", () => {
    const { target } = locate(
      { ...plain, url: text("/x"), base: either("https://a.test/p", "https://b.test/q") },
      undefined,
      at,
    );
    expect(target.paths?.map(templateOf)).toEqual(["/p/x", "/q/x"]);
  });
});

describe("an address that is not known", () => {
  const url: Value = { kind: "unknown", reason: "r", range: at };
  it("is the service's, where none is configured or the base is its own", () => {
    const given = { url, join: "append", ownsRelative: true } as const;
    expect(show(given)).toBe("yes - ?");
    expect(show(given, ["https://a.test/v1"])).toBe("unknown - ?");
    expect(show({ ...given, base: text("https://a.test/v1") }, ["https://a.test/v1"])).toBe("yes https://a.test/v1 ?");
    expect(show({ ...given, base: text("https://b.test/v1") }, ["https://a.test/v1"])).toBe(
      "unknown https://b.test/v1 ?",
    );
  });
});
