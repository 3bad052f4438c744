import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { root } from "./harness/fixtures";
import { projectWithPackage } from "./harness/hosts/installed";
import { LanguageServer } from "./harness/hosts/language-server";
import { TsServer, typescriptVersions } from "./harness/hosts/tsserver";
import { partOfWeek } from "./harness/runs";
import { rules } from "../rules/index";
import { LineTable } from "../src/text/lines";
import { main } from "./hosts/cli/program";

/** A mistake that somebody reported, written anew, with the code that is right. */
interface Report {
  readonly name: string;
  readonly source: string;
  readonly rule: string;
  /** What stands where the finding begins; of each, where one mistake has several. */
  readonly at: string | readonly string[];
  readonly file: string;
  readonly configuration?: object;
  readonly contract?: object;
  readonly wrong: string;
  readonly right: string;
  /** Why it is not found. */
  readonly missed?: string;
}

type Side = "wrong" | "right";

function read(name: string): readonly Report[] {
  const options = { maxAliasCount: 1_000 };
  const file = parse(readFileSync(join(root, "fixtures/reports", name), "utf8"), options) as
    readonly Report[] | { readonly reports: readonly Report[] };
  return "reports" in file ? file.reports : file;
}

/** By the folder of each. */
const reports = new Map(
  ["public.yaml", "searched.yaml", "searched-again.yaml", "searched-third.yaml"].flatMap((name) =>
    read(name).map((report, index) => [`${name.split(".")[0] ?? ""}-${index.toString().padStart(2, "0")}`, report]),
  ),
);

const typescript = pathToFileURL(createRequire(join(root, "package.json")).resolve("@typescript-eslint/parser")).href;

/** As a user has it: the recommended preset, and types. */
const eslintConfig = `import * as parser from ${JSON.stringify(typescript)};
import restraint from "eslint-plugin-restraint";
const languageOptions = { parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } };
export default [{ files: ["**/*.js"], languageOptions }, ...restraint.configs.recommended];
`;

/**
 * All reports in one project, so that a host is started once. Where options are in the wrong place, the report is a repository of its own: what another
 * one sets up on axios may make something of them.
 */
function writeAll(): string {
  const options = {
    allowJs: true,
    module: "nodenext",
    skipLibCheck: true,
    types: [],
    plugins: [{ name: "eslint-plugin-restraint" }],
  };
  const files: Record<string, string> = {
    "package.json": "{}",
    "tsconfig.json": JSON.stringify({ compilerOptions: options }),
    "eslint.config.mjs": eslintConfig,
  };
  for (const [folder, { file, configuration = {}, contract, wrong, right }] of reports) {
    const setting = { ...(contract && { contract: ["contract.yaml"] }), ...configuration };
    files[`${folder}/wrong/${file}`] = wrong;
    files[`${folder}/right/${file}`] = right;
    files[`${folder}/restraint.config.yaml`] = stringify(setting);
    if (contract) files[`${folder}/contract.yaml`] = stringify(contract, { aliasDuplicateObjects: false });
  }
  const project = projectWithPackage(files);
  for (const [folder, { rule }] of reports) if (rule === "client-options") mkdirSync(join(project, folder, ".git"));
  // The methods of Google's services stand in their packages alone.
  for (const name of ["@googleapis/calendar", "@googleapis/drive", "@googleapis/youtube", "googleapis-common"])
    cpSync(join(root, "node_modules", name), join(project, "node_modules", name), { recursive: true });
  symlinkSync(join(root, "node_modules/axios"), join(project, "node_modules/axios"), "dir");
  return project;
}

/** By the path of the file: the rule of each finding, and what stands where it begins. */
type Told = ReadonlyMap<string, readonly string[]>;

interface Place {
  readonly file: string;
  readonly rule: string;
  readonly start: number;
}

function collect(places: readonly Place[]): Told {
  const told = new Map<string, string[]>();
  for (const { file, rule, start } of places) {
    const [folder = "", side = ""] = file.split("/");
    const text = reports.get(folder)?.[side as Side] ?? "";
    told.set(file, [...(told.get(file) ?? []), `${rule} ${text.slice(start).split("\n")[0] ?? ""}`]);
  }
  return told;
}

function check(folder: string): Told {
  const { stdout } = spawnSync(process.execPath, [main, "check", "--format", "json", "."], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const { findings, problems = [] } = JSON.parse(stdout) as { findings: Place[]; problems?: unknown[] };
  expect(problems).toEqual([]);
  return collect(findings);
}

interface LintedFile {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly line: number; readonly column: number }[];
}

function eslint(folder: string): Told {
  const program = join(root, "node_modules/eslint/bin/eslint.js");
  const { stdout } = spawnSync(process.execPath, [program, "--format", "json", ...linted.map(([name]) => name)], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const files = JSON.parse(stdout) as LintedFile[];
  return collect(
    files.flatMap(({ filePath, messages }) => {
      const file = relative(folder, filePath).replaceAll("\\", "/");
      const [name = "", side = ""] = file.split("/");
      const lines = new LineTable(reports.get(name)?.[side as Side] ?? "", file.endsWith(".js") ? "code" : "data");
      return messages.map(({ ruleId, line, column }) => ({
        file,
        rule: ruleId?.replace("restraint/", "") ?? "",
        start: lines.offsetAt({ line, column }),
      }));
    }),
  );
}

/** The language server, on a part of them. */
async function lsp(folder: string): Promise<Told> {
  const server = new LanguageServer(folder);
  await server.start(folder);
  const places: Place[] = [];
  for (const [name, report] of sample)
    for (const side of ["wrong", "right"] as const) {
      const file = `${name}/${side}/${report.file}`;
      const uri = server.open(join(folder, file), report[side]);
      const lines = new LineTable(report[side], report.file.endsWith(".js") ? "code" : "data");
      for (const { code, range } of await server.diagnostics(uri))
        places.push({
          file,
          rule: String(code),
          start: lines.offsetAt({ line: range.start.line + 1, column: range.start.character + 1 }),
        });
    }
  await server.stop();
  return collect(places);
}

/** A real tsserver, on the code among them. */
async function tsserver(folder: string): Promise<Told> {
  const server = new TsServer(newest.folder, { cwd: folder });
  const places: Place[] = [];
  for (const [name, report] of code)
    for (const side of ["wrong", "right"] as const) {
      const file = `${name}/${side}/${report.file}`;
      server.open(join(folder, file));
      const lines = new LineTable(report[side], "code");
      for (const { code: number, start } of await server.diagnostics(join(folder, file))) {
        const rule = rules.find(({ code }) => code === number);
        if (rule)
          places.push({ file, rule: rule.id, start: lines.offsetAt({ line: start.line, column: start.offset }) });
      }
    }
  await server.close();
  return collect(places);
}

const newest = typescriptVersions.at(-1) ?? { folder: "" };
const linted = partOfWeek([...reports], 1 / 3);
const sample = partOfWeek([...reports], 1 / 6);
const code = sample.filter(([, { file }]) => file.endsWith(".js"));

let folder = "";
beforeAll(() => {
  folder = writeAll();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const hosts = [
  ["eslint", eslint, linted],
  ["restraint lsp", lsp, sample],
  ["tsserver", tsserver, code],
] as const;

describe.each([["restraint check", check, [...reports]], ...partOfWeek(hosts, 1 / 3)] as const)(
  "mistakes that people had, in %s",
  (_, look, cases) => {
    let told: Told = new Map();
    beforeAll(async () => {
      told = await look(folder);
    }, 300_000);

    it.each(cases.map(([name, report]) => ({ ...report, folder: name, title: `${report.name} (${report.source})` })))(
      "$title",
      ({ folder: name, file, rule, at, missed }) => {
        expect(told.get(`${name}/right/${file}`) ?? []).toEqual([]);
        const wrong = told.get(`${name}/wrong/${file}`) ?? [];
        const expected = [at].flat().map((each): unknown => expect.stringMatching(`^${rule} ${escape(each)}`));
        expect(wrong).toEqual(missed === undefined ? expected : []);
      },
    );
  },
);

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
