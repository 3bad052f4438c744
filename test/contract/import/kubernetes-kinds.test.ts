import { describe, expect, it } from "vitest";
import { toContract } from "../../../src/contract/file/contract-file";
import { importOpenapi } from "../../../src/contract/import/openapi/openapi";

type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };

describe("kinds of a Kubernetes API server", () => {
  it("are the schemas that it marks, in the group without a name too", () => {
    const mark = (group: string, kind: string): Json => ({
      type: "object",
      properties: {
        metadata: { allOf: [{ $ref: "#/components/schemas/ObjectMeta" }] },
        spec: { type: "object", properties: { replicas: { type: "integer" } } },
      },
      "x-kubernetes-group-version-kind": [{ group, version: "v1", kind }],
    });
    const value = {
      openapi: "3.0.0",
      components: {
        schemas: {
          Pod: mark("", "Pod"),
          Deployment: mark("apps", "Deployment"),
          ObjectMeta: { type: "object", properties: { name: text } },
        },
      },
    };
    const made = toContract(importOpenapi([{ file: "a", value }]).contract);
    expect(made.groups).toEqual([
      { key: "", name: "", apiVersions: ["v1"] },
      { key: "apps", name: "apps", apiVersions: ["v1"] },
    ]);
    expect(made.kinds.map(({ name, shape }) => [name, [...shape.fields.keys()].sort()])).toEqual([
      ["Pod", ["apiVersion", "kind", "metadata", "spec"]],
      ["Deployment", ["apiVersion", "kind", "metadata", "spec"]],
    ]);
  });

  it("lack nothing where the server takes a field that is absent for empty", () => {
    const kind = (group: string, name: string): Json => ({
      type: "object",
      required: ["endpoints"],
      properties: { metadata: { $ref: "#/components/schemas/ObjectMeta" }, endpoints: { type: "array" } },
      "x-kubernetes-group-version-kind": [{ group, version: "v1", kind: name }],
    });
    const schemas = {
      EndpointSlice: kind("discovery.k8s.io", "EndpointSlice"),
      Other: kind("discovery.k8s.io", "Other"),
      ObjectMeta: { type: "object", properties: { name: text } },
    };
    const made = toContract(
      importOpenapi([{ file: "a", value: { openapi: "3.0.0", components: { schemas } } }]).contract,
    );
    expect(made.kinds.map(({ name, shape }) => [name, shape.fields.get("endpoints")?.required])).toEqual([
      ["EndpointSlice", false],
      ["Other", true],
    ]);
  });
});
