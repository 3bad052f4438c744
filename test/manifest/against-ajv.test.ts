import Ajv from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { analyseManifests } from "../../src/analysis/manifests";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts, type Facts } from "../../src/contract/configuration/configuration";
import { getMismatches } from "../../src/manifest/mismatches";
import type { Mismatch } from "../../src/shape/mismatch";
import { toJsonSchema } from "../../src/shape/to-json-schema";
import { hasSubstitution } from "../../src/value/yaml-scalars";
import { fitting, mutated, type Json } from "../harness/arbitraries/manifest-values";
import { runsOf } from "../harness/runs";

const facts: Facts = {
  ...noFacts,
  groups: { a: { name: "timestream.example.dev", version: "v0.5.0" }, b: { name: "functions.example.dev" } },
};
const runs = runsOf(250);

/** What a JSON Schema cannot say: it is our finding alone. */
const ours = new Set<Mismatch["kind"]>(["ambiguous", "ambiguous-key", "duplicate", "since"]);

/** A text that a template fills in fits everywhere, so a schema's finding there is none of ours. */
const isFilledIn = (json: Json): boolean => hasSubstitution(JSON.stringify(json));

/** JSON Schema compares integers as doubles: 2^63 is beyond int64, and its neighbour that is not is the same double. */
const isAtTheEdge = (mismatch: Mismatch): boolean => mismatch.kind === "range";

function check(text: string, language: "yaml" | "json"): readonly Mismatch[] {
  const analysis = analyseManifests({ text, language, contract: builtinContract, facts });
  expect(analysis.problems).toEqual([]);
  expect(analysis.manifests).toHaveLength(1);
  return analysis.manifests.flatMap(getMismatches);
}

describe.each(builtinContract.kinds.map((kind) => [kind.name, kind] as const))("%s", (_, kind) => {
  const validate = new Ajv({ allErrors: true, strict: false, formats: { int64: true } }).compile(
    toJsonSchema(kind.shape),
  );
  const group = kind.group === "a" ? "timestream.example.dev" : "functions.example.dev";
  const manifests = fitting(kind.shape).map((json): Json => ({
    ...(json as object),
    apiVersion: `${group}/v1alpha1`,
    kind: kind.name,
  }));

  test("what fits the shape is found without a problem, in YAML and in JSON", () => {
    fc.assert(
      fc.property(manifests, (json) => {
        for (const language of ["json", "yaml"] as const) {
          const mismatches = check(language === "json" ? JSON.stringify(json) : stringify(json), language);
          expect(mismatches.filter((mismatch) => !ours.has(mismatch.kind))).toEqual([]);
        }
      }),
      { numRuns: runs / 5 },
    );
  });

  test("the verdict is ajv's, in YAML and in JSON", { tags: ["long"] }, () => {
    const count = { both: 0, neither: 0, explained: 0 };
    fc.assert(
      fc.property(mutated(manifests), (json) => {
        const fits = validate(json);
        for (const language of ["json", "yaml"] as const) {
          const all = check(language === "json" ? JSON.stringify(json) : stringify(json), language);
          // What both find may have another name here: `1_000` for a number is wrong under one version of YAML only.
          const found = fits ? all.filter((mismatch) => !ours.has(mismatch.kind)) : all;
          if (fits === (found.length === 0)) count[fits ? "neither" : "both"]++;
          else {
            expect(
              fits ? found.every(isAtTheEdge) : isFilledIn(json),
              JSON.stringify({ json, found: found.map((mismatch) => mismatch.kind), errors: validate.errors }),
            ).toBe(true);
            count.explained++;
          }
        }
      }),
      { numRuns: runs },
    );
    expect(count.both).toBeGreaterThan(runs / 4);
    expect(count.neither).toBeGreaterThan(runs / 8);
    expect(count.explained).toBeLessThan(runs / 8);
  });
});
