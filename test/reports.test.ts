import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { root } from "./harness/fixtures";
import { checkJson, makeFolder } from "./hosts/cli/program";

/** A mistake that somebody reported, written anew, with the code that is right. */
interface Report {
  readonly name: string;
  readonly source: string;
  readonly rule: string;
  /** What stands where the finding begins. */
  readonly at: string;
  readonly file: string;
  readonly configuration?: object;
  readonly contract?: object;
  readonly wrong: string;
  readonly right: string;
  /** Why it is not found. */
  readonly missed?: string;
}

function read(name: string): readonly Report[] {
  return parse(readFileSync(join(root, "fixtures/reports", name), "utf8")) as readonly Report[];
}

/** Puts the packages of Google's services beside a program: their methods stand in them alone. */
function install(folder: string, program: string): void {
  for (const [, name = ""] of program.matchAll(/from "(@googleapis\/\w+)"/gu))
    for (const each of [name, "googleapis-common"])
      cpSync(join(root, "node_modules", each), join(folder, "node_modules", each), { recursive: true });
}

/** @returns what is told of both, as a user would have it: the rule, and what stands where it begins. */
function check(report: Report): { readonly wrong: readonly string[]; readonly right: readonly string[] } {
  const { file, configuration = {}, contract } = report;
  const setting = { ...(contract && { contract: ["contract.yaml"] }), ...configuration };
  const folder = makeFolder({
    [`wrong/${file}`]: report.wrong,
    [`right/${file}`]: report.right,
    "restraint.config.yaml": stringify(setting),
    "tsconfig.json":
      '{ "compilerOptions": { "allowJs": true, "module": "nodenext", "skipLibCheck": true, "types": [] } }',
    ...(contract && { "contract.yaml": stringify(contract) }),
  });
  install(folder, report.wrong);
  const { findings, problems } = checkJson(folder, ["wrong", "right"]);
  expect(problems).toEqual([]);
  const told = (side: "wrong" | "right"): readonly string[] =>
    findings
      .filter((finding) => finding.file.startsWith(`${side}/`))
      .map(({ rule, start }) => `${rule} ${report[side].slice(start).split("\n")[0] ?? ""}`);
  return { wrong: told("wrong"), right: told("right") };
}

describe.each(["searched.yaml"])("mistakes that people had: %s", (name) => {
  it.each(read(name).map((report) => ({ ...report, title: `${report.name} (${report.source})` })))(
    "$title",
    (report) => {
      const { wrong, right } = check(report);
      expect(right).toEqual([]);
      if (report.missed === undefined)
        expect(wrong).toEqual([expect.stringMatching(`^${report.rule} ${escape(report.at)}`)]);
      else expect(wrong).toEqual([]);
    },
  );
});

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
