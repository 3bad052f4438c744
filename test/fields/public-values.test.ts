import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rule as validFields } from "../../rules/fields/valid-fields";
import { parseFields } from "../../src/fields/parse";
import { printFields } from "./print";
import { projectBy } from "./projections";
import { check } from "../harness/check";

/** Lines of a value of `fields`, a tab, and where it was seen. The values are other people's: they are read from where they are kept. */
const list = process.env.RESTRAINT_FIELDS_VALUES;

function mistakesIn(text: string): readonly string[] {
  return parseFields(text).mistakes.map(({ kind }) => kind);
}

/** A value as it stands in a URL, decoded as the service does. */
function decoded(text: string): string {
  return /%[\dA-F]{2}/iu.test(text) ? decodeURIComponent(text.replaceAll("+", " ")) : text;
}

describe.skipIf(list === undefined)("values seen in public code (RESTRAINT_FIELDS_VALUES names the list)", () => {
  const values = (list === undefined ? "" : readFileSync(list, "utf8"))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t")[0] ?? "");
  // Whoever wrote the value down left its end out.
  const isCut = (value: string): boolean => value.endsWith("...");

  it("are accepted, once those that stand in a URL are decoded", () => {
    const refused = values.map((value) => [value, ...mistakesIn(decoded(value))]).filter(({ length }) => length > 1);
    expect(refused.filter(([value = ""]) => !isCut(value))).toEqual([]);
    console.log(
      `${values.length} values, ${values.filter((value) => decoded(value) !== value).length} decoded, ${refused.length} refused: cut off`,
    );
    expect(refused.length).toBeLessThanOrEqual(values.filter(isCut).length);
    expect(values.length).toBeGreaterThan(200);
  });

  it("select the same when they are printed", () => {
    for (const value of values.map(decoded).filter((each) => mistakesIn(each).length === 0)) {
      const printed = printFields(parseFields(value).selectors);
      expect([value, printFields(parseFields(printed).selectors)]).toEqual([value, printed]);
    }
  });
});

describe("odd values", () => {
  const child = { id: "1", name: "n", zones: { a: { name: "z", size: 1 } } };
  const answer = { etag: "e", nextPageToken: "t", items: { west: child, east: child }, files: [child, child] };

  it.each([
    ["a bare wildcard stands for child objects", "*", { items: answer.items, files: answer.files }],
    [
      "wildcards below each other",
      "*/*",
      { items: answer.items, files: [{ zones: child.zones }, { zones: child.zones }] },
    ],
    [
      "a wildcard at the end",
      "files/*,nextPageToken",
      { files: [{ zones: child.zones }, { zones: child.zones }], nextPageToken: "t" },
    ],
    [
      "a wildcard over keys",
      "items/*/zones/a/name",
      { items: { west: { zones: { a: { name: "z" } } }, east: { zones: { a: { name: "z" } } } } },
    ],
    [
      "white space and line breaks",
      "etag, items(\n  west( id, name )\n)\n   ",
      { etag: "e", items: { west: { id: "1", name: "n" } } },
    ],
    ["one parent twice", "items/west(id),items/west(name)", { items: { west: { id: "1", name: "n" } } }],
    ["a wildcard in a group", "items(*)", { items: answer.items }],
    ["a group below a path", "items/west(id)", { items: { west: { id: "1" } } }],
  ])("%s: %s", (_, text, expected) => {
    expect(mistakesIn(text)).toEqual([]);
    expect(projectBy(text, answer)).toEqual(expected);
  });

  it.each([
    ["dots in a key", "items/properties/hbase.zookeeper.quorum", ["items", "properties", "hbase.zookeeper.quorum"]],
    ["free-form keys", "users(customSchemas/Accounts/github(value))", ["users"]],
  ])("%s: %s", (_, text, names) => {
    const { mistakes, selectors } = parseFields(text);
    expect(mistakes).toEqual([]);
    expect(selectors.map(({ path }) => path.map(({ name }) => name))).toEqual([names]);
  });

  /** The texts that are reported in code, in order. */
  function reported(code: string, configuration?: string): readonly string[] {
    const source = { path: "odd.ts", extension: "ts", marked: false, options: {}, needsTypes: false };
    const { findings } = check(validFields, { ...source, text: code, configuration });
    return findings.map(({ range }) => code.slice(range.start, range.end));
  }
  const service = 'service: { baseUrls: ["https://api.example.com"] }';

  it("are checked inside a longer query string", () => {
    expect(reported('void fetch("https://api.example.com/v1/files?pageSize=9&fields=files(id,,name)&q=x");')).toEqual([
      ",",
    ]);
    expect(
      reported(
        'const more = "pageSize=9&fields=files%28id%2C%2Cname%29"; void fetch("https://api.example.com/v1/files?" + more);',
      ),
    ).toEqual(["%2C"]);
    expect(reported('void fetch(`https://api.example.com/v1/files?fields=${[...names].join(",")},,x`);')).toEqual([
      ",",
    ]);
    expect(
      reported('void fetch(`https://api.example.com/v1/files?fields=files(${[...names].join(",")}),next`);'),
    ).toEqual([]);
  });

  it.each(["*all", "+properties", "children{id}", "-*", "name,-secret", ".tag,name", "comments.limit(5).order(x)"])(
    "the dialect %s of another service is silent",
    (value) => {
      const code = `void fetch("https://graph.somebody.dev/v1/x?fields=${value}");`;
      expect(reported(code)).toEqual([]);
      expect(reported(code, service)).toEqual([]);
    },
  );

  it("are no values of a parameter in bodies, masks and schemas", () => {
    const body = 'JSON.stringify({ fields: "a,,b", updateMask: "c,,d" })';
    expect(reported(`void fetch("https://api.example.com/v1/x", { method: "POST", body: ${body} });`)).toEqual([]);
    expect(reported('const schema = z.object({ fields: z.string().default("a,,b") }); void schema;')).toEqual([]);
  });
});
