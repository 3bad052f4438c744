import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { type Facts, noFacts } from "../../../src/contract/configuration/configuration";
import { findNeed } from "../../../src/request/derived/smallest-selector";
import type { FieldShape, ObjectShape, Shape } from "../../../src/shape/shape";

const text: Shape = { type: "string" };
const object = (fields: Readonly<Record<string, Shape>>): ObjectShape => ({
  type: "object",
  fields: new Map(
    Object.entries(fields).map(([name, shape]): [string, FieldShape] => [name, { name, shape, required: true }]),
  ),
  open: false,
});

const owner = object({ name: text, mail: text, length: text });
const widget = object({
  id: text,
  owner,
  tags: { type: "array", elements: text },
  parts: { type: "array", elements: object({ a: text, b: text }) },
});

const shapes = {
  unknown: undefined,
  widget,
  wrapped: object({ data: widget }),
  envelope: object({ data: widget, status: text }),
};

/** @returns what is needed of a widget `w`, as `selector read/of`. */
function needOf(code: string, shape: keyof typeof shapes, wrapped?: boolean): string | undefined {
  const source = `async function run() { const w = await (await fetch("https://api.example.com/widgets")).json(); ${code} }`;
  const sourceFile = ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest, true);
  const facts: Facts =
    wrapped === undefined ? noFacts : { ...noFacts, service: { baseUrls: [], etags: true, wrapped } };
  const response = shapes[shape];
  const resources = response ? [{ method: "GET", path: "/widgets", shape: response }] : [];
  const [request] = analyseCode({ ts, sourceFile, contract: { ...builtinContract, resources }, facts }).requests;
  const need = request && findNeed(request, facts);
  return need && `${need.selector} ${need.read}/${need.of ?? "?"}`;
}

describe("the smallest selector for what is read", () => {
  it.each([
    ["use(w.id.trim(), w.owner.name);", "id,owner/name 2/?", "id,owner/name 2/6"],
    ["use(w.owner.name, w.owner.mail);", "owner(name,mail) 2/?", "owner(name,mail) 2/6"],
    ["use(w.owner.name, w.parts.map((p) => p.a.trim()));", "owner/name,parts/a 2/?", "owner/name,parts/a 2/7"],
    ["use(w.owner, w.owner.name, w.id);", "owner,id 2/?", "owner,id 2/4"],
    // The length of a list or a text is none of its fields.
    ["use(w.tags.length, w.id.length);", "tags,id 2/?", "tags,id 2/4"],
    ["use(w.owner.length);", "owner 1/?", "owner/length 1/6"],
    // What a selector cannot name comes with all that is beside it.
    ['use(w.owner["a/b"], w.owner.name, w.id);', "owner,id 2/?", "owner,id 2/4"],
    ['use(w["a b"], w.id);', undefined, undefined],
    ['use(w["it\'s"], w.id);', undefined, undefined],
    ["use(w.length);", undefined, undefined],
    ["use(w);", undefined, undefined],
    ['use(w[""], w.id);', undefined, undefined],
    ["", undefined, undefined],
    // Nothing is known of the fields below a text.
    ["use(w.owner.name.first.x, w.id);", "owner/name/first/x,id 2/?", "owner/name/first/x,id 2/?"],
  ])("%s", (code, untyped, typed) => {
    expect([needOf(code, "unknown"), needOf(code, "widget")]).toEqual([untyped, typed]);
  });

  it.each([
    // By the configuration, whatever the code reads.
    ["use(w.data.id);", "unknown", true, "id 1/?"],
    ["use(w.data.id);", "wrapped", true, "id 1/4"],
    ["use(w.data.id, w.status);", "envelope", true, "id 1/4"],
    ["use(w.id);", "unknown", true, undefined],
    ["use(w.data.id);", "unknown", false, "data/id 1/?"],
    ["use(w.data.id);", "envelope", false, "data/id 1/5"],
    ["use(w.data.id);", "wrapped", false, "data/id 1/4"],
    // By the code, if it reads nothing beside `data`, and no type says that this is a field.
    ["use(w.data.id);", "unknown", undefined, "id 1/?"],
    ["use(w.data.id);", "widget", undefined, "id 1/4"],
    ["use(w.data.id, w.status);", "unknown", undefined, undefined],
    ["use(w.data.id);", "wrapped", undefined, undefined],
    ["use(w.id);", "wrapped", undefined, "id 1/4"],
    ["use(w.data.id);", "envelope", undefined, undefined],
  ] as const)("begins where the service's selectors do: %s, %s, wrapped: %s", (code, shape, wrapped, expected) => {
    expect(needOf(code, shape, wrapped)).toBe(expected);
  });
});
