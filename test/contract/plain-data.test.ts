import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { parseInFull } from "../../src/contract/file/data-file";
import { readPlainData } from "../../src/contract/file/plain-data";
import { withSlips, yamlTexts } from "../harness/arbitraries/yaml-texts";
import { runsOf } from "../harness/runs";

const runs = runsOf(400);

const configuration = `# yaml-language-server: $schema=./schema.json
service:
  baseUrls:
    - "https://api.example.com/v1"
    - \${HOST}/v1
    - '\${process.env.API_URL}'
  wrapped: true
  etags: ["/items/{id}"]
contract: [./contract.yaml]
groups:
  a: { name: timestream.example.dev, version: v0.5.0 }
rules: { no-unused-fields: warn, require-if-match: [error, { force: report }] }
ignore:
  - legacy/**
  - 'x'
`;

/** Holds the plain reading of a text to the full one. @returns whether there was one. */
function compare(text: string): boolean {
  const plain = readPlainData(text);
  if (plain === undefined) return false;
  const { value, problems } = parseInFull("x", text);
  expect({ value: plain.value, problems: [] }, text).toEqual({ value, problems });
  return true;
}

test("a configuration is read plainly, templates and all", () => {
  expect(compare(configuration)).toBe(true);
  expect(compare("")).toBe(true);
  expect(compare("# nothing\n")).toBe(true);
});

test.each([
  "a: 1\na: 2\n",
  "a: &x 1\n",
  "a: 1\n---\nb: 2\n",
  "a: 12345678901234567890\n",
  "__proto__: 1\n",
  "a: |\n  ${x}\n",
  "a: [\n",
])("%j is left to the full parser", (text) => {
  expect(compare(text)).toBe(false);
});

test("JSON is read as YAML would, or left to it", () => {
  let taken = 0;
  const key = fc.oneof(fc.stringMatching(/^[ab"\\:{ ]{0,3}$/), fc.string({ maxLength: 4 }));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.constantFrom(null, true, false),
      tie("list"),
      tie("object"),
    ),
    list: fc.array(tie("value"), { maxLength: 3 }),
    object: fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (inner, space) => {
      if (compare(JSON.stringify({ inner }, undefined, space))) taken += 1;
    }),
    { numRuns: runs },
  );
  expect(taken).toBeGreaterThan(runs / 4);
  expect(compare('{"a": 1, "b": {"a": 2}}')).toBe(true);
  expect(compare('{"a": 1}\r\n')).toBe(true);
  for (const text of [
    '{"a": 1}\n\r',
    '{\r"a": 1}',
    '{"a": 1, "a": 2}',
    '{"b": {"a": 1, "\\u0061": 2}}',
    '{"__proto__": {}}',
    '{"a": 1} x',
  ])
    expect(compare(text), text).toBe(false);
});

test("the plain reading is the full one, on any text", { tags: ["long"] }, () => {
  let taken = 0;
  const printed = fc
    .object({
      key: fc.stringMatching(/^[a-z]{1,3}$/),
      values: [fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)],
    })
    .map((data) => stringify(data));
  fc.assert(
    fc.property(fc.oneof(yamlTexts, printed, withSlips(fc.constant(configuration))), (text) => {
      if (compare(text)) taken++;
    }),
    { numRuns: runs },
  );
  expect(taken).toBeGreaterThan(runs / 10);
});
