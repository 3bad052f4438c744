import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/contract/contract";
import { groups, kinds, listShape } from "../../src/contract/kinds/kinds";
import type { FieldShape, ObjectShape, Shape } from "../../src/shape/shape";

function kindNamed(name: string): Kind {
  const kind = kinds.find((candidate) => candidate.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
}

/** Follows a dotted path; `[]` steps into an array's elements. */
function field(shape: Shape, path: string): FieldShape {
  const [key = "", ...rest] = path.split(".");
  const holder = shape.type === "array" ? shape.elements : shape;
  const found = holder.type === "object" ? holder.fields.get(key) : undefined;
  if (found === undefined) throw new Error(`no field ${key} of ${path}`);
  return rest.length === 0 ? found : field(found.shape, rest.join("."));
}

function fieldsBelow(shape: Shape): FieldShape[] {
  if (shape.type === "array") return fieldsBelow(shape.elements);
  return shape.type === "object"
    ? [...shape.fields.values()].flatMap((each) => [each, ...fieldsBelow(each.shape)])
    : [];
}

function resource(name: string): ObjectShape {
  const { shape } = field(kindNamed(name).shape, "spec.resource");
  if (shape.type !== "object") throw new Error("a resource is an object");
  return shape;
}

/** @returns the name in snake_case, a run of capitals being one word. Not how the contract gets it: there it is written down. */
function snakeCase(name: string): string {
  return name.replace(/IDS$/, "Ids").replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`);
}

describe("the kinds", () => {
  it("are five in two groups", () => {
    expect(kinds.map(({ name, group }) => `${group} ${name}`)).toEqual([
      "a Database",
      "a Table",
      "b Application",
      "b Function",
      "b InvokeFunction",
    ]);
    expect(groups.map(({ apiVersions }) => apiVersions)).toEqual([["v1alpha1"], ["v1alpha1"]]);
  });

  it.each([
    ["Database", 7, ["databaseName"]],
    ["Table", 8, ["databaseName", "tableName"]],
    ["Application", 15, ["compartmentID", "displayName", "subnetIDS"]],
    ["Function", 17, ["applicationID", "displayName", "image", "memoryInMbs"]],
    ["InvokeFunction", 11, ["functionID"]],
  ])("%s has %i fields and requires %j", (name, count, required) => {
    const fields = [...resource(name).fields.values()];
    expect(fields).toHaveLength(count);
    expect(fields.filter((each) => each.required).map((each) => each.name)).toEqual(required);
  });

  it.each(kinds.map(({ name }) => name))("%s: every underlying name is the field's name in snake_case", (name) => {
    const fields = fieldsBelow(resource(name));
    expect(fields.map((each) => each.underlyingName)).toEqual(fields.map((each) => snakeCase(each.name)));
  });

  it.each([
    ["Function", "memoryInMbs", "string"],
    ["Function", "timeoutInSeconds", "int64"],
    ["Database", "tableCount", "int64"],
    ["Database", "tags", "map"],
    ["Table", "retentionProperties.memoryStoreRetentionPeriodInHours", "int64"],
    ["Table", "magneticStoreWriteProperties.magneticStoreRejectedDataLocation.storeConfiguration.kmsKeyID", "string"],
    ["Application", "networkSecurityGroupIDS", "array"],
    ["Application", "imagePolicyConfig.keyDetails.kmsKeyID", "string"],
    ["InvokeFunction", "base64EncodeContent", "boolean"],
    ["InvokeFunction", "invokeFunctionBodyBase64Encoded", "string"],
  ])("%s %s is %s", (name, path, type) => {
    expect(field(resource(name), path).shape.type).toBe(type);
  });

  it("requires what is nested only where its parent is there", () => {
    const table = resource("Table");
    expect(field(table, "retentionProperties").required).toBe(false);
    expect(field(table, "retentionProperties.magneticStoreRetentionPeriodInDays").required).toBe(true);
    expect(field(resource("Application"), "imagePolicyConfig.keyDetails.kmsKeyID").required).toBe(true);
    expect(field(resource("Application"), "imagePolicyConfig.isPolicyEnabled").required).toBe(true);
  });

  it("knows one field that is newer than its group", () => {
    const newer = kinds
      .flatMap(({ shape }) => fieldsBelow(field(shape, "spec.resource").shape))
      .filter((each) => each.since !== undefined);
    expect(newer.map(({ name, since }) => `${name} ${String(since)}`)).toEqual(["magneticStoreWriteProperties v0.5.0"]);
  });

  it("leaves traceConfig of a Function without a domain", () => {
    expect(() => field(resource("Function"), "traceConfig.domainID")).toThrow();
    expect(field(resource("Application"), "traceConfig.domainID").required).toBe(false);
  });

  it.each(kinds)("$name has the common envelope", ({ shape }) => {
    expect([...shape.fields.values()].map((each) => (each.required ? each.name : `${each.name}?`))).toEqual([
      "apiVersion",
      "kind",
      "metadata?",
      "spec?",
      "status?",
    ]);
    const spec = field(shape, "spec").shape;
    expect(
      spec.type === "object" && [...spec.fields.values()].map((each) => (each.required ? each.name : `${each.name}?`)),
    ).toEqual(["state?", "resource", "updatePolicy?", "terminationPolicy?", "providerRef", "backendRef?"]);
    expect(field(spec, "state").shape).toBe(field(spec, "resource").shape);
    expect(field(shape, "status.observedGeneration").shape.type).toBe("int64");
  });

  it.each(kinds)("$name has a list whose items may leave out their type", (kind) => {
    const list = listShape(kind);
    expect(list.name).toBe(`${kind.name}List`);
    expect([...list.fields.values()].map((each) => (each.required ? each.name : `${each.name}?`))).toEqual([
      "apiVersion",
      "kind",
      "metadata?",
      "items?",
    ]);
    expect(field(list, "items.apiVersion").required).toBe(false);
    expect(field(list, "items.spec").shape).toBe(field(kind.shape, "spec").shape);
  });
});
