import fc from "fast-check";
import { expect, it } from "vitest";
import { builtinContract } from "../../../../src/contract/builtin";
import { noFacts } from "../../../../src/contract/configuration/configuration";
import { manifestOffers } from "../../../../src/hosts/editor/manifests";
import { runsOf } from "../../../harness/runs";
import { lamp, lampInVersions } from "../../../manifest/imported";

const facts = {
  ...noFacts,
  groups: { a: { name: "timestream.example.dev", version: "v0.5.0" }, b: { name: "functions.example.dev" } },
  aliases: { automation: "actions" },
};
/** `|` is the cursor. */
const offered = (text: string, language: "yaml" | "json" = "yaml"): string[] =>
  manifestOffers(text.replace("|", ""), text.indexOf("|"), language, builtinContract, facts).map(({ name }) => name);
const head = "apiVersion: timestream.example.dev/v1alpha1\nkind: Table\n";

it.each([
  ["an empty line of a mapping", `${head}spec:\n  resource:\n    |\n`, "databaseName"],
  ["the beginning of a key", `${head}spec:\n  resource:\n    data|\n`, "databaseName"],
  ["a key that has its colon", `${head}spec:\n  resource:\n    data|: x\n`, "databaseName"],
  ["between two others", `${head}spec:\n  resource:\n    tableName: t\n    |\n    id: 1\n`, "databaseName"],
  ["a flow mapping", `${head}spec: { resource: { tableName: t, | } }\n`, "databaseName"],
  ["a document behind another one", `a: 1\n---\n${head}spec:\n  resource:\n    |\n`, "databaseName"],
  ["a document with a mistake elsewhere", `${head}spec:\n  resource:\n    |\nmetadata: { name: [ }\n`, "databaseName"],
  [
    "the item of a list",
    "apiVersion: v1\nkind: List\nitems:\n  - apiVersion: timestream.example.dev/v1alpha1\n    kind: Table\n    spec:\n      resource:\n        |\n",
    "databaseName",
  ],
  ["the name of a kind", "apiVersion: functions.example.dev/v1alpha1\nkind: F|\n", "Function"],
  ["an apiVersion", "kind: Table\napiVersion: |\n", "timestream.example.dev/v1alpha1"],
])("offers what may stand in %s", (_, text, name) => {
  expect(offered(text)).toContain(name);
});

it.each([
  ["a permission of an application", "name: Tidy\ndefault_permissions:\n  issues: read\n  |\n", "contents", "issues"],
  ["one behind its scope", "default_permissions: { | }\n", "organization_administration", "organization"],
  ["one with a name of its own", "default_permissions: { | }\n", "security_events", "code_scanning_alerts"],
  ["one with an alias", "default_permissions: { | }\n", "actions", "automation"],
  ["its level", "default_permissions:\n  issues: |\n", "write", "admin"],
])("offers %s by the name that manifests have for it", (_, text, name, other) => {
  expect(offered(text)).toContain(name);
  expect(offered(text)).not.toContain(other);
});

it.each([
  "permissions:\n  |\n",
  "jobs:\n  a:\n    default_permissions:\n      |\n",
  "default_permissions:\n  a:\n    |\n",
])("offers no permissions where they may mean something else: %j", (text) => {
  expect(offered(text)).toEqual([]);
});

it.each([
  ["v1", ["lowest"]],
  ["v1beta1", ["low"]],
  ["v1al", ["low", "lowest"]],
])("offers the fields of the version %s, and of all where it is none", (version, names) => {
  const text = lamp("\n  ", `garden.example.dev/${version}`);
  const schema = (field: string): string => `{ type: object, properties: { ${field}: { type: integer } } }`;
  const lamps = lampInVersions({ v1beta1: schema("low"), v1: schema("lowest") });
  const offers = manifestOffers(text, text.length - 1, "yaml", lamps, noFacts);
  expect(offers.map(({ name }) => name)).toEqual(names);
});

it("offers in JSON as well, with the quotes that are missing", () => {
  const text = (inside: string): string =>
    `{ "apiVersion": "timestream.example.dev/v1alpha1", "kind": "Table", "spec": { "resource": { ${inside} } } }`;
  expect(offered(text('"data|"'), "json")).toContain("databaseName");
  const [first] = manifestOffers(text(""), text("").indexOf("{  }") + 2, "json", builtinContract, facts);
  expect(first?.text).toBe('"databaseName": ');
});

it.each([
  ["a comment", `${head}# k|\n`],
  ["a document of another group", "apiVersion: other.dev/v1\nkind: Table\nspec:\n  resource:\n    |\n"],
  ["a file that is no manifest", "services:\n  web:\n    |\n"],
  [
    "what is there already",
    `${head}spec:\n  providerRef: {}\n  resource: { databaseName: a, tableName: b, id: c, arn: d, magneticStoreWriteProperties: {}, retentionProperties: {}, tags: {}, tagsAll: {}, | }\n`,
  ],
])("offers nothing in %s", (_, text) => {
  expect(offered(text)).toEqual([]);
});

it("never throws, wherever the cursor stands in whatever text", () => {
  const text = `${head}metadata: { name: "x" }\nspec:\n  resource:\n    databaseName: &a db\n    tags: { x: *a, <<: *a }\n  list:\n    - a\n    - - b\n      - ? c\n`;
  const cut = fc.record({
    at: fc.nat(text.length),
    length: fc.nat(6),
    put: fc.constantFrom("", "{", "[", '"', "'", "- ", ": ", "\n", "|", "&a", "*a", "---\n", "\t", "\u{1F600}"),
  });
  fc.assert(
    fc.property(
      fc.array(cut, { maxLength: 4 }),
      fc.nat(400),
      fc.constantFrom("yaml" as const, "json" as const),
      (cuts, at, language) => {
        const broken = cuts.reduce(
          (all, { at: from, length, put }) => all.slice(0, from) + put + all.slice(from + length),
          text,
        );
        const position = Math.min(at, broken.length);
        for (const { range } of manifestOffers(broken, position, language, builtinContract, facts)) {
          expect(range.start <= position && position <= range.end).toBe(true);
        }
      },
    ),
    { numRuns: runsOf(2000, 1 / 10) },
  );
});
