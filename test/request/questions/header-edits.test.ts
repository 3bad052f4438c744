import { describe, expect, test } from "vitest";
import { insertHeader } from "../../../src/request/derived/header-edits";
import type { Request } from "../../../src/request/request";
import { requestsIn } from "../../harness/project-requests";
import type { ObjectValue, UnknownValue } from "../../../src/value/value";

function requestWith(headers: ObjectValue | UnknownValue): Request {
  const unknown: UnknownValue = { kind: "unknown", range: headers.range, reason: "test" };
  return {
    id: 1,
    client: "fetch",
    range: headers.range,
    calls: [],
    anchor: headers.range,
    method: unknown,
    target: { service: "yes" },
    query: unknown,
    headers,
    defaults: { contentType: false, acceptEncoding: undefined, userAgent: undefined, unseenHeaders: false },
    earlier: [],
    tagsInScope: [],
  };
}

function insert(literal: string, more: Partial<ObjectValue> = {}): string | undefined {
  const source = `f(${literal})`;
  const range = { start: 2, end: 2 + literal.length };
  const edit = insertHeader(
    requestWith({ kind: "object", range, members: [], open: false, spreads: [], ...more }),
    source,
    "If-Match",
    "etag",
  );
  return edit && source.slice(0, edit.range.start) + edit.text + source.slice(edit.range.end);
}

describe("insertHeader", () => {
  test.each([
    ["{}", `f({ "If-Match": etag })`],
    ["{ }", `f({ "If-Match": etag })`],
    ["{ a: 1 }", `f({ "If-Match": etag, a: 1 })`],
    ["{a: 1}", `f({"If-Match": etag, a: 1})`],
    ["{\n  a: 1,\n}", `f({\n  "If-Match": etag,\n  a: 1,\n})`],
    ["{ ...rest }", `f({ "If-Match": etag, ...rest })`],
  ])("%j", (literal, result) => {
    expect(insert(literal)).toBe(result);
  });

  test("adds nothing where no object literal is written", () => {
    expect(insert("headers")).toBeUndefined();
    expect(insert("given ?? { a: 1 }")).toBeUndefined();
    expect(insert("{ a: 1 } as Given")).toBeUndefined();
    expect(insert("{}", { elsewhere: true })).toBeUndefined();
    expect(insert("{}", { class: "Headers" })).toBeUndefined();
    const unknown: UnknownValue = { kind: "unknown", range: { start: 2, end: 4 }, reason: "parameter" };
    expect(insertHeader(requestWith(unknown), "f({})", "If-Match", "etag")).toBeUndefined();
  });
});

describe("insertHeader where a call has no header fields", () => {
  test.each([
    ['fetch("/a", { method: "PATCH", body })', 'fetch("/a", { method: "PATCH", headers: { M }, body })'],
    [
      'fetch("/a", {\n  method: "PATCH",\n  body,\n})',
      'fetch("/a", {\n  method: "PATCH",\n  headers: { M },\n  body,\n})',
    ],
    ['ky.patch("/a", { json: 1 })', 'ky.patch("/a", { headers: { M }, json: 1 })'],
    ['ky.patch("/a", {})', 'ky.patch("/a", { headers: { M } })'],
    ['got.patch("/a")', 'got.patch("/a", { headers: { M } })'],
    ['axios.patch("/a", { x: 1 })', 'axios.patch("/a", { x: 1 }, { headers: { M } })'],
    ['axios.patch("/a", { x: 1 }, { timeout: 1 })', 'axios.patch("/a", { x: 1 }, { headers: { M }, timeout: 1 })'],
    ['axios({ method: "patch", url: "/a" })', 'axios({ method: "patch", headers: { M }, url: "/a" })'],
    ['axios.delete("/a")', 'axios.delete("/a", { headers: { M } })'],
    ['axios.patch("/a")', undefined],
    ['fetch("/a", { ...options, method: "PATCH" })', undefined],
    [
      'fetch(new Request("/a", { headers: { a: "1" } }), { method: "PATCH" })',
      'fetch(new Request("/a", { headers: { M, a: "1" } }), { method: "PATCH" })',
    ],
    ['fetch(new Request("/a", { headers: all }), { method: "PATCH" })', undefined],
    ['fetch("/a", options)', undefined],
    ["fetch(...all)", undefined],
  ])("%s", (call, expected) => {
    const text = `import axios from "axios"; import ky from "ky"; import got from "got"; ${call};`;
    const [request] = requestsIn({ "a.ts": text });
    const edit = request && insertHeader(request, text, "If-Match", "etag");
    const result = edit && text.slice(0, edit.range.start) + edit.text + text.slice(edit.range.end);
    expect(result).toBe(expected && text.replace(call, expected.replace(/\bM\b/u, '"If-Match": etag')));
  });
});

describe("insertHeader beside the fields of a call that a client lays over its own", () => {
  const imports = 'import axios from "axios"; const api = axios.create({ headers: { own: "1" } }); ';

  test.each([
    ['{ "X-A": "1" }', '{ "If-Match": etag, "X-A": "1" }'],
    ['{"X-A" : "1"}', '{"If-Match": etag, "X-A" : "1"}'],
    ["{\n  a: 1,\n  b: 2 }", '{\n  "If-Match": etag,\n  a: 1,\n  b: 2 }'],
    ["{ accept }", '{ "If-Match": etag, accept }'],
    ["{ accept, b: 2 }", '{ "If-Match": etag, accept, b: 2 }'],
    ["{ a() {} }", undefined],
    ["{ ...others, a: 1 }", undefined],
    ["headers", undefined],
    ["{}", undefined],
  ])("%j", (literal, expected) => {
    const text = `${imports}api.get("/a", { headers: ${literal} });`;
    const [request] = requestsIn({ "a.ts": text });
    const edit = request && insertHeader(request, text, "If-Match", "etag");
    const result = edit && text.slice(0, edit.range.start) + edit.text + text.slice(edit.range.end);
    expect(result).toBe(expected && `${imports}api.get("/a", { headers: ${expected} });`);
  });
});
