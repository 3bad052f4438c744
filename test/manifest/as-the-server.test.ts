import { describe, expect, it } from "vitest";
import { findingsOf, lamp, lampInVersions, lampOf, table } from "./imported";

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
        code: { type: string, maxLength: 3, x-kubernetes-validations: [{ rule: "self.size() < 4 && self != 'abc'" }] }
    `,
    [
      ["for an empty text", "{ tag: '' }", "valid-kind-values: ''"],
      ["for an empty list", "{ list: [] }", "valid-kind-values: list"],
      ["but another text breaks what it breaks", "{ tag: A, list: [a, b] }", "valid-kind-values: A"],
      ["for a rule that says in other words what a length says", "{ code: abcd }", "valid-kind-values: abcd"],
      ["but a rule may say more", "{ code: abc }", "valid-kind-rules: abc"],
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

describe("a kind whose versions differ", () => {
  const numberIn = (field: string): string => `{ type: object, properties: { ${field}: { type: integer } } }`;
  const contract = lampInVersions({ v1beta1: numberIn("low"), v1: numberIn("lowest") });
  const misspelt = (spec: string, apiVersion: string): string =>
    lamp(spec, apiVersion).replace("kind: Lamp", "kind: Lmap");
  const listed = (apiVersion: string, ...items: readonly string[]): string =>
    `apiVersion: ${apiVersion}\nkind: LampList\nitems:\n${items.map((item) => `  - ${item}\n`).join("")}`;

  it.each([
    ["garden.example.dev/v1", "{ lowest: 1 }"],
    ["garden.example.dev/v1beta1", "{ low: 1 }"],
  ])("is one mistake under %s where it is misspelt", (apiVersion, spec) => {
    expect(findingsOf(misspelt(spec, apiVersion), contract)).toEqual(["valid-api-version: Lmap"]);
  });
  it("is checked by the schema of its version where it is misspelt", () => {
    expect(findingsOf(misspelt("{ low: 1 }", "garden.example.dev/v1"), contract)).toEqual([
      "valid-api-version: Lmap",
      "no-unknown-kind-fields: low",
    ]);
  });
  it.each(["{ low: 1 }", "{ lowest: 1 }", "{ lowest: text, other: 1 }"])(
    "is checked by none of its schemas under a version that is not there: %s",
    (spec) => {
      const text = lamp(spec, "garden.example.dev/v1alpha1");
      expect(findingsOf(text, contract)).toEqual(["valid-api-version: garden.example.dev/v1alpha1"]);
    },
  );
  it("is checked by its one schema under a version that is not there", () => {
    const text = lamp("{ other: 1 }", "garden.example.dev/v1alpha1");
    const contractOfOne = lampOf("{ type: object, properties: { low: { type: integer } } }");
    expect(findingsOf(text, contractOfOne)).toEqual([
      "valid-api-version: garden.example.dev/v1alpha1",
      "no-unknown-kind-fields: other",
    ]);
  });
  it("is checked in a list by the schema of the list's version", () => {
    const text = listed("garden.example.dev/v1", "{ kind: Lamp, spec: { lowest: 1 } }", "{ spec: { low: 1 } }");
    expect(findingsOf(text, contract)).toEqual(["no-unknown-kind-fields: low"]);
  });
  it("is checked in a list by the schema of the version that an item names", () => {
    const item = "{ apiVersion: garden.example.dev/v1beta1, spec: { low: 1, lowest: 1 } }";
    expect(findingsOf(listed("garden.example.dev/v1", item), contract)).toEqual(["no-unknown-kind-fields: lowest"]);
  });

  describe("and whose fields show what it is", () => {
    const within = (field: string): string =>
      `{ type: object, properties: { resource: { type: object, required: [room], properties: { room: { type: string }, ${field}: { type: integer } } } } }`;
    const shown = lampInVersions({ v1beta1: within("low"), v1: within("lowest") });
    const spec = "{ resource: { room: hall, lowest: 1 } }";
    const mistaken = "{ resource: { room: hall, low: 1 } }";
    it.each([
      ["its version in a misspelt group", "garden.example.dve/v1"],
      ["its version without a group", "v1"],
    ])("is checked by %s", (_, apiVersion) => {
      const told = `valid-api-version: ${apiVersion}`;
      expect(findingsOf(lamp(spec, apiVersion), shown)).toEqual([told]);
      expect(findingsOf(lamp(mistaken, apiVersion), shown)).toEqual([told, "no-unknown-kind-fields: low"]);
    });
    it.each([spec, mistaken])("is checked by no schema where its version is not known: %s", (each) => {
      expect(findingsOf(lamp(each, "{{ .Values.version }}"), shown)).toEqual([]);
      const without = lamp(each).replace(/^apiVersion.*\n/u, "");
      expect(findingsOf(without, shown)).toEqual(["require-kind-fields: kind"]);
      expect(findingsOf(lamp(each, "garden.example.dve/v2"), shown)).toEqual([
        "valid-api-version: garden.example.dve/v2",
      ]);
    });
  });
});
