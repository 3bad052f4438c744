import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { gapsOf } from "../../src/request/derived/describe";
import type { Request } from "../../src/request/request";
import { noSources } from "../../src/project/sources";
import { readPackageFile } from "../../src/hosts/shared/sources/package-file";
import { LineTable } from "../../src/text/lines";
import { expectationsOf, type Expectation } from "../harness/annotated";
import { contradictions } from "../harness/consistent";
import { WireServer } from "../harness/wire";
import { programHost } from "../harness/typed-text";
import { renderRequest } from "./render";

const folder = join(__dirname, "../../fixtures/clients/libraries");
const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(folder, "../tsconfig.json"), (path) => ts.sys.readFile(path)).config,
  ts.sys,
  join(folder, ".."),
);
const program = ts.createProgram(
  files.map((file) => join(folder, file)),
  options,
  programHost(options),
);

const root = join(__dirname, "../..");
const codebase = createCodebase(
  ts,
  { ...noSources, packageText: (from, path) => readPackageFile(root, from, path) },
  noFacts,
);

interface Found {
  readonly expectation: Expectation;
  /** Those whose call ends in the line above. */
  readonly above: readonly Request[];
  readonly request: Request | undefined;
}

function look(file: string, mode: "types" | "no types" | "alone"): readonly Found[] {
  const text = readFileSync(join(folder, file), "utf8");
  const typed = mode === "types";
  const sourceFile = typed
    ? program.getSourceFile(join(folder, file))
    : ts.createSourceFile(join(folder, file), text, ts.ScriptTarget.Latest, true);
  if (!sourceFile) throw new Error(`${file} is not part of the program`);
  const checker = typed ? program.getTypeChecker() : undefined;
  const project = mode === "alone" ? {} : { codebase };
  const { requests } = analyseCode({ ts, sourceFile, checker, ...project, contract: builtinContract, facts: noFacts });
  const lines = new LineTable(text, "code");
  return expectationsOf(text).map((expectation) => {
    const above = requests.filter((each) => lines.positionAt(each.range.end).line === expectation.line - 1);
    return { expectation, above, request: above.find((each) => renderRequest(each) === expectation.text) };
  });
}

function differences(found: readonly Found[]): string {
  return found
    .flatMap(({ expectation, above, request }) => {
      if (request) return expectation.fully ? gapsOf(request).map((gap) => `${expectation.line}: ${gap.reason}`) : [];
      const seen = above.map(renderRequest).join("\n  found ");
      return [`${expectation.line}:\n  sends ${expectation.text}\n  found ${seen === "" ? "nothing" : seen}`];
    })
    .join("\n");
}

describe("client libraries", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  it.each(files)("knows what %s sends, with types and without", (file) => {
    expect(differences(look(file, "types"))).toBe("");
    expect(differences(look(file, "no types"))).toBe("");
  });

  it.each(files.filter((file) => /export async function main\b/.test(readFileSync(join(folder, file), "utf8"))))(
    "claims of %s what the real client sends",
    async (file) => {
      const { main } = (await import(join(folder, file))) as { main: (base: string) => Promise<void> };
      await main(`${wire.url}/${file}`);
      const arrived = wire.take(`/${file}`);
      for (const mode of ["types", "no types", "alone"] as const) {
        const found = look(file, mode).filter(({ expectation }) => isOfMain(file, expectation));
        expect(arrived.map(({ method, path }) => `${method} ${path}`)).toHaveLength(found.length);
        const wrong = found.flatMap(({ above }, index) => {
          const each = arrived[index];
          const reasons = each ? above.map((claim) => contradictions(claim, each)) : [];
          return reasons.length > 0 && reasons.every((reason) => reason.length > 0)
            ? [`${mode}, ${index}: ${reasons.join(" or ")}`]
            : [];
        });
        expect(wrong.join("\n")).toBe("");
      }
    },
    30_000,
  );
});

/** `main` is the first function of a file; what stands below it is not run. */
function isOfMain(file: string, { line }: Expectation): boolean {
  const text = readFileSync(join(folder, file), "utf8");
  const start = text.indexOf("export async function main");
  const end = text.indexOf("\n}\n", start);
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
  return lineOf(start) < line && line <= lineOf(end);
}
