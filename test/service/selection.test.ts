import { describe, expect, test } from "vitest";
import type { JsonObject } from "./json";
import { InvalidSelection, parseSelection, project } from "./selection";

const resource: JsonObject = {
  kind: "demo",
  title: "First",
  author: { name: "Ann", address: { city: "Rome", zip: "00100" } },
  links: { self: { href: "/1", rel: "self" }, next: { href: "/2", rel: "next" } },
  items: [
    { title: "A", characteristics: { length: "short", accuracy: "high" } },
    { title: "B", characteristics: { length: "long" } },
  ],
};

const select = (fields: string): JsonObject => project(resource, parseSelection(fields), new Set(["etag"]));

describe("fields", () => {
  test.each<[string, JsonObject]>([
    ["title", { title: "First" }],
    ["kind,title", { kind: "demo", title: "First" }],
    ["author/name", { author: { name: "Ann" } }],
    ["author(name,address/city)", { author: { name: "Ann", address: { city: "Rome" } } }],
    ["author/address", { author: { address: { city: "Rome", zip: "00100" } } }],
    ["author(name),author/address/zip", { author: { name: "Ann", address: { zip: "00100" } } }],
    ["author,author/name", { author: { name: "Ann", address: { city: "Rome", zip: "00100" } } }],
    ["items/title", { items: [{ title: "A" }, { title: "B" }] }],
    ["items/characteristics/accuracy", { items: [{ characteristics: { accuracy: "high" } }, {}] }],
    [
      "items(title),items/characteristics/length",
      {
        items: [
          { title: "A", characteristics: { length: "short" } },
          { title: "B", characteristics: { length: "long" } },
        ],
      },
    ],
    ["links/*/href", { links: { self: { href: "/1" }, next: { href: "/2" } } }],
    ["links/*", { links: { self: { href: "/1", rel: "self" }, next: { href: "/2", rel: "next" } } }],
    ["*/name", { author: { name: "Ann" } }],
    [" author ( name ) , title ", { author: { name: "Ann" }, title: "First" }],
    ["title,etag", { title: "First" }],
  ])("%s", (fields, expected) => {
    expect(select(fields)).toEqual(expected);
  });

  test.each([
    "",
    ",",
    "title,",
    "a//b",
    "/title",
    "title/",
    "author()",
    "author(name",
    "author)",
    "author(name)x",
    "author(name)/x",
    "ti*",
    "data/title",
    "data",
    "nothing",
    "title/x",
    "author/nothing",
    "items/nothing",
    "links/*/nothing",
    "a b",
  ])("refuses %j", (fields) => {
    expect(() => select(fields)).toThrow(InvalidSelection);
  });
});
