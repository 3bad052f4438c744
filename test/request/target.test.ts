import { describe, expect, it } from "vitest";
import { parseBases } from "../../src/request/base-urls";
import { templateOf } from "../../src/request/questions/describe";
import type { Address } from "../../src/request/drafting/draft";
import { stringOf } from "../../src/request/drafting/strings";
import { locate } from "../../src/request/target";
import type { StringPart, StringValue } from "../../src/value/value";

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
  const { target } = locate(given, baseUrls && parseBases(baseUrls), at);
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
    ["${baseUrl}/widgets", "yes {baseUrl} /widgets"],
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
    ["${base}", "/x", "append", "yes {base} /x"],
    ["${base}", "${server}/x", "append", "yes {server} /x"],
    ["${base}/v1", "${server}/x", "append", "yes {server} /x"],
    ["${base}", "${server}/x", "resolve", "yes {server} /x"],
    ["${base}", "${server}", "append", "yes {server} ?"],
  ] as const)("%s and %s by %s", (base, url, join, expected) => {
    expect(show(address(url, { base: parse(base), join }))).toBe(expected);
  });
});
