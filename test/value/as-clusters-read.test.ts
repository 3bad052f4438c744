import { describe, expect, it } from "vitest";
import { findingsOf, lamp, lampOf, table } from "../manifest/imported";

const contract = lampOf(`
  type: object
  properties:
    peers: { type: array, items: { type: string } }
    map: { type: object, additionalProperties: { type: string } }
    count: { type: integer }
`);

describe("in brackets, a colon or dash without white space ends nothing", () => {
  it.each([
    "{ peers: [10.0.0.1, fd00::] }",
    "{ peers: [fd00::, a:, 'b'] }",
    "{ map: { a: fd00::} }",
    "{ map: {k: -}, peers: [-, -] }",
    "{ map: {a: b, c: 'x:'} }",
    "\n  peers: [ one two::,\n    fd00::]",
  ])("%s", (spec) => {
    expect(findingsOf(lamp(spec), contract)).toEqual([]);
  });

  it.each([
    ["{ peers: [a: b] }", "valid-kind-values: a: b"],
    ["{ peers: [fd00::, 1] }", "valid-kind-values: 1"],
    ["{ map: {k: -, j: 1} }", "valid-kind-values: 1"],
    ["{ map: {k: } }", ""],
  ])("but %s is what it is", (spec, finding) => {
    expect(findingsOf(lamp(spec), contract)).toEqual(finding === "" ? [] : [finding]);
  });
});

describe("what the parsers before a cluster refuse is told:", () => {
  it.each([
    ["a control character", "'a\u0001b'", "there is a control character, with which nothing is read"],
    ["one in a comment", "b # \u007f", "there is a control character, with which nothing is read"],
    ["a null as a key", "{ null: b }", "a key is null; a key has to be a text"],
    ["a null key in a block", "\n      ~: b", "a key is null; a key has to be a text"],
    ["a key that is not there", "{ : b }", "a key is null; a key has to be a text"],
    ["a text that is merged", "{ <<: text }", "only a mapping can be merged with `<<`"],
    ["a list of texts that is merged", "{ <<: [a] }", "only a mapping can be merged with `<<`"],
    ["an anchor in itself", "&t { bed: *t }", "the anchor &t contains itself"],
    ["an escape of JSON", '{ a: "b\\/c" }', "the escape \\/ is not known in YAML as clusters read it"],
  ])("%s", (_, value, message) => {
    const text =
      value.includes("\n") || value.startsWith("&") ? lamp(`\n    map: ${value}`) : lamp(`{ map: ${value} }`);
    expect(findingsOf(text, contract)).toEqual([`unreadable: ${message}`]);
  });

  it.each([
    ["a key that says null in quotes", lamp(`{ map: { "null": b, nullable: c } }`)],
    [
      "mappings that are merged",
      lamp("{ map: { <<: [*a, { c: d }] } }").replace("{ name:", "{ labels: &a { x: z }, name:"),
    ],
    ["an anchor that is used again", lamp("{ map: *t }").replace("{ name:", "{ labels: &t { bed: rose }, name:")],
    ["escaped escapes", lamp('{ map: { a: "b\\\\/c" } }')],
    [
      "a text that begins as JSON",
      `{ "apiVersion": "garden.example.dev/v1", "kind": "Lamp", "spec": { "map": { "a": "b\\/c" } } }`,
    ],
    ["tabs and letters of all languages", lamp("{ map: { a: 'x\ty', b: '\u00e9\u0085\u4e2d\u{1f600}' } }")],
  ])("but not %s", (_, text) => {
    expect(findingsOf(text, contract)).toEqual([]);
  });
});

describe("tags that are not YAML's own", () => {
  it("make texts of scalars, and say nothing of collections", () => {
    expect(findingsOf(lamp("{ map: !garden { a: !secret b } }"), contract)).toEqual([]);
    expect(findingsOf(lamp("{ map: !garden { a: 1 } }"), contract)).toEqual(["valid-kind-values: 1"]);
    expect(findingsOf(lamp("{ count: !secret 3 }"), contract)).toEqual(["valid-kind-values: 3"]);
    expect(findingsOf(lamp("{ count: !!int 3 }"), contract)).toEqual([]);
  });
});

describe("numbers in capitals", () => {
  it.each(["0X1F", "-0X1F", "0B101", "0X_1F"])("%s is a number for some readers", (number) => {
    expect(findingsOf(table(`{ code: ${number} }`))).toEqual([`no-ambiguous-scalars: ${number}`]);
  });
  it.each(["'0X1F'", "0XG", "0B2", "X1F"])("%s is a text for all", (text) => {
    expect(findingsOf(table(`{ code: ${text} }`))).toEqual([]);
  });
});
