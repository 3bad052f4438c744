import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { noFacts } from "../../src/contract/configuration";
import { listGraphSites } from "../../src/hosts/cli/requests/graph-sites";
import { Codebases } from "../../src/hosts/shared/sources/codebases";
import { LineTable } from "../../src/text/lines";
import { partOf } from "../harness/runs";

/**
 * Applications that others wrote, annotated before anything ran on them. Nothing of them is part of the project: the variables name a folder with their
 * code, by name, and one with `NAME.gold.json`. Without them the tests are skipped, and say so.
 */
const applications = process.env.RESTRAINT_APPLICATIONS ?? "";
const gold = process.env.RESTRAINT_GOLD ?? "";
const isThere = applications !== "" && gold !== "" && existsSync(applications) && existsSync(gold);

/**
 * Call sites of each that the graph lists by itself, and those of which it tells method and path: nothing of it may be lost unnoticed. Octokit's own
 * routes are the evaluator's to tell.
 */
const floors = [
  { name: "gitify", sites: 21, seen: 11, known: 4 },
  { name: "semantic-release-github", sites: 27, seen: 27, known: 26 },
  { name: "release-drafter", sites: 6, seen: 6, known: 0 },
  { name: "workers-sdk", sites: 35, seen: 34, known: 32 },
  { name: "renovate", sites: 35, seen: 34, known: 33 },
];

interface Comparing {
  readonly siteOf: (note: object) => { readonly file: string };
  readonly findRow: (site: object, rows: readonly object[]) => object | undefined;
  readonly isKnown: (site: object, found: object, parts: readonly string[]) => boolean;
}

async function compare(
  name: string,
): Promise<{ readonly sites: number; readonly seen: number; readonly known: number }> {
  const folder = join(applications, name);
  const bench = join(__dirname, "../../bench/recall");
  const { siteOf } = (await import(join(bench, "annotations.mjs"))) as Comparing;
  const { findRow, isKnown } = (await import(join(bench, "compare.mjs"))) as Comparing;
  const notes = JSON.parse(readFileSync(join(gold, `${name}.gold.json`), "utf8")) as readonly object[];
  const sites = notes.map(siteOf);
  const names = [...new Set(sites.map(({ file }) => file))];
  const codebases = new Codebases(ts, { lookedAt: names.map((file) => join(folder, file)) });
  const files = names.map((file) => ({
    path: join(folder, file),
    name: file,
    codebase: codebases.of(join(folder, file), noFacts),
    lines: new LineTable(readFileSync(join(folder, file), "utf8"), "code"),
    requests: [],
  }));
  const rows = listGraphSites(files);
  const found = sites.map((site) => ({ site, row: findRow(site, rows) }));
  const seen = found.flatMap(({ site, row }) => (row ? [{ site, row }] : []));
  const known = seen.filter(({ site, row }) => isKnown(site, row, ["method", "path"]));
  return { sites: sites.length, seen: seen.length, known: known.length };
}

if (!isThere) console.warn("Skipped: RESTRAINT_APPLICATIONS and RESTRAINT_GOLD name no applications.");

describe.skipIf(!isThere)("the request graph of applications that others wrote", () => {
  it.each(partOf(floors, 1 / 3))(
    "lists the call sites of $name",
    { timeout: 300_000 },
    async ({ name, sites, seen, known }) => {
      const figures = await compare(name);
      expect(figures.sites).toBe(sites);
      expect(figures.seen, "call sites seen").toBeGreaterThanOrEqual(seen);
      expect(figures.known, "method and path known").toBeGreaterThanOrEqual(known);
    },
  );
});
