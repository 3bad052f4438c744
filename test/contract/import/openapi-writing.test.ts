import { expect, it } from "vitest";
import { importOpenapi } from "../../../src/contract/import/openapi/openapi";

type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };

it("lists in a query are written in the way that the description says", () => {
  const list = { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2 };
  const queryOf = (parameter: Json): unknown => {
    const parameters = [{ name: "a", in: "query", ...parameter }];
    const value = { openapi: "3.1.0", paths: { "/a": { get: { parameters } } } };
    return importOpenapi([{ file: "a", value }]).contract.endpoints?.["GET /a"]?.query?.a;
  };
  expect(queryOf({ schema: list })).toEqual({ schema: list });
  expect(queryOf({ schema: list, explode: true })).toEqual({ schema: list });
  expect(queryOf({ schema: list, explode: false })).toEqual({ schema: list, separator: "," });
  expect(queryOf({ schema: list, style: "spaceDelimited" })).toEqual({ schema: list, separator: " " });
  expect(queryOf({ schema: list, style: "pipeDelimited" })).toEqual({ schema: list, separator: "|" });
  expect(queryOf({ schema: list, style: "pipeDelimited", explode: true })).toEqual({ schema: list });
  expect(queryOf({ schema: text, explode: false })).toEqual({ schema: text });
  const filter = { type: "object", properties: { from: text } };
  expect(queryOf({ schema: filter, style: "deepObject" })).toEqual({ nested: true, schema: filter });
  expect(queryOf({ schema: filter, style: "form", explode: false })).toEqual({ nested: true });
});

it("forms have a schema of their own", () => {
  const bodyOfTypes = (content: Json): unknown => {
    const value = { openapi: "3.1.0", paths: { "/a": { post: { requestBody: { content } } } } };
    return importOpenapi([{ file: "a", value }]).contract.endpoints?.["POST /a"]?.body;
  };
  const urlencoded = "application/x-www-form-urlencoded";
  const multipart = "multipart/form-data; boundary=x";
  const other = { schema: { type: "integer" } };
  expect(bodyOfTypes({ [urlencoded]: { schema: text } })).toEqual({ types: [urlencoded], form: text });
  expect(bodyOfTypes({ [multipart]: { schema: text }, "application/json": other })).toEqual({
    types: [multipart, "application/json"],
    schema: { type: "integer" },
    form: text,
  });
  expect(bodyOfTypes({ [urlencoded]: { schema: text }, [multipart]: { schema: text } })).toMatchObject({
    form: text,
  });
  // Which of two is sent is not known.
  expect(bodyOfTypes({ [urlencoded]: { schema: text }, [multipart]: other })).not.toHaveProperty("form");
  expect(bodyOfTypes({ "text/plain": { schema: text } })).not.toHaveProperty("form");
});
