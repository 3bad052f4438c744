import json from "@eslint/json";
import { createRequire } from "node:module";
import type { ESLint, Linter } from "eslint";
import * as yamlParser from "yaml-eslint-parser";
import { describe, expect, it } from "vitest";
import { describeMessages, eslintVersions, pluginWith } from "../../harness/hosts/eslint";
import { namesKind } from "../../harness/probe-rules";

const manifest = `apiVersion: timestream.example.dev/v1alpha1
kind: Database
spec:
  resource:
    databaseName: orders
`;
const inJson = JSON.stringify(
  { apiVersion: "timestream.example.dev/v1alpha1", kind: "Database", spec: { resource: { databaseName: "orders" } } },
  null,
  2,
);
const found = "2:7-2:15 restraint/names-kind This is a Database.";
const restraint = pluginWith(namesKind);
const yaml: Linter.Config[] = restraint.configs.manifests;

describe.each(eslintVersions)("YAML in ESLint $version", ({ name, Linter, ESLint }) => {
  const load = createRequire(createRequire(__filename).resolve(name));
  const javascript = load("@eslint/js") as { configs: { recommended: Linter.Config } };
  const lint = (text: string, config: readonly Linter.Config[] = yaml, filename = "deploy/orders.yaml"): string[] =>
    describeMessages(new Linter().verify(text, [...config], { filename }));
  const fix = (text: string): string => new Linter().verifyAndFix(text, yaml, { filename: "a.yaml" }).output;

  it("reports at the place of the value", () => {
    expect(lint(manifest)).toEqual([found]);
  });

  it("counts lines and columns through CRLF and a byte-order mark", () => {
    expect(lint(`\uFEFF${manifest.replaceAll("\n", "\r\n")}`)).toEqual([found]);
  });

  it("fixes, keeping CRLF and the byte-order mark", () => {
    const text = `\uFEFF${manifest.replaceAll("\n", "\r\n")}`;
    expect(fix(text)).toBe(text.replace("Database", "DATABASE"));
  });

  it("offers suggestions", () => {
    const [message] = new Linter().verify(manifest, yaml, { filename: "a.yaml" });
    const start = manifest.indexOf("Database");
    expect(message?.suggestions).toEqual([
      { desc: "Write Database in upper case.", fix: { range: [start, start + 8], text: "DATABASE" } },
    ]);
  });

  it("looks at each document of a stream", () => {
    expect(lint(`${manifest}---\n${manifest}`)).toEqual([found, "8:7-8:15 restraint/names-kind This is a Database."]);
  });

  it.each([
    ["disable", (text: string) => `# eslint-disable\n${text}`],
    ["disable of the rule", (text: string) => `# eslint-disable restraint/names-kind\n${text}`],
    ["disable with a reason", (text: string) => `# eslint-disable restraint/names-kind -- it is right\n${text}`],
    ["disable-line", (text: string) => text.replace("Database", "Database # eslint-disable-line")],
    [
      "disable-line of the rule",
      (text: string) => text.replace("Database", "Database # eslint-disable-line restraint/names-kind"),
    ],
    ["disable-next-line", (text: string) => text.replace("kind", "# eslint-disable-next-line\nkind")],
    [
      "disable-next-line of several rules",
      (text: string) =>
        text.replace("kind", "# eslint-disable-next-line no-console, restraint/names-kind -- why\nkind"),
    ],
    ["disable and enable", (text: string) => text.replace(/^kind.*$/mu, "# eslint-disable\n$&\n# eslint-enable")],
    ["a rule's own setting", (text: string) => `# eslint restraint/names-kind: off\n${text}`],
    ["CRLF", (text: string) => text.replace("kind", "# eslint-disable-next-line\nkind").replaceAll("\n", "\r\n")],
  ])("obeys %s", (_, change) => {
    expect(lint(change(manifest)).filter((line) => line.includes(" restraint/"))).toEqual([]);
  });

  it("goes on after enable", () => {
    expect(lint(`# eslint-disable\n# eslint-enable\n${manifest}`)).toContain(
      "4:7-4:15 restraint/names-kind This is a Database.",
    );
  });

  it("names directives that silence nothing, and takes them out", () => {
    const text = manifest.replace("spec:", "spec: # eslint-disable-line restraint/names-kind");
    expect(lint(text)).toEqual([found, expect.stringContaining("3:7 eslint Unused eslint-disable directive")]);
    expect(fix(text)).toBe(manifest.replace("Database", "DATABASE").replace("spec:", "spec:  "));
  });

  it("names a setting that cannot be read", () => {
    expect(lint(`# eslint restraint/names-kind: [\n${manifest}`)[0]).toMatch(/^1:1-1:33 fatal Failed to parse JSON/u);
  });

  it("says that malformed YAML is a parse error, and where", () => {
    expect(lint(`${manifest}  tags: [a\n`)).toEqual([expect.stringMatching(/^\d+:\d+ fatal Parsing error: /u)]);
  });

  it("checks the documents beside a malformed one, and names that one", () => {
    expect(lint(`${manifest}---\n${manifest}  tags: [a\n`)).toEqual([
      found,
      expect.stringMatching(/^13:1-\S+ restraint\/unchecked Restraint could not read this document: /u),
    ]);
  });

  it("is silent on other projects' kinds, templates, empty and other files", () => {
    const argo = "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  project: default\n";
    const helm = "kind: Database\nspec:\n  {{- if .Values.tags }}\n  tags: {{ .Values.tags | toYaml }}\n  {{- end }}\n";
    for (const text of [argo, helm, "", "\n", "# nothing\n", "a: [\n", "\0\u0001"]) expect(lint(text)).toEqual([]);
  });

  it("works beside ESLint's recommended rules for all files", () => {
    expect(lint(manifest, [javascript.configs.recommended, ...yaml])).toEqual([found]);
    expect(lint(manifest, [...yaml, javascript.configs.recommended])).toEqual([found]);
  });

  it("works beside entries that set options of other languages for all files", () => {
    const options: Linter.Config = {
      languageOptions: {
        ecmaVersion: 2022,
        sourceType: "module",
        globals: { window: "readonly" },
        parserOptions: { project: true },
      },
    };
    expect(lint(manifest, [options, ...yaml])).toEqual([found]);
  });

  it("lets a user set a rule for all files", () => {
    const config = [...yaml, { rules: { "restraint/names-kind": ["warn", { suffix: "!" }] } }] as Linter.Config[];
    expect(new Linter().verify(manifest, config, { filename: "a.yaml" })[0]).toMatchObject({
      severity: 1,
      fix: { text: "DATABASE!" },
    });
  });

  it("refuses options that the rule does not have", () => {
    const config = [...yaml, { rules: { "restraint/names-kind": ["warn", { sufix: "!" }] } }] as Linter.Config[];
    expect(() => lint(manifest, config)).toThrow(/sufix/u);
  });

  it("reads JSON through the same language, where it is asked to", () => {
    expect(lint(inJson, restraint.configs.json, "deploy/orders.json")).toEqual([
      "3:11-3:21 restraint/names-kind This is a Database.",
    ]);
  });

  it("checks JSON that @eslint/json owns", () => {
    const owned: Linter.Config[] = [
      ...restraint.configs.json,
      { files: ["**/*.json"], plugins: { json: json }, language: "json/json" },
    ];
    expect(lint(inJson, owned, "a.json")).toEqual(["3:11-3:21 restraint/names-kind This is a Database."]);
  });

  it("checks YAML that eslint-plugin-yml owns, as a parser and as a language", async () => {
    const { default: yml } = (await import("eslint-plugin-yml")) as unknown as { default: ESLint.Plugin };
    const asParser: Linter.Config = { files: ["**/*.yaml"], language: "@/js", languageOptions: { parser: yamlParser } };
    const asLanguage: Linter.Config = { files: ["**/*.yaml"], plugins: { yml }, language: "yml/yaml" };
    for (const owner of [asParser, asLanguage]) {
      expect(lint(manifest, [...yaml, owner])).toEqual([found]);
      expect(lint(`# eslint-disable\n${manifest}`, [...yaml, owner])).toEqual([]);
    }
  });

  it("finds YAML files by itself, and code only where the user lints it", async () => {
    const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: restraint.configs.recommended });
    await expect(eslint.isPathIgnored("a.yaml")).resolves.toBe(false);
    await expect(eslint.calculateConfigForFile("a.ts")).resolves.toBeUndefined();
    const code = (await eslint.calculateConfigForFile("a.test.js")) as Linter.Config;
    expect(code.rules).toHaveProperty(["restraint/names-kind"]);
    const typed = new ESLint({
      overrideConfigFile: true,
      overrideConfig: [...restraint.configs.recommended, { files: ["**/*.ts", "**/*.css"] }],
    });
    const { rules: forTypeScript } = (await typed.calculateConfigForFile("src/a.b.ts")) as Linter.Config;
    expect(forTypeScript).toHaveProperty(["restraint/names-kind"]);
    const { rules: forOthers = {} } = (await typed.calculateConfigForFile("src/a.css")) as Linter.Config;
    expect(forOthers).not.toHaveProperty(["restraint/names-kind"]);
  });
});
