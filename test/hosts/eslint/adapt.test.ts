import { createRequire } from "node:module";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { rules } from "../../../rules/index";
import { createPlugin } from "../../../src/hosts/eslint/create-plugin";
import { describeMessages, eslintVersions, pluginWith } from "../../harness/hosts/eslint";
import { crashes, namesKind } from "../../harness/probe-rules";

const manifest = `apiVersion: timestream.example.dev/v1alpha1
kind: Database
spec:
  resource:
    databaseName: orders
`;

describe("the plugin", () => {
  const plugin = createPlugin(rules, "1.2.3");
  const notices = ["valid-configuration", "configuration-doubts", "unchecked"];

  it("says who it is", () => {
    expect(plugin.meta).toEqual({ name: "eslint-plugin-restraint", version: "1.2.3", namespace: "restraint" });
  });

  it("holds every rule, with its own data", () => {
    expect(Object.keys(plugin.rules)).toEqual([...rules.map(({ id }) => id), ...notices]);
    for (const rule of rules) {
      const { meta } = plugin.rules[rule.id] ?? {};
      expect(meta?.docs?.description).toBe(rule.docs.summary);
      expect(meta?.docs?.url).toContain(rule.id);
      expect(meta?.fixable).toBe(rule.fixable ? "code" : undefined);
      expect(meta?.hasSuggestions).toBe(rule.hasSuggestions);
      expect(Object.keys(meta?.messages ?? {})).toEqual(Object.keys(rule.messages));
    }
  });

  it("turns on what says that something could not be checked, as errors, in every preset", () => {
    for (const config of Object.values(plugin.configs))
      for (const { rules: set } of config.filter((entry) => entry.rules !== undefined))
        expect(set).toMatchObject({
          "restraint/valid-configuration": "error",
          "restraint/configuration-doubts": "warn",
          "restraint/unchecked": "error",
        });
  });

  it("has the recommended rules in one preset and all in the other", () => {
    const idsOf = (config: readonly Linter.Config[]): string[] =>
      [...new Set(config.flatMap((entry) => Object.keys(entry.rules ?? {})))]
        .filter((id) => !notices.includes(id.replace("restraint/", "")))
        .sort();
    const recommended = rules.filter((rule) => rule.docs.preset === "recommended");
    expect(idsOf(plugin.configs.recommended)).toEqual(recommended.map(({ id }) => `restraint/${id}`).sort());
    expect(idsOf(plugin.configs.strict)).toEqual(rules.map(({ id }) => `restraint/${id}`).sort());
    expect(idsOf(plugin.configs.manifests)).toEqual(
      recommended
        .filter((rule) => rule.on === "manifest")
        .map(({ id }) => `restraint/${id}`)
        .sort(),
    );
  });

  it("names files, and itself, in each entry", () => {
    for (const entry of Object.values(plugin.configs).flat()) {
      expect(entry.files).toBeDefined();
      expect(entry.name).toMatch(/^restraint\//u);
      expect(entry.plugins?.restraint).toBe(plugin);
    }
  });
});

describe.each(eslintVersions)("a rule in ESLint $version", ({ Linter, name }) => {
  const lint = (filename: string, config: readonly Linter.Config[]): string[] =>
    describeMessages(new Linter({ cwd: "/" }).verify(manifest, [...config], { filename }));
  const both = pluginWith(crashes, namesKind).configs.manifests;

  it("that crashes says so, and hides no other", () => {
    expect(lint("/a.yaml", both)).toEqual([
      "1:1 restraint/unchecked `crashes` crashed and checked no more of this file: on purpose",
      "2:7-2:15 restraint/names-kind This is a Database.",
    ]);
  });

  it("that crashes fails the run, even where its own findings only warn", () => {
    const warning = [...both, { files: ["**/*.yaml"], rules: { "restraint/crashes": "warn" as const } }];
    const messages = new Linter({ cwd: "/" }).verify(manifest, warning, { filename: "/a.yaml" });
    expect(messages.filter(({ severity }) => severity === 2).map(({ ruleId }) => ruleId)).toContain(
      "restraint/unchecked",
    );
  });

  it("that crashes says so itself where only that rule is on", () => {
    const alone = both.map((entry) => ({ ...entry, rules: { "restraint/crashes": "error" as const } }));
    expect(lint("/a.yaml", alone)).toEqual([
      "1:1 restraint/crashes `crashes` crashed and checked no more of this file: on purpose",
    ]);
  });

  it("that only warns fails the run by the rule for crashes, where rules are named one by one", () => {
    const named = { "restraint/crashes": "warn", "restraint/names-kind": "warn" } as const;
    const severities = (rules: Linter.RulesRecord): readonly (readonly [string | null, number])[] =>
      new Linter({ cwd: "/" })
        .verify(manifest, [...both.map((entry) => ({ ...entry, rules }))], { filename: "/a.yaml" })
        .map(({ ruleId, severity }) => [ruleId, severity]);
    expect(severities(named)).toEqual([
      ["restraint/crashes", 1],
      ["restraint/names-kind", 1],
    ]);
    expect(severities({ ...named, "restraint/unchecked": "error" })).toEqual([
      ["restraint/unchecked", 2],
      ["restraint/names-kind", 1],
    ]);
  });

  it("says so when the file cannot be analysed, once", () => {
    const espree = createRequire(createRequire(__filename).resolve(name))("espree") as {
      parse(text: string, options: object): object;
    };
    const services = {
      get esTreeNodeToTSNodeMap(): never {
        throw new Error("on purpose");
      },
    };
    const parser = {
      parseForESLint: (text: string) => ({
        ast: espree.parse(text, { range: true, loc: true, comment: true, tokens: true }),
        services,
      }),
    };
    const plugin = pluginWith(namesKind, crashes);
    const config = { files: ["**/*.js"], languageOptions: { parser: parser as unknown as Linter.Parser } };
    const messages = new Linter({ cwd: "/" }).verify("fetch('/a');", [...plugin.configs.recommended, config], {
      filename: "/a.js",
    });
    expect(describeMessages(messages)).toEqual([
      "1:1 restraint/unchecked Restraint crashed on this file and checked nothing in it: on purpose",
    ]);
  });

  it("gives its message's id and data to who asks", () => {
    const messages = new Linter({ cwd: "/" }).verify(manifest, pluginWith(namesKind).configs.manifests, {
      filename: "/a.yaml",
    });
    expect(messages[0]).toMatchObject({ messageId: "found", message: "This is a Database." });
  });

  it("takes its options from ESLint, not from the configuration file", () => {
    const folder = mkdtempSync(join(tmpdir(), "restraint-eslint-"));
    writeFileSync(join(folder, "restraint.config.yaml"), "preset: strict\nrules: { no-array-in-patch: off }\n");
    expect(lint(join(folder, "a.yaml"), pluginWith(namesKind).configs.manifests)).toHaveLength(1);
  });

  it("says once what is wrong with the configuration, and goes on", () => {
    const folder = mkdtempSync(join(tmpdir(), "restraint-eslint-"));
    const configuration = join(folder, "restraint.config.yaml");
    const config = pluginWith(namesKind).configs.manifests;
    writeFileSync(configuration, "servce: {}\n");
    const problem: unknown = expect.stringMatching(
      /^1:1 restraint\/valid-configuration restraint\.config\.yaml:1:1: .*service/u,
    );
    const finding = "2:7-2:15 restraint/names-kind This is a Database.";
    expect(lint(join(folder, "a.yaml"), config)).toEqual([problem, finding]);
    expect(lint(join(folder, "b.yaml"), config)).toEqual([finding]);
    // Where rules are named one by one, the first of them says it.
    const alone = {
      files: ["**/*.yaml"],
      language: "restraint/yaml",
      rules: { "restraint/names-kind": "warn" as const },
    };
    const named = [...config.filter((entry) => entry.rules === undefined), alone];
    expect(lint(join(folder, "a.yaml"), named)).toEqual([
      expect.stringMatching(/restraint\/names-kind .*service/u),
      finding,
    ]);
    // An editor lints the same file again and again.
    expect(lint(join(folder, "a.yaml"), config)).toEqual([problem, finding]);
    writeFileSync(configuration, "service: { baseUrls: [] }\n");
    utimesSync(configuration, 1, 1);
    expect(lint(join(folder, "a.yaml"), config)).toEqual([finding]);
    rmSync(configuration);
    expect(lint(join(folder, "a.yaml"), config)).toEqual([finding]);
  });
});

describe("withConfiguration", () => {
  const plugin = pluginWith(namesKind);

  it("changes when the configuration does", () => {
    const folder = mkdtempSync(join(tmpdir(), "restraint-eslint-"));
    const without = plugin.withConfiguration(folder);
    writeFileSync(join(folder, "restraint.config.yaml"), "preset: strict\n");
    const before = plugin.withConfiguration(folder);
    expect(plugin.withConfiguration(folder)).toEqual(before);
    writeFileSync(join(folder, "restraint.config.yaml"), "preset: recommended\n");
    expect(
      new Set([without, before, plugin.withConfiguration(folder)].map((entry) => JSON.stringify(entry.settings))).size,
    ).toBe(3);
  });
});
