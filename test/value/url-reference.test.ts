import { describe, expect, test } from "vitest";
import { keptOfBase } from "../../src/value/url-reference";

const bases = [
  "https://a.test",
  "https://a.test/",
  "https://a.test/v1",
  "https://a.test/v1/",
  "https://a.test:8080/v1/users?to=/x",
  "https://a.test/v1?to=/x#/y",
  "https://a.test?to=/x",
  "https://a.test/#/x",
  "https://me:secret@a.test/v1",
];
const urls = ["", "#f", "?q=1", "?q=/1#f", "/", "/x", "/x/y?q=1", "x", "x/", "x/y?q=/1", "//b.test/x"];

function resolved(base: string, url: string): string | undefined {
  const kept = keptOfBase(base, url);
  return kept && `${base.slice(0, kept.length)}${kept.needsSlash ? "/" : ""}${url}`;
}

describe("a URL on a base is what the URL parser makes of both", () => {
  test.each(bases.flatMap((base) => urls.map((url) => [base, url] as const)))("%s and %s", (base, url) => {
    const text = resolved(base, url);
    // The parser adds a slash to a host without a path.
    expect(text && new URL(text).href).toBe(new URL(url, base).href);
  });
});

test.each([
  ["//a.test/v1/y", "x", "//a.test/v1/x"],
  ["\uFFFC/v1/y", "x", "\uFFFC/v1/x"],
  ["\uFFFC://a.test", "/x", "\uFFFC://a.test/x"],
  ["\uFFFC", "x", "\uFFFC/x"],
  ["\uFFFC/v1", "/x", undefined],
  ["/v1/y", "/x", undefined],
])("%s, whose host may be unknown, and %s", (base, url, expected) => {
  expect(resolved(base, url)).toBe(expected);
});
