import { parse } from "yaml";
import { rules } from "../../rules";
import { analyseManifests } from "../../src/analysis/manifests";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts, type Facts } from "../../src/contract/configuration/configuration";
import type { Contract } from "../../src/contract/contract";
import { toContract } from "../../src/contract/file/contract-file";
import { importCrds } from "../../src/contract/import/crd";
import { runRules } from "../../src/rule/run";

/** @returns a contract with one kind, `Lamp` of `garden.example.dev`, and by version the schema of its `spec`, written in YAML. */
export function lampInVersions(schemas: Readonly<Record<string, string>>): Contract {
  const versions = Object.entries(schemas).map(([name, schema]) => {
    const spec: unknown = parse(schema);
    return { name, served: true, schema: { openAPIV3Schema: { type: "object", properties: { spec } } } };
  });
  const value = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: { group: "garden.example.dev", names: { kind: "Lamp" }, versions },
  };
  return toContract(importCrds([{ file: "lamp.yaml", value }]).contract);
}

/** @returns one whose `Lamp` has a version `v1` alone. */
export function lampOf(schemaOfSpec: string): Contract {
  return lampInVersions({ v1: schemaOfSpec });
}

/** @returns a `Lamp` with a `spec`, written in YAML that begins a line of its own or stands on this one. */
export function lamp(spec: string, apiVersion = "garden.example.dev/v1"): string {
  return `apiVersion: ${apiVersion}\nkind: Lamp\nmetadata: { name: path-light }\nspec: ${spec}\n`;
}

/** The groups of the built-in kinds, named. */
export const named: Facts = {
  ...noFacts,
  groups: { a: { name: "timestream.example.dev", version: "v0.5.0" }, b: { name: "functions.example.dev" } },
};

/** @returns a `Table` with some tags, written in YAML. */
export function table(tags: string): string {
  return `apiVersion: timestream.example.dev/v1alpha1\nkind: Table\nspec:\n  providerRef: { name: main }\n  resource: { databaseName: garden, tableName: readings, tags: ${tags} }\n`;
}

/**
 * Checks a text by all rules for manifests, as `restraint check` does.
 *
 * @returns each finding as `rule: the text that it marks`, and each problem as `unreadable: its message`.
 */
export function findingsOf(
  text: string,
  contract: Contract = builtinContract,
  facts: Facts = named,
): readonly string[] {
  const analysis = analyseManifests({ text, language: "yaml", contract, facts, invalidOnly: true });
  const selections = rules
    .filter((rule) => rule.on === "manifest")
    .map((rule) => ({ rule, severity: rule.docs.severity, options: {} }));
  const { findings, failures } = runRules(analysis, selections, { contract, facts });
  if (failures[0]) throw failures[0].error;
  return [
    ...analysis.problems.map(({ message }) => `unreadable: ${message}`),
    ...findings.map(({ rule, range }) => `${rule}: ${text.slice(range.start, range.end)}`),
  ];
}
