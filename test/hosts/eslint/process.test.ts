import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eslintVersions } from "../../harness/hosts/eslint";
import { root } from "../../harness/fixtures";
import { projectWithPackage, type Files } from "../../harness/hosts/installed";
import { partOf } from "../../harness/runs";

const table = `apiVersion: timestream.example.dev/v1alpha1
kind: Table
spec:
  providerRef: { name: provider }
  resource:
    tableName: orders
`;
const config = 'import restraint from "eslint-plugin-restraint";\nexport default [...restraint.configs.manifests];\n';
const cached = config.replace("];", ", restraint.withConfiguration(import.meta.dirname)];");
const finding = "5:3 restraint/require-kind-fields";

describe.each(partOf(eslintVersions, 1 / 2))("the eslint program $version", ({ name }) => {
  function project(files: Files): {
    folder: string;
    lint: (args: readonly string[], input?: string) => Promise<Outcome>;
  } {
    const folder = projectWithPackage({
      "package.json": "{}",
      "eslint.config.mjs": config,
      "table.yaml": table,
      ...files,
    });
    return {
      folder,
      lint: (args, input) =>
        run(join(root, "node_modules", name, "bin/eslint.js"), [...args, "--format", "json"], folder, input),
    };
  }

  it("finds the files by itself, names malformed YAML, lints the other files, and fails", async () => {
    const { lint } = project({
      "sub/table.yml": table,
      "other.yaml": "a: 1\n",
      "broken.yaml": `${table}  tags: [a\n`,
    });
    expect(await lint(["."])).toEqual({
      status: 1,
      messages: {
        "broken.yaml": [expect.stringMatching(/^\d+:\d+ fatal$/u)],
        "other.yaml": [],
        "sub/table.yml": [finding],
        "table.yaml": [finding],
      },
    });
  });

  it("reads what the steps of a workflow send", async () => {
    const greet = `on: issues
permissions: { contents: read }
jobs:
  greet:
    runs-on: ubuntu-latest
    steps:
      - run: gh issue comment 1 --body Hello
        env: { GH_TOKEN: "\${{ github.token }}" }
`;
    const { lint } = project({
      "eslint.config.mjs": config.replace("manifests", "recommended"),
      ".github/workflows/greet.yml": greet,
      ".github/workflows/granted.yml": greet.replace("contents: read", "issues: write"),
    });
    expect(await lint(["."])).toMatchObject({
      status: 1,
      messages: {
        ".github/workflows/greet.yml": ["7:14 restraint/granted-permission"],
        ".github/workflows/granted.yml": [],
      },
    });
  });

  it("takes a CommonJS configuration", async () => {
    const { lint } = project({
      "eslint.config.mjs": "",
      "own.config.cjs": 'module.exports = require("eslint-plugin-restraint").configs.manifests;\n',
    });
    expect(await lint(["--config", "own.config.cjs", "."])).toMatchObject({
      status: 1,
      messages: { "table.yaml": [finding] },
    });
  });

  it("reads the standard input", async () => {
    const { lint } = project({});
    expect(await lint(["--stdin", "--stdin-filename", "deploy/x.yaml"], table)).toMatchObject({
      status: 1,
      messages: { "deploy/x.yaml": [finding] },
    });
  });

  it("works in several threads", async () => {
    const { lint } = project({ "a.yaml": table, "b.yaml": table, "c.yaml": "" });
    expect(await lint(["--concurrency", "2", "."])).toEqual({
      status: 1,
      messages: { "a.yaml": [finding], "b.yaml": [finding], "c.yaml": [], "table.yaml": [finding] },
    });
  });

  it("fails under a broken configuration, whatever the rules' severities, and under a name that says so", async () => {
    const warnings = config.replace("];", ', { rules: { "restraint/require-kind-fields": "warn" } }];');
    const { lint } = project({ "restraint.config.yaml": "servce: {}\n", "eslint.config.mjs": warnings });
    const { status, messages } = await lint(["table.yaml"]);
    expect(status).toBe(1);
    expect(messages["table.yaml"]).toEqual(["1:1 restraint/valid-configuration", finding]);
  });

  it("goes on under a broken configuration, and names it once", async () => {
    const { lint } = project({ "restraint.config.yaml": "preset: [\n", "more.yaml": table });
    const { messages } = await lint(["more.yaml", "table.yaml"]);
    expect(
      Object.values(messages)
        .flat()
        .filter((message) => message.startsWith("1:1 ")),
    ).toHaveLength(1);
    expect(
      Object.values(messages)
        .flat()
        .filter((message) => message === finding),
    ).toHaveLength(2);
  });

  it("keeps its cache until the configuration changes", async () => {
    const foreign = "groups: { a: { name: other.example.dev }, b: { name: functions.example.dev } }\n";
    for (const [eslintConfig, afterChange] of [
      [config, [finding]],
      [cached, []],
    ] as const) {
      const { lint, folder } = project({ "eslint.config.mjs": eslintConfig, "restraint.config.yaml": "{}\n" });
      expect((await lint(["--cache", "table.yaml"])).messages).toEqual({ "table.yaml": [finding] });
      writeFileSync(join(folder, "restraint.config.yaml"), foreign);
      expect((await lint(["--cache", "table.yaml"])).messages).toEqual({ "table.yaml": afterChange });
    }
  });

  it("fixes files in place, byte-order mark and CRLF kept", async () => {
    const { lint, folder } = project({
      "table.yaml": "",
      "wrong.yaml": `\uFEFF${table.replace("tableName: orders", "table_name: orders\n    databaseName: shop").replaceAll("\n", "\r\n")}`,
    });
    expect((await lint(["--fix", "."])).status).toBe(0);
    expect(readFileSync(join(folder, "wrong.yaml"), "utf8")).toBe(
      `\uFEFF${table}    databaseName: shop\n`.replaceAll("\n", "\r\n"),
    );
  });
});

interface Outcome {
  readonly status: number;
  /** By the file's path below the project: `line:column rule`, or `fatal` for the rule. */
  readonly messages: Readonly<Record<string, readonly string[]>>;
}

interface EslintResult {
  readonly filePath: string;
  readonly messages: readonly {
    readonly line: number;
    readonly column: number;
    readonly ruleId: string | null;
    readonly fatal?: boolean;
  }[];
}

/** @throws Error when the program prints no results. */
function run(program: string, args: readonly string[], cwd: string, input = ""): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (data: Buffer) => (stdout += data.toString()));
    child.stderr.on("data", (data: Buffer) => (stderr += data.toString()));
    child.on("close", (status) => {
      try {
        const entries = (JSON.parse(stdout) as EslintResult[]).map(({ filePath, messages }): [string, string[]] => {
          const lines = messages.map(
            ({ line, column, ruleId, fatal }) => `${line}:${column} ${fatal === true ? "fatal" : String(ruleId)}`,
          );
          return [filePath.slice(cwd.length + 1), lines];
        });
        const ours = entries.filter(([file]) => !file.includes("eslint.config"));
        resolve({ status: status ?? -1, messages: Object.fromEntries(ours) });
      } catch {
        reject(new Error(stderr + stdout));
      }
    });
    child.stdin.end(input);
  });
}
