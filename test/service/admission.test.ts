import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readFixtures, type Fixture } from "../harness/fixtures";
import { findProblem } from "./admission";
import { isJsonObject, memberOf, type JsonObject } from "./json";

const table: JsonObject = {
  apiVersion: "timestream.example.dev/v1alpha1",
  kind: "Table",
  metadata: { name: "orders" },
  spec: {
    providerRef: { name: "default" },
    resource: {
      databaseName: "shop",
      tableName: "orders",
      retentionProperties: { magneticStoreRetentionPeriodInDays: 30, memoryStoreRetentionPeriodInHours: 24 },
      tags: { team: "shop" },
    },
  },
};

const withResource = (change: JsonObject): JsonObject => ({
  ...table,
  spec: { providerRef: { name: "default" }, resource: { databaseName: "shop", tableName: "orders", ...change } },
});

describe("admission of kinds", () => {
  test("takes what the tables describe", () => {
    expect(findProblem(table)).toBeUndefined();
    expect(findProblem({ apiVersion: "timestream.example.dev/v1alpha1", kind: "Table" })).toBeUndefined();
    expect(
      findProblem({
        apiVersion: "timestream.example.dev/v1alpha1",
        kind: "TableList",
        items: [{ ...table, kind: "Table" }],
      }),
    ).toBeUndefined();
  });

  test.each<[string, JsonObject]>([
    ["another version", { ...table, apiVersion: "timestream.example.dev/v1" }],
    ["another kind", { ...table, kind: "View" }],
    ["a missing field", withResource({ tableName: null })],
    ["a missing reference", { ...table, spec: { resource: { databaseName: "shop", tableName: "orders" } } }],
    ["a nested missing field", withResource({ retentionProperties: { magneticStoreRetentionPeriodInDays: 30 } })],
    ["a field that is not there", withResource({ table_name: "orders" })],
    ["a wrong type", withResource({ tags: { team: 1 } })],
    [
      "a fraction",
      withResource({
        retentionProperties: { magneticStoreRetentionPeriodInDays: 0.5, memoryStoreRetentionPeriodInHours: 24 },
      }),
    ],
    [
      "a list with a wrong item",
      { apiVersion: "timestream.example.dev/v1alpha1", kind: "TableList", items: [withResource({ x: 1 })] },
    ],
  ])("refuses %s", (_, document) => {
    expect(findProblem(document)).toBeDefined();
  });
});

describe("the rules on kinds and the service agree", () => {
  const manifests = readFixtures().filter(({ extension }) => ["yaml", "json"].includes(extension));
  const cases = manifests.filter(({ answer }) => answer !== undefined);

  test("a rule that is put to the service is put there by all of its wrong manifests", () => {
    const rules = new Set(cases.map(({ rule }) => rule));
    expect(rules.size).toBeGreaterThan(0);
    // Kinds of other projects, and what they hold, are not put to this service.
    const elsewhere = /^incorrect-(?:held|slipped|split)\./u;
    const silent = manifests.filter(
      ({ rule, kind, name, answer }) => rules.has(rule) && kind === "incorrect" && !answer && !elsewhere.test(name),
    );
    expect(silent.map(({ rule, name }) => `${rule}/${name}`)).toEqual([]);
  });

  test.each(cases.map((fixture) => [`${fixture.rule}/${fixture.name}`, fixture] as const))("%s", (_, fixture) => {
    const problem = documentsOf(fixture)
      .map((document) => findProblem(document))
      .find((found) => found !== undefined);
    expect(problem === undefined ? "served" : `refused: ${problem}`).toBe(fixture.answer);
    expect(fixture.answer === "served").toBe(fixture.kind === "correct");
  });
});

/** What a YAML reader of the service makes of a file; a document that is no well-formed YAML is as good as an empty one. */
function documentsOf({ text }: Fixture): readonly JsonObject[] {
  return parseAllDocuments(text, { merge: true }).flatMap((document) => {
    const value: unknown = document.errors.length > 0 ? {} : document.toJS();
    if (!isJsonObject(value)) return [];
    const items = memberOf(value, "items");
    return value.kind === "List" && Array.isArray(items) ? (items as unknown[]).filter(isJsonObject) : [value];
  });
}
