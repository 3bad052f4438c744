import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { builtinContract } from "../../src/contract/builtin";
import type { Contract } from "../../src/contract/contract";
import { kindsSchema } from "../../src/contract/kinds/kinds-schema";

const named: Contract = {
  ...builtinContract,
  groups: builtinContract.groups.map((group) => ({ ...group, name: `${group.key}.example.dev` })),
};

function validator(contract: Contract, only?: string): (data: unknown) => boolean {
  const validate = new Ajv({ strict: false, formats: { int64: true } }).compile(kindsSchema(contract, only) as object);
  return (data) => validate(data);
}

function table(resource: object, apiVersion = "a.example.dev/v1alpha1"): object {
  return { apiVersion, kind: "Table", spec: { providerRef: { name: "aws" }, resource } };
}

const sound = { databaseName: "a", tableName: "b" };
const invalid = { databaseName: "a" };

describe("the schema of all kinds", () => {
  const fits = validator(named);

  it("chooses by kind and apiVersion", () => {
    expect(fits(table(sound))).toBe(true);
    expect(fits(table(invalid))).toBe(false);
    expect(fits({ ...table(sound), kind: "Database" })).toBe(false);
    expect(fits(table(invalid, "other.dev/v1alpha1"))).toBe(true);
    expect(fits({ apiVersion: "argoproj.io/v1alpha1", kind: "Application", spec: { project: "x" } })).toBe(true);
    expect(fits({ kind: "Table" })).toBe(true);
    expect(fits(null)).toBe(true);
  });

  it("covers lists", () => {
    const list = (...items: object[]): object => ({ apiVersion: "a.example.dev/v1alpha1", kind: "TableList", items });
    const item = { spec: { providerRef: {}, resource: sound } };
    expect(fits(list(item, table(sound)))).toBe(true);
    expect(fits(list(item, { spec: { providerRef: {}, resource: invalid } }))).toBe(false);
    expect(fits({ apiVersion: "v1", kind: "List", items: [table(sound)] })).toBe(true);
    expect(fits({ apiVersion: "v1", kind: "List", items: [table(invalid)] })).toBe(false);
  });

  it("is confined to one kind on request", () => {
    const only = validator(named, "Database");
    expect(only(table(invalid))).toBe(true);
    expect(only({ ...table({}), kind: "Database" })).toBe(false);
  });
});

describe("without the groups' names", () => {
  const fits = validator(builtinContract);

  it("checks only what has a sign of the kind", () => {
    expect(fits(table(invalid, "whatever.dev/v1alpha1"))).toBe(false);
    expect(fits(table({ database_name: "a" }, "v1alpha1"))).toBe(false);
    expect(fits(table({ rows: 3 }, "whatever.dev/v1alpha1"))).toBe(true);
    expect(fits(table(invalid, "whatever.dev/v1"))).toBe(true);
  });
});
