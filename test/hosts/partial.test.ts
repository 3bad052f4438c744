import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync, readdirSync } from "node:fs";
import type { Linter } from "eslint";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { rules } from "../../rules/index";
import { createPlugin } from "../../src/hosts/eslint/create-plugin";
import { eslintVersions } from "../harness/hosts/eslint";
import { root } from "../harness/fixtures";
import { checkJson, runProgram } from "./cli/program";

const groups = "groups: { a: { name: timestream.example.dev }, b: { name: functions.example.dev } }\n";
const incomplete = ["overlays/production/audit.yaml:6:3 require-kind-fields"];
const generated = [
  "generated/table-values.yaml:3:1 require-kind-fields",
  "generated/table-values.yaml:4:3 require-kind-fields",
  "generated/table-values.yaml:4:3 require-kind-fields",
  "generated/table-values.yaml:5:9 no-ambiguous-scalars",
];
const ofPatches = [
  "overlays/production/kustomization.yaml:16:11 no-unknown-kind-fields",
  "overlays/production/patches/function.yaml:6:18 valid-kind-values",
  "overlays/production/table.yaml:7:42 valid-kind-values",
  "overlays/staging/kustomization.yml:10:27 valid-kind-values",
  "overlays/staging/table.yaml:6:5 no-unknown-kind-fields",
];

/** Makes a copy of the sample project, with a configuration. */
function project(configuration: string): string {
  const folder = mkdtempSync(join(tmpdir(), "restraint-kustomize-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  cpSync(join(root, "fixtures/projects/kustomize"), folder, { recursive: true });
  writeFileSync(join(folder, "restraint.config.yaml"), groups + configuration);
  return folder;
}

type Host = readonly [string, (folder: string) => string[]];

const program: Host = [
  "restraint check",
  (folder) => checkJson(folder).findings.map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`),
];

function eslint({ version, Linter: ThisLinter }: (typeof eslintVersions)[number]): Host {
  const plugin = createPlugin(rules, "0.0.0");
  return [
    `ESLint ${version}`,
    (folder) =>
      (readdirSync(folder, { recursive: true }) as string[])
        .filter((name) => /\.ya?ml$/.test(name))
        .sort()
        .flatMap((name) => {
          const config: Linter.Config[] = [...plugin.configs.manifests];
          const messages = new ThisLinter({ cwd: folder }).verify(readFileSync(join(folder, name), "utf8"), config, {
            filename: join(folder, name),
          });
          return messages.map(
            ({ line, column, ruleId }) =>
              `${relative(folder, join(folder, name))}:${line}:${column} ${ruleId?.replace("restraint/", "") ?? ""}`,
          );
        }),
  ];
}

describe.each([program, ...eslintVersions.map(eslint)])("%s", (_, look) => {
  test("skips what a kustomization names as patches, and reports everything else", () => {
    expect(look(project(""))).toEqual([...generated, ...incomplete]);
  });

  test("takes the configuration's word for other files", () => {
    expect(look(project("manifests: { partial: [generated/*-values.yaml] }\n"))).toEqual(incomplete);
  });

  test("checks parts where asked to, but for what is missing in them", () => {
    const found = look(project("manifests: { partial: [generated/*-values.yaml], checkPartial: true }\n"));
    expect(found).toEqual([...generated.slice(3), ...incomplete, ...ofPatches].sort());
  });
});

test("what is skipped is counted and named", () => {
  const folder = project("");
  expect(runProgram(folder, ["check", "--verbose"]).stdout.match(/.*\bpartial\b.*/g)).toHaveLength(5);
  expect(checkJson(folder).summary.documents).toEqual({ checked: 4, skipped: 10 });
});

test("a kustomization that comes to name a file makes its cached report stale", () => {
  const folder = project("");
  const check = (): number => checkJson(folder, ["--cache"]).findings.length;
  const before = check();
  expect(check()).toBe(before);
  const path = join(folder, "overlays/production/kustomization.yaml");
  writeFileSync(path, readFileSync(path, "utf8").replace("path: table.yaml", "path: audit.yaml"));
  const findings = checkJson(folder, ["--cache"]).findings.filter(({ file }) => file.startsWith("overlays/production"));
  expect(new Set(findings.map(({ file }) => file))).toEqual(new Set(["overlays/production/table.yaml"]));
});

test("what a test of Chainsaw expects of an object is a part, and what it makes is whole", () => {
  const folder = project("");
  const of = (name: string): string[] =>
    checkJson(folder)
      .findings.filter(({ file }) => file.startsWith(`tests/${name}/`))
      .map(({ file }) => file.replace("tests/", ""));
  const table = "apiVersion: timestream.example.dev/v0.5.0\nkind: Table\nmetadata: { name: a }\n";
  const steps = [
    "{ apply: { file: made.yaml } }",
    "{ assert: { file: ./made.yaml } }",
    "{ assert: { file: checks/made.yaml } }",
    "{ error: { file: ./absent.yaml } }",
    "{ patch: { file: change.yaml } }",
  ];
  const write = (name: string, apiVersion: string): void => {
    mkdirSync(join(folder, "tests", name, "checks"), { recursive: true });
    for (const file of ["made", "checks/made", "absent", "change"])
      writeFileSync(join(folder, "tests", name, `${file}.yaml`), table);
    const spec = `spec:\n  steps:\n    - try:\n${steps.map((step) => `        - ${step}\n`).join("")}`;
    writeFileSync(join(folder, "tests", name, "chainsaw-test.yaml"), `apiVersion: ${apiVersion}\nkind: Test\n${spec}`);
  };
  write("real", "chainsaw.kyverno.io/v1alpha1");
  write("other", "example.dev/v1");
  expect(of("real")).toEqual(["real/made.yaml"]);
  expect(of("other")).toHaveLength(4);
});

test("what lies beside a test of Chainsaw that does not mention it is a part", () => {
  const folder = project("");
  const table = "apiVersion: timestream.example.dev/v0.5.0\nkind: Table\nmetadata: { name: a }\n";
  const write = (name: string, apiVersion: string, file: string): void => {
    mkdirSync(join(folder, "tests", name, "below"), { recursive: true });
    for (const each of ["made", "handed", "scripted", "left", "below/other"])
      writeFileSync(join(folder, "tests", name, `${each}.yaml`), table);
    const steps = [
      `try: [{ apply: { file: ${file} } }]`,
      "use: { template: ../t.yaml, with: { bindings: [{ name: file, value: handed.yaml }] } }",
      "try: [{ script: { content: 'kubectl apply -f ./scripted.yaml' } }]",
    ];
    writeFileSync(
      join(folder, "tests", name, "chainsaw-test.yaml"),
      `apiVersion: ${apiVersion}\nkind: Test\nspec:\n  steps:\n${steps.map((step) => `    - ${step}\n`).join("")}`,
    );
  };
  write("real", "chainsaw.kyverno.io/v1alpha1", "made.yaml");
  write("pattern", "chainsaw.kyverno.io/v1alpha1", "'*.yaml'");
  write("other", "example.dev/v1", "made.yaml");
  const files = checkJson(folder).findings.map(({ file }) => file);
  const of = (name: string): string[] =>
    files.filter((file) => file.startsWith(`tests/${name}/`)).map((file) => file.split("/").slice(2).join("/"));
  const all = ["below/other.yaml", "handed.yaml", "left.yaml", "made.yaml", "scripted.yaml"];
  expect(of("real").sort()).toEqual(all.filter((file) => file !== "left.yaml"));
  expect(of("pattern").sort()).toEqual(all);
  expect(of("other").sort()).toEqual(all);
});

test("what a step of kuttl expects is a part by the name of its file", () => {
  const folder = project("");
  const table = "apiVersion: timestream.example.dev/v0.5.0\nkind: Table\nmetadata: { name: a }\n";
  mkdirSync(join(folder, "steps"));
  for (const name of ["00-assert", "01-errors", "02-install", "assert"])
    writeFileSync(join(folder, "steps", `${name}.yaml`), table);
  const files = checkJson(folder).findings.map(({ file }) => file);
  expect(files.filter((file) => file.startsWith("steps/")).sort()).toEqual([
    "steps/02-install.yaml",
    "steps/assert.yaml",
  ]);
});

test("a near miss in the configuration is told", () => {
  const { problems } = checkJson(project("manifests: { checkPartials: true }\n"));
  expect(problems.map(({ message }) => message)).toEqual([
    "There is no key `checkPartials`. Did you mean `checkPartial`?",
  ]);
});
