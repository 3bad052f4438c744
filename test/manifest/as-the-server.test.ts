import { describe, expect, it } from "vitest";
import { toContract } from "../../src/contract/file/contract-file";
import { importCrds } from "../../src/contract/import/crd";
import { findingsOf, lamp, lampOf, table } from "./imported";

type Case = readonly [what: string, spec: string, ...findings: readonly string[]];

/** Each spec is checked under the schema: what is wrong in it is found, and nothing else. */
function checkAll(schema: string, cases: readonly Case[]): void {
  const contract = lampOf(schema);
  it.each(cases)("%s: %s", (_, spec, ...findings) => {
    expect(findingsOf(lamp(spec), contract)).toEqual(findings.filter((each) => each !== ""));
  });
}

describe("a null", () => {
  checkAll(
    `{ type: object, required: [stored], properties: { stored: { x-kubernetes-preserve-unknown-fields: true }, free: { x-kubernetes-preserve-unknown-fields: true } } }`,
    [
      ["of a required field of any type is dropped", "{ stored: null }", "require-kind-fields: stored"],
      ["is so where nothing is written", "\n  stored:", "require-kind-fields: stored"],
      ["of another field says nothing", "{ stored: { a: null }, free: ~ }"],
    ],
  );
  checkAll(
    `{ type: object, required: [a, b], properties: { a: { x-kubernetes-preserve-unknown-fields: true, nullable: true }, b: { type: string, nullable: true } } }`,
    [["of a nullable field is a value", "{ a: null, b: null }"]],
  );
  it("in a map of texts is dropped, and not rejected", () => {
    expect(findingsOf(table("{ bed: rose, soil: null }"))).toEqual([]);
    expect(findingsOf(table("{ bed: 1 }"))).toEqual(["valid-kind-values: 1"]);
  });
});

describe("an object without properties", () => {
  checkAll(
    `{ type: object, properties: { closed: { type: object }, open: { type: object, x-kubernetes-preserve-unknown-fields: true }, map: { type: object, additionalProperties: { type: string } } } }`,
    [
      ["has no fields", "{ closed: { glow: 1 } }", "no-unknown-kind-fields: glow"],
      ["may be empty", "{ closed: {} }"],
      ["keeps what it is told to keep", "{ open: { glow: 1 }, map: { glow: a } }"],
    ],
  );
});

describe("a rule that fails", () => {
  checkAll(
    `
      type: object
      properties:
        low: { type: integer }
        high: { type: integer }
        doors: { type: object, additionalProperties: { type: string }, x-kubernetes-validations: [{ rule: "self.all(k, int(k) > 0)" }] }
        power: { type: string, x-kubernetes-validations: [{ rule: "quantity(self).isGreaterThan(quantity('1'))" }] }
        wait: { type: string, x-kubernetes-validations: [{ rule: "duration(self) >= duration('1s')" }] }
        names: { type: array, items: { type: string }, x-kubernetes-validations: [{ rule: "self[0] != 'a'" }] }
      x-kubernetes-validations: [{ rule: "!has(self.low) || self.low <= self.high" }]
    `,
    [
      ["refuses a text that is no number", "{ doors: { front: open } }", "valid-kind-rules: doors"],
      ["refuses a text that is no quantity", "{ power: much }", "valid-kind-rules: much"],
      ["refuses an object without a field", "{ low: 3 }", "valid-kind-rules: spec"],
      ["refuses a list without elements", "{ names: [] }", "valid-kind-rules: names"],
      ["says nothing of what is filled in later", "{ wait: '${WAIT}', power: '$(POWER)' }"],
      ["is one mistake with a misspelt field", "{ low: 3, hihg: 4 }", "no-unknown-kind-fields: hihg"],
      ["says nothing of right values", "{ low: 3, high: 4, doors: { '1': open }, power: 2k, wait: 1m, names: [b] }"],
    ],
  );
});

describe("a group", () => {
  const contract = lampOf("{ type: object, properties: { low: { type: integer } } }");
  it.each([
    ["with a letter less", "gardn.example.dev/v1"],
    ["with two letters in another order", "gardne.example.dev/v1"],
    ["with a letter more", "gardeen.example.dev/v1"],
  ])("%s is a typo", (_, apiVersion) => {
    expect(findingsOf(lamp("{ low: 3 }", apiVersion), contract)).toEqual([`valid-api-version: ${apiVersion}`]);
  });
  it.each([
    ["of another system", "garden.example.com/v1", "{ low: 3 }"],
    ["with a number", "garden2.example.dev/v1", "{ low: 3 }"],
    ["of more things", "gardens.example.dev/v1", "{ low: 3 }"],
    ["with another version", "gardn.example.dev/v2", "{ low: 3 }"],
    ["whose objects have other fields", "gardn.example.dev/v1", "{ low: 3, other: 1 }"],
    ["whose objects have none", "gardn.example.dev/v1", "{}"],
  ])("%s is another's", (_, apiVersion, spec) => {
    expect(findingsOf(lamp(spec, apiVersion), contract)).toEqual([]);
  });
});

describe("one mistake is one finding", () => {
  checkAll(
    `
      type: object
      properties:
        tag: { type: string, minLength: 1, pattern: '^[a-z]+$' }
        list: { type: array, minItems: 1, items: { type: string }, anyOf: [{ minItems: 2 }] }
    `,
    [
      ["for an empty text", "{ tag: '' }", "valid-kind-values: ''"],
      ["for an empty list", "{ list: [] }", "valid-kind-values: list"],
      ["but another text breaks what it breaks", "{ tag: A, list: [a, b] }", "valid-kind-values: A"],
    ],
  );
});

describe("a name that YAML 1.1 reads as a boolean", () => {
  checkAll("{ type: object, properties: { x: { type: integer }, y: { type: integer }, on: { type: boolean } } }", [
    ["names no field for a cluster", "{ x: 1, y: 2, on: true }", "no-ambiguous-scalars: y", "no-ambiguous-scalars: on"],
    ["names none in plain YAML", "\n  x: 1\n  y: 2", "no-ambiguous-scalars: y"],
    ["names it in quotes", `{ x: 1, "y": 2, 'on': true }`],
  ]);
});

it("a byte-order mark before a later document belongs to no key", () => {
  const contract = lampOf("{ type: object, properties: { low: { type: integer } } }");
  for (const end of ["\n", "\r\n"]) {
    const text = `${lamp("{ low: 1 }")}---\n\uFEFF${lamp("{ low: x }")}`.replaceAll("\n", end);
    expect(findingsOf(text, contract)).toEqual(["valid-kind-values: x"]);
  }
});

describe("a misspelt kind whose versions differ", () => {
  const version = (name: string, field: string) => ({
    name,
    served: true,
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: { spec: { type: "object", properties: { [field]: { type: "integer" } } } },
      },
    },
  });
  const value = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: {
      group: "garden.example.dev",
      names: { kind: "Lamp" },
      versions: [version("v1beta1", "low"), version("v1", "lowest")],
    },
  };
  const { contract: imported } = importCrds([{ file: "lamp.yaml", value }]);
  const contract = toContract(imported);
  const misspelt = (spec: string, apiVersion: string): string =>
    lamp(spec, apiVersion).replace("kind: Lamp", "kind: Lmap");
  it.each([
    ["garden.example.dev/v1", "{ lowest: 1 }"],
    ["garden.example.dev/v1beta1", "{ low: 1 }"],
  ])("is one mistake under %s", (apiVersion, spec) => {
    expect(findingsOf(misspelt(spec, apiVersion), contract)).toEqual(["valid-api-version: Lmap"]);
  });
  it("is checked by the schema of its version", () => {
    expect(findingsOf(misspelt("{ low: 1 }", "garden.example.dev/v1"), contract)).toEqual([
      "valid-api-version: Lmap",
      "no-unknown-kind-fields: low",
    ]);
  });
});
