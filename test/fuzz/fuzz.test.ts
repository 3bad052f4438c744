import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { rules } from "../../rules/index";
import { analyseCode } from "../../src/analysis/code";
import { analyseManifests } from "../../src/analysis/manifests";
import type { Analysis } from "../../src/analysis/analysis";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts, type Facts } from "../../src/contract/configuration/configuration";
import { loadConfiguration } from "../../src/contract/configuration/load";
import { checkFields } from "../../src/fields/check";
import { completeFields } from "../../src/fields/complete";
import { parseFields } from "../../src/fields/parse";
import { runRules } from "../../src/rule/run";
import type { Range } from "../../src/text/range";
import { mutated, readTexts } from "./mutate";
import { runsOf, seed } from "../harness/runs";

/** How many texts of each kind are tried. */
const numRuns = runsOf(400, 1 / 5);

const facts: Facts = {
  ...noFacts,
  groups: { a: { name: "timestream.example.dev" }, b: { name: "functions.example.dev" } },
};
const folder = mkdtempSync(join(tmpdir(), "restraint-fuzz-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function isWithin({ start, end }: Range, text: string): boolean {
  return Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length;
}

/** Checks a text by all rules: none crashes, and all that is said has its place in the text. */
function holds(text: string, analysis: Analysis): void {
  const selections = rules.map((rule) => ({ rule, severity: rule.docs.severity, options: {} }));
  const { findings, failures } = runRules(analysis, selections, { contract: builtinContract, facts });
  expect(failures).toEqual([]);
  const said = [
    ...analysis.problems,
    ...findings,
    ...findings.flatMap(({ fix = [], suggestions, related }) => [
      ...fix,
      ...suggestions.flatMap(({ edits }) => edits),
      ...related,
    ]),
  ];
  expect(said.filter(({ range }) => !isWithin(range, text))).toEqual([]);
}

const budget = { numRuns, seed };

test(
  "code that is cut and pasted is analysed within bounds, and nothing crashes",
  { timeout: 600_000, tags: ["long"] },
  () => {
    const sources = readTexts(["fixtures/rules", "fixtures/clients"], [".ts", ".js", ".tsx", ".mjs"]);
    fc.assert(
      fc.property(mutated(sources), fc.constantFrom("file.ts", "file.tsx", "file.js"), (text, name) => {
        const sourceFile = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
        const analysis = analyseCode({ ts, sourceFile, contract: builtinContract, facts });
        // Five passes over what a file of this size is worth.
        expect(analysis.work.nodes ?? 0).toBeLessThan(5 * (150_000 + 3 * text.length));
        holds(text, analysis);
      }),
      budget,
    );
  },
);

test.each(["yaml", "json"] as const)(
  "manifests in %s that are cut and pasted are checked",
  (language) => {
    const sources = readTexts(["fixtures/rules", "fixtures/projects"], [`.${language}`]);
    fc.assert(
      fc.property(mutated(sources), (text) => {
        holds(text, analyseManifests({ text, language, contract: builtinContract, facts }));
      }),
      budget,
    );
  },
  600_000,
);

test(
  "configurations that are cut and pasted load, or say where they are wrong",
  { timeout: 600_000, tags: ["long"] },
  () => {
    const sources = readTexts(["fixtures"], ["restraint.config.yaml"]);
    const path = join(folder, "restraint.config.yaml");
    fc.assert(
      fc.property(mutated(sources), (text) => {
        writeFileSync(path, text);
        const lines = text.split(/\r\n|[\n\r]/u);
        for (const { line, column } of loadConfiguration(path, rules.map(describe)).problems) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(lines.length + 1);
          expect(column).toBeGreaterThan(0);
        }
      }),
      budget,
    );
  },
);

function describe({ id, options }: (typeof rules)[number]) {
  return { id, options };
}

test("selectors that are cut and pasted are parsed, checked and completed", () => {
  const quoted = readTexts(["fixtures/rules"], [".ts", ".js"]).flatMap((text) =>
    [...text.matchAll(/fields[=:]\s*["'`]?([^"'`&\n]+)/gu)].map(([, selector = ""]) => selector),
  );
  const shape = builtinContract.kinds[0]?.shape ?? { type: "any" as const };
  fc.assert(
    fc.property(mutated(quoted), fc.nat(80), (text, offset) => {
      const fields = parseFields(text);
      const ranges = [
        ...fields.mistakes.map(({ range }) => range),
        ...checkFields(fields.selectors, shape).map(({ segment }) => segment.range),
      ];
      expect(ranges.filter((range) => !isWithin(range, text))).toEqual([]);
      completeFields({ text, holes: [] }, Math.min(offset, text.length), shape);
    }),
    budget,
  );
});
