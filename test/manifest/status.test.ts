import { describe, expect, it } from "vitest";
import { analyseManifests } from "../../src/analysis/manifests";
import { noFacts } from "../../src/contract/configuration/configuration";
import { toContract, type ContractFile } from "../../src/contract/file/contract-file";
import { importCrds } from "../../src/contract/import/crd";
import { importOpenapi } from "../../src/contract/import/openapi/openapi";
import { getMismatches } from "../../src/manifest/mismatches";
import { toJsonSchema } from "../../src/shape/to-json-schema";
import { findingsOf, lamp } from "./imported";

const openAPIV3Schema = {
  type: "object",
  properties: {
    spec: { type: "object" },
    status: {
      type: "object",
      required: ["phase"],
      properties: { phase: { type: "string", enum: ["Lit", "Dark"] }, hours: { type: "integer", minimum: 0 } },
    },
  },
};

const withRule = (rule: string): object => ({ ...openAPIV3Schema, "x-kubernetes-validations": [{ rule }] });

function lamps(schema: object, subresources?: object): ContractFile {
  const version = {
    name: "v1",
    served: true,
    schema: { openAPIV3Schema: schema },
    ...(subresources && { subresources }),
  };
  const value = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: { group: "garden.example.dev", names: { kind: "Lamp" }, versions: [version] },
  };
  return importCrds([{ file: "lamp.yaml", value }]).contract;
}

const withStatus = (status: string): string => `${lamp("{}")}status: ${status}\n`;

describe("a status that has an endpoint of its own", () => {
  const contract = toContract(lamps(withRule("!has(self.status)"), { status: {} }));
  it.each([
    ["lacks a field", "{}"],
    ["has a value that is not listed", "{ phase: Sideways }"],
    ["has a value of another type", "{ phase: [Lit], hours: many }"],
    ["has one out of bounds", "{ phase: Lit, hours: -1 }"],
    ["is no object", "fine"],
    ["is right", "{ phase: Lit }"],
  ])("is dropped, also where it %s", (_, status) => {
    expect(findingsOf(withStatus(status), contract)).toEqual([]);
  });
  it.each([
    ["a name that it does not have", "{ phase: Lit, glow: 1 }", "no-unknown-kind-fields: glow"],
    ["a name twice", "{ phase: Lit, phase: Dark }", "valid-kind-values: phase"],
  ])("is still read, and %s is told", (_, status, finding) => {
    expect(findingsOf(withStatus(status), contract)).toEqual([finding]);
  });
  it("says nothing else of the rest", () => {
    expect(findingsOf(`${lamp("{ glow: 1 }")}status: {}\n`, contract)).toEqual(["no-unknown-kind-fields: glow"]);
  });
  it("is not there for rules", () => {
    const needing = toContract(lamps(withRule("has(self.status)"), { status: {} }));
    expect(findingsOf(withStatus("{ phase: Lit }"), needing)).toEqual(["valid-kind-rules: kind"]);
  });
  it("counts in a part of an object, which is what a test expects", () => {
    const text = withStatus("{ phase: Sideways }");
    const { manifests } = analyseManifests({
      ...{ text, language: "yaml", contract, facts: { ...noFacts, checkPartial: true } },
      isPartial: () => true,
    });
    expect(manifests.flatMap(getMismatches)).toMatchObject([{ kind: "values", path: ["status", "phase"] }]);
  });
  it("is anything in a JSON Schema for editors", () => {
    const [kind] = contract.kinds;
    expect(kind && toJsonSchema(kind.shape)).toMatchObject({ properties: { status: {} } });
  });
});

describe("a status without an endpoint of its own", () => {
  const contract = toContract(lamps(openAPIV3Schema));
  it("is held as all else is", () => {
    expect(findingsOf(withStatus("{}"), contract)).toEqual(["require-kind-fields: status"]);
    expect(findingsOf(withStatus("{ phase: Sideways }"), contract)).toEqual(["valid-kind-values: Sideways"]);
  });
});

it("a composite resource has one with an endpoint of its own", () => {
  const value = {
    apiVersion: "apiextensions.crossplane.io/v1",
    kind: "CompositeResourceDefinition",
    spec: {
      group: "garden.example.dev",
      names: { kind: "Lamp" },
      versions: [{ name: "v1", served: true, schema: { openAPIV3Schema } }],
    },
  };
  const contract = toContract(importCrds([{ file: "lamp.yaml", value }]).contract);
  expect(findingsOf(withStatus("{}"), contract)).toEqual([]);
});

describe("a kind of a Kubernetes API server", () => {
  const mark = { group: "garden.example.dev", version: "v1", kind: "Lamp" };
  const contractOf = (paths: object): ReturnType<typeof toContract> => {
    const Lamp = {
      type: "object",
      properties: {
        metadata: { $ref: "#/components/schemas/ObjectMeta" },
        spec: { type: "object" },
        status: { $ref: "#/components/schemas/Status" },
      },
      "x-kubernetes-group-version-kind": [mark],
    };
    const schemas = { Lamp, ObjectMeta: { type: "object" }, Status: openAPIV3Schema.properties.status };
    const value = { openapi: "3.0.0", paths, components: { schemas } };
    return toContract(importOpenapi([{ file: "a", value }]).contract);
  };
  it.each([
    ["with an endpoint for its status has it dropped", "/lamps/{name}/status", []],
    ["without one has it held", "/lamps/{name}", ["require-kind-fields: status"]],
  ])("%s", (_, path, findings) => {
    const put = { responses: {}, "x-kubernetes-group-version-kind": mark };
    expect(findingsOf(withStatus("{}"), contractOf({ [path]: { put } }))).toEqual(findings);
  });
});
