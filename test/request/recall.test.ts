import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { programSources } from "../harness/program-sources";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { gapsOf } from "../../src/request/derived/describe";
import { LineTable } from "../../src/text/lines";
import type { Request } from "../../src/request/request";
import { expectationsOf } from "../harness/annotated";
import { programHost } from "../harness/typed-text";
import { renderRequest } from "./render";

const root = join(__dirname, "../../fixtures/clients");

/** Where real call sites go, in per cent, as counted in public code: the project's own wrappers, octokit, `fetch`, googleapis, other libraries. */
const proportions: Readonly<Record<Way, number>> = { wrapper: 56, octokit: 24, fetch: 13, google: 4, library: 3 };

type Way = "wrapper" | "octokit" | "fetch" | "google" | "library";

/** A call on an object of the project's own (`this.http`, a parameter, what `create` gave) counts as one of a wrapper, as it was counted there. */
function wayOf({ client, range }: Request, isInside: boolean, text: string): Way {
  if (isInside) return "wrapper";
  if (client.startsWith("octokit")) return "octokit";
  if (/^(?:gaxios$|drive\b|calendar\b|sheets\b|people\b)/.test(client)) return "google";
  if (client === "fetch") return "fetch";
  return text.slice(range.start).startsWith(client) ? "library" : "wrapper";
}

function count(ways: Map<Way, number>, way: Way): void {
  ways.set(way, (ways.get(way) ?? 0) + 1);
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("libraries"))
  .sort();
const configuration = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)).config,
  ts.sys,
  root,
);
describe("recall", { tags: ["long"] }, () => {
  let program: ts.Program;
  let codebase: ReturnType<typeof createCodebase>;

  beforeAll(() => {
    program = ts.createProgram(configuration.fileNames, configuration.options, programHost(configuration.options));
    codebase = createCodebase(ts, programSources(ts, program), noFacts);
  });

  let callSites = 0;
  let known = 0;
  const ways = new Map<Way, number>();
  const wrong: string[] = [];

  it.each(files)("knows what %s sends, and claims nothing else", (file) => {
    const text = readFileSync(join(root, file), "utf8");
    const sourceFile = program.getSourceFile(join(root, file));
    if (!sourceFile) throw new Error(`${file} is not part of the program`);
    const { requests, insideOf } = analyseCode({
      ts,
      sourceFile,
      checker: program.getTypeChecker(),
      codebase,
      contract: builtinContract,
      facts: noFacts,
    });
    const lines = new LineTable(text, "code");
    const differences: string[] = [];
    for (const expectation of expectationsOf(text)) {
      callSites++;
      const above = requests.filter((request) => lines.positionAt(request.range.end).line === expectation.line - 1);
      const rendered = above.length === 0 ? ["nothing"] : above.map(renderRequest);
      const index = rendered.indexOf(expectation.text);
      if (index < 0) {
        differences.push(
          `${relative(root, join(root, file))}:${expectation.line}\n  sends ${expectation.text}\n  found ${rendered.join("\n        ")}`,
        );
        continue;
      }
      const found = above[index];
      if (found) count(ways, wayOf(found, insideOf(found) !== undefined, text));
      const gaps = above[index] ? gapsOf(above[index]) : [];
      if (expectation.fully && gaps.length === 0) known++;
      else if (expectation.fully)
        differences.push(`${file}:${expectation.line} is marked => and has gaps: ${JSON.stringify(gaps)}`);
    }
    wrong.push(...differences);
    expect(differences.join("\n")).toBe("");
  });

  it("has call sites in the proportions of real code, within two points", () => {
    const all = [...ways.values()].reduce((sum, count) => sum + count, 0);
    const rows = Object.entries(proportions).map(([way, percent]) => ({
      way,
      percent,
      own: (100 * (ways.get(way as Way) ?? 0)) / all,
    }));
    process.stdout.write(
      rows
        .map(({ way, percent, own }) => `${way}: ${own.toFixed(1)}% of the call sites, ${percent}% of real ones\n`)
        .join(""),
    );
    expect(rows.filter(({ percent, own }) => Math.abs(own - percent) > 2)).toEqual([]);
  });

  it("knows at least 95% of at least 120 call sites fully", () => {
    process.stdout.write(`${known} of ${callSites} call sites fully known\n`);
    expect(wrong).toEqual([]);
    expect(callSites).toBeGreaterThanOrEqual(120);
    expect(known / callSites).toBeGreaterThanOrEqual(0.95);
  });
});
