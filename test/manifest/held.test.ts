import { describe, expect, it } from "vitest";
import { findingsOf, lampOf } from "./imported";

const contract = lampOf(
  `{ type: object, required: [low], properties: { low: { type: integer }, high: { type: integer } } }`,
);
const held = (spec: string): string => `{ apiVersion: garden.example.dev/v1, kind: Lamp, spec: ${spec} }`;
const holder = (apiVersion: string, kind: string, spec: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nspec: ${spec}\n`;
const composition = (base: string): string =>
  holder("apiextensions.crossplane.io/v1", "Composition", `{ resources: [{ base: ${base} }] }`);
const object = (manifest: string): string =>
  holder("kubernetes.crossplane.io/v1alpha2", "Object", `{ forProvider: { manifest: ${manifest} } }`);

describe("what another object holds is checked", () => {
  it("as a part where more is added before it is made", () => {
    expect(findingsOf(composition(held("{ low: a, wide: 1 }")), contract)).toEqual([
      "valid-kind-values: a",
      "no-unknown-kind-fields: wide",
    ]);
    expect(findingsOf(composition(held("{ high: 3 }")), contract)).toEqual([]);
    expect(findingsOf(composition(held("{ low: null }")), contract)).toEqual([]);
  });

  it("as a whole where it is made as it stands", () => {
    expect(findingsOf(object(held("{ high: 3 }")), contract)).toEqual(["require-kind-fields: spec"]);
    expect(findingsOf(object(held("{ low: 3 }")), contract)).toEqual([]);
  });

  it("in items of lists, and in what is held itself", () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n  - { ${object(held("{ wide: 3, low: 1 }")).trim().replaceAll("\n", ", ")} }\n`;
    expect(findingsOf(list, contract)).toEqual(["no-unknown-kind-fields: wide"]);
    const inner = `{ ${object(held("{ high: a }")).trim().replaceAll("\n", ", ")} }`;
    // What is missing may be patched into the object that is held.
    expect(findingsOf(composition(inner), contract)).toEqual(["valid-kind-values: a"]);
  });

  it("in literal blocks", () => {
    const workflow = (manifest: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec:\n  templates:\n    - resource:\n        manifest: |\n          apiVersion: garden.example.dev/v1\n          kind: Lamp\n          spec: ${manifest}\n`;
    expect(findingsOf(workflow("{ wide: 3 }"), contract)).toEqual(["no-unknown-kind-fields: wide"]);
    expect(findingsOf(workflow("{ low: '{{workflow.name}}' }"), contract)).toEqual([]);
    expect(findingsOf(workflow("{{=asInt(inputs.low)}}"), contract)).toEqual([]);
  });

  it("but not in objects of others, and not in other places", () => {
    expect(
      findingsOf(holder("example.org/v1", "Object", `{ forProvider: { manifest: ${held("{ wide: 1 }")} } }`), contract),
    ).toEqual([]);
    expect(
      findingsOf(
        holder("kubernetes.crossplane.io/v1alpha2", "Object", `{ manifest: ${held("{ wide: 1 }")} }`),
        contract,
      ),
    ).toEqual([]);
  });
});
