import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { analyseManifests } from "../../src/analysis/manifests";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts, type Facts } from "../../src/contract/configuration/configuration";
import { isValid } from "../../src/manifest/mismatches";
import { getKnownKinds } from "../../src/manifest/known-kinds";
import { isSurelyValid } from "../../src/manifest/surely-valid";
import { fitting, mutated, type Json } from "../harness/arbitraries/manifest-values";
import { withSlips } from "../harness/arbitraries/yaml-texts";
import { runsOf } from "../harness/runs";

const runs = runsOf(250);
const count = { quick: 0, full: 0 };
const named: Facts["groups"] = {
  a: { name: "timestream.example.dev", version: "v0.4.0" },
  b: { name: "functions.example.dev" },
};
const someFacts: readonly Facts[] = [
  noFacts,
  { ...noFacts, groups: named },
  { ...noFacts, groups: { a: { name: "timestream.example.dev", version: "v0.5.0" } } },
  { ...noFacts, groups: { b: { name: "timestream.example.dev" } } },
];

/** The quick look at the whole of a text, and what is found in it in full. */
function look(text: string, facts: Facts): { readonly quick: boolean; readonly full: boolean } {
  const quick = isSurelyValid(text, { start: 0, end: text.length }, getKnownKinds(builtinContract, facts));
  const { manifests, problems, skipped, work } = analyseManifests({
    text,
    language: "yaml",
    contract: builtinContract,
    facts,
  });
  return {
    quick,
    full:
      work.documents === 1 &&
      manifests.length === 1 &&
      manifests.every(isValid) &&
      problems.length === 0 &&
      skipped.length === 0,
  };
}

describe.each(builtinContract.kinds.map((kind) => [kind.name, kind] as const))("the quick look at a %s", (_, kind) => {
  const group = kind.group === "a" ? "timestream.example.dev" : "functions.example.dev";
  const head = fc.constantFrom(
    { apiVersion: `${group}/v1alpha1`, kind: kind.name },
    { kind: kind.name, apiVersion: `${group}/v1alpha1` },
    { apiVersion: `${group}/v1`, kind: kind.name },
  );
  const plain = (json: Json): Json => JSON.parse(JSON.stringify(json).replace(/[^\u0020-\u007e]/g, "")) as Json;
  const texts = fc
    .tuple(head, fc.oneof(fitting(kind.shape), mutated(fitting(kind.shape))))
    .map(([first, rest]) => stringify({ ...first, ...(plain(rest) as object), ...first }));

  test("says yes only where there is nothing to say", { tags: ["long"] }, () => {
    fc.assert(
      fc.property(fc.oneof(texts, withSlips(texts)), fc.constantFrom(...someFacts), (text, facts) => {
        const { quick, full } = look(text, facts);
        if (quick) expect(full, text).toBe(true);
        if (quick) count.quick++;
        if (full) count.full++;
      }),
      { numRuns: runs },
    );
  });
});

test("the quick look says yes often enough to be worth it", { tags: ["long"] }, () => {
  // A third and a tenth of what is usual: one kind alone may be unlucky.
  expect(count.full).toBeGreaterThan(runs / 5);
  expect(count.quick).toBeGreaterThan(runs / 50);
});

const table = `# Owned by nobody
apiVersion: timestream.example.dev/v1alpha1
kind: Table
metadata: { name: orders, labels: { a: yes } }
spec:
  providerRef: { name: "main" }
  resource:
    databaseName: sales
    tableName: 'orders'
    tags:
      a: b
`;

describe("the quick look", () => {
  test.each([
    ["a table", table],
    ["CRLF", table.replaceAll("\n", "\r\n")],
    ["a marker, comments and empty lines", `---\n\n# more\n${table}\n# end\n`],
    ["a literal block", `${table}      c: |\n        one\n\n        two\n`],
  ])("takes %s", (_, text) => {
    expect(look(text, { ...noFacts, groups: named })).toEqual({ quick: true, full: true });
  });

  test.each([
    ["a second tableName", `${table}    tableName: again\n`],
    ["a second tag", `${table}      a: c\n`],
    ["a second kind", `${table}kind: Table\n`],
    ["no spec, where the group has no name", table.slice(0, table.indexOf("spec:")), noFacts],
    ["a tag that is no string", `${table}      c: 1\n`],
    ["a tag that may be no string", `${table}      c: yes\n`],
    ["a key that may be another", `${table}      yes: c\n`],
    ["nothing", `${table}      c:\n`],
    ["a template", `${table}      c: \${X}\n`],
    ["another type", table.replace("'orders'", "1")],
    ["a list", table.replace("'orders'", "[a]")],
    ["a field of a later version", `${table}    magneticStoreWriteProperties: {}\n`],
    ["a field that there is not", `${table}    other: 1\n`],
    ["a missing field", table.replace("    tableName: 'orders'\n", "")],
    ["another version", table.replace("v1alpha1", "v1")],
    ["another group", table.replace("timestream", "other")],
    ["a document behind it", `${table}...\n`],
  ])("doubts %s", (_, text, facts: Facts = { ...noFacts, groups: named }) => {
    expect(look(text, facts).quick).toBe(false);
  });
});
