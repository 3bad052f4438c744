import { describe, expect, it } from "vitest";
import { templateOf } from "../../src/request/derived/describe";
import { stringOf, textPart } from "../../src/request/drafts/strings";
import { locate } from "../../src/request/target";
import type { AlternativesValue, StringPart, StringValue, Value } from "../../src/value/value";

const at = { start: 0, end: 0 };
const named = (name: string): Value => ({ kind: "unknown", reason: name, range: at, origin: { trail: [name] } });
const hole = (value: Value): StringPart => ({ kind: "hole", value });
const join = (...parts: readonly (string | StringPart)[]): StringValue =>
  stringOf(
    parts.map((part) => (typeof part === "string" ? textPart(part, at) : part)),
    at,
  );
const either = (...options: readonly Value[]): AlternativesValue => ({ kind: "alternatives", options, range: at });
const texts = (...options: readonly string[]): AlternativesValue => either(...options.map((each) => join(each)));

/** The path, or all paths, and the origin. */
function show(url: Value): string {
  const { path, paths = [], origin } = locate({ url, join: "append", ownsRelative: false }, undefined, at).target;
  const all = path ? [path] : paths;
  return [all.map(templateOf).join("|"), ...(origin ? [templateOf(origin)] : [])].join(" ");
}

describe("one of several texts within an address", () => {
  it.each([
    ["at its end", join("/a/", hole(texts("x", "y"))), "/a/x|/a/y"],
    ["in its middle", join("/a/", hole(texts("x", "y")), "/b"), "/a/x/b|/a/y/b"],
    ["twice", join("/", hole(texts("a", "b")), "/", hole(texts("x", "y"))), "/a/x|/a/y|/b/x|/b/y"],
    ["beside others that are not known", join("/", hole(named("n")), "/", hole(texts("x", "y"))), "/{n}/x|/{n}/y"],
    ["of which one is not known", join("/a/", hole(either(join("x"), named("n")))), "/a/{}"],
    ["in one of several addresses", either(join("/b"), join("/a/", hole(texts("x", "y")))), "/b|/a/x|/a/y"],
  ])("%s", (_, url, expected) => {
    expect(show(url)).toBe(expected);
  });

  it("is left as it is where it would become too many", () => {
    const five = texts("1", "2", "3", "4", "5");
    expect(
      show(join("/", hole(texts("1", "2", "3", "4")), "/", hole(texts("1", "2", "3", "4")))).split("|"),
    ).toHaveLength(16);
    expect(show(join("/", hole(five), "/", hole(five))).split("|")).toHaveLength(5);
  });

  it.each([
    [
      "the path behind a base",
      join(hole(texts("/a", "/b", "/c", "/d", "/e")), "/x/", hole(texts("1", "2", "3", "4"))),
      "/x/1|/x/2|/x/3|/x/4 {}",
    ],
    [
      "a path that is one part with its base",
      join("/v", hole(texts("1/a", "2/b", "3/c", "4/d", "5/e")), "/", hole(texts("1", "2", "3", "4"))),
      "",
    ],
  ])("is told from its end where there would be too many: %s", (_, url, expected) => {
    expect(show(url)).toBe(expected);
  });

  it("leaves no parameter out where there would be too many", () => {
    const values = texts("1", "2&more=1", "3", "4&last=1", "5");
    const { query } = locate(
      { url: join("/x?a=", hole(values), "&b=", hole(values)), join: "append", ownsRelative: false },
      undefined,
      at,
    );
    const keys = query.kind === "object" ? query.members.map(({ key, presence }) => [key, presence]) : [];
    expect(keys).toEqual([["a", "always"]]);
    expect(query.kind === "object" && query.open).toBe(true);
  });
});

describe("addresses that nobody means", () => {
  it.each([
    ["a query that is appended to nothing", texts("/a?x=1", "/a&x=1"), "/a"],
    ["what was never set", texts("undefined/a", "/b"), "/b"],
    ["null", texts("/b", "null"), "/b"],
  ])("%s", (_, url, expected) => {
    expect(show(url)).toBe(expected);
  });

  it.each([
    ["the only one", texts("undefined/a", "undefined/b"), "/undefined/a|/undefined/b"],
    ["a name that begins so", texts("undefinedness/a", "/b"), "/undefinedness/a|/b"],
    ["a parameter that is a value of another", texts("/a?y=&x=1", "/b"), "/a|/b"],
    ["a segment with the mark", texts("/a&x=1", "/b"), "/a&x=1|/b"],
    ["one that is not known", either(named("u"), join("/b")), ""],
  ])("but %s", (_, url, expected) => {
    expect(show(url)).toBe(expected);
  });
});

describe("the origin and path of several addresses", () => {
  const base = hole(named("BASE"));
  it.each([
    ["a base from outside and its default", either(join(base, "/x"), join("https://h.test/x")), "/x {}"],
    ["one whose default has a path", either(join("https://h.test/v1/x"), join(base, "/x")), "/x {}"],
    ["one whose default ends otherwise", either(join(base, "/x"), join("https://h.test/y")), "/x|/y {}"],
    [
      "one with several paths",
      either(...["/x", "/y"].flatMap((path) => [join(base, path), join("https://h.test/v1", path)])),
      "/x|/y {}",
    ],
    ["one origin", texts("https://h.test/x", "https://h.test/y"), "/x|/y https://h.test"],
    ["two origins", texts("https://h.test/x", "https://g.test/x"), "/x {}"],
    ["an origin and none", texts("https://h.test/x", "/x"), "/x {}"],
    ["none", texts("/x", "/y"), "/x|/y"],
  ])("%s", (_, url, expected) => {
    expect(show(url)).toBe(expected);
  });
});
