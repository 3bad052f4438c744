import { expect, test } from "vitest";
import { analyseManifests } from "../../src/analysis/manifests";
import { noFacts } from "../../src/contract/configuration/configuration";
import { toContract } from "../../src/contract/file/contract-file";
import { importOpenapi } from "../../src/contract/import/openapi/openapi";
import { isValid } from "../../src/manifest/mismatches";

const kind = (group: string, name: string): object => ({
  type: "object",
  properties: {
    metadata: { allOf: [{ $ref: "#/components/schemas/ObjectMeta" }] },
    spec: { type: "object", properties: { cpu: { oneOf: [{ type: "string" }, { type: "number" }] } } },
  },
  "x-kubernetes-group-version-kind": [{ group, version: "v1", kind: name }],
});

const value = {
  openapi: "3.0.0",
  components: {
    schemas: {
      Pod: kind("", "Pod"),
      Deployment: kind("apps", "Deployment"),
      ClusterRole: kind("rbac.authorization.k8s.io", "ClusterRole"),
      User: kind("user.example.dev", "User"),
      ObjectMeta: { type: "object", properties: { name: { type: "string" } } },
    },
  },
};
const contract = toContract(importOpenapi([{ file: "api.json", value }]).contract);

function verdict(text: string): boolean | undefined {
  const { manifests } = analyseManifests({ text, language: "yaml", contract, facts: noFacts });
  return manifests.length === 0 ? undefined : manifests.every(isValid);
}

const named = (apiVersion: string, name: string, metadata: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${name}\nmetadata: { name: "${metadata}" }\n`;

test.each<[right: boolean, text: string]>([
  [true, named("apps/v1", "Deployment", "a.b-c")],
  [false, named("apps/v1", "Deployment", "Upper")],
  [true, named("rbac.authorization.k8s.io/v1", "ClusterRole", "system:Node")],
  [false, named("rbac.authorization.k8s.io/v1", "ClusterRole", "a/b")],
  [true, named("user.example.dev/v1", "User", "Ann:Smith")],
  [true, `${named("v1", "Pod", "a")}spec: { cpu: 1 }\n`],
  [true, `${named("v1", "Pod", "a")}spec: { cpu: 100m }\n`],
  [false, `${named("v1", "Pod", "a")}spec: { cpu: true }\n`],
])("that its name and its quantities are right is %s: %s", (right, text) => {
  expect(verdict(text)).toBe(right);
});

test("a chart has `v1` too, and is no object without a kind", () => {
  expect(verdict("apiVersion: v1\nname: shop\ndescription: a Pod\n")).toBeUndefined();
  expect(verdict("apiVersion: v1\nmetadata: { name: Pod }\nspec: {}\n")).toBe(false);
});
