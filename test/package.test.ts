import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { installCached } from "./cached-package";
import { install, installedFolder } from "./documentation/fresh-project";
import { root } from "./harness/fixtures";
import { isItsTurn, partOf, partOfWeek } from "./harness/runs";
import { writeFiles } from "./harness/hosts/installed";
import { packedPackage } from "./harness/hosts/packed";
import { TsServer } from "./harness/hosts/tsserver";

const run = promisify(execFile);

interface Finding {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
}

/** What the files of the empty project should give, in every host. */
const expected: Readonly<Record<string, readonly string[]>> = {
  "src/orders.js": ["2:63 no-data-prefix", "5:34 no-array-in-patch"],
  "deploy/table.yaml": ["5:3 require-kind-fields"],
};

const project = {
  "package.json": JSON.stringify({ name: "empty", private: true, type: "module" }),
  "eslint.config.js": `import restraint from "eslint-plugin-restraint";

export default restraint.configs.recommended;
`,
  "types/configuration.ts": `import restraint from "eslint-plugin-restraint";
import { defineConfig } from "eslint/config";
export default defineConfig(
  restraint.configs.recommended,
  restraint.withConfiguration(),
  { files: ["deploy/**/*.json"], extends: [restraint.configs.json] },
  { plugins: { restraint }, rules: { "restraint/require-if-match": "off" } },
);
`,
  "types/node10.ts": `import restraint from "eslint-plugin-restraint";
export default [...restraint.configs.recommended, { rules: { "restraint/require-if-match": "off" } }];
export const names: string[] = Object.keys(restraint.rules);
`,
  "types/selected.ts": `import type { Selected } from "eslint-plugin-restraint/selected";
interface Page { items: { id: string; size: number }[]; nextPageToken?: string }
declare const page: Selected<Page, "items/id">;
page.items[0]?.id satisfies string | undefined;
// @ts-expect-error: not selected
page.items[0]?.size;
`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      allowJs: true,
      noEmit: true,
      types: [],
      lib: ["es2022"],
      plugins: [{ name: "eslint-plugin-restraint/tsserver" }],
    },
    include: ["src"],
  }),
  "src/orders.js": `export async function tag(id) {
  await fetch(\`https://api.example.com/v1/orders/\${id}?fields=data/tags\`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json", "If-Match": "*" },
    body: JSON.stringify({ tags: ["new"] }),
  });
}
`,
  "deploy/table.yaml": `apiVersion: timestream.example.dev/v1alpha1
kind: Table
spec:
  providerRef: { name: provider }
  resource:
    tableName: orders
`,
};

/** What every compiler is told. The declarations of the DOM take longer to read than all others together. */
const compiling = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022"];

/** Runs a program of the project, whose exit status may say that it found something. */
async function program(
  folder: string,
  script: string,
  args: readonly string[],
): Promise<{ status: number; stdout: string; stderr: string }> {
  try {
    return {
      status: 0,
      ...(await run(process.execPath, [join(folder, "node_modules", script), ...args], { cwd: folder })),
    };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
}

function describeFindings(findings: readonly Finding[]): string[] {
  return findings.map(({ line, column, rule }) => `${line}:${column} ${rule.replace(/^restraint\//u, "")}`).sort();
}

describe("the packed package", () => {
  let tarball = "";
  let folder = "";

  beforeAll(async () => {
    tarball = packedPackage();
    folder = mkdtempSync(join(tmpdir(), "restraint-empty-"));
    writeFiles(folder, project);
    await install();
    symlinkSync(join(installedFolder(), "node_modules"), join(folder, "node_modules"), "dir");
  }, 600_000);

  it("has no scripts, of which npm would warn", async () => {
    const { stdout } = await run("tar", ["-xzOf", tarball, "package/package.json"]);
    const { name, scripts } = JSON.parse(stdout) as Record<string, unknown>;
    expect({ name, scripts }).toEqual({ name: "eslint-plugin-restraint", scripts: undefined });
  });

  it("holds what it needs to run and nothing of its tests", async () => {
    const { stdout } = await run("tar", ["-tzf", tarball]);
    const files = stdout.trim().split("\n");
    const wanted = [
      "README.md",
      "LICENSE",
      "CHANGELOG.md",
      "dist/src/hosts/eslint/plugin.js",
      "dist/src/hosts/tsserver/init.js",
      "dist/src/hosts/cli/main.js",
      "tsserver/package.json",
      "docs/rules/no-data-prefix.md",
    ];
    expect(wanted.filter((file) => !files.includes(`package/${file}`))).toEqual([]);
    expect(
      files.filter((file) =>
        /(?:^|\/)(?:test|fixtures|bench|generate|node_modules)\/|\.(?:map|tsbuildinfo)$|(?<!\.d)\.ts$/u.test(file),
      ),
    ).toEqual([]);
  });

  it.each(partOfWeek(["eslint", "eslint9", "eslint-9.7"], 1 / 3))(
    "reports in %s, on code and on YAML",
    async (name) => {
      const { stdout, stderr, status } = await program(folder, `${name}/bin/eslint.js`, [".", "--format", "json"]);
      expect({ stderr, status }).toEqual({ stderr: "", status: 1 });
      const results = JSON.parse(stdout) as {
        filePath: string;
        messages: (Omit<Finding, "rule"> & { ruleId: string })[];
      }[];
      for (const [file, findings] of Object.entries(expected)) {
        const messages = results.find(({ filePath }) => filePath === join(folder, file))?.messages ?? [];
        expect(describeFindings(messages.map((message) => ({ ...message, rule: message.ruleId })))).toEqual(findings);
      }
    },
  );

  it("reports in tsserver, on code", async () => {
    const server = new TsServer(join(folder, "node_modules/typescript"), { cwd: folder });
    try {
      const file = join(folder, "src/orders.js");
      server.open(file);
      const diagnostics = await server.diagnostics(file);
      const findings = diagnostics.map(({ start, source = "" }) => ({
        line: start.line,
        column: start.offset,
        rule: source,
      }));
      expect(describeFindings(findings)).toEqual(expected["src/orders.js"]);
    } finally {
      await server.close();
    }
  });

  it("reports in restraint check, on code and on YAML", async () => {
    const { stdout, status } = await program(folder, ".bin/../eslint-plugin-restraint/dist/src/hosts/cli/main.js", [
      "check",
      ".",
      "--format",
      "json",
    ]);
    expect(status).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: (Finding & { file: string })[] };
    for (const [file, wanted] of Object.entries(expected)) {
      expect(describeFindings(findings.filter((finding) => finding.file.endsWith(file)))).toEqual(wanted);
    }
  });

  it("is one plugin for import and require", async () => {
    const script = `import { createRequire } from "node:module"; import plugin, * as all from "eslint-plugin-restraint";
      const required = createRequire(import.meta.url)("eslint-plugin-restraint");
      console.log(required === plugin, typeof createRequire(import.meta.url)("eslint-plugin-restraint/tsserver"));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder });
    expect(stdout.trim()).toBe("true function");
  });

  it("gives those who go by `main` what ESLint goes by, and tsserver's factory", async () => {
    const script = `const main = require(require("node:path").resolve("node_modules/eslint-plugin-restraint"));
      const plugin = require("eslint-plugin-restraint");
      console.log(typeof main, main.rules === plugin.rules, main.configs === plugin.configs, Object.keys(main).join());`;
    const { stdout } = await run(process.execPath, ["--eval", script], { cwd: folder });
    expect(stdout.trim()).toBe("function true true meta,rules,languages,configs,withConfiguration");
  });

  it.each(partOf(["typescript-5.4", "typescript-5.9"], 1 / 2))(
    "has types for `moduleResolution: node10` in %s",
    async (name) => {
      const args = [...compiling, "--module", "commonjs", "--moduleResolution", "node10", "--esModuleInterop"];
      const tsc = createRequire(__filename).resolve(`${name}/bin/tsc`);
      const ran = await program(folder, relative(join(folder, "node_modules"), tsc), [
        ...args,
        "--skipLibCheck",
        "types/node10.ts",
      ]);
      expect(ran).toEqual({ status: 0, stdout: "", stderr: "" });
    },
  );

  const settings: readonly (readonly [name: string, module: string, resolution: string])[] = [
    ["typescript-5.4", "commonjs", "node10"],
    ["typescript-5.9", "esnext", "bundler"],
    ["typescript", "nodenext", "nodenext"],
  ];
  it.each(partOf(settings, 1 / 3))(
    "gives the type of a selected response to %s, %s, %s",
    async (name, module, resolution) => {
      const tsc = createRequire(__filename).resolve(`${name}/bin/tsc`);
      const args = [...compiling, "--module", module, "--moduleResolution", resolution];
      const ran = await program(folder, relative(join(folder, "node_modules"), tsc), [
        ...args,
        "types/selected.ts",
        ...(name === "typescript" ? ["--ignoreConfig"] : []),
      ]);
      expect(ran).toEqual({ status: 0, stdout: "", stderr: "" });
    },
  );

  it("shows its rules to eslint-doc-generator", { timeout: 240_000 }, async (context) => {
    const generator = installCached("eslint-doc-generator", "^3.7.1", "dist/bin/eslint-doc-generator.js");
    context.skip(generator === undefined, "eslint-doc-generator is not installed");
    const copy = join(folder, "documented");
    cpSync(join(folder, "node_modules/eslint-plugin-restraint"), copy, { recursive: true });
    writeFiles(copy, {
      "README.md":
        "# plugin\n\n## Rules\n\n<!-- begin auto-generated rules list -->\n<!-- end auto-generated rules list -->\n",
    });
    rmSync(join(copy, "docs"), { recursive: true });
    await run(
      process.execPath,
      [generator ?? "", "--init-rule-docs", ...["json", "manifests"].flatMap((name) => ["--ignore-config", name])],
      { cwd: copy },
    );
    expect(readFileSync(join(copy, "README.md"), "utf8")).toContain("[no-data-prefix](docs/rules/no-data-prefix.md)");
  });

  it("has types that fit ESLint's configuration", async () => {
    const args = [...compiling, "--module", "nodenext", "--skipLibCheck", "types/configuration.ts", "--ignoreConfig"];
    expect(await program(folder, "typescript/bin/tsc", args)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it("passes publint and attw", async (context) => {
    context.skip(!isItsTurn(4, 2), "is tried in other weeks, and by each release");
    const bin = (name: string): string => join(root, "node_modules/.bin", name);
    await run(bin("publint"), ["run", tarball, "--strict"], { cwd: root });
    await run(bin("attw"), [tarball, "--ignore-rules", "named-exports"], { cwd: root });
  });
});
