import { describe, expect, test } from "vitest";
import { checkFields } from "../../src/fields/check";
import { completeFields, findSegment } from "../../src/fields/complete";
import { parseFields } from "../../src/fields/parse";
import type { FieldShape, ObjectShape, Shape } from "../../src/shape/shape";

const text: Shape = { type: "string" };

function object(fields: Readonly<Record<string, Shape>>, open = false): ObjectShape {
  const entries = Object.entries(fields).map(([name, shape]): [string, FieldShape] => [
    name,
    { name, shape, required: false },
  ]);
  return { type: "object", fields: new Map(entries), open };
}

const table = object({
  id: text,
  displayName: text,
  columns: { type: "array", elements: object({ name: text, type: text }) },
  tags: { type: "map", values: text },
  owners: { type: "map", values: object({ email: text }) },
  settings: object({ retention: object({ days: { type: "int64" } }) }),
  extra: object({ known: text }, true),
  anything: { type: "any" },
  either: { type: "union", options: [text, object({ left: text }), object({ right: object({ deep: text }) })] },
});
const list = object({ items: { type: "array", elements: table }, nextPageToken: text });

const misfits = (fields: string, shape: Shape): string[] =>
  checkFields(parseFields(fields).selectors, shape).map((misfit) =>
    misfit.kind === "unknownField"
      ? `${misfit.segment.name} -> ${misfit.near.join("|")}`
      : `${misfit.parent.name}/${misfit.segment.name}`,
  );

describe("checking selectors against a shape", () => {
  test.each([
    ["id,displayName,columns/name,settings(retention/days)"],
    ["tags/anything,owners/me/email,owners(me(email))"],
    ["*,*/*,columns/*,settings/*/days,owners/*/email,columns/*/name"],
    ["extra/unknown/deeper,anything/at/all,columns"],
    ["either/left,either/right/deep"],
  ])("%s fits", (fields) => {
    expect(misfits(fields, table)).toEqual([]);
  });

  test.each([
    ["displayname", ["displayname -> displayName"]],
    ["zzz", ["zzz -> "]],
    ["id/x,id(x)", ["id/x", "id/x"]],
    ["columns(nam,type/x)", ["nam -> name", "type/x"]],
    ["settings.retention", ["settings.retention -> settings/retention"]],
    ["settings.retention.days", ["settings.retention.days -> settings/retention/days"]],
    ["settings.nope", ["settings.nope -> "]],
    ["nope.retention", ["nope.retention -> "]],
    ["settings.days,id.days", ["settings.days -> ", "id.days -> "]],
    ["settings/*/dais", ["dais -> days"]],
    ["tags/x/y", ["x/y"]],
    ["owners/me/emial", ["emial -> email"]],
    ["either/top", ["top -> "]],
    ["ID,settings(retentoin(days),retention(dayz))", ["ID -> id", "retentoin -> retention", "dayz -> days"]],
    ["zzz(a,b,c),zzz/d", ["zzz -> ", "zzz -> "]],
  ])("%s does not", (fields, expected) => {
    expect(misfits(fields, table)).toEqual(expected);
  });

  test("nothing is said of a response that has no fields at all", () => {
    expect(misfits("a,b/c", text)).toEqual([]);
  });

  test("arrays are transparent at the root too", () => {
    expect(misfits("items(id,columns(name)),nextPageToken", list)).toEqual([]);
    expect(misfits("id", { type: "array", elements: table })).toEqual([]);
  });

  test("a shape that contains itself comes to an end", () => {
    const fields = new Map<string, FieldShape>();
    const node: Shape = { type: "object", fields, open: false };
    fields.set("child", {
      name: "child",
      shape: { type: "union", options: [node, { type: "array", elements: node }] },
      required: false,
    });
    expect(misfits(Array<string>(200).fill("child").join("/"), node)).toEqual([]);
    expect(misfits(Array<string>(200).fill("*").join("/"), node)).toEqual([]);
    expect(misfits("child/child/chidl", node)).toEqual(["chidl -> child"]);
    const dotted = (length: number): string => Array<string>(length).fill("child").join(".");
    expect(misfits(dotted(19), node)).toEqual([`${dotted(19)} -> ${dotted(19).replaceAll(".", "/")}`]);
    expect(misfits(dotted(20), node)).toEqual([`${dotted(20)} -> `]);
  });

  test("nested groups of any depth are checked", { tags: ["long"] }, () => {
    const depth = 50_000;
    expect(misfits("a(".repeat(depth) + "b" + ")".repeat(depth), { type: "map", values: { type: "any" } })).toEqual([]);
  });
});

describe("completion", () => {
  /** `|` is the cursor. */
  const complete = (marked: string): { written: string; names: string[] } => {
    const offset = marked.indexOf("|");
    const source = { text: marked.replace("|", ""), holes: [] };
    const { range, fields } = completeFields(source, offset, list);
    return { written: source.text.slice(range.start, range.end), names: fields.map(({ name }) => name) };
  };

  test.each([
    ["|", "", ["items", "nextPageToken"]],
    ["ne|xt", "next", ["items", "nextPageToken"]],
    ["items(id,|)", "", [...table.fields.keys()]],
    ["items(id, set|", "set", [...table.fields.keys()]],
    ["items/columns/|", "", ["name", "type"]],
    ["items(columns(|", "", ["name", "type"]],
    ["items(columns(name)),|", "", ["items", "nextPageToken"]],
    ["items(columns(name),|", "", [...table.fields.keys()]],
    ["items(settings/|,id)", "", ["retention"]],
    ["items(columns(name)|", "", []],
    ["items |", "", []],
    ["items/tags/|", "", []],
    ["unknown/|", "", []],
    [")),|", "", []],
  ])("%s", (marked, written, names) => {
    expect(complete(marked)).toEqual({ written, names });
  });

  test("finds what a segment names", () => {
    const source = { text: "nextPageToken,items(columns/name)", holes: [] };
    expect(findSegment(source, 22, list)?.field.name).toBe("columns");
    expect(findSegment(source, 30, list)?.field.name).toBe("name");
    expect(findSegment(source, 14, list)?.range).toEqual({ start: 14, end: 19 });
    expect(findSegment({ text: "x", holes: [] }, 0, list)).toBeUndefined();
  });
});
