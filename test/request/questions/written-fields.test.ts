import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { type Facts, noFacts } from "../../../src/contract/configuration/configuration";
import type { Contract } from "../../../src/contract/contract";
import { namedFieldAt, possibleFieldsAt } from "../../../src/request/derived/written-fields";
import type { FieldShape, ObjectShape, Shape } from "../../../src/shape/shape";

const text: Shape = { type: "string" };
const field = (name: string, shape: Shape): [string, FieldShape] => [name, { name, shape, required: true }];
const object = (...fields: readonly [string, FieldShape][]): ObjectShape => ({
  type: "object",
  fields: new Map(fields),
  open: false,
});

const widget = object(
  field("id", text),
  field("owner", object(field("name", text), field("full name", text))),
  field("tags", { type: "array", elements: text }),
);
const page = object(field("items", { type: "array", elements: widget }), field("nextPageToken", text));

const contractOf = (shape: Shape): Contract => ({
  ...builtinContract,
  resources: [{ method: "GET", path: "/widgets", shape }],
});

/** Where `|` stands in a code: what is written there, and what may be. */
function complete(
  marked: string,
  { shape = page, facts = noFacts }: { shape?: Shape; facts?: Facts } = {},
): string | undefined {
  const { requests, code, position } = analyse(marked, shape, facts);
  for (const request of requests) {
    const possible = possibleFieldsAt(request, facts, code, position);
    if (possible)
      return `${code.slice(possible.range.start, possible.range.end)}: ${possible.fields.map(({ name }) => name).join(" ")}`;
  }
  return undefined;
}

function analyse(
  marked: string,
  shape: Shape,
  facts: Facts,
): ReturnType<typeof analyseCode> & { code: string; position: number } {
  const position = marked.indexOf("|");
  const code = marked.replace("|", "");
  const sourceFile = ts.createSourceFile("a.ts", code, ts.ScriptTarget.Latest, true);
  return { ...analyseCode({ ts, sourceFile, contract: contractOf(shape), facts }), code, position };
}

const url = "https://api.example.com/widgets";
const top = ": items nextPageToken";
const inside = ": id owner tags";

describe("the fields that may be written", () => {
  it.each([
    [`fetch("${url}?fields=|")`, top],
    [`fetch("${url}?fields=|&x=1")`, top],
    [`fetch("${url}?fields=items/|")`, inside],
    [`fetch("${url}?fields=items(id,|)")`, inside],
    [`fetch("${url}?fields=items(id,ow|)&x=1")`, `ow${inside}`],
    [`fetch("${url}?fields=items(id),n|")`, `n${top}`],
    [`fetch("${url}?fields=items/owner(|")`, ": name"],
    [`fetch("${url}?fields=items%2F|")`, inside],
    [`fetch("${url}?fields=items%28id%2Cta|%29")`, `ta${inside}`],
    [`fetch(\`${url}?fields=\${x},items/|\`)`, inside],
    [`fetch(\`${url}?fields=\${encodeURIComponent("items(|)")}\`)`, inside],
    [`axios.get("${url}", { params: { fields: "|" } })`, top],
    [`axios.get("${url}", { params: { fields: \`|\` } })`, top],
    [`axios.get("${url}", { params: { fields: "items( id, |)" } })`, inside],
    [`axios.get("${url}", { params: { fields: ["items/id", "n|"].join(",") } })`, `n${top}`],
    [`const fields = "items(|)"; axios.get("${url}", { params: { fields } })`, inside],
    [`const get = (fields) => fetch("${url}?fields=" + fields); get("items/|")`, inside],
    [`axios.get("${url}", { params: { fields: c ? "items" : "items/|" } })`, inside],
    [`axios.get("${url}", { params: { fields: c ? "items" : "|" } })`, top],
  ])("%s", (marked, expected) => {
    expect(complete(`import axios from "axios"; ${marked}`)).toBe(expected);
  });

  it.each([
    [`fetch("${url}?fiel|ds=items")`],
    [`fetch("${url}?fields=items&pageToken=|")`],
    [`fetch("${url}|?fields=items")`],
    [`fetch("${url}?fields=items"|)`],
    [`fetch("${url}?fields=unknown/|")`],
    [`fetch("${url}?fields=items(id)|")`],
    [`fetch("https://api.example.com/others?fields=|")`],
    [`show("items(|)")`],
    // An empty value stands nowhere else.
    [`fetch("${url}?fields=&x=|1")`],
    [`fetch("${url}?field|s=")`],
    [`axios.get("${url}", { params: { fields: |"" } })`],
    [`axios.get("${url}", { params: { fields: "" |} })`],
    [`axios.get("${url}", { params: { fields:|"" } })`],
    [`axios.get("${url}", { params: { fields: [].join(|",") } })`],
  ])("none in %s", (marked) => {
    expect(complete(marked)).toBeUndefined();
  });

  it("begin inside `data`, where the service wraps responses", () => {
    const shape = object(field("data", page));
    const marked = `fetch("${url}?fields=|")`;
    const wrapped = (isWrapped: boolean): Facts => ({
      ...noFacts,
      service: { baseUrls: [], etags: true, wrapped: isWrapped },
    });
    expect(complete(marked, { shape })).toBe(top);
    expect(complete(marked, { shape, facts: wrapped(true) })).toBe(top);
    expect(complete(marked, { shape, facts: wrapped(false) })).toBe(": data");
  });

  it("may begin inside `data` or not, where it is not known whether the service wraps responses", () => {
    const shape = object(field("data", page), field("status", text));
    const facts = { ...noFacts, service: { baseUrls: [], etags: true, wrapped: true } };
    const marked = `fetch("${url}?fields=|")`;
    expect(complete(marked, { shape })?.split(" ").sort()).toEqual([":", "data", "items", "nextPageToken", "status"]);
    expect(complete(marked, { shape, facts })).toBe(top);
    expect(complete(`fetch("${url}?fields=data/|")`, { shape })).toBe(top);
  });

  it("are those of the elements of a list", () => {
    expect(complete(`fetch("${url}?fields=|")`, { shape: { type: "array", elements: widget } })).toBe(inside);
    expect(complete(`fetch("${url}?fields=|")`, { shape: { type: "map", values: widget } })).toBeUndefined();
  });

  it("are none of another service", () => {
    const facts = { ...noFacts, service: { baseUrls: ["https://api.example.org"], etags: true } };
    expect(complete(`fetch("${url}?fields=|")`, { facts })).toBeUndefined();
  });
});

describe("the field that is written", () => {
  const named = (marked: string): string | undefined => {
    const { requests, code, position } = analyse(marked, page, noFacts);
    const found = requests.map((request) => namedFieldAt(request, noFacts, code, position)).find((each) => each);
    return found && `${code.slice(found.range.start, found.range.end)} ${found.field.shape.type}`;
  };

  it.each([
    [`fetch("${url}?fields=items(ow|ner/name)")`, "owner object"],
    [`fetch("${url}?fields=items(owner/na|me)")`, "name string"],
    [`fetch("${url}?fields=items(unkn|own)")`, undefined],
    [`fetch("${url}?fi|elds=items(owner)")`, undefined],
  ])("%s", (marked, expected) => {
    expect(named(marked)).toBe(expected);
  });
});
