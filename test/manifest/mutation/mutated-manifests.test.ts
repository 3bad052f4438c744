import fc from "fast-check";
import { readFileSync } from "node:fs";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { analyseManifests } from "../../../src/analysis/manifests";
import { noFacts } from "../../../src/contract/configuration/configuration";
import type { Contract } from "../../../src/contract/contract";
import { toContract } from "../../../src/contract/file/contract-file";
import { importCrds } from "../../../src/contract/import/crd";
import { isValid } from "../../../src/manifest/mismatches";
import { runsOf, seed } from "../../harness/runs";
import { mutated, mutations } from "./mutate";
import { Oracle, type CrdSchema } from "./oracle";

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly schema: { readonly openAPIV3Schema: CrdSchema };
    }[];
  };
}

/** A kind in one version, and right manifests of it. */
interface Subject {
  readonly name: string;
  readonly schema: CrdSchema;
  readonly contract: Contract;
  readonly manifests: readonly unknown[];
}

function read(pattern: string, cwd: string): { kind?: string; apiVersion?: string }[] {
  return globSync(pattern, { cwd, absolute: true }).flatMap((file) =>
    parseAllDocuments(readFileSync(file, "utf8")).flatMap((document) =>
      document.errors.length > 0 ? [] : [(document.toJS() ?? {}) as { kind?: string }],
    ),
  );
}

function isRight(text: string, contract: Contract): boolean {
  const { manifests, problems } = analyseManifests({ text, language: "yaml", contract, facts: noFacts });
  return problems.length === 0 && manifests.length === 1 && manifests.every(isValid);
}

function subjectsOf(
  definitions: readonly unknown[],
  manifests: readonly { kind?: string; apiVersion?: string }[],
): Subject[] {
  const contract = toContract(importCrds(definitions.map((value) => ({ file: "definitions.yaml", value }))).contract);
  return (definitions as Definition[]).flatMap(({ spec: { group, names, versions } }) =>
    versions.flatMap(({ name, served, schema }): Subject[] => {
      const apiVersion = `${group}/${name}`;
      if (!served) return [];
      const own = manifests.filter((each) => each.kind === names.kind && each.apiVersion === apiVersion);
      if (own.length === 0) return [];
      return [{ name: `${apiVersion} ${names.kind}`, schema: schema.openAPIV3Schema, contract, manifests: own }];
    }),
  );
}

/** @returns how many mutated manifests are valid, invalid and unsettled. Throws at the first on which the verdicts differ. */
function compare({ name, schema, contract, manifests }: Subject, runs: number): Record<string, number> {
  const oracle = new Oracle(schema);
  const counts: Record<string, number> = { valid: 0, invalid: 0, unsettled: 0 };
  for (const each of mutations) counts[each] = 0;
  fc.assert(
    fc.property(mutated(manifests, schema), ({ text, done }) => {
      const verdict = oracle.check(text);
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      for (const each of done) counts[each] = (counts[each] ?? 0) + 1;
      if (verdict !== "unsettled")
        expect(isRight(text, contract) ? "valid" : "invalid", `${name}\n${text}`).toBe(verdict);
    }),
    { numRuns: runs, seed },
  );
  return counts;
}

test(
  "a mutated manifest is refused exactly where ajv and another library for rules refuse it",
  { timeout: 600_000, tags: ["long"] },
  () => {
    const definitions = read("depot.crd.yaml", __dirname);
    const [subject] = subjectsOf(definitions, read("depots.yaml", __dirname));
    if (subject === undefined) throw new Error("no manifests");
    const runs = runsOf(10_000, 0.04);
    const counts = compare(subject, runs);
    if (process.env.RESTRAINT_RUNS !== undefined) process.stdout.write(`${runs} mutated: ${JSON.stringify(counts)}\n`);
    expect(counts.valid).toBeGreaterThan(runs / 20);
    expect(counts.invalid).toBeGreaterThan(runs / 4);
    expect(counts.unsettled).toBeLessThan(runs / 10);
    expect(mutations.length).toBeGreaterThan(24);
    for (const each of mutations) expect(counts[each], each).toBeGreaterThan(runs / 200);
  },
);

/** `MANIFEST_CRDS` and `MANIFEST_EXAMPLES`: folders of published definitions, and of manifests of their kinds. */
const { MANIFEST_CRDS: published, MANIFEST_EXAMPLES: examples = published } = process.env;

/** What is not known before something fills it in fits everywhere. */
const filledInLater = /\$\{|\$\(|\{\{|\{%/u;

test.skipIf(published === undefined)(
  "so are mutated manifests of published definitions",
  () => {
    const definitions = read("**/*.yaml", published ?? "").filter(({ kind }) => kind === "CustomResourceDefinition");
    const subjects = subjectsOf(definitions, read("**/*.{yaml,yml}", examples ?? ""));
    const right = subjects.flatMap((subject) => {
      const oracle = new Oracle(subject.schema);
      const manifests = subject.manifests
        .map((each) => JSON.stringify(each))
        .filter((text) => !filledInLater.test(text) && oracle.check(text) !== "invalid")
        .map((text): unknown => JSON.parse(text));
      return manifests.length === 0 ? [] : [{ ...subject, manifests }];
    });
    const total: Record<string, number> = {};
    for (const subject of right)
      for (const [name, count] of Object.entries(compare(subject, Math.ceil(runsOf(5000) / right.length))))
        total[name] = (total[name] ?? 0) + count;
    process.stdout.write(`${right.length} kinds: ${JSON.stringify(total)}\n`);
    expect(right.length).toBeGreaterThan(0);
  },
  3_600_000,
);
