import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toContract } from "../../../src/contract/file/contract-file";
import { importCrds } from "../../../src/contract/import/crd";
import { convertSchema } from "../../../src/contract/import/crd-schema";
import { runsOf } from "../../harness/runs";

type Schema = Readonly<Record<string, unknown>>;

function definition(kind: string, versions: Readonly<Record<string, Schema>>, more: Schema = {}): object {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: {
      group: "shop.example.dev",
      names: { kind, plural: `${kind.toLowerCase()}s` },
      versions: Object.entries(versions).map(([name, openAPIV3Schema]) => ({
        name,
        served: true,
        storage: true,
        schema: { openAPIV3Schema },
      })),
      ...more,
    },
  };
}

const spec = (properties: Schema, more: Schema = {}): Schema => ({
  type: "object",
  properties: { spec: { type: "object", properties, ...more } },
});

describe("a schema", () => {
  it.each<[what: string, source: Schema, expected: Schema]>([
    [
      "scalars, and what is said of them",
      { type: "string", description: " What it is.\n", default: "a", anyOf: [{ description: "x", minLength: 1 }] },
      { type: "string", description: "What it is.", default: "a", anyOf: [{ minLength: 1 }] },
    ],
    [
      "int-or-string",
      { "x-kubernetes-int-or-string": true, maxLength: 3 },
      { "x-kubernetes-int-or-string": true, maxLength: 3 },
    ],
    ["nullable", { type: "integer", nullable: true }, { type: "integer", nullable: true }],
    ["enumerations", { type: "string", enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
    [
      "enumerations with null",
      { type: "string", nullable: true, enum: ["a", null] },
      { type: "string", nullable: true, enum: ["a", null] },
    ],
    [
      "maps",
      { type: "object", additionalProperties: { type: "boolean" } },
      { type: "object", additionalProperties: { type: "boolean" } },
    ],
    ["arrays", { type: "array", items: { type: "number" } }, { type: "array", items: { type: "number" } }],
    [
      "unknown fields kept",
      { type: "object", properties: { a: {} }, "x-kubernetes-preserve-unknown-fields": true },
      { type: "object", properties: { a: {} }, "x-kubernetes-preserve-unknown-fields": true },
    ],
    [
      "required",
      {
        type: "object",
        required: ["a", "b", "c"],
        properties: { a: { type: "string" }, b: { type: "string", default: "" } },
      },
      {
        type: "object",
        required: ["a", "b", "c"],
        properties: { a: { type: "string" }, b: { type: "string", default: "" } },
      },
    ],
    [
      "embedded resources",
      { type: "object", "x-kubernetes-embedded-resource": true },
      { type: "object", "x-kubernetes-embedded-resource": true },
    ],
    [
      "patterns, bounds and combinations",
      { type: "string", pattern: "^a", maxLength: 3, oneOf: [{ minLength: 1 }, { not: { format: "date-time" } }] },
      { type: "string", pattern: "^a", maxLength: 3, oneOf: [{ minLength: 1 }, { not: { format: "date-time" } }] },
    ],
    [
      "rules",
      { type: "integer", "x-kubernetes-validations": [{ rule: "self > 1", message: "no", optionalOldSelf: true }] },
      { type: "integer", "x-kubernetes-validations": [{ rule: "self > 1", message: "no" }] },
    ],
    [
      "that an object has no fields, but not what its conditions leave open",
      { type: "object", properties: { a: { type: "object" }, b: { type: "object", anyOf: [{ type: "object" }] } } },
      {
        type: "object",
        properties: {
          a: { type: "object", additionalProperties: false },
          b: { type: "object", anyOf: [{ type: "object" }], additionalProperties: false },
        },
      },
    ],
    ["nothing", {}, {}],
  ])("holds %s", (_what, source, expected) => {
    expect(convertSchema(source).schema).toEqual(expected);
  });

  it("names what it leaves out, and where it stands", () => {
    const { skipped, schema } = convertSchema({
      type: "object",
      properties: {
        a: { type: "array", items: { type: "string", pattern: "^(?!a)" } },
        b: { type: "object", additionalProperties: { type: "string", format: "isbn" } },
        c: { type: "string", minLength: -1, format: "something-else" },
      },
      $ref: "#/definitions/x",
    });
    expect(skipped).toEqual(["a[]: pattern ^(?!a)", "b.*: format isbn", "c: minLength", "the whole: $ref"]);
    expect(schema.properties?.c).toEqual({ type: "string" });
  });

  it("is made of anything, and makes a contract", () => {
    const anything = fc.letrec((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        fc.anything({ maxDepth: 1 }),
        fc.record(
          {
            type: fc.constantFrom<unknown>("object", "array", "string", "integer", ["string"], 3),
            properties: fc.oneof(
              fc.dictionary(fc.constantFrom("a", "b", "__proto__", "spec"), tie("schema")),
              fc.constant(null),
            ),
            items: tie("schema"),
            additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
            required: fc.constantFrom<unknown>(["a"], "a", [1]),
            enum: fc.constantFrom<unknown>(["a"], [null], [{}], "a"),
            nullable: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
      ),
    })).schema;
    fc.assert(
      fc.property(anything, (schema) => {
        const { contract } = importCrds([{ file: "a.yaml", value: definition("Widget", { v1: schema as Schema }) }]);
        expect(toContract(contract).kinds).toHaveLength(1);
      }),
      { numRuns: runsOf(150) },
    );
  });
});

describe("definitions", () => {
  const full = definition("Widget", {
    v1: spec({ size: { type: "integer" }, colour: { type: "string" } }, { required: ["size"] }),
  });

  it("become kinds of their group", () => {
    const { contract, notes } = importCrds([
      { file: "a.yaml", value: full },
      { file: "a.yaml", value: { kind: "Deployment" } },
      { file: "a.yaml", value: null },
    ]);
    expect(notes).toEqual([]);
    expect(contract.groups).toEqual({ "shop.example.dev": { versions: ["v1"] } });
    const [kind] = toContract(contract).kinds;
    expect(kind).toMatchObject({ name: "Widget", group: "shop.example.dev", apiVersions: ["v1"] });
    const shape = kind?.shape.fields.get("spec")?.shape;
    expect(
      shape?.type === "object" &&
        [...shape.fields.values()].map((field) => `${field.name} ${field.shape.type} ${String(field.required)}`),
    ).toEqual(["size int64 true", "colour string false"]);
    expect(shape).toMatchObject({ open: false, name: "spec of Widget" });
  });

  it("of several versions become as many kinds as there are schemas", () => {
    const { contract } = importCrds([
      {
        file: "a",
        value: definition("Widget", {
          v1: spec({ a: { type: "string" } }),
          v2: spec({ b: { type: "string" } }),
          v3: spec({ b: { type: "string" } }),
        }),
      },
    ]);
    expect(contract.kinds?.map(({ versions }) => versions)).toEqual([["v1"], ["v2", "v3"]]);
    expect(contract.groups).toEqual({ "shop.example.dev": { versions: ["v1", "v2", "v3"] } });
  });

  it("that are the same count once, without a word", () => {
    const same = definition("Widget", { v1: spec({ size: { type: "integer" } }) });
    const { contract, notes } = importCrds([
      { file: "installer.yaml", value: same },
      { file: "chart.yaml", value: same },
    ]);
    expect(contract.kinds).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it("that differ in their words alone are the same, and the fuller words count", () => {
    const described = (description: string): object =>
      definition("Widget", { v1: spec({ size: { type: "integer", description } }) });
    const documents = [
      { file: "chart.yaml", value: described("") },
      { file: "docs.yaml", value: described(`How large it is. ${"More of it. ".repeat(100)}`) },
    ];
    for (const order of [documents, [...documents].reverse()]) {
      const { contract, notes } = importCrds(order);
      expect(notes).toEqual([]);
      const shape = toContract(contract).kinds[0]?.shape.fields.get("spec")?.shape;
      const field = shape?.type === "object" ? shape.fields.get("size") : undefined;
      expect(field?.description).toMatch(/^How large it is\. (?:More of it\. )+\S* ?…$/u);
      expect(field?.description?.length).toBeLessThan(610);
    }
    const versions = definition("Widget", {
      v1: spec({ size: { type: "integer", description: "a" } }),
      v2: spec({ size: { type: "integer" } }),
    });
    expect(importCrds([{ file: "a", value: versions }]).contract.kinds).toHaveLength(1);
  });

  it("that are fuller count, in either order", () => {
    const stub = definition("Widget", { v1: { type: "object" } });
    const documents = [
      { file: "full.yaml", value: full },
      { file: "stub.yaml", value: stub },
    ];
    for (const order of [documents, [...documents].reverse()]) {
      const { contract, notes } = importCrds(order);
      expect(contract.kinds).toEqual(importCrds([{ file: "full.yaml", value: full }]).contract.kinds);
      expect(notes).toEqual([
        "Widget.shop.example.dev is defined in full.yaml (4 fields) and stub.yaml (1 fields): the former counts",
      ]);
    }
  });

  it("are found in lists", () => {
    const { contract } = importCrds([{ file: "a", value: { apiVersion: "v1", kind: "List", items: [full] } }]);
    expect(contract.kinds).toHaveLength(1);
  });

  it("of the older form have one schema for all versions, and keep unknown fields", () => {
    const old = {
      apiVersion: "apiextensions.k8s.io/v1beta1",
      kind: "CustomResourceDefinition",
      spec: {
        group: "shop.example.dev",
        names: { kind: "Old" },
        version: "v1alpha1",
        validation: { openAPIV3Schema: spec({ a: { type: "string" } }) },
      },
    };
    const { contract } = importCrds([{ file: "a", value: old }]);
    expect(contract.kinds).toEqual([
      {
        kind: "Old",
        group: "shop.example.dev",
        versions: ["v1alpha1"],
        schema: {
          type: "object",
          properties: {
            spec: {
              type: "object",
              properties: { a: { type: "string" } },
              "x-kubernetes-preserve-unknown-fields": true,
            },
          },
          "x-kubernetes-preserve-unknown-fields": true,
          "x-kubernetes-embedded-resource": true,
        },
      },
    ]);
  });

  it("that are not served, or have no name, are left out with a note", () => {
    const { contract, notes } = importCrds([
      { file: "a", value: definition("Widget", {}, { versions: [{ name: "v1", served: false }] }) },
      { file: "b", value: { kind: "CustomResourceDefinition", spec: {} } },
    ]);
    expect(contract.kinds).toEqual([]);
    expect(notes).toEqual([
      "a: Widget.shop.example.dev serves no version and is left out",
      "b: a definition without spec.group or spec.names.kind is left out",
    ]);
  });
});
