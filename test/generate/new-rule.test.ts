import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { rules } from "../../rules/index";
import { findRules, generateFiles } from "../../src/generate/main";
import { createRule } from "../../src/generate/new-rule";
import { root } from "../harness/fixtures";

function copyOfPackage(): string {
  const copy = mkdtempSync(join(tmpdir(), "restraint-new-rule-"));
  for (const part of ["rules", "src", "dist", "package.json", "tsconfig.json", "tsconfig.build.json"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "docs"));
  return copy;
}

function optionsFor(folder: string, files: readonly string[]): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  return ts.parseJsonConfigFileContent({ ...config, files, include: [] }, ts.sys, folder).options;
}

/** Builds files of a copy as `npm run build` does, and leaves all others as they were built here: to build them anew takes longer than the test. */
function build(folder: string, ...files: readonly string[]): void {
  const options = optionsFor(folder, files);
  for (const fileName of files) {
    const text = readFileSync(join(folder, fileName), "utf8");
    const { outputText } = ts.transpileModule(text, { fileName: join(folder, fileName), compilerOptions: options });
    writeFileSync(join(folder, "dist", fileName.replace(/\.ts$/u, ".js")), outputText);
  }
}

/** @returns what the compiler says about files of a package: a build does not check types. */
function typeProblems(folder: string, ...files: readonly string[]): string[] {
  const options = optionsFor(folder, files);
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    options,
  );
  return program
    .getRootFileNames()
    .flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("a new rule", () => {
  test("is three files, compiles, and is found by the generator", { timeout: 240_000 }, () => {
    const copy = copyOfPackage();
    const written = createRule(copy, "fields/no-such-fields");
    expect(written).toEqual([
      "rules/fields/no-such-fields.ts",
      "fixtures/rules/no-such-fields/incorrect-first.ts",
      "docs/rules/no-such-fields.md",
    ]);
    expect(createRule(copy, "kinds/no-such-kinds")).toContain("fixtures/rules/no-such-kinds/incorrect-first.yaml");
    expect(findRules(copy).map(({ id }) => id)).toEqual(expect.arrayContaining(["no-such-fields", "no-such-kinds"]));
    expect(readFileSync(join(copy, written[0] ?? ""), "utf8")).toMatch(/code: 1001\d\d/u);

    // The real way round: build, generate, build again, and nothing is left to generate.
    const node = (...args: string[]): ReturnType<typeof spawnSync> =>
      spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
    const added = ["rules/fields/no-such-fields.ts", "rules/kinds/no-such-kinds.ts"];
    expect(typeProblems(copy, ...added)).toEqual([]);
    build(copy, ...added);
    const check = node("dist/src/generate/main.js", "--check");
    expect([check.status, check.stdout]).toEqual([1, expect.stringContaining("out of date: rules/index.ts\n")]);
    expect(node("dist/src/generate/main.js").stdout).toContain("written: docs/rules/no-such-fields.md");
    build(copy, "rules/index.ts");
    expect(node("dist/src/generate/main.js", "--check").status).toBe(0);
    expect(readFileSync(join(copy, "rules/index.ts"), "utf8")).toContain(
      'import { rule as noSuchFields } from "./fields/no-such-fields";',
    );
    expect(readFileSync(join(copy, "docs/rules/no-such-fields.md"), "utf8")).toMatch(
      /^# no-such-fields\n[^]*### ❌ Incorrect/u,
    );
  });

  test.each(["", "fields", "fields/x", "fields/No-Caps", "other/no-group", "fields/../no-way"])(
    "is not called %j",
    (name) => {
      const copy = mkdtempSync(join(tmpdir(), "restraint-new-rule-"));
      expect(() => createRule(copy, name)).toThrow("Name the rule");
      expect(readdirSync(copy)).toEqual([]);
    },
  );

  test("never overwrites one", () => {
    const copy = mkdtempSync(join(tmpdir(), "restraint-new-rule-"));
    createRule(copy, "patch/no-such-rule");
    expect(() => createRule(copy, "patch/no-such-rule")).toThrow("exists");
  });
});

describe("generated files", () => {
  test("keep the prose round them", () => {
    const folder = mkdtempSync(join(tmpdir(), "restraint-generate-"));
    mkdirSync(join(folder, "rules"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    mkdirSync(join(folder, "docs/rules"), { recursive: true });
    writeFileSync(
      join(folder, "README.md"),
      "before\n<!-- begin auto-generated rules list -->\nold\n<!-- end auto-generated rules list -->\nafter\n",
    );
    const [rule] = rules;
    if (!rule) throw new Error("there are rules");
    const page = `docs/rules/${rule.id}.md`;
    writeFileSync(join(folder, page), "Prose.\n");
    const once = generateFiles(folder, [rule]);
    expect(once.get("README.md")).toMatch(
      /^before\n<!-- begin[^]*\| \[[^]*end auto-generated rules list -->\nafter\n$/u,
    );
    expect(once.get(page)).toMatch(/<!-- end auto-generated rule header -->\n\nProse\.\n\n## What the Service Does\n/u);
    for (const [path, text] of once) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expect(generateFiles(folder, [rule])).toEqual(once);
  });

  test("the index is a sound module", () => {
    const text = generateFiles(root, rules).get("rules/index.ts") ?? "";
    expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
  });
});
