import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { actionTrial } from "./documentation/action-trial";
import { blocks, elsewhere } from "./documentation/blocks";
import { check, code, fresh, install, lint, shell } from "./documentation/fresh-project";
import { recordedTrial } from "./documentation/recorded-trial";
import { kindsTrial } from "./documentation/kinds-trial";
import {
  configurationTrial,
  eslintTrial,
  finds,
  hookTrial,
  installTrial,
  jobTrial,
  jsonTrial,
  pasteTrial,
  serverTrial,
  settingsTrial,
  toldTrial,
  type Trial,
  tsserverTrial,
  yamlTrial,
} from "./documentation/trials";
import { root } from "./harness/fixtures";
import { writeFiles } from "./harness/hosts/installed";
import { partOfWeek } from "./harness/runs";

const contractText =
  blocks.find(({ page, text }) => page === "docs/configuration.md" && text.includes("kind: Widget"))?.text ?? "";

/** What is done with each block, by page, heading, and its place under that. */
const trials: Readonly<Record<string, readonly Trial[]>> = {
  "README.md A first finding": [pasteTrial, installTrial, toldTrial],
  "README.md In ESLint": [installTrial, eslintTrial],
  "README.md In the editor, and before a commit": [tsserverTrial({}, ["restraint/no-data-prefix"])],
  "docs/ci.md GitHub Actions": [actionTrial, jobTrial()],
  "docs/ci.md GitLab, Jenkins and others": [
    jobTrial("cat restraint.xml"),
    async (text) => {
      const { output } = await shell(fresh(), "node_modules/.bin/restraint check --format json 2>/dev/null");
      const [told, real] = [JSON.parse(text), JSON.parse(output)] as Record<string, Record<string, unknown>[]>[];
      expect(Object.keys(told ?? {}).filter((key) => !(key in (real ?? {})))).toEqual([]);
      expect(Object.keys(real?.findings?.[0] ?? {})).toEqual(Object.keys(told?.findings?.[0] ?? {}));
    },
  ],
  "docs/ci.md pre-commit": [hookTrial],
  "docs/ci.md lefthook": [hookTrial, hookTrial],
  "docs/configuration.md Configuration": [
    async (text) => {
      const { output } = await check({ "restraint.config.yaml": text, "contract.yaml": contractText }, "deploy");
      expect(output).not.toMatch(/(?:restraint\.config|contract)\.yaml:\d/u);
    },
  ],
  "docs/configuration.md `contract` and `builtin`": [
    async (text) => {
      const widget = "apiVersion: shop.example.dev/v1\nkind: Widget\nspec: { colour: red }\n";
      const { output } = await check(
        {
          "contract.yaml": text,
          "restraint.config.yaml": "contract: [contract.yaml]\n",
          "w.yaml": widget,
        },
        "w.yaml",
      );
      expect(output).not.toMatch(/(?:restraint\.config|contract)\.yaml:\d/u);
      finds(output, "w.yaml:3:1", "`size`");
    },
    async (text) => {
      const [, command = "", expected = ""] = /^\$ (.*)\n([^]*)$/u.exec(text) ?? [];
      const folder = fresh({ "contract.yaml": contractText, "restraint.config.yaml": "contract: [contract.yaml]\n" });
      const { status, output } = await shell(folder, `node_modules/.bin/${command} 2>/dev/null`);
      expect({ status, output }).toEqual({ status: 0, output: expected });
    },
  ],
  "docs/configuration.md Objects that declare requests": [
    async (text) => {
      const tool = 'const tool: ToolConfig = { request: { url: (p) => `/items/${p.id}`, method: "PATCH" } };';
      const route = 'const route: Route = { path: "/routes", params: { size: 1 }, data: { name: "x" } };';
      const folder = fresh({ "restraint.config.yaml": text, "a.ts": `${tool}\n${route}\n` });
      const { output } = await shell(folder, "node_modules/.bin/restraint requests --format json a.ts 2>/dev/null");
      const { requests } = JSON.parse(output) as { readonly requests: readonly { method: string; path: string }[] };
      expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["PATCH /items/{id}", "POST /routes"]);
    },
  ],
  "docs/configuration.md Importing a description": [
    async (text) => {
      const folder = fresh({
        "openapi.yaml":
          "openapi: 3.1.0\nservers: [{ url: https://api.shop.test }]\npaths: { /orders: { get: { responses: {} } } }\n",
        "a.js": 'fetch("https://api.shop.test/oders");\n',
        "restraint.config.yaml": "contract: [restraint.openapi.yaml]\n",
      });
      expect((await shell(folder, text)).status).toBe(0);
      finds((await shell(folder, "node_modules/.bin/restraint check a.js")).output, "known-endpoint");
    },
  ],
  "docs/configuration.md Importing custom resource definitions": [
    async (text) => {
      const definition = `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: gadgets.shop.example.dev }\nspec:\n  group: shop.example.dev\n  names: { kind: Gadget, plural: gadgets }\n  scope: Namespaced\n  versions:\n    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, required: [size], properties: { size: { type: integer } } } } } } }\n`;
      const gadget = "apiVersion: shop.example.dev/v1\nkind: Gadget\nspec: {}\n";
      const folder = fresh({
        "config/crds/gadget.yaml": definition,
        "g.yaml": gadget,
        "restraint.config.yaml": "contract: [contract.yaml]\n",
      });
      expect((await shell(folder, text)).status).toBe(0);
      finds((await shell(folder, "node_modules/.bin/restraint check g.yaml")).output, "g.yaml:3:1", "`size`");
    },
  ],
  "docs/debugging.md 1. What is understood?": [
    async (text) => {
      expect(text).toContain("some-client");
      await Promise.resolve();
    },
    async (text) => {
      const page = blocks.find(({ page, language }) => page === "docs/debugging.md" && language === "js");
      const folder = fresh({ "src/rename.js": page?.text ?? "" });
      const { output } = await shell(folder, "node_modules/.bin/restraint requests src/rename.js 2>/dev/null");
      expect(output).toBe(text);
    },
  ],
  "docs/editors.md The TypeScript plugin": [tsserverTrial({}, ["restraint/no-data-prefix"])],
  "docs/editors.md VS Code": [settingsTrial],
  "docs/editors.md The language server": [serverTrial],
  "docs/editors.md yaml-language-server": [
    async (text) => {
      const folder = fresh({ "restraint.config.yaml": "groups: { a: { name: timestream.example.dev } }\n" });
      const { output } = await shell(folder, "node_modules/.bin/restraint kinds --write-schemas");
      finds(output, /schema=\.\/(\S+)/u.exec(text)?.[1] ?? "no schema is named");
    },
  ],
  "docs/editors.md ESLint's language server": [settingsTrial],
  "docs/editors.md Both at once": [tsserverTrial({}, [])],
  "docs/editors.md TypeScript 7": [
    async (text) => {
      const folder = mkdtempSync(join(tmpdir(), "restraint-docs-"));
      writeFiles(folder, { "package.json": text });
      const { status, output } = await shell(
        folder,
        "npm install --prefer-offline --no-audit --no-fund --ignore-scripts",
      );
      expect({ status, output: status === 0 ? "" : output }).toEqual({ status: 0, output: "" });
      both = folder;
    },
    async (text) => {
      expect(await shell(both, text)).toMatchObject({
        status: 0,
        output: expect.stringMatching(/^Version 7\./u) as string,
      });
      expect((await shell(both, "npx tsc --version")).output).toMatch(/^Version 6\./mu);
    },
  ],
  "docs/eslint.md ESLint": [
    installTrial,
    eslintTrial,
    eslintTrial,
    async (text) => {
      const { output } = await lint(text, { "src/force.js": code.replace("String(Math.random())", '"*"') });
      finds(output, "force.js", "require-if-match");
    },
  ],
  "docs/eslint.md Code": [eslintTrial],
  "docs/eslint.md oxlint": [
    async (text) => {
      const { status, output } = await shell(fresh({ ".oxlintrc.json": text }), "node_modules/.bin/oxlint src");
      finds(output, "no-array-in-patch", "no-data-prefix");
      expect(status).toBe(1);
    },
  ],
  "docs/eslint.md Manifests": [
    async (text) => {
      const fn = `apiVersion: functions.example.dev/v1alpha1\nkind: Function\nspec:\n  providerRef: { name: a }\n  resource:\n    applicationID: a\n    displayName: b\n    image: c\n`;
      const silenced = text.replaceAll(/^/gmu, "    ");
      const plugin =
        'import restraint from "eslint-plugin-restraint";\nexport default [...restraint.configs.manifests];\n';
      const loud = await lint(plugin, { "deploy/f.yaml": `${fn}    memoryInMbs: 128\n` });
      finds(loud.output, "valid-kind-values");
      const quiet = await lint(plugin, { "deploy/f.yaml": fn + silenced });
      expect(quiet.output).not.toContain("valid-kind-values");
    },
    yamlTrial(),
    jsonTrial,
    jsonTrial,
  ],
  "docs/eslint.md `--cache`": [yamlTrial()],
  "docs/manifests.md Which documents are checked": [configurationTrial()],
  "docs/manifests.md Patches": [configurationTrial()],
  "docs/permissions.md The permissions that the code needs": [
    async (text) => {
      const folder = fresh();
      cpSync(join(root, "fixtures/projects/permissions"), folder, { recursive: true });
      const { output } = await shell(folder, "node_modules/.bin/restraint permissions");
      // The page shows a part of what the sample project gives.
      const calls = text.match(/^ +src\/organization\.ts:.*$/gmu) ?? [];
      expect(calls.length).toBeGreaterThan(0);
      finds(output, ...calls, "organization.administration: write  (UAT or IAT)", "not known");
    },
  ],
  "docs/scale.md One machine": [jobTrial("npx restraint check --cache")],
  "docs/selected.md The type of a partial response": [
    async (text) => {
      const types = `interface Product { id: string; name: string; price: { amount: number } }
interface Page<T> { items: T[]; nextPageToken?: string }
`;
      const compilerOptions = {
        ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], lib: ["es2022", "dom"] },
        ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
      };
      const folder = fresh({
        "selected/tsconfig.json": JSON.stringify({ compilerOptions, files: ["page.ts"] }),
        "selected/page.ts": text + types,
      });
      const { output } = await shell(folder, "node_modules/.bin/tsc -p selected --pretty false");
      const line = text.split("\n").findIndex((each) => each.includes("an error")) + 1;
      expect(output.match(/page\.ts\(\d+/gu)).toEqual([`page.ts(${line}`]);
    },
  ],
  "docs/diff.md Who breaks when the service changes": [
    async (text) => {
      const folder = fresh();
      cpSync(join(root, "fixtures/projects/usage"), folder, { recursive: true });
      const { output } = await shell(folder, "node_modules/.bin/restraint diff widgets.json widgets-2.json src");
      expect(output).toBe(text);
    },
  ],
  "docs/diff.md Kinds": [kindsTrial],
  "docs/diff.md On a pull request": [actionTrial],
  "docs/usage.md Who calls what": [
    async (text) => {
      const folder = fresh();
      cpSync(join(root, "fixtures/projects/usage"), folder, { recursive: true });
      const { output } = await shell(folder, "node_modules/.bin/restraint usage src/page.ts src/api.ts");
      expect(output).toBe(text);
    },
  ],
  "docs/usage.md Recorded requests": [recordedTrial],
  "docs/usage.md The clients of a service": [
    async (text) => {
      const folder = fresh();
      cpSync(join(root, "fixtures/projects/usage"), folder, { recursive: true });
      const [, collect = "", merge = ""] = /^restraint (.*)\nrestraint (.*)\n$/u.exec(text) ?? [];
      const copies = ["shop", "portal", "batch"].map((name) => `cp usage.json ${name}.json`).join(" && ");
      const { output } = await shell(
        folder,
        `node_modules/.bin/restraint ${collect} && ${copies} && node_modules/.bin/restraint ${merge}`,
      );
      expect(output).toContain("2 calls to 2 endpoints");
    },
  ],
};

/** Blocks that need a program which cannot be had here; the test says so. */
const unavailable: Readonly<Record<string, string>> = {
  "docs/editors.md The server in each editor":
    "needs each of these editors; test/hosts/lsp/editors.test.ts runs the server in those that are there",
  "docs/editors.md neovim": "needs neovim 0.11, which Debian does not have",
  "docs/scale.md Nx": "needs Nx, as large as all other packages together",
  "docs/scale.md Bazel": "needs Bazel, which Debian does not have",
};

/** The places of which a block is tried in this run: each takes seconds. */
const drawn = new Set(partOfWeek([...new Set(blocks.map(({ page, heading }) => `${page} ${heading}`))], 1 / 16));

let both = "";

describe("the README and the pages", () => {
  beforeAll(install, 600_000);

  const places = new Map<string, number>();
  for (const { page, heading, language, text } of blocks) {
    if (elsewhere.some(([file, title]) => file === page && title === heading)) continue;
    const key = `${page} ${heading}`;
    const index = places.get(key) ?? 0;
    places.set(key, index + 1);
    const reason = unavailable[key];
    if (reason === undefined && trials[key]?.[index] === undefined)
      throw new Error(`${key}, block ${index + 1}: nothing runs it; say in \`trials\` what it is to do.`);
    it(`${key}, block ${index + 1} (${language}), does what is said`, { timeout: 300_000 }, async (context) => {
      context.skip(reason !== undefined, reason);
      context.skip(!drawn.has(key), "is tried in other weeks, and by `npm run campaign`");
      await trials[key]?.[index]?.(text);
    });
  }

  it("has no trial without its block", () => {
    for (const [key, list] of Object.entries(trials)) expect(places.get(key), key).toBe(list.length);
  });
});
